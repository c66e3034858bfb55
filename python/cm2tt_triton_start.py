# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Enables cm2tt in a program that does not import it, if CM2TT_TRITON=on.

cm2tt_triton.pth, which Python reads at its start, calls `wait_for_triton` if the
variable is set. Nothing is imported before the program imports Triton.
"""

import importlib.abc
import importlib.util
import os
import sys

VALUES = {"on": True, "off": False, "": False}


class _Loader(importlib.abc.Loader):
    """Triton's loader, which imports cm2tt_triton afterwards."""

    def __init__(self, loader):
        self.loader = loader

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        import cm2tt_triton  # noqa: F401


class _Finder(importlib.abc.MetaPathFinder):
    """Finds Triton as the other finders do, once."""

    def find_spec(self, name, path=None, target=None):
        if name != "triton":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


def wait_for_triton():
    """Imports cm2tt_triton as soon as Triton is imported, if the variable says so."""
    value = os.environ.get("CM2TT_TRITON", "")
    if value not in VALUES:
        raise ValueError(f"CM2TT_TRITON={value}: expected on or off")
    if VALUES[value]:
        sys.meta_path.insert(0, _Finder())
