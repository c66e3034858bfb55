#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes out the variants of kernels in a test, for a program that splits its input.

    // RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics ...

    tt.func public @plain(%p: !tt.ptr<f16>) -> f16 {
      %x = tt.load %p : !tt.ptr<f16>
      tt.return %x : f16
    }

    // VARIANT: volatile
    // expected-remark @+1 {{it is volatile}}
    %x = tt.load %p {isVolatile = true} : !tt.ptr<f16>

A variant is the function before it, named differently, with other lines; it has the
same name where `// VARIANT` names none. Its lines are in the order of the function. A line that defines the values of a line of the
function, or has no result and begins with the same word, replaces that line and the
diagnostics that it expects; other lines are inserted before the next that replaces
one. `// WITHOUT: KEY, ...` removes lines: KEY is the name of the first result, or
the word. FileCheck reads the test itself, in which variants stand in this order.
"""

import re
import sys

SPLIT = "// -----"
VARIANT = re.compile(r"// VARIANT(?:: (\w+))?$")
WITHOUT = re.compile(r"\s*// WITHOUT: (.+)$")
FUNCTION = re.compile(r"\s*\w+\.func\b")
KEY = re.compile(r"\s*(%[\w$]+)(?::\d+)?(?:, *%[\w$]+)* = |\s*(\S+?)(?=[\s(]|$)")


class Line:
    """A line of code with the diagnostics that are expected at it."""

    def __init__(self, text, comments):
        self.text, self.comments = text, comments
        found = KEY.match(text)
        self.key = found[1] or found[2]

    def __eq__(self, other):
        return (self.text.strip(), [c.strip() for c in self.comments]) == (
            other.text.strip(), [c.strip() for c in other.comments])  # fmt: skip


def parse(text):
    """The lines of code of a text, and the keys of those that it removes."""
    lines, comments, without = [], [], []
    for line in text:
        if found := WITHOUT.match(line):
            without += found[1].split(", ")
        elif line.strip().startswith("//"):
            comments += [line] if "expected-" in line else []
        elif line.strip():
            lines.append(Line(line, comments))
            comments = []
    return lines, without


def find(lines, key, start, place):
    """The one line of a key, which is not before `start`."""
    found = [i for i, line in enumerate(lines) if line.key == key]
    if len(found) > 1 or (found and found[0] < start):
        what = "stand twice in" if len(found) > 1 else "are in another order than"
        sys.exit(f"{place}: error: lines of '{key}' {what} the function")
    return found[0] if found else None


def derive(function, changes, place):
    """The lines of a function with the changes of a variant."""
    changed, without = parse(changes)
    result, start, inserted = [], 0, []
    for line in changed:
        at = find(function, line.key, start, place)
        inserted.append(line)
        if at is not None:
            result += function[start:at] + inserted
            start, inserted = at + 1, []
    if inserted:
        sys.exit(f"{place}: error: no line of the function follows "
                 f"'{inserted[0].text.strip()}'")
    result += function[start:]
    for key in without:
        if find(result, key, 0, place) is None:
            sys.exit(f"{place}: error: the function has no line of '{key}'")
    return [line for line in result if line.key not in without]


def write(section, place):
    """The text of a section: its function, and what its variants are."""
    starts = [i for i, line in enumerate(section) if VARIANT.match(line)]
    first = section[: starts[0]] if starts else section
    function, _ = parse(first)
    texts = ["\n".join(first).strip("\n")]
    symbol = re.compile(r"(?<=@)\w+")
    for start, end in zip(starts, starts[1:] + [len(section)]):
        name = VARIANT.match(section[start])[1]
        lines = derive(function, section[start + 1 : end], f"{place + start}")
        written = [t for line in lines for t in (*line.comments, line.text)]
        if name:
            head = next(i for i, t in enumerate(written) if FUNCTION.match(t))
            written[head] = symbol.sub(name, written[head], count=1)
        texts.append("\n".join(written))
    return f"\n\n{SPLIT}\n\n".join(texts)


def expand(text):
    """A test in which no function is written as a variant."""
    sections, starts = [[]], [1]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(SPLIT):
            sections.append([])
            starts.append(number + 1)
        else:
            sections[-1].append(line)
    written = [write(*section) for section in zip(sections, starts)]
    return f"\n\n{SPLIT}\n\n".join(written) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as test:
        print(expand(test.read()), end="")
