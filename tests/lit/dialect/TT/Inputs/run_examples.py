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
from examples import EXAMPLE, Fragment, report, run  # noqa: E402

DEFINITION = re.compile(r"^def \w+(?:\s*:\s*\w+<\"([\w.]+)\")?", re.M)


def check(opt, text):
    """The error of the example, empty if there is none."""
    try:
        wrapped = Fragment(opt, text, returns=False).wrap(text)
    except ValueError as error:
        return str(error)
    printed = run(opt, wrapped)[1]
    return "" if run(opt, printed)[1] == printed else "does not round-trip"


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
    return report("ops", results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
