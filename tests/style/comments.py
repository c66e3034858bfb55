# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables and lists in comments are whole: clang-format breaks lines that are too
long and joins the rest with the next line, as if they were sentences. Lines that
`CommentPragmas` protects (.clang-format) it leaves as they are, however long."""

import re

COLUMNS = 80
_COMMENT = re.compile(r"\s*//+(?!=)(\s*)(.*?)\s*$")
_ITEM = re.compile(r"- \S")
_GAP = re.compile(r"\S {2,}(?=\S)")
_PROTECTED = re.compile(r"\S {3,}(?=\S)")


def _gaps(text):
    """The number of gaps between columns; one space may be doubled after a
    sentence."""
    return len(_GAP.findall(re.sub(r"([.:;!?]) {2}(?=\S)", r"\1 ", text)))


def _wrong(line, next_line):
    """The error in a line of a comment; None if there is none."""
    comment, after = _COMMENT.match(line), _COMMENT.match(next_line)
    if not comment:
        return None
    if _PROTECTED.search(comment[2]) and len(line) > COLUMNS:
        return f"a row of {len(line)} columns, at most {COLUMNS}"
    if not (after and after[2] and comment[1] == after[1]):
        return None
    if _ITEM.match(comment[2]) and not _ITEM.match(after[2]):
        return "an item of a list goes on at the indentation of its dash"
    is_full = len(line) + 1 + len(after[2].split()[0]) > COLUMNS
    if is_full and _gaps(comment[2]) >= 2 and not _gaps(after[2]):
        return "a row of a table goes on in the next line"
    return None


def check_comments(tree):
    """No row of a table, and no item of a list, is broken."""
    for path, text in tree.select(".h", ".cpp"):
        lines = text.split("\n")
        for number, (line, next_line) in enumerate(zip(lines, lines[1:] + [""]), 1):
            wrong = _wrong(line, next_line)
            if wrong:
                yield path, number, wrong
