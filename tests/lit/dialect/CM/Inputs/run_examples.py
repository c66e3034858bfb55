# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in the descriptions of the ops of `cm`.

Each op has an example, which must parse, verify, survive printing and contain
the op. The records come from llvm-tblgen, since families of ops share their
descriptions. What an example uses without defining it becomes a parameter of
the type that VALUES names.

Usage: run_examples.py OPT INCLUDE TD
"""

import os
import sys

sys.path.append(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs")
)
from examples import EXAMPLE, NAME, defined_names, records, report, run  # noqa: E402

STRING = '!cm.java<"java.lang.String">'
VALUES = {
    "%a": "i32",
    "%b": "i32",
    "%l": "i64",
    "%c": "i1",
    "%s": STRING,
    "%array": '!cm.java<"int[]">',
    "%e": '!cm.java<"java.lang.RuntimeException">',
    "%v": "!cm.var<i32>",
    "%t": "tuple<i32, f32>",
}
LOOP = """cm.java.while body () -> i1 {
  %go = cm.constant true
  cm.yield %go : i1
} body () -> none {
EXAMPLE}
cm.return
"""
SWITCH = """cm.java.switch.KIND %a body (%x: i32) -> i1 {
  %go = cm.constant true
  cm.yield %go : i1
} body () -> RESULT {
EXAMPLE} : (i32) -> (TYPES)
cm.return
"""
HANDLER = """EXAMPLE
^next:
  cm.return
^handler(%caught: !cm.java<"java.lang.RuntimeException">):
  cm.return
"""
# The code around an example, for ops that end a block.
PLACES = {
    "branch": "EXAMPLE\n^next(%n: i32):\n  cm.return\n",
    "cbranch": "EXAMPLE\n^then:\n  cm.return\n^else(%n: i32):\n  cm.return\n",
    "exception.region.enter": HANDLER,
    "exception.region.exit": HANDLER,
    "java.break": LOOP,
    "java.continue": LOOP,
    "java.switch.fallthrough": SWITCH.replace("KIND", "statement")
    .replace("RESULT", "none")
    .replace("TYPES", ""),
    "java.yield": "%0 = "
    + SWITCH.replace("KIND", "expression")
    .replace("RESULT", "i32")
    .replace("TYPES", "i32"),
    "return": "EXAMPLE",
    "throw": "EXAMPLE",
    "unreachable": "EXAMPLE",
    "yield": "%0 = cm.quoted body () -> i32 {\nEXAMPLE} : () -> i32\ncm.return\n",
}


def wrap(mnemonic, text):
    """The example in a function, with what it uses as parameters."""
    if mnemonic in ("func", "module"):
        return text
    body = PLACES.get(mnemonic, "EXAMPLEcm.return\n").replace("EXAMPLE", text)
    known = defined_names(body)
    free = dict.fromkeys(name for name in NAME.findall(body) if name not in known)
    params = ", ".join(f"{name}: {VALUES[name]}" for name in free)
    result = "i32" if mnemonic == "return" else "none"
    return f'cm.func "example" body ({params}) -> {result} {{\n{body}}}\n'


def check(opt, mnemonic, description):
    """The errors in an op's examples; empty if all are valid."""
    examples = EXAMPLE.findall(description)
    if not examples:
        return "has no example"
    for example in examples:
        if f"cm.{mnemonic}" not in example:
            return f"its example has no cm.{mnemonic}"
        text = "".join(line.strip() + "\n" for line in example.splitlines())
        status, printed, errors = run(opt, wrap(mnemonic, text))
        if status:
            return errors
        if run(opt, printed)[1] != printed:
            return "does not survive printing"
    return ""


def main(arguments):
    """Runs all examples; 0 if there are some and all are right."""
    opt, include, path = arguments
    ops = records("CM_Op", include, path)
    return report(
        "ops",
        ((f"cm.{o['opName']}", check(opt, o["opName"], o["description"])) for o in ops),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
