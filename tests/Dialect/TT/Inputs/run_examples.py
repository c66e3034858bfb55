# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in the descriptions of operations.

Each example of each .td file must parse, verify and round-trip, and contain
the operation that it documents. Values that an example uses without defining
them become arguments; their types are those that the parser asks for.

Usage: run_examples.py OPT TD...
"""

import os
import re
import sys

sys.path.append(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs")
)
from examples import EXAMPLE, NAME, defined_names, report, run  # noqa: E402

DEFINITION = re.compile(r"^def \w+(?:\s*:\s*\w+<\"([\w.]+)\")?", re.M)
EXPECTED = re.compile(r"use of value '(%\w+)' expects different type .*?: '(.*)' vs")
MOST_VALUES = 32


def wrap(text, types):
    """`text` as a module; operations go into a function of `types`, aliases of
    attributes in front of it."""
    if "tt.func" in text:
        return text
    lines = text.splitlines(keepends=True)
    aliases = "".join(line for line in lines if line.startswith("#"))
    body = "".join(line for line in lines if not line.startswith("#"))
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in types.items())
    return (
        f"{aliases}tt.func private @example({arguments}) {{\n{body}tt.return\n}}\n"
    )


def check(opt, text):
    """The error of the example, empty if there is none."""
    free = [name for name in NAME.findall(text) if name not in defined_names(text)]
    types = dict.fromkeys(free, "none")
    for _ in range(MOST_VALUES):
        status, printed, errors = run(opt, wrap(text, types))
        if status == 0:
            again = run(opt, printed)
            return "" if again[1] == printed else "does not round-trip"
        expected = EXPECTED.search(errors)
        if not expected or types.get(expected.group(1)) != "none":
            return errors
        types[expected.group(1)] = expected.group(2)
    return errors


def main(arguments):
    """Runs all examples; 0 if there are some and all are right."""
    opt, paths = arguments[0], arguments[1:]
    results = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        starts = list(DEFINITION.finditer(text))
        ends = [start.start() for start in starts[1:]] + [len(text)]
        for start, end in zip(starts, ends):
            mnemonic = start.group(1)
            if not mnemonic:
                continue
            error = "has no example"
            for example in EXAMPLE.findall(text[start.start() : end]):
                lines = [line.strip() + "\n" for line in example.splitlines()]
                error = check(opt, "".join(lines))
                if not error and f".{mnemonic}" not in example:
                    error = f"its example has no {mnemonic}"
                if error:
                    break
            results.append((f"{path}: {mnemonic}", error))
    return report(results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
