# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of the pages: fences in generated ones, links.

Not here: their columns (markdown.py), their length (budgets.py)."""

import os
import re

REFERENCE = re.compile(r"(\w+/)+reference/[\w-]+\.md")
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
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


def check_links(tree):
    """The files to which pages link exist."""
    for path, text in tree.select(".md"):
        for match in _LINK.finditer(text):
            target = os.path.join(tree.root, os.path.dirname(path), match[1])
            if not os.path.exists(target):
                yield (path, text.count("\n", 0, match.start()) + 1,
                       f"a link to '{match[1]}', which does not exist")
