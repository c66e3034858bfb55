# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of the Java sources: heads, lines, sizes, names, prints, and that the files in
a folder are compiled and tested."""

import os
import re

import sources

# Kernels whose text is given, or is what is tested.
INPUTS = ("examples/babylon/", "tests/lit/tools/Inputs/", "tests/cases/kernels/java/",
          "tests/java/javac/article/")
WITH_TABS = "tests/java/javac/models/Places.java"  # columns after tabs

# A command, and what kernels print when they run on the JVM.
PRINTING = ("llm/Main.java", "/javac/Main.java", "/lang/Debug.java")

MAX_COLUMNS = 110
# The text in the comment of a file that is longer than others.
LONGER = "beyond the usual length"

# Comments, text blocks, strings and characters.
TOKENS = re.compile(
    r'''//[^\n]* | /\*.*?\*/ | """(?:\\.|.)*?"""
        | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+\'''',
    re.VERBOSE | re.DOTALL)
_ANNOTATION = re.compile(r"@(?!interface)[\w.]+(\s*\([^()]*\))?")
_RECORD = re.compile(r"\brecord\s+\w[^{]*")

_MODIFIERS = r"(?:(?:public|abstract|final|sealed|non-sealed|strictfp|open) )*"
# The top level's, which are not indented; where there is none, a package's.
_TYPE = re.compile(
    rf"^({_MODIFIERS})(?:class|interface|@interface|record|enum|module) ",
    re.MULTILINE)
_PACKAGE = re.compile(r"^package ", re.MULTILINE)


def _select(tree):
    return [(path, text) for path, text in tree.select(".java")
            if not path.startswith(INPUTS)]


def _blank(text):
    """The code alone, its lines kept: no comments, strings, annotations; of
    records the word, so that their parameters are not a method's."""
    for tokens, kept in ((TOKENS, ""), (_ANNOTATION, ""), (_RECORD, "class ")):
        text = tokens.sub(
            lambda match: kept + "\n" * match.group().count("\n"), text)
    return text


_KEYWORD = re.compile(r"\b(if|for|while|else|do)\b")


def _masked(text):
    """The code with comments as spaces and strings as letters, in place."""
    return TOKENS.sub(lambda match: re.sub(
        r"[^\n]", " " if match.group().startswith("/") else "x", match.group()), text)


def _closing(code, position):
    """The position of the parenthesis that closes the one at the position."""
    depth = 0
    for match in re.compile(r"[()]").finditer(code, position):
        depth += 1 if match.group() == "(" else -1
        if depth == 0:
            return match.start()
    return len(code)


def _has_javadoc(text, position):
    """Whether nothing but annotations and comments on the code stand between
    a Javadoc and the position."""
    rest = re.search(r"/\*\*(?:(?!\*/).)*\*/(?P<rest>(?:(?!/\*\*).)*)\Z",
                     text[:position], re.DOTALL)
    return rest and not _blank(rest["rest"]).strip()


def check_java_heads(tree):
    """Each source begins with the licence; each type has a Javadoc."""
    for path, text in _select(tree):
        if text.split("\n")[:2] != sources.LICENCE:
            yield path, 1, "the first two lines are not the licence's"
        declared = list(_TYPE.finditer(text)) or list(_PACKAGE.finditer(text))
        for match in declared:
            if not _has_javadoc(text, match.start()):
                yield (path, sources.line_of(text, match.start()),
                       "no Javadoc that says what this is for")


def check_java_lines(tree):
    """Lines of at most 110 columns without tabs or spaces at their ends."""
    for path, text in _select(tree):
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_COLUMNS:
                yield path, number, f"{len(line)} columns, at most {MAX_COLUMNS}"
            if line != line.rstrip():
                yield path, number, "white space at the end"
            if "\t" in line and path != WITH_TABS:
                yield path, number, "a tab"


def _bodies_without_braces(code):
    """The positions of statements that control a statement without braces."""
    for match in _KEYWORD.finditer(code):
        end = match.end()
        if match.group() in ("if", "for", "while"):
            end = _closing(code, end) + 1
        following = code[end:].lstrip()
        if not following.startswith(("{", ";", "if") if match.group() == "else"
                                    else ("{", ";")):
            yield match.start()


