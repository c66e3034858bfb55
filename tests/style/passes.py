# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each pass has an example, and a test where one looks for it."""

import os
import re

import sources

TABLES = "conversion/include/"
# The line of an example between the IR before and after the pass. The test
# Conversion/examples.test runs the examples.
MARKER = re.compile(r"```mlir\n(?:(?!```).)*?^ *// (?:-\S.* )?"
                    r"(?:becomes|changes nothing)$", re.DOTALL | re.MULTILINE)


def _is_test_of(path, name, file):
    """Whether it is in the pass's folder or is named after its flag."""
    stem = os.path.splitext(os.path.basename(path))[0]
    return f"/{name}/" in path or stem == file


def check_passes(tree):
    """A pass's flag begins with `cm2tt-`, a test in a folder with the pass's
    name, or of its own name, runs it, and its description has an example."""
    tests = tree.select(".mlir", ".test", below="tests/")
    for table, text in tree.select("Passes.td", below=TABLES):
        yield from _check_table(text, table, tests)


def _check_table(text, table, tests):
    passes = list(re.finditer(r'^def (\w+)Pass\s*:\s*Pass<"([^"]+)"', text,
                              re.MULTILINE))
    ends = [match.start() for match in passes[1:]] + [len(text)]
    for match, end in zip(passes, ends):
        name, flag = match.groups()
        line = sources.line_of(text, match.start())
        if not flag.startswith("cm2tt-"):
            yield table, line, f"the flag '{flag}' does not begin with 'cm2tt-'"
        file = flag.replace("cm2tt-", "", 1).replace("-", "_")
        if not any(flag in content for path, content in tests
                   if _is_test_of(path, name, file)):
            yield (table, line, f"no test of '{flag}', expected in a folder "
                   f"{name}/ or as {file}.mlir below tests/")
        if not MARKER.search(text, match.end(), end):
            yield table, line, (f"no example of '{flag}': a block ```mlir with "
                                "a line '// becomes' in its description")
