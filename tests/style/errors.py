#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each error that a user can see is expected by a test.

    errors.py ROOT      prints each error with the tests that expect it

Errors are found by their texts, not by how they are reported, so that no way to
report is forgotten. A text of the product is an error's, or that of a note,
warning or remark, if
  - it is given to a function or variable whose name says so (REPORTERS), or
  - two of its words stand side by side, as in no identifier, and it is not
    passed to functions for other texts (OTHERS, OTHER_TEXTS, WRITERS).
The texts that a function adds to its argument count as part of it (FRAMES).

A test expects a text if one of its own has the text's words in the same order.
Tests' texts are string literals; lines of FileCheck's, of expected diagnostics
and of `.expected` files; `PROBLEM:` comments. Signs and values do not count. A test's
text may be cut off at the start or at the end, to fit a line, but has at least half of
the letters, and 16 of them or all that there are. Of
`a ? "one thing" : "another"` each is a text to be tested, `a ? "" : "s"` is
none.

A text that no test can provoke is in errors_untested.txt with the reason, which is not
that the test is not written.
"""

import collections
import itertools
import os
import re
import sys

import sources
import texts

PRODUCT = (*sources.LIBRARIES, "java/", "tools/", "python/")
JAVA_TESTS = ("tests/java/", "tests/cases/kernels/")
UNTESTED = "tests/style/errors_untested.txt"

REPORTERS = re.compile(
    r"(?i)(error|exception|fail(ed|At|ure)?|problem|usage|refuse|throwNew"
    r"|unsupported|diagnostic|advise|attachNote|remark|warning|printMessage"
    r"|invalid\w*|bad[A-Z]\w*|wrong)$|Error")
# Functions for texts that are not errors: of programmers' mistakes, of patterns, of
# help, of identifiers.
OTHERS = {
    "assert", "static_assert", "llvm_unreachable", "notifyMatchFailure",
    "report_fatal_error", "Case", "Cases", "desc", "nest", "init", "fatal",
    "PassPipelineRegistration", "MlirOptMain", "getAttrOfType", "strlen",
    "contains", "getMemBufferCopy", "SuppressWarnings", "Deprecated", "Label",
    "starts_with", "ends_with", "consume_front", "find", "AssertionError",
    # Tables, among others of methods and their documentation.
    "methods", "operators", "variables", "takenWords",
}
# Variables with the help of a command; an annotation.
DESCRIPTIONS = "Description"
OTHER_TEXTS = re.compile(
    r"^(<|\||\{|::|java[./]|llvm\.|arith\.|phase: |usage: |\(anonymous "
    r"|[a-z.]+( [a-z]+\.[a-z.]+)+$)")  # the last: names of ops
# What writes files for others to read: there, only what REPORTERS take counts.
WRITERS = (
    "compiler/driver/CHeader", "language/KernelApi/Reference",
    "language/KernelApi/EnumReference",
    "tools/cm2tt/BenchReport.cpp", "gpu/layout/TestPrint",
)
# (how the path begins, the function): what it puts in front.
FRAMES = {
    ("importer/lib/TextParser", "fail"): ["found ", None, " expected "],
    ("importer/lib/TypeParser", "fail"): ["found ", None, " expected "],
    ("importer/lib/ReferenceParser", "fail"): ["found ", None, " expected "],
    ("runtime/lib/NpyFile.cpp", "expected"): ["bad header: expected "],
    ("java/javac/src/io/github/cm2tt/javac/model/Json.java", "error"):
        ["malformed JSON in line ", None, ": expected "],
    ("java/runtime/src/io/github/cm2tt/runtime/JsonReader.java", "error"):
        ["JSON, character ", None, ": expected "],
}

_WORDS_SIDE_BY_SIDE = re.compile(r"[A-Za-z]{2,}[,;:']? '?[A-Za-z]{2,}")
# The name of a class or a category, given beside the text: java/lang/Error.
_QUALIFIED_NAME = re.compile(r"[\w$]+([./][\w$]+)+$")
# The placeholders of printf and formatv.
_PLACEHOLDER = re.compile(r"%[-0-9.]*(?:ll|l|z|h)*[sdiuxXfgcp]|\{\d*[^{}\s]*\}")


def _normal(text):
    """The text's words with one space between."""
    return " ".join(re.findall(r"[A-Za-z0-9]+", text))


def _letters(text):
    return len(text.replace(" ", ""))


def _pieces(parts):
    """The texts between the values."""
    joined = "".join(part if part else "\0" for part in parts)
    return re.split("\0+", _PLACEHOLDER.sub("\0", joined))


