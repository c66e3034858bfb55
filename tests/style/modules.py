# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of tests in Python: none can be taken for another one of its name.

A script finds the modules of its own folder, and of the folders that it and the
modules which it imports put on Python's path by `folders.use` (tests/folders.py)."""

import functools
import os
import re
import sys

import sources

_USE = re.compile(r"\bfolders\.use\(([^)]*)\)")
_IMPORT = re.compile(r"^[ \t]*(?:from (\w+)(?:\.\w+)* import|import (.+))", re.MULTILINE)


@functools.cache
def _imports(text):
    """The line of each module that a text imports, or may import by its name."""
    found = {}
    for match in _IMPORT.finditer(text):
        for name in re.split(r", *", match[1] or match[2]):
            name = re.match(r"\w*", name)[0]
            found.setdefault(name, sources.line_of(text, match.start()))
    if "import_module(" in text:
        for match in re.finditer(r'"(\w+)"', text):
            found.setdefault(match[1], sources.line_of(text, match.start()))
    return found


@functools.cache
def _used(text):
    """The folders that a text puts on Python's path."""
    return [os.path.normpath(os.path.join("tests", name))
            for names in _USE.findall(text) for name in re.findall(r'"([^"]*)"', names)]


class _Process:
    """The files that a script may load, and the folders on its path."""

    def __init__(self, script, modules):
        self.folder, self.modules = os.path.dirname(script), modules
        self.path, self.loaded = [self.folder], {}
        folders = 0
        while folders < len(self.path):  # more names are found in a longer path
            folders, self.loaded = len(self.path), {}
            self.load(script)

    def candidates(self, name):
        return [folder for folder in self.path if name in self.modules.get(folder, {})]

    def load(self, path):
        """Reads a module and what it imports."""
        folder, name = os.path.split(path)
        text = self.modules[folder][name[:-3]]
        if path in self.loaded:
            return
        self.path += [used for used in _used(text) if used not in self.path]
        self.loaded[path] = _imports(text)
        for name in self.loaded[path]:
            for found in self.candidates(name):
                self.load(f"{found}/{name}.py")


def check_modules(tree):
    """The module that a script means is the only one of its name, or beside the script
    and meant by a file that is there, too; none has the name of one of Python's."""
    modules = {}
    for path, text in tree.select(".py", below="tests/"):
        folder, name = os.path.split(path)
        modules.setdefault(folder, {})[name[:-3]] = text
    for package in [folder for folder, files in modules.items() if "__init__" in files]:
        parent, name = os.path.split(package)
        modules.setdefault(parent, {})[name] = "\n".join(modules[package].values())
    problems = {}
    for folder, files in modules.items():
        for name, text in files.items():
            if "__main__" in text:
                problems.update(_check_script(_Process(f"{folder}/{name}.py", modules), name))
    for (path, name), (line, text) in sorted(problems.items()):
        yield path, line, f"'{name}' is {text}"


def _check_script(process, script):
    for path, imports in process.loaded.items():
        for name, line in imports.items():
            found = process.candidates(name)
            is_beside = process.folder in found and os.path.dirname(path) == process.folder
            if found and name in sys.stdlib_module_names:
                yield (path, name), (line, f"in {found[0]}, and a module of Python's")
            elif len(found) > 1 and not (is_beside and name != script):
                yield (path, name), (line, f"in {' and in '.join(sorted(found))}")
