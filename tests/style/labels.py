# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Labels of type rules: each stands at its rule, in a message and at a test."""

import re

import sources

LABEL = r"T-[A-Z]+-\d+"
RULES = "conversion/lib/"
TESTS = "tests/Conversion/InferTypes/"


def _collect(places, path, text, matches):
    """Adds each match's label with its place."""
    for match in matches:
        place = (path, sources.line_of(text, match.start(1)))
        places.setdefault(match.group(1), []).append(place)


def _rules(tree):
    places = {}
    for path, text in tree.select(".cpp", below=RULES):
        _collect(places, path, text,
                 re.finditer(rf"^\s*/// ({LABEL}):", text, re.MULTILINE))
    return places


def _messages(tree):
    places = {}
    for path, text in tree.select(".cpp", below=RULES):
        for position, string in sources.strings(text):
            for label in re.findall(LABEL, string):
                place = (path, sources.line_of(text, position))
                places.setdefault(label, []).append(place)
    return places


def _tests(tree, pattern):
    places = {}
    for path, text in tree.select("_errors.mlir", below=TESTS):
        _collect(places, path, text, re.finditer(pattern, text, re.MULTILINE))
    return places


def check_labels(tree):
    """The labels of rules, messages, test cases and expected errors are the
    same; a rule stands once."""
    rules = _rules(tree)
    sets = [
        ("a rule (a comment '/// LABEL: ...')", rules),
        ("a message", _messages(tree)),
        ("a test case (a comment '// LABEL')", _tests(tree, rf"^// ({LABEL})")),
        ("an expected error",
         _tests(tree, rf"error(?: @\+\d)?(?::| \{{\{{).*?({LABEL})")),
    ]
    for label in sorted(set().union(*(places for _, places in sets))):
        known = next(places[label] for _, places in sets if label in places)
        for what, places in sets:
            if label not in places:
                yield (*known[0], f"{label} has no place in {what}")
        for again in rules.get(label, [])[1:]:
            path, line = rules[label][0]
            yield (*again, f"{label} is the rule at {path}:{line} already")
