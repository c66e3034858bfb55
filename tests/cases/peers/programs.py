# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pytest plugin for programs that run kernels and compare nothing.

Each file is one test: it runs with a fixed seed, in memory that is zero where it
has no values yet, and what it computes is kept in a file of the folder
CM2TT_PEERS_RESULTS: the tensors and numbers that its variables hold, that it prints,
and that the calls at its top level return. run.py --compare compares the files of
two compilers with results.py. A program that has no result fails.
"""

import ast
import builtins
import contextlib
import importlib
import os
import random
import sys

import pytest

import results

FOLDER = os.environ.get("CM2TT_PEERS_RESULTS", "")
SEED = 1
# Functions of PyTorch that return memory without values, by their owners.
EMPTY = (("torch", "empty"), ("torch", "empty_like"), ("torch", "empty_strided"),
         ("torch.Tensor", "new_empty"))


class _Keep(ast.NodeTransformer):
    """Gives names to the values of calls whose statements drop them."""

    def __init__(self):
        self.count = 0

    def visit_Expr(self, node):
        if not isinstance(node.value, ast.Call):
            return node
        self.count += 1
        target = ast.Name(f"returned_{self.count}", ast.Store())
        kept = ast.Assign(targets=[target], value=node.value)
        return ast.fix_missing_locations(ast.copy_location(kept, node))

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef


def seed():
    """Sets the generators of random numbers that are loaded."""
    random.seed(SEED)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(SEED)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(SEED)


@contextlib.contextmanager
def zero_memory():
    """Memory without values is 0 inside, so that programs that do not write all of
    it have the same results each time."""
    torch = sys.modules.get("torch")
    owners = {"torch": torch, "torch.Tensor": getattr(torch, "Tensor", None)}
    saved = [(owners[owner], name, getattr(owners[owner], name))
             for owner, name in EMPTY if torch and hasattr(owners[owner], name)]

    def zeroed(function):
        def call(*arguments, **options):
            tensor = function(*arguments, **options)
            with torch.no_grad():
                return tensor.zero_()
        return call

    for owner, name, function in saved:
        setattr(owner, name, zeroed(function))
    try:
        yield
    finally:
        for owner, name, function in saved:
            setattr(owner, name, function)


def tree_imports(tree):
    """The modules that a program imports at its top level."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def run_program(path):
    """Runs a program; returns its results."""
    with open(path, encoding="utf-8") as file:
        tree = _Keep().visit(ast.parse(file.read(), path))
    printed = []

    def keep_and_print(*values, **options):
        printed.append(values)
        builtins.print(*values, **options)

    names = {"__name__": "__main__", "__file__": path, "print": keep_and_print}
    for name in set(tree_imports(tree)) & {"torch", "numpy"}:
        importlib.import_module(name)  # so that seed() and zero_memory() find it
    seed()
    with zero_memory():
        exec(compile(tree, path, "exec"), names)
    kept = {name: value for name, value in names.items()
            if not name.startswith("__") and name != "print"}  # fmt: skip
    return results.flatten({**kept, "printed": printed})


class Program(pytest.Item):
    """The test that a program is."""

    def runtest(self):
        found = run_program(str(self.path))
        if not found:
            raise ValueError("no result: the program keeps, prints and returns none")
        name = os.path.splitext(os.path.basename(self.path))[0]
        results.write(os.path.join(FOLDER, f"{name}.pickle"), found)

    def reportinfo(self):
        return self.path, 0, self.nodeid


class ProgramFile(pytest.File):
    """In place of pytest's module, whose import would run the program."""

    def collect(self):
        yield Program.from_parent(self, name="program")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path, parent):
    return ProgramFile.from_parent(parent, path=module_path)
