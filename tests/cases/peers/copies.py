# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of a library's checkout, with the changes that it needs to run here.

The checkout stays as it is: Library.files are copied at run time, and each
Change is a replacement of words in the copy.
"""

import os
import re
import shutil


def is_needed(library, path):
    """Whether the tests need the file at this path below the checkout."""
    return not (library.left_out and re.search(library.left_out, path))


def copy_files(library, clone, folder):
    """Copies the files of a checkout that its tests need into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)

    def ignore(parent, names):
        below = os.path.relpath(parent, clone).replace(os.sep, "/")
        paths = {name: os.path.normpath(f"{below}/{name}") for name in names}
        return [name for name, path in paths.items() if name in (".git", "__pycache__")
                or not is_needed(library, path + "/" * os.path.isdir(
                    os.path.join(parent, name)))]  # fmt: skip

    for part in library.files:
        source, target = os.path.join(clone, part), os.path.join(folder, part)
        if os.path.isdir(source):
            shutil.copytree(source, target, ignore=ignore, dirs_exist_ok=True)
        else:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)


def change_file(change, folder):
    """Applies a change; returns what is wrong with it, or None."""
    path = os.path.join(folder, change.path)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError:
        return f"{change.path}: no such file to change"
    text, count = re.subn(change.pattern, change.replacement, text,
                          flags=re.MULTILINE)  # fmt: skip
    if count != change.count:
        return (f"{change.path}: '{change.pattern}' matches {count} times, expected "
                f"{change.count}")  # fmt: skip
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return None


def prepare(library, clone, folder):
    """The folder in which the tests run: the checkout, or a changed copy of it.
    Raises ValueError if a change does not fit the checkout."""
    if not library.changes:
        return clone
    copy_files(library, clone, folder)
    wrong = [text for text in (change_file(c, folder) for c in library.changes) if text]
    if wrong:
        raise ValueError("; ".join(wrong))
    return folder
