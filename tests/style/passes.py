# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each pass is tested where one looks for its test."""

import os
import re

import sources

TABLES = "conversion/include/"


def _is_test_of(path, name, file):
    """Whether it is in the pass's folder or is named after its flag."""
    stem = os.path.splitext(os.path.basename(path))[0]
    return f"/{name}/" in path or stem == file


def check_passes(tree):
    """A pass's flag begins with `cm2tt-`, and a test in a folder with the
    pass's name, or of its own name, runs it."""
    tests = tree.select(".mlir", ".test", below="tests/")
    for table, text in tree.select("Passes.td", below=TABLES):
        yield from _check_table(text, table, tests)


def _check_table(text, table, tests):
    for match in re.finditer(r'^def (\w+)Pass\s*:\s*Pass<"([^"]+)"', text,
                             re.MULTILINE):
        name, flag = match.groups()
        line = sources.line_of(text, match.start())
        if not flag.startswith("cm2tt-"):
            yield table, line, f"the flag '{flag}' does not begin with 'cm2tt-'"
        file = flag.replace("cm2tt-", "", 1).replace("-", "_")
        if not any(flag in content for path, content in tests
                   if _is_test_of(path, name, file)):
            yield (table, line, f"no test of '{flag}', expected in a folder "
                   f"{name}/ or as {file}.mlir below tests/")
