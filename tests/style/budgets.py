# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Budgets for the whole: lines of the product, tests in relation to it, words of
pages. They are a little above what there is, and only go down: who needs room
shortens something else.

Not here: the budgets of a file and a function (sources.py)."""

import re

import markdown
import words as glossary

PRODUCT_LINES = 192_100  # 174,000 without java/kernels and java/llm; the aim: 150,000
TESTS_SHARE = 1.053  # lines of tests for a line of the product; the aim: 0.95
PAGES_WORDS = 31_400  # of all pages that are written by hand; the aim: 25,000
README_WORDS = 720
# READMEs that have more; the aim is README_WORDS.
LONG_READMES = {
    "java/README.md": 1240,
    "runtime/README.md": 1220,
    "tests/generators/fuzz/README.md": 730,
}

_FENCES = re.compile(r"^[ \t]*```.*?^[ \t]*```", re.M | re.S)


def words(text):
    """The number of words of a page: what has a letter, outside of blocks of code."""
    return sum(bool(re.search(r"[^\W\d_]", word))
               for word in markdown.shown(_FENCES.sub("", text)).split())


def _lines(tree, *areas):
    return sum(text.count("\n") for path, text in tree.texts.items()
               if path.startswith(areas) and not path.endswith(".md"))


def check_whole(tree):
    """The budgets of the product, the tests and the pages."""
    product, tests = _lines(tree, *glossary.PRODUCT), _lines(tree, "tests/")
    if product > PRODUCT_LINES:
        yield "CMakeLists.txt", 1, f"a product of {product} lines, at most {PRODUCT_LINES}"
    if tests > TESTS_SHARE * product:
        yield ("tests/CMakeLists.txt", 1, f"{tests} lines of tests for {product} of the "
               f"product, at most {TESTS_SHARE} of them")
    pages = sum(words(text) for _, text in tree.select(".md")
                if not markdown.is_generated(text))
    if pages > PAGES_WORDS:
        yield "README.md", 1, f"{pages} words in all pages, at most {PAGES_WORDS}"


def check_readmes(tree):
    """READMEs are short. Reasons are at the heads of sources, measurements in docs/."""
    for path, text in tree.select("README.md"):
        most = LONG_READMES.get(path, README_WORDS)
        if words(text) > most:
            yield path, 1, f"{words(text)} words, at most {most}"
