#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages are wrapped at 120 columns, and their tables have short cells. As a program,
wraps the prose of pages again, where it differs:

    markdown.py [--check] FILE.md...

It joins and breaks paragraphs and items of lists. It leaves tables, headings, code,
HTML and quotations, and breaks neither a line within a piece of code (`a b`) nor where
the next line would begin as something else, such as a list. --check prints the files
that would change, and exits 1 if there are any.

Not here: the words of pages (words.py), their number (budgets.py).
"""

import re
import sys

COLUMNS = 120
CELL = 60

# Pages with longer lines: prose that has not been wrapped yet. Delete a page here
# after `markdown.py PAGE`; add none.
NOT_WRAPPED = {}
# The number of cells of tables that are longer. Shorten them, and lower the number.
LONG_CELLS = {
    "CONTRIBUTING.md": 5,
    "language/reference/java.md": 16,
    "dialect/README.md": 3,
    "docs/accuracy.md": 1,
    "docs/dependencies.md": 4,
    "docs/glossary.md": 63,
    "docs/java-deployment.md": 1,
    "docs/java-guide.md": 9,
    "docs/java-ide.md": 3,
    "docs/launch-cost.md": 1,
    "docs/llvm-faults.md": 13,
    "docs/notebook/gpu-experiments.md": 1,
    "docs/spark.md": 5,
    "docs/test-references.md": 6,
    "docs/triton-language.md": 4,
    "examples/README.md": 8,
    "examples/babylon/README.md": 2,
    "examples/babylon/matmul-epilogue/README.md": 2,
    "examples/spark/README.md": 3,
    "python/README.md": 4,
    "importer/README.md": 3,
    "java/README.md": 33,
    "java/spark/README.md": 6,
    "jni/README.md": 5,
    "runtime/README.md": 30,
    "tests/java/random/README.md": 4,
    "tests/cases/triton/README.md": 5,
    "tests/generators/fuzz/README.md": 10,
    "tests/cases/peers/README.md": 1,
    "tools/README.md": 4,
}

_FENCE = re.compile(r"[ \t]*(```|~~~)")
_ITEM = re.compile(r"( *)([-*+]|\d+[.)]) +(?=\S)")
# A word that must not begin a line that continues a paragraph.
_OPENER = re.compile(r"[-+*]$|\d+[.)]$|#{1,6}$|[>|<=]|```|~~~|-{2,}$|\[[^]]*\]:")
_KEPT = re.compile(r"[ \t]*([#|<>]|```|~~~|\[[^]]+\]:)|([-*_] ?){3,}$")
_CODE = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.S)
_SPACE = "\0"  # a space within code


def _words(text):
    """The parts between which a line may be broken."""
    glued = _CODE.sub(lambda code: re.sub(r"\s+", _SPACE, code.group()), text)
    words = []
    for word in glued.split():
        word = word.replace(_SPACE, " ")
        if words and _OPENER.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def fill(text, first, rest):
    """The lines of a paragraph: `first` is before the first line, `rest` before the
    others."""
    lines, line = [], first
    for word in _words(text):
        if line == first:
            line += word
        elif len(line) + 1 + len(word) <= COLUMNS:
            line += " " + word
        else:
            lines.append(line)
            line = rest + word
    return lines + [line]


def _is_hard(line):
    """Whether Markdown keeps the end of the line."""
    return line.endswith(("  ", "\\"))


class _Wrapper:
    """Reads a page line by line, and collects the paragraph that is open."""

    def __init__(self):
        self.lines, self.open = [], []
        self.first = self.rest = ""
        self.is_fenced = False

    def close(self):
        if self.open:
            kept = any(_is_hard(line) for line in self.open[:-1])
            self.lines += (self.raw if kept else
                           fill(" ".join(self.open), self.first, self.rest))
        self.open = []

    def begin(self, line, first, rest):
        self.close()
        self.first, self.rest = first, rest
        self.open, self.raw = [line[len(first):]], [line]

    def keep(self, line):
        self.close()
        self.lines.append(line)

    def add(self, line):
        indent = len(line) - len(line.lstrip(" "))
        if _FENCE.match(line):
            self.is_fenced = not self.is_fenced
            return self.keep(line)
        if self.is_fenced or not line.strip():
            if not line.strip() and not self.is_fenced:
                line = ""
            return self.keep(line)
        item = _ITEM.match(line)
        is_in_item = self.rest and indent >= len(self.rest)
        if not self.open and indent >= 4 + (len(self.rest) if is_in_item else 0):
            return self.keep(line)  # code
        if _KEPT.match(line):
            self.rest = self.rest if indent else ""
            return self.keep(line)
        if item:
            return self.begin(line, item.group(), " " * item.end())
        if self.open:
            self.open.append(line.strip())
            return self.raw.append(line)
        return self.begin(line, " " * indent, " " * indent)


def wrap(text):
    """The page with its prose wrapped."""
    wrapper = _Wrapper()
    for line in text.rstrip("\n").split("\n"):
        wrapper.add(line)
    wrapper.close()
    return "\n".join(wrapper.lines) + "\n"


def _prose(text):
    """The pairs of number and line outside of code."""
    is_fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif not is_fenced:
            yield number, line


def _can_break(line):
    """Whether the line has a second word that could be in the next line."""
    return len(fill(line, "", "")) > 1


def check_columns(tree):
    """Lines of prose have at most 120 columns, unless they have one word."""
    for path, text in tree.select(".md"):
        if is_generated(text):
            continue
        long = [number for number, line in _prose(text)
                if len(line) > COLUMNS and not _KEPT.match(line)
                and not line.startswith("    ") and _can_break(line)]
        allowed = NOT_WRAPPED.get(path, 0)
        if len(long) > allowed:
            yield (path, long[-1], f"{len(long)} lines over {COLUMNS} columns, at most "
                   f"{allowed}: run tests/style/markdown.py {path}")


def cells(line):
    """The cells of a row of a table."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def check_cells(tree):
    """Cells of tables have at most 60 characters, as a reader sees them."""
    for path, text in tree.select(".md"):
        if is_generated(text):
            continue
        long = [number for number, line in _prose(text) if line.startswith("|")
                for cell in cells(line) if len(shown(cell)) > CELL]
        allowed = LONG_CELLS.get(path, 0)
        if len(long) > allowed:
            yield (path, long[-1], f"{len(long)} cells over {CELL} characters, at most "
                   f"{allowed}")


def shown(text):
    """The text without the targets of links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)


def is_generated(text):
    return text.startswith("<!-- ") and "enerated" in text[:160]


def main(arguments):
    changed = []
    for path in (a for a in arguments if a != "--check"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        wrapped = wrap(text)
        if wrapped != text and not is_generated(text):
            changed.append(path)
            if "--check" not in arguments:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(wrapped)
    print("\n".join(changed))
    return 1 if changed and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
