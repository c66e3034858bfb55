#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes the files that a library's tests need out of a git directory.

    take.py LIBRARY GIT FOLDER [--revision=REVISION]

GIT is a clone of the library, with or without a work tree, FOLDER a new folder
that run.py takes as a checkout; it is small enough to be packed for a machine
without a network. Files whose contents the clone lacks are named and left out,
as in a clone with a filter. Exits with 1 if no file could be taken.
"""

import argparse
import os
import subprocess
import sys

from copies import is_needed
from libraries import LIBRARIES

LINK = "120000"


def git(directory, *arguments, given=None):
    """The output of git, which does not fetch what the clone lacks."""
    return subprocess.run(
        ["git", "-C", directory, *arguments], input=given, stdout=subprocess.PIPE,
        check=True, env={**os.environ, "GIT_NO_LAZY_FETCH": "1"},
    ).stdout  # fmt: skip


def list_files(library, directory, revision):
    """Pairs of path and object of the files that the tests need."""
    paths = [] if library.files == ["."] else library.files
    lines = git(directory, "ls-tree", "-r", "-z", "--full-tree", revision, "--", *paths)
    for line in lines.decode().split("\0"):
        facts, _, path = line.partition("\t")
        if path and is_needed(library, path):
            mode, kind, name = facts.split()
            if kind == "blob" and mode != LINK:
                yield path, name


def read_objects(directory, names):
    """The contents by name; None for those that the clone lacks."""
    text = git(directory, "cat-file", "--batch", given="\n".join([*names, ""]).encode())
    contents, position = {}, 0
    for name in names:
        end = text.index(b"\n", position)
        facts = text[position:end].split()
        if facts[1] == b"missing":
            contents[name], position = None, end + 1
        else:
            size = int(facts[2])
            contents[name] = text[end + 1:end + 1 + size]
            position = end + 1 + size + 1
    return contents


def take(library, directory, revision, folder):
    """Writes the files; returns the paths written and those absent."""
    files = list(list_files(library, directory, revision))
    contents = read_objects(directory, sorted({name for _, name in files}))
    written, absent = [], []
    for path, name in files:
        if contents[name] is None:
            absent.append(path)
            continue
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(contents[name])
        written.append(path)
    return written, absent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("library", choices=sorted(LIBRARIES))
    parser.add_argument("git")
    parser.add_argument("folder")
    parser.add_argument("--revision", help="another one than that of libraries.py")
    options = parser.parse_args()
    if os.path.exists(options.folder) and os.listdir(options.folder):
        parser.error("FOLDER: expected a new folder")
    library = LIBRARIES[options.library]
    written, absent = take(library, options.git, options.revision or library.revision,
                           options.folder)  # fmt: skip
    for path in absent:
        print(f"absent: {path}")
    print(f"{len(written)} files taken, {len(absent)} absent")
    return 0 if written else 1


if __name__ == "__main__":
    sys.exit(main())
