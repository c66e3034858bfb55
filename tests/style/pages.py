# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages that are generated show their examples as code."""

import re

REFERENCE = re.compile(r"(\w+/)+reference/[\w-]+\.md")
_FENCE = re.compile(r"^([ \t]*)```")


def check_fences(tree):
    """In the manuals each fence begins its line: one that is indented by four
    spaces is text in Markdown. mlir-tblgen takes away the indentation that all
    lines of a description have."""
    for path, text in tree.select(".md"):
        if not REFERENCE.fullmatch(path):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            fence = _FENCE.match(line)
            if fence and fence[1]:
                yield path, number, "a fence is indented: lines of its source differ"
