# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments for kernels of which only the text is known.

A kernel's text has the types of its arguments and their divisibility; their meaning
is guessed from their names. Buffers are large and full of small numbers, so that
most sizes and strides keep a kernel inside of them. A run with checked accesses
shows whether they do (emulate.py).
"""

import dataclasses
import os
import re
import sys
import zlib

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles/elements")

import formats  # noqa: E402

ELEMENTS = 1 << 20  # of each buffer
PERIOD = 65521  # after which a buffer's values repeat

_FUNCTION = re.compile(r"tt\.func public @([\w$.]+)\((.*)\)\s*(?:attributes.*)?\{$", re.M)
_ARGUMENT = re.compile(
    r"%(\w+): ((?:!tt\.ptr<[^>]*>)|(?:!tt\.tensordesc<[^>]*>>)|\w+)\s*(\{[^}]*\})?"
)
_POINTER = re.compile(r"!tt\.ptr<([^,>]+)")
_DESCRIPTOR = re.compile(r"!tt\.tensordesc<tensor<((?:\d+x)+)[us]*(\w+)>>")
_PITCH = 128  # of the rows of a tensor with a descriptor; more than their length


@dataclasses.dataclass
class Argument:
    """One parameter of a kernel's text."""

    name: str
    element: str  # of the buffer, or of the scalar
    is_pointer: bool
    divisor: int
    value: object = None  # of the scalar, if it is not to be guessed


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Sizes to call kernels with: `length` for each number of elements, `wide` for the
    largest stride, and the programs along each axis."""

    length: int
    wide: int
    programs: int


# The divisors of the largest stride, by parts of names. Strides of one output must
# not be equal, as programs would overwrite each other's results.
STRIDES = (
    ("batch|seq|_z_|b$", 1), ("split|page|block", 8), ("token", 16),
    ("head|_y_", 256), ("_x_|_n$", 1 << 16),
)  # fmt: skip
# In descending order: sizes with which a kernel leaves its buffers are followed by
# smaller ones.
SIZES = (Sizes(100, 1 << 16, 2), Sizes(100, 4096, 2), Sizes(48, 1024, 2),
         Sizes(16, 64, 1))  # fmt: skip


def signature(text):
    """Name and arguments of the kernel."""
    found = _FUNCTION.search(text)
    if not found:
        raise ValueError("there is no public function")
    arguments = []
    for name, kind, attributes in _ARGUMENT.findall(found.group(2)):
        descriptor = _DESCRIPTOR.match(kind)
        if descriptor:
            rank, element = descriptor.group(1).count("x"), descriptor.group(2)
            arguments += _described(name, rank, element)
            continue
        divisor = re.search(r"tt\.divisibility = (\d+)", attributes)
        pointer = _POINTER.match(kind)
        arguments.append(Argument(name, pointer.group(1) if pointer else kind,
                                  bool(pointer),
                                  int(divisor.group(1)) if divisor else 1))  # fmt: skip
    return found.group(1), arguments


def _described(name, rank, element):
    """The parameters of the kernel for a descriptor: base, extents, strides and
    whether elements outside are NaN."""
    strides = [_PITCH**dim for dim in reversed(range(rank))]
    return [
        Argument(name, element, True, 16),
        *(Argument(f"{name}_extent{dim}", "i64", False, 1) for dim in range(rank)),
        *(Argument(f"{name}_stride", "i64", False, 1, stride) for stride in strides),
        Argument(f"{name}_nan", "i1", False, 1, 0),
    ]


def grid(text, sizes):
    """The number of programs along each axis that the kernel uses."""
    return tuple(
        sizes.programs if re.search(rf"tt\.get_program_id {axis}\b", text) else 1
        for axis in "xyz"
    )


# -- Values


def scalar(argument, sizes):
    """The number for a scalar argument."""
    if argument.value is not None:
        return argument.value
    name = argument.name.lower()
    if argument.element[0] in "fb":
        return 1e-5 if "eps" in name else 0.25
    value = _integer(name, sizes)
    return value - value % argument.divisor or argument.divisor


def _integer(name, sizes):
    if "stride" in name:
        found = (factor for part, factor in STRIDES if re.search(part, name))
        return max(sizes.wide // next(found, 64), 1)
    if re.search(r"min$", name):
        return -128
    if re.search(r"max$", name):
        return 127
    if re.search(r"offset|start", name):
        return 0
    if re.match(r"(num|grid|b$|n$)", name):
        return 4
    return sizes.length


def buffer(argument, sizes, rng):
    """The values of a buffer, as stored."""
    kind = argument.element
    name = argument.name.lower()
    if kind in formats.FLOATS:
        values = rng.normal(0, 0.5, PERIOD)
        if re.match(r"(g|gk|gv|w|decay|a_log|gate)(_|$)", name):
            values = -np.abs(values) / 4  # logarithms of decays
        if re.search(r"(lse|var|rstd|scale|norm|sum)", name):
            values = np.abs(values) + 0.5
        return np.resize(formats.encode(values, kind), ELEMENTS)
    if kind == "i1":
        return np.resize(rng.integers(0, 2, PERIOD).astype(np.int8), ELEMENTS)
    dtype = formats.INTEGERS[kind]
    if kind == "i8" or name in ("b_ptr", "x_ptr"):
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        return np.resize(rng.integers(low, high, PERIOD, dtype, True), ELEMENTS)
    return np.resize(_indices(name, sizes), ELEMENTS).astype(dtype)


def _indices(name, sizes):
    """Integers of 16 bits and more, which address or count."""
    steps = np.arange(64)
    if re.match(r"cu_|.*(offset|indptr|starts)", name):
        return np.minimum(steps * (sizes.length // 2 - 3), sizes.length)
    if "chunk_ind" in name:  # pairs of a sequence and its chunk
        return np.stack([steps // 2 % 2, steps % 2 * 0], 1).ravel()
    if re.search(r"len|count|num", name):
        return np.full(64, sizes.length // 2 - 3)
    return steps if "slot" in name else steps % 4


def make(kernel, sizes):
    """Name and grid of a kernel, and a list of (argument, value)."""
    name, arguments = signature(kernel.text)
    rng = np.random.default_rng(zlib.crc32(kernel.name.encode()))
    values = [(a, buffer(a, sizes, rng) if a.is_pointer else scalar(a, sizes))
              for a in arguments]  # fmt: skip
    return name, grid(kernel.text, sizes), values
