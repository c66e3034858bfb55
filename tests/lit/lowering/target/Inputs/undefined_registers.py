# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the statements of PTX that read a register which no statement writes, and
how many statements there are."""

import re
import sys

REGISTER = re.compile(r"%(?:p|rs|r|rd|rq)\d+\b")
# They have no result: their first operand is read.
READERS = re.compile(r"(st|red|bra|bar|cp|wgmma\.(fence|commit|wait)|mbarrier|fence)\b")



def check(body):
    """Prints the statements of one kernel, and returns how many it has."""
    # Labels and directives end with their lines.
    body = re.sub(r"(?m)^\s*(\$\w+:|\.\w.*$)", "", body)
    written, reads = set(), []
    for statement in body.split(";"):
        statement = " ".join(statement.split()).lstrip("{} ")
        match = re.match(r"(@!?%?\w+ )?([\w.:]*) ?(.*)", statement)
        guard, opcode, operands = match.groups()
        result = ""
        if not READERS.match(opcode):
            result = re.match(r"\{[^}]*\}|[^,]*", operands)[0]
            written.update(REGISTER.findall(result))
        sources = (guard or "") + operands[len(result) :]
        reads.append((statement, REGISTER.findall(sources)))
    for statement, registers in reads:
        if not written.issuperset(registers):
            print("undefined:", statement)
    return len(reads)


with open(sys.argv[1], encoding="utf-8") as file:
    kernels = re.sub(r"//.*", "", file.read()).split(".entry")[1:]
count = sum(check(kernel.split("\n{", 1)[1]) for kernel in kernels)
print(count, "statements of", len(kernels), "kernels")
