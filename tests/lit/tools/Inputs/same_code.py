#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two PTX files have the same code: they differ by lines of the source only.

    same_code.py PTX PTX

Exits with 1 and prints the first difference otherwise.
"""

import re
import sys

LINES = re.compile(
    r"\t\.(loc|file)\t.*"  # lines of the source
    r"|\$L__(tmp|func_begin|func_end)\d+:"  # and their labels
    r"|\t\.section\t\.debug_macinfo\s*\{\s*\}"
    r"|\s*(//.*)?"  # comments name the lines, too
)


def code(path):
    """The lines of code, without comments."""
    with open(path) as file:
        lines = file.read().splitlines()
    return [line.partition("//")[0].rstrip() for line in lines if not LINES.fullmatch(line)]


def main():
    first, second = map(code, sys.argv[1:])
    for one, other in zip(first, second):
        if one != other:
            sys.exit(f"{one}\n{other}")
    if len(first) != len(second) or not first:
        sys.exit(f"{len(first)} and {len(second)} lines of code")


main()