class Site:
    """A text that is reported somewhere."""

    def __init__(self, path, line, parts, frame=()):
        self.path, self.line = path, line
        # Words, with values between; how many letters a test needs.
        self.fragments, self.needed = [], 0
        for each in (frame, parts):
            words = [_normal(piece) for piece in _pieces(each)]
            # An article or a unit alone is found anywhere.
            words = [w for w in words if _letters(w) > 2] or [w for w in words if w]
            self.fragments += words
            letters = sum(map(_letters, words))
            self.needed += letters if each is frame else min(
                letters, max(16, letters // 2))
        shown = "...".join(_pieces([*frame, *parts])).split()
        self.shown = re.sub(r"\.{4,}", "...", " ".join(shown))

    def is_in(self, unit):
        """Whether enough of it is in the words of a test, in order."""
        at = found = 0
        for fragment in self.fragments:
            here = unit.find(fragment, at)
            if here >= 0:
                at = here + len(fragment)
                found += _letters(fragment)
                continue
            tail = _overlap(unit[at:], fragment)  # the test's text ends earlier
            if found or tail:
                found += _letters(tail)
                break
            head = _overlap(fragment, unit)  # or begins later
            at, found = len(head), _letters(head)
        return found >= self.needed

    def seeds(self):
        """Words one of which is in each text that has enough of it."""
        for fragment in self.fragments:
            if _letters(fragment) >= 8 or len(self.fragments) == 1:
                yield fragment[:16]
                yield fragment[-16:]
        if not any(_letters(f) >= 8 for f in self.fragments):
            yield max(self.fragments, key=len)


def _overlap(before, after):
    """The text with which `before` ends and `after` begins."""
    for length in range(min(len(before), len(after)), 7, -1):
        if before.endswith(after[:length]):
            return after[:length]
    return ""


def _variants(parts):
    """The texts without alternatives; short ones, as plurals, count once."""
    choices = []
    for part in parts:
        if isinstance(part, texts.Either):
            branches = [v for branch in part.branches for v in _variants(branch)]
            sentences = [b for b in branches if _WORDS_SIDE_BY_SIDE.search(
                "".join(p or "\0" for p in b))]
            choices.append(sentences or [[texts.WILD]])
        else:
            choices.append([[part]])
    if len(list(itertools.islice(itertools.product(*choices), 17))) > 16:
        choices = [choice[:1] for choice in choices]
    return [[part for choice in combination for part in choice]
            for combination in itertools.product(*choices)]


def _frame(path, text):
    """The prefix of the text."""
    for (begin, function), parts in FRAMES.items():
        if path.startswith(begin) and text.takers[-1:] == (function,):
            return parts
    return []


def _is_error(path, text, parts):
    if any(taker in OTHERS or taker.endswith(DESCRIPTIONS) for taker in text.takers):
        return False
    takers = [taker for taker in text.takers if taker != "return"]
    last = takers[-1] if takers else ""
    if path.startswith("language/KernelApi/") and last.isupper():
        return False
    words = "".join(part or "\0" for part in parts)
    if _QUALIFIED_NAME.match(words):
        return False
    if last and (REPORTERS.search(last) or _frame(path, text)):
        return bool(re.search("[A-Za-z]{3}", words))
    if path.endswith(".py"):
        return last == "exit"
    return bool(_WORDS_SIDE_BY_SIDE.search(words) and not path.startswith(WRITERS)
                and not OTHER_TEXTS.search(words.lstrip("\0")))


def _read(path, text):
    if path.endswith(".py"):
        return texts.of_python(text)
    return (texts.of_tablegen if path.endswith(".td") else texts.of_code)(text)


def sites(tree):
    """Every text of the product that is an error's."""
    for path, content in tree.select(".cpp", ".h", ".java", ".py", ".td"):
        if not path.startswith(PRODUCT):
            continue
        for text in _read(path, content):
            for parts in _variants(text.parts):
                if path.endswith(".td") or _is_error(path, text, parts):
                    for lines in _lines(parts):
                        site = Site(path, sources.line_of(content, text.position),
                                    lines, _frame(path, text))
                        if site.fragments:
                            yield site


def _lines(parts):
    """The parts of each line of the text."""
    lines = [[]]
    for part in parts:
        pieces = part.split("\n") if part else [part]
        lines[-1].append(pieces[0])
        lines += [[piece] for piece in pieces[1:]]
    return [line for line in lines if texts.has_letters(line)]


#===- What tests expect ---------------------------------------------------===//


def _flat(parts):
    """A test's text as one string; values are spaces."""
    words = []
    for part in parts:
        if isinstance(part, texts.Either):
            words += [_flat(branch) for branch in part.branches]
        else:
            words.append(part or " ")
    return "".join(words)


def _expected_lines(path, text):
    """The lines of a test that FileCheck, or MLIR, expects."""
    if path.endswith(".expected"):
        yield from enumerate(text.split("\n"), 1)
        return
    prefixes = {"CHECK"}
    for names in re.findall(r"--?check-prefix(?:es)?[= ]([\w,-]+)", text):
        prefixes.update(names.split(","))
    check = re.compile(r"^[^A-Za-z]*(?:%s)(?:-NEXT|-SAME|-DAG|-LABEL|-COUNT-\d+)?:(.*)"
                       % "|".join(map(re.escape, sorted(prefixes))))
    diagnostic = re.compile(r"expected-(?:error|warning|note|remark)\S*(?: @\S+)?(.*)")
    for number, line in enumerate(text.split("\n"), 1):
        match = check.search(line)
        if match:
            yield number, re.sub(r"\{\{.*?\}\}", " ", match.group(1))
        match = diagnostic.search(line)
        if match:
            yield number, match.group(1)


def _test_texts(tree):
    """The (path, line, words) of what tests expect."""
    for path, content in tree.select("", below="tests/"):
        if os.path.dirname(path) == "tests/style":
            continue
        if path.endswith((".mlir", ".test", ".expected")):
            for line, words in _expected_lines(path, content):
                yield path, line, words
        elif path.endswith((".cpp", ".h", ".c", ".java", ".py")):
            for text in _read(path, content):
                yield (path, sources.line_of(content, text.position), _flat(text.parts))
            for match in re.finditer(r"// PROBLEM:(.*)", content):
                yield path, sources.line_of(content, match.start()), match.group(1)


class Expectations:
    """The texts that tests expect, in a form that is fast to search."""

    def __init__(self, tree):
        self.places = collections.defaultdict(list)
        for path, line, words in _test_texts(tree):
            for piece in words.split("\n"):
                words = _normal(piece)
                if words:
                    self.places[words].append((path, line))
        self.joined = "\n" + "\n".join(self.places) + "\n"

    def of(self, site):
        """The locations of the tests that expect the site's text. A message of the JVM
        on a kernel may be the compiler's, too: Java's texts are expected
        by tests of Java."""
        below = JAVA_TESTS if site.path.startswith("java/") else "tests/"
        found = {}
        for seed in set(site.seeds()):
            at = self.joined.find(seed)
            while at >= 0:
                end = self.joined.index("\n", at)
                unit = self.joined[self.joined.rindex("\n", 0, at) + 1:end]
                if unit not in found and site.is_in(unit):
                    found[unit] = self.places[unit]
                at = self.joined.find(seed, end)
        return [place for places in found.values() for place in places
                if place[0].startswith(below)]


#===- The check -----------------------------------------------------------===//


def _reason_problem(line):
    """The error in the line with the reason why there is no test."""
    if not line.startswith("    "):
        return "no reason in the next line"
    if re.match(r"(?i)\W*(to ?do|no tests?|not (yet )?tested)\b", line):
        return "that there is no test is no reason: write it, or say why it cannot be"
    return ""


def _untested(tree):
    """The list: of (path, text), the line and what is wrong with the reason."""
    listed = {}
    lines = tree.read(UNTESTED).split("\n")
    for number, line in enumerate(lines, 1):
        if line and not line.startswith(("#", " ")):
            path, _, text = line.partition(": ")
            listed[path, text] = number, _reason_problem(lines[number])
    return listed


def check_errors(tree):
    """Each error that a user can see is expected by a test; the list of those
    without one has none that is tested or that nothing reports."""
    tests = Expectations(tree)
    untested = _untested(tree)
    tested = {}
    for site in sites(tree):
        key = site.path, site.shown
        tested[key] = bool(tests.of(site))
        if not tested[key] and key not in untested:
            yield (site.path, site.line, f'no test expects the error "{site.shown}"')
    for (path, text), (line, problem) in untested.items():
        if (path, text) not in tested:
            yield UNTESTED, line, f"'{path}' reports no '{text}'"
        elif tested[path, text]:
            yield UNTESTED, line, f"a test expects '{text}'"
        if problem:
            yield UNTESTED, line, problem


def main(root):
    tree = sources.Tree(root)
    tests = Expectations(tree)
    for site in sites(tree):
        print(f"{site.path}:{site.line}: {site.shown}")
        places = tests.of(site)
        for path, line in places[:5]:
            print(f"    {path}:{line}")
        if not places:
            print("    NO TEST")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
