# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Labels have one meaning. That of a typing rule, as T-DOT-2, stands at its
rule, in a message and at a test; that of a constraint of a dialect, as
TT-DOT-2 or TTG-LINEAR-1, in a .td file, at what checks it and at a test."""

import re

import sources

RULE = r"(?<![\w-])T-[A-Z]+-\d+\b"
RULES = "language/"
RULE_TESTS = "tests/lit/language/InferTypes/"

CONSTRAINT = r"(?<![\w-])(?:CM|TTG?)(?:-[A-Z]+)+-\d+\b"
LABEL = r"(?<![\w-])(?:CM|TTG?|T)(?:-[A-Z]+)+-\d+\b"
DIALECTS = "dialect/include/cm2tt/Dialect/"
DIALECT = re.compile(rf"(?:{DIALECTS}|dialect/lib/|tests/lit/dialect/)(\w+)/")
# The folders of C++ code that checks constraints, and of its tests.
CHECKED = {"dialect/lib/": "tests/lit/dialect/",
           **{floor: f"tests/lit/{floor}" for floor in sources.FLOORS}}

# A test of labels, which invents some.
INVENTED = "tests/unit/compiler/driver/DiagnosticsTest.cpp"


def _collect(places, path, text, matches):
    """Adds each match's label with its location."""
    for match in matches:
        place = (path, sources.line_of(text, match.start(1)))
        places.setdefault(match.group(1), []).append(place)


def _found(tree, suffix, below, pattern):
    """The locations of each label that the pattern captures."""
    places = {}
    for path, text in tree.select(suffix, below=below):
        _collect(places, path, text, re.finditer(pattern, text, re.MULTILINE))
    return places


def _messages(tree, below, label):
    """The locations of each label in a string of the C++ code."""
    places = {}
    for path, text in tree.select(".cpp", below=below):
        for position, string in sources.strings(text):
            for found in re.findall(label, string):
                place = (path, sources.line_of(text, position))
                places.setdefault(found, []).append(place)
    return places


def _expected(tree, suffix, below, label):
    """The locations of each label in an error that a test expects."""
    return _found(tree, suffix, below,
                  rf"error(?: ?@[\w+]+)?(?::| \{{\{{).*?({label})")


def _repeated(definitions, what):
    for label, (first, *others) in sorted(definitions.items()):
        for again in others:
            yield (*again, f"{label} is the {what} at {first[0]}:{first[1]} already")


def check_rules(tree):
    """The labels of rules, messages, test cases and expected errors are the
    same; a rule stands once."""
    rules = _found(tree, ".cpp", RULES, rf"^\s*/// ({RULE}):")
    sets = [
        ("a rule (a comment '/// LABEL: ...')", rules),
        ("a message", _messages(tree, RULES, RULE)),
        ("a test case (a comment '// LABEL')",
         _found(tree, "_errors.mlir", RULE_TESTS, rf"^// ({RULE})")),
        ("an expected error", _expected(tree, "_errors.mlir", RULE_TESTS, RULE)),
    ]
    for label in sorted(set().union(*(places for _, places in sets))):
        known = next(places[label] for _, places in sets if label in places)
        for what, places in sets:
            if label not in places:
                yield (*known[0], f"{label} has no place in {what}")
    yield from _repeated(rules, "rule")


def _constraints(tree):
    """The locations of the constraints of the dialects."""
    return _found(tree, ".td", DIALECTS, rf"^\s*- \(({LABEL})\)")


def check_constraints(tree):
    """Each constraint of a dialect stands once in a .td file. C++ code checks
    it, and a test expects its message; or what the .td file declares checks it,
    there stands `/*LABEL*/`, and `// LABEL` over an expected error."""
    constraints = _constraints(tree)
    yield from _repeated(constraints, "constraint")
    declared = _found(tree, ".td", DIALECTS, rf"/\*({CONSTRAINT})\*/")
    cases = _found(tree, ".mlir", "tests/lit/dialect/",
                   rf"^ *// ({CONSTRAINT})\n *// expected-error")
    written = [(_messages(tree, code, CONSTRAINT), tests,
                _expected(tree, ".mlir", tests, CONSTRAINT))
               for code, tests in CHECKED.items()]
    for label, (place, *_) in sorted(constraints.items()):
        checked = label in declared
        if checked and label not in cases:
            yield (*declared[label][0], f"{label} has no test case (a comment "
                   "'// LABEL' over an expected error) in tests/lit/dialect/")
        for messages, tests, expected in written:
            if label not in messages:
                continue
            checked = True
            if label not in expected:
                yield (*messages[label][0], f"no test in {tests} expects {label}")
        if not checked:
            yield (*place, f"{label} is in no message, and no comment '/*{label}*/' "
                   "is at what checks it")


def check_known_labels(tree):
    """Each label that any file has is that of a rule or constraint; a dialect
    has labels of its own."""
    known = {*_found(tree, ".cpp", RULES, rf"^\s*/// ({RULE}):"), *_constraints(tree)}
    for path, text in tree.texts.items():
        if path.endswith(".py") or path == INVENTED:
            continue
        dialect = DIALECT.match(path)
        for match in re.finditer(LABEL, text):
            label = match.group()
            place = (path, sources.line_of(text, match.start()))
            if dialect and not label.startswith(dialect[1] + "-"):
                yield (*place, f"{label} does not begin with '{dialect[1]}-'")
            elif label not in known:
                yield (*place, f"{label} is no rule and no constraint")
