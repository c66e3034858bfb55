# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The version number has one source, `project()` of CMakeLists.txt. Only what a reader
copies repeats it, the coordinates of artifacts, and CHANGELOG.md, which says what is in
it.

Not here: versions of the C interface (cm2tt.h) and of formats, which change for other
reasons."""

import os
import re

import sources

_PROJECT = re.compile(r"^project\([^)]*\bVERSION (\d+\.\d+\.\d+)", re.MULTILINE)
_COORDINATES = re.compile(
    r"io\.github\.cm2tt:cm2tt[\w-]*:(\d[\w.+-]*)\b"
    r"|<groupId>io\.github\.cm2tt</groupId>\s*<artifactId>[^<]*</artifactId>\s*"
    r"<version>(\d[^<]*)</version>")
_COMMENT = re.compile(r"^\s*(?:/{2,3}|\*|/\*)")
CHANGES = "CHANGELOG.md"
FOLDERS = (*sources.AREAS, ".")


def _files(tree):
    """The texts below the folders of the tree, also those in no known language."""
    for area in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(tree.root, area)):
            folders[:] = [] if area == "." else sorted(
                name for name in folders if name not in ("build", "__pycache__"))
            for name in sorted(names):
                full = os.path.join(folder, name)
                try:
                    with open(full, encoding="utf-8") as file:
                        yield os.path.relpath(full, tree.root), file.read()
                except (UnicodeDecodeError, OSError):
                    pass  # not a text


def _check_text(path, text, version, pattern):
    known = set()
    for match in () if path.startswith("tests/") else _COORDINATES.finditer(text):
        found = match[1] or match[2]
        known.add(sources.line_of(text, match.end() - len("</version>" if match[2] else "")))
        if found != version:
            yield (path, sources.line_of(text, match.start()),
                   f"version '{found}' of cm2tt: expected '{version}', as in CMakeLists.txt")
    for match in pattern.finditer(text):
        line = sources.line_of(text, match.start())
        if line not in known and not _COMMENT.match(text.split("\n")[line - 1]):
            yield (path, line, f"'{version}' is a second source of the version: expected "
                   "that of CMakeLists.txt")


def check_versions(tree):
    """No file but CMakeLists.txt states the version, and coordinates have it."""
    project = _PROJECT.search(tree.read("CMakeLists.txt"))
    if not project:
        yield "CMakeLists.txt", 1, "no version in 'project()'"
        return
    version = project[1]
    pattern = re.compile(rf"(?<![\w.]){re.escape(version)}(?![\w]|\.\d)")
    for path, text in _files(tree):
        if path not in ("CMakeLists.txt", CHANGES):
            yield from _check_text(path, text, version, pattern)
    changes = tree.read(CHANGES)
    if not re.search(rf"^## {re.escape(version)}\b", changes, re.MULTILINE):
        yield CHANGES, 1, f"no section '## {version}'"
