# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who may include whom: dependencies point one way."""

import os
import re

import sources

CM, TT, TTG = "Dialect/CM/", "Dialect/TT/", "Dialect/TTG/"
IMPORTER, RUNTIME = "Importer/", "Runtime/"
LOWERING, TILE, LANGUAGE = "Lowering/", "Tile/", "Language/"
GPU, CPU, COMPILER = "GPU/", "CPU/", "Compiler/"
BYTECODE = "Dialect/BytecodeVersion.h"
# The algebra of layouts, which has no operations.
LAYOUTS = ("Dialect/TTG/LinearLayout.h", "Dialect/TTG/TensorCopyLayouts.h")
PLAIN = "Lowering/PlainText.h"
ALL = [""]

# The first row whose folder holds the file says which of our headers, below
# `cm2tt/`, it may include. Headers that are not installed, by their paths from the
# project, belong to the floor that their path begins with.
TABLE = [
    ("dialect/include/cm2tt/Dialect/CM/", [CM]),
    ("dialect/lib/CM/", [CM, BYTECODE]),
    ("dialect/include/cm2tt/Dialect/TTG/", [TTG, TT]),
    ("dialect/lib/TTG/", [TTG, TT, BYTECODE]),
    ("dialect/include/cm2tt/Dialect/TT/", [TT]),
    ("dialect/lib/TT/", [TT, BYTECODE]),
    ("importer/", [IMPORTER, CM]),
    ("lowering/", [LOWERING, TT, *LAYOUTS]),
    # Texts of Triton 3.7 and newer name an operation of `ttg`.
    ("tile/prepare/TTSetVersion/", [TILE, LOWERING, TT, TTG]),
    ("tile/", [TILE, LOWERING, TT, *LAYOUTS]),
    ("language/", [LANGUAGE, CM, TT]),
    ("gpu/", [GPU, TILE, LOWERING, TT, TTG]),
    ("cpu/", [CPU, TILE, LOWERING, TT]),
    ("compiler/", [COMPILER, GPU, CPU, LANGUAGE, TILE, LOWERING, IMPORTER, CM, TT, TTG]),
    ("runtime/lib/CApi/", [RUNTIME, PLAIN, "cm2tt.h"]),
    ("runtime/", [RUNTIME, COMPILER, PLAIN]),
    ("jni/", ["cm2tt.h"]),
    ("tools/plugin/", ["Compiler/Register.h"]),
    ("tools/", ALL),
    ("tests/", ALL),
    ("examples/", ALL),
]

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include "([^"]+)"|^include "([^"]+)"',
                      re.MULTILINE)


def _allowed(path):
    for folder, allowed in TABLE:
        if path.startswith(folder):
            return allowed
    return []


def _is_internal(tree, path, header):
    """Whether it is a header that is not installed, and that the file may include: one
    beside it, or of a folder of passes below. Internals are for their floor alone."""
    if "/" not in header:
        return os.path.join(os.path.dirname(path), header) in tree.texts
    floor = header.split("/")[0]
    if path.startswith(floor + "/"):
        return header in tree.texts
    public = next((name for name in (LOWERING, TILE, GPU)
                   if name.lower() == floor + "/"), None)
    return (public in _allowed(path) and header in tree.texts
            and "Internals" not in os.path.basename(header))


def _violation(tree, path, header):
    """The error in the inclusion, or nothing."""
    if header.startswith("cm2tt/"):
        if not header[len("cm2tt/"):].startswith(tuple(_allowed(path))):
            return f"must not include '{header}'"
    elif header.startswith("mlir/InitAll"):
        if not path.startswith(("tools/", "tests/")):
            return f"only tools include '{header}'"
    elif (header.startswith(("..", *sources.LIBRARIES)) or "Internals" in header
          or path.startswith(sources.FLOORS) and header.endswith(".h")
          and not header.startswith(("mlir/", "llvm/", "llvm-c/"))):
        # Unit tests look inside.
        if not path.startswith("tests/") and not _is_internal(tree, path, header):
            return f"internals of another folder: '{header}'"
    return None


def check_includes(tree):
    """Includes of our own headers follow the table."""
    for path, text in tree.select(*sources.SUFFIXES):
        for match in _INCLUDE.finditer(text):
            header = match.group(1) or match.group(2)
            what = _violation(tree, path, header)
            if what:
                yield path, sources.line_of(text, match.start()), what