def _check_imports(text):
    """Static imports are before the others; each group is sorted, without `*`."""
    imports = re.findall(r"^import ([^;]+);", text, re.MULTILINE)
    static = [name for name in imports if name.startswith("static ")]
    others = [name for name in imports if not name.startswith("static ")]
    if imports != sorted(static) + sorted(others):
        yield "the imports are not sorted, static ones first"
    if any(name.endswith("*") for name in imports):
        yield "an import of '*'"


def check_java_layout(tree):
    """The product's sources are indented by four spaces, also where a statement
    continues, and have braces around each controlled statement."""
    for path, text in tree.select(".java", below="java/"):
        code = _masked(text)
        if text.split("\n")[2:3] != [""]:
            yield path, 3, "no empty line after the licence"
        for problem in _check_imports(text):
            yield path, 3, problem
        for position in _bodies_without_braces(code):
            yield path, sources.line_of(code, position), "no braces around the body"
        for number, line in enumerate(code.split("\n"), 1):
            if line.strip() and (len(line) - len(line.lstrip())) % 4:
                yield path, number, "not indented by a multiple of four spaces"
            if re.match(r"\s*(\{$|(else|catch|finally)\b)", line):
                yield path, number, "does not stand on the line of the brace before it"


def check_java_budgets(tree):
    """Methods of at most 80 lines; files of 800, or they say why."""
    for path, text in _select(tree):
        lines = text.count("\n")
        if lines > sources.MAX_FILE_LINES and LONGER not in text:
            yield (path, 1, f"{lines} lines, at most {sources.MAX_FILE_LINES} "
                   f"where no comment says why it is '{LONGER}'")
        for _, first, lines in sources.bodies(_blank(text)):
            if lines > sources.MAX_FUNCTION_LINES:
                yield (path, first, f"a method of {lines} lines, at most "
                       f"{sources.MAX_FUNCTION_LINES}")


def check_java_names(tree):
    """No class is called after being of use; libraries do not print."""
    for path, text in _select(tree):
        if re.search(r"(Utils?|Helpers?|Misc)\.java$", path):
            yield path, 1, "the name does not say what is in it"
        if not path.startswith("java/") or path.endswith(PRINTING):
            continue
        code = _blank(text)
        for match in re.finditer(r"\bSystem\.(out|err)\b", code):
            yield (path, sources.line_of(code, match.start()),
                   f"prints on {match.group()}")


def check_java_tests(tree):
    """Each public class is named by a test."""
    words = set()
    for _, text in tree.select(".java", below="tests/java/"):
        words.update(re.findall(r"\w+", text))
    for path, text in tree.select(".java", below="java/"):
        match = _TYPE.search(text)
        name = os.path.basename(path).removesuffix(".java")
        if match and "public " in match.group(1) and name not in words:
            yield (path, sources.line_of(text, match.start()),
                   f"no test below tests/java names '{name}'")


def _folder_of_list(path):
    """The folder of the sources that a CMakeLists.txt may list, if any."""
    match = re.fullmatch(r"((?:tests/)?java/\w+)/CMakeLists\.txt", path)
    if not match:
        return None
    is_test = path.startswith("tests/")
    return match.group(1) + ("/" if is_test else "/src/")


def check_java_lists(tree):
    """A CMakeLists.txt that names sources names all, in order; the others
    compile what is in their folder. The tests' other folders, such as models, are
    inputs of the tests."""
    for path, text in tree.select("CMakeLists.txt"):
        folder = _folder_of_list(path)
        # Not templates and what is generated from them.
        listed = re.findall(r"^\s*([\w/]+\.java)\b", text, re.MULTILINE)
        there = {name.removeprefix(folder) for name, _ in
                 tree.select(".java", below=folder)} if folder else None
        if not there or not listed:
            continue
        if folder.startswith("tests/"):
            there = {name for name in there if name.startswith("io/")}
        for name in sorted(there - set(listed)):
            yield path, 1, f"'{name}' is not listed"
        for name in sorted(set(listed) - there):
            yield path, 1, f"'{name}' is listed and does not exist"
        for names in re.findall(r"(?:^\s*[\w/]+\.java\b.*\n)+", text, re.MULTILINE):
            names = names.replace(")", "").split()
            if names != sorted(names):
                yield path, 1, f"the list from '{names[0]}' on is not sorted"
