# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who may include whom: dependencies point one way."""

import os
import re

import sources

CM, TT, TTG = "Dialect/CM/", "Dialect/TT/", "Dialect/TTG/"
IMPORTER, CONVERSION = "Importer/", "Conversion/"
DRIVER, RUNTIME = "Driver/", "Runtime/"
BYTECODE = "Dialect/BytecodeVersion.h"
PLAIN = "Conversion/PlainText.h"
ALL = [""]

# The first row whose folder holds the file says which of our headers, below
# `cm2tt/`, it may include.
TABLE = [
    ("dialect/include/cm2tt/Dialect/CM/", [CM]),
    ("dialect/lib/CM/", [CM, BYTECODE]),
    ("dialect/include/cm2tt/Dialect/TTG/", [TTG, TT]),
    ("dialect/lib/TTG/", [TTG, TT, BYTECODE]),
    ("dialect/include/cm2tt/Dialect/TT/", [TT]),
    ("dialect/lib/TT/", [TT, BYTECODE]),
    ("importer/", [IMPORTER, CM]),
    ("compiler/driver/", [DRIVER, IMPORTER, CONVERSION, CM, TT, TTG]),
    ("conversion/include/cm2tt/Driver/", [DRIVER, IMPORTER, CONVERSION]),
    ("language/KernelApi/", [CONVERSION, CM, TT]),
    ("language/InferTypes/", [CONVERSION, CM, TT]),
    ("language/CMToTT/", [CONVERSION, CM, TT]),
    ("lowering/target/", [CONVERSION]),
    ("compiler/pipelines/", [CONVERSION, CM, TT, TTG]),
    ("conversion/lib/", [CONVERSION, TT, TTG]),
    ("conversion/include/", [CONVERSION, CM, TT, TTG]),
    ("runtime/lib/CApi/", [RUNTIME, PLAIN, "cm2tt.h"]),
    ("runtime/", [RUNTIME, DRIVER, PLAIN]),
    ("jni/", ["cm2tt.h"]),
    ("tools/plugin/", [CONVERSION]),
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


def _is_shared(path, header):
    """Whether it is a header that only passes may use."""
    return (path.startswith("conversion/lib/")
            and header.startswith("../Support/")
            and "Internals" not in os.path.basename(header))


def _violation(tree, path, header):
    """The error in the inclusion, or nothing."""
    if header.startswith("cm2tt/"):
        if not header[len("cm2tt/"):].startswith(tuple(_allowed(path))):
            return f"must not include '{header}'"
    elif header.startswith("mlir/InitAll"):
        if not path.startswith(("tools/", "tests/")):
            return f"only tools include '{header}'"
    elif "Internals" in os.path.basename(header) or header.startswith(".."):
        # Unit tests look inside.
        beside = os.path.join(os.path.dirname(path), header)
        if (not path.startswith("tests/") and beside not in tree.texts
                and not _is_shared(path, header)):
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
