# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the lines that an example states in what a pass prints."""

import re

OMITTED = "// ..."
# Names of values, blocks, and aliases of attributes and types. `#ttg.linear` and
# the 1 of `%0#1` are no names.
NAME = re.compile(r"%[\w.$-]+|\^\w+|(?<![\w.])[#!][A-Za-z_]\w*(?![\w.])")
ALIAS = re.compile(r"[#!]\w+ = ")
# A value is defined in front of ` = `, and, with its type, by `: `.
DEFINITION = re.compile(r"(%[\w.$-]+)(?::\d+)?(?= = |: )")


def _split(line):
    """The line with its names replaced, its names, and those that it defines."""
    names = NAME.findall(line)
    form = NAME.sub(lambda match: match.group()[0], line)
    return form, names, set(DEFINITION.findall(line))


def _hide(names, bound):
    """`bound` without what is bound to actual names that are defined again: MLIR
    prints a name twice only if the first value is out of scope."""
    return {name: other for name, other in bound.items() if other not in names}


def _unify(stated, actual, bound):
    """The names bound when the two lines are equal, or None. `bound` maps the stated
    names to the actual ones, one to one."""
    form, names, defined = _split(stated)
    other_form, other_names, other_defined = _split(actual)
    if form != other_form:
        return None
    bound = _hide(other_defined, bound)
    for name in defined:
        bound.pop(name, None)
    for name, other in zip(names, other_names):
        if name not in bound and other not in bound.values():
            bound[name] = other
        elif bound.get(name) != other:
            return None
    return bound


def _match(lines, actual, bound):
    """The names bound when `actual` begins with the lines, or None."""
    if len(lines) > len(actual):
        return None
    for line, other in zip(lines, actual):
        bound = _unify(line, other, bound)
        if bound is None:
            return None
    return bound


def _plain(text):
    """The definitions of aliases, and the other lines, without indentation, comments
    and a module that says nothing."""
    lines = [re.sub(r"\s+", " ", line.strip()) for line in text.splitlines()]
    lines = [
        line if line == OMITTED else re.sub(r"(^|\s)//\s.*", "", line)
        for line in lines
    ]
    aliases = [line for line in lines if ALIAS.match(line)]
    others = [line for line in lines if line and not ALIAS.match(line)]
    if others and others[0] == "module {":
        others = others[1:-1]
    return aliases, others


def _find(part, rest, bound, starts):
    """The names bound and the lines after the first occurrence of the part in the
    rest that begins at one of the starts, or None."""
    for start in starts:
        hidden = {name for line in rest[:start] for name in _split(line)[2]}
        found = _match(part, rest[start:], _hide(hidden, bound))
        if found is not None:
            return found, rest[start + len(part) :]
    return None


def missing_lines(stated, actual):
    """The first lines of `stated`, between two lines `// ...`, that do not follow in
    `actual`; empty if all do. Aliases need not be stated."""
    aliases, lines = _plain(stated)
    actual_aliases, rest = _plain(actual)
    if aliases:
        lines, rest = aliases + lines, actual_aliases + rest
    parts = [[]]
    for line in lines:
        if line == OMITTED:
            parts.append([])
        else:
            parts[-1].append(line)
    bound = {}
    for number, part in enumerate(parts):
        starts = range(len(rest) - len(part) + 1)
        if number == 0:
            starts = starts[:1]
        elif number == len(parts) - 1 and part:
            starts = starts[-1:]
        found = _find(part, rest, bound, starts)
        if found is None:
            return "\n".join(part)
        bound, rest = found
    return ""
