# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of the sources that no compiler makes: sizes, labels, includes, ...

Prints each violation as `file:line: text` and exits 1 if there is any. A check
is a function in this package that takes the tree and yields violations.

    check_style.py ROOT
"""

import sys
import time

import budgets
import comments
import errors
import formatting
import includes
import java
import labels
import locales
import markdown
import modules
import names
import pages
import passes
import sources
import versions
import words

CHECKS = [
    sources.check_heads,
    sources.check_budgets,
    sources.check_locations,
    comments.check_comments,
    includes.check_includes,
    names.check_names,
    labels.check_rules,
    labels.check_constraints,
    labels.check_known_labels,
    errors.check_errors,
    java.check_java_heads,
    java.check_java_lines,
    java.check_java_layout,
    java.check_java_budgets,
    java.check_java_names,
    java.check_java_tests,
    java.check_java_lists,
    locales.check_locales,
    modules.check_modules,
    passes.check_passes,
    passes.check_mirrors,
    passes.check_order,
    passes.check_readmes,
    pages.check_fences,
    pages.check_links,
    markdown.check_columns,
    markdown.check_cells,
    budgets.check_readmes,
    budgets.check_whole,
    versions.check_versions,
    words.check_words,
    words.check_messages,
    formatting.check_format,
]


def main(root):
    tree = sources.Tree(root)
    count = 0
    for check in CHECKS:
        start = time.monotonic()
        found = 0
        for path, line, text in check(tree):
            print(f"{path}:{line}: {text}")
            found += 1
        seconds = time.monotonic() - start
        print(f"-- {check.__name__}: {found} violations, {seconds:.1f} s")
        count += found
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
