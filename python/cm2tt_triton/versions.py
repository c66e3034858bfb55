# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The versions of Triton: the one that is installed, and those that are known."""

import triton

SUPPORTED = [(3, 6), (3, 7), (3, 8), (3, 9)]


def _read():
    return tuple(int(part) for part in triton.__version__.split(".")[:2])


VERSION = _read()


def check():
    """Raises for a version that is not known."""
    if _read() not in SUPPORTED:
        raise RuntimeError(f"Triton {triton.__version__}, expected 3.6 to 3.9")
