# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how many registers of 32 bits are live at once in straight PTX."""

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = [line for line in file if re.search(r"%r\d", line)]
live, most = set(), 0
for line in reversed(lines):
    # The first register is the result, unless the instruction stores.
    registers = re.findall(r"%r\d+\b", line)
    if not re.match(r"\s*(@%p\d+ )?(st|red|bar)\.", line):
        live.discard(registers.pop(0))
    live.update(registers)
    most = max(most, len(live))
print(f"at most {most} registers")
