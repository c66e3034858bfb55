# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comments, messages and pages use the words of docs/glossary.md, and not those
that its last table advises against. The table is the list: phrases in quotes, those to
avoid in the second column, those in which they are right in the third."""

import functools
import io
import re
import tokenize

import java
import sources

GLOSSARY = "docs/glossary.md"
SECTION = "## Words"
# The pages that are generated from sources in other folders.
GENERATED = ("language/reference/kernel-language.md", "language/reference/where.md",
             "compiler/reference/passes.md", "dialect/reference/")
# Kernels that are inputs: tests know the lines.
INPUTS = (*java.INPUTS, "tests/java/javac/models/", "tests/java/javac/newer/",
          "tests/java/javac/refused/", "tests/generators/fuzz/seeds/")
# The folders whose strings a user can read.
PRODUCT = (*sources.LIBRARIES, "java/", "tools/", "python/")
_HASH = re.compile(r"(?:^|[ \t])#(?!!)(.*)", re.M)
_PHRASE = re.compile(r'"([^"]+)"')


class Rule:
    """A row of the table."""

    def __init__(self, instead, phrases, exceptions):
        self.instead = instead
        within = [p for p in phrases if not p.endswith(" ...")]
        # With the longest word, which most texts do not contain.
        self.within = [(max(p.lower().split(), key=len), _pattern(p)) for p in within]
        openers = "|".join(p[:-4] for p in phrases if p.endswith(" ..."))
        self.openers = re.compile(rf"({openers})\b") if openers else None
        self.exceptions = [_pattern(p) for p in exceptions]

    def find_words(self, text):
        """The positions and words in the text that are refused anywhere."""
        lowered = _lowered(text)
        within = [pattern for word, pattern in self.within if word in lowered]
        if not within:
            return
        right = [m.span() for e in self.exceptions for m in e.finditer(text)]
        for pattern in within:
            for match in pattern.finditer(text):
                if not any(a <= match.start() < b for a, b in right):
                    yield match.start(), " ".join(match.group().split())

    def find(self, text):
        """The positions and words in the text that are refused."""
        yield from self.find_words(text)
        for start, line in _paragraphs(text) if self.openers else ():
            if match := self.openers.match(line):
                yield start, f"{match[1]} ..."


@functools.lru_cache(1)
def _lowered(text):
    return text.lower()


@functools.lru_cache(1)
def _paragraphs(text):
    """The first line of each paragraph, with its position."""
    found = re.finditer(r"(?:\A|\n\s*\n)\s*((?:- )?(.*))", text)
    return [(match.start(2), match[2]) for match in found]


def _pattern(phrase):
    words = r"\s+".join(map(re.escape, phrase.split()))
    return re.compile(rf"(?<![\w-]){words}(?![\w-])", re.IGNORECASE)


def rules(glossary):
    """The rules in the last table of the glossary."""
    for line in glossary.partition(SECTION)[2].split("\n"):
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 3 and _PHRASE.search(cells[1]):
            yield Rule(cells[0], _PHRASE.findall(cells[1]), _PHRASE.findall(cells[2]))


def _blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def _comments(code):
    """The comments of the code, without examples, at their lines."""
    lines = [""] * (code.count("\n") + 1)
    for match in sources.TOKENS.finditer(code):
        if match.group().startswith("//"):
            text = re.match(r"//[/!<]*(.*)", match.group())[1]
            if not text.startswith("    ") and text.strip() != "\\file":
                lines[sources.line_of(code, match.start()) - 1] = text
    return "\n".join(lines)


def _javadoc(code):
    """The Javadoc and the comments of the code, without examples and tags."""
    lines = [""] * (code.count("\n") + 1)
    for match in java.TOKENS.finditer(code):
        text = match.group()
        if text.startswith("/**"):
            text = re.sub(r"<pre>.*?</pre>|\{@\w+[^}]*\}", _blank, text[3:-2],
                          flags=re.S)
            text = re.sub(r"^[ \t]*\* ?(@(param|throws) \S+ ?|@return )?|<p>", "",
                          text, flags=re.M)
        elif text.startswith("//"):
            text = text[2:]
        else:
            continue
        first = sources.line_of(code, match.start()) - 1
        for number, line in enumerate(text.split("\n")):
            lines[first + number] = line
    return "\n".join(lines)


def _python(code):
    """The comments and the strings of documentation, without examples."""
    lines = [""] * (code.count("\n") + 1)
    last = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        text = ""
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            text = token.string[1:]
        elif token.type == tokenize.STRING and last in (
                tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE):
            text = token.string.strip('"')
        for number, line in enumerate(text.split("\n"), token.start[0] - 1):
            if not line.startswith(" " * (token.start[1] + 4)):
                lines[number] = lines[number] or line
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            last = token.type
    return "\n".join(lines)


def _script(code):
    """The comments of a shell script or of CMake."""
    lines = [""] * (code.count("\n") + 1)
    for match in _HASH.finditer(code):
        lines[sources.line_of(code, match.start(1)) - 1] = match[1]
    return "\n".join(lines)


def _prose(path, text):
    """The text without code; lines stay where they are."""
    if path.endswith(".md"):
        if path == GLOSSARY:
            text = text.partition(SECTION)[0]
        text = re.sub(r"^```.*?^```", _blank, text, flags=re.M | re.S)
    elif path.endswith(".java"):
        text = _javadoc(text)
    elif path.endswith((".h", ".cpp", ".td")):
        text = _comments(text)
    elif path.endswith(".py"):
        text = _python(text)
    else:
        text = _script(text)
    return re.sub(r"`[^`\n]+`", _blank, text)


def _is_checked(path):
    if path.endswith(".md"):
        return not path.startswith(GENERATED)
    return not (path.startswith(INPUTS) and path.endswith(".java"))


def _strings(path, text):
    """The positions and the contents of the strings of a source."""
    if path.endswith(".java"):
        return [(match.start(), match.group().strip('"'))
                for match in java.TOKENS.finditer(text) if match.group().startswith('"')]
    return sources.strings(text)


def check_messages(tree):
    """Neither does a message of the product: a string of several words."""
    table = list(rules(tree.read(GLOSSARY)))
    for path, text in tree.select(".h", ".cpp", ".java"):
        if not path.startswith(PRODUCT):
            continue
        for position, string in _strings(path, text):
            found = (each for rule in table if " " in string.strip()
                     for each in rule.find_words(string))
            for within, words in found:
                line = sources.line_of(text, position) + string.count("\n", 0, within)
                yield path, line, f"a message has '{words}' ({GLOSSARY})"


def check_words(tree):
    """No phrase that the glossary advises against."""
    table = list(rules(tree.read(GLOSSARY)))
    for path, text in tree.select(".h", ".cpp", ".td", ".java", ".py", ".cmake",
                                  ".sh", "CMakeLists.txt", ".md"):
        if not _is_checked(path):
            continue
        prose = _prose(path, text)
        for rule in table:
            for position, words in rule.find(prose):
                yield (path, sources.line_of(prose, position),
                       f"'{words}': write '{rule.instead}' ({GLOSSARY})")
