# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What programs compute with (evaluate.py): values and their errors, the contents of
arrays, and the memory that accesses reach."""

import dataclasses
import zlib

import numpy as np

import formats
import program as p
from case import out
from values import Data, Unstable  # noqa: F401  (modules take them from here)

CHUNK = 4096  # elements that are generated at once
INDEX_LIMIT = 64  # of the data "index" and "levels"
GROUP = 16  # of the data "groups" and "levels": elements of the widest access
# The grain of the data "fine", and how large it is at most.
FINE = {"f16": 2.0**-8, "bf16": 2.0**-5, "f32": 2.0**-16, "f64": 2.0**-30,
        "f8E4M3FN": 0.25, "f8E5M2": 0.5}  # fmt: skip


@dataclasses.dataclass
class View:
    """A tensor in memory that is accessed in blocks: descriptors have what elements
    outside of it are (`fill`), block pointers have the position of their block."""

    element: str  # with the sign
    extents: tuple
    strides: tuple
    shape: tuple
    fill: float = 0.0
    offsets: tuple = ()


@dataclasses.dataclass
class Sums:
    """How large the sums of a product may get; they are multiples of `grain` (0:
    not known) and have that many significant bits; and the error of those that
    have more, relative to their size."""

    size: np.ndarray
    grain: float
    bits: int
    relative: float

    def error(self, more):
        """The error of sums that begin with other values."""
        size = self.size + np.abs(more)
        grain = min(self.grain, grain_of(more) or self.grain)
        return np.where(size <= 2.0**self.bits * grain, 0.0, self.relative * size)


def contents(program, argument, count):
    """The initial content of an input array: it depends on the seed and on the
    argument's name."""
    name = zlib.crc32(argument.name.encode())
    parts = [
        chunk(np.random.default_rng([program.seed & (2**63 - 1), name, i]), argument)
        for i in range(-(-count // CHUNK))
    ]
    return np.concatenate(parts)[:count]


def chunk(rng, argument):
    element = argument.element
    if argument.data == "index":
        return rng.integers(0, INDEX_LIMIT, CHUNK).astype(formats.storage(element))
    if argument.data == "groups":  # blocks of GROUP numbers that follow each other
        blocks = rng.permutation(CHUNK // GROUP)[:, None] * GROUP
        return (blocks + np.arange(GROUP)).ravel().astype(formats.storage(element))
    if argument.data == "levels":  # GROUP times the same
        levels = np.repeat(rng.integers(0, INDEX_LIMIT, CHUNK // GROUP), GROUP)
        return levels.astype(formats.storage(element))
    if argument.data == "rows":  # 64 numbers of rows, in some order, again and again
        first, step = rng.integers(0, 64), 2 * rng.integers(0, 32) + 1
        rows = (first + step * np.arange(CHUNK)) % 64 - 4
        return rows.astype(formats.storage(element))
    if argument.data == "scale" and not formats.is_float(element):
        exponents = rng.integers(125, 130, CHUNK).astype(np.uint8)
        return exponents.view(formats.storage(element))
    if argument.data == "scale":
        return formats.encode(2.0 ** rng.integers(-2, 3, CHUNK), element)
    if argument.data == "fine" and not formats.is_float(element):
        return formats.random_stored(rng, element, CHUNK)
    if argument.data == "fine":
        grain = FINE[element]
        most = int(2 / grain)
        numbers = rng.integers(-most, most + 1, CHUNK) * grain
        return formats.encode(numbers, element)
    return formats.encode(rng.integers(-3, 4, CHUNK).astype(np.float64), element)


def grain_of(values):
    """The greatest power of two that divides all; 0 if all are 0."""
    fractions, exponents = np.frexp(values[values != 0])
    if not fractions.size:
        return 0.0
    whole = np.abs(np.ldexp(fractions, 53)).astype(np.int64)
    low = np.log2((whole & -whole).astype(np.float64)) + exponents - 53
    return 2.0 ** float(low.min())


def has_bits(values, bits):
    """Whether all have at most that many significant bits."""
    fractions, _ = np.frexp(values)
    scaled = np.ldexp(fractions, bits)
    return bool((scaled == np.rint(scaled)).all())


def before(program, argument, count):
    """The content of an output before the run."""
    if argument.role == "both" or argument.role == "sum" and argument.data != "small":
        return contents(program, argument, count)
    if argument.role == "sum":
        return np.zeros(count, formats.storage(argument.element))
    return out(argument.element, np.zeros(count)).values


class Memory:
    """One array, as long as accesses need: how far it is used, what it has, who
    wrote which element."""

    def __init__(self, program, argument):
        self.program, self.argument, self.used = program, argument, 1
        self.values = np.zeros(0)
        self.owner = np.zeros(0, np.int32)
        # An array that is read and written has the program that read each element,
        # and the positions in tiles of the accesses since the last barrier.
        self.reader, self.positions = np.zeros(0, np.int32), [np.zeros(0, np.int64)] * 2
        self.error = np.zeros(0)
        self.size, self.grain = np.zeros(0), 1.0  # of sums, and of what is added
        self.reduction = None  # its kind
        self.grow(1)

    def grow(self, count):
        """Has at least as many elements."""
        old, argument = self.values.size, self.argument
        count = CHUNK * (1 << (-(-count // CHUNK) - 1).bit_length())
        if argument.role == "in":
            stored = contents(self.program, argument, count)
        else:
            stored = before(self.program, argument, count)
        more = formats.decode(stored, argument.element)[old:]
        self.values = np.concatenate([self.values, more]) if old else more.copy()
        if argument.role == "in":
            return
        self.owner = np.pad(self.owner, (0, count - old), constant_values=-1)
        if argument.role == "both":
            more = (0, count - old)
            self.reader = np.pad(self.reader, more, constant_values=-1)
            self.positions = [np.pad(x, more, constant_values=-1) for x in self.positions]
        if formats.is_float(argument.element):
            self.error = np.pad(self.error, (0, count - old))
        if formats.is_float(argument.element) and argument.role == "sum":
            self.size = np.append(self.size, np.abs(self.values[old:]))
            self.grain = min(self.grain, grain_of(self.values) or 1.0)

    def reach(self, offsets):
        if offsets.size == 0:
            return
        low, high = int(offsets.min()), int(offsets.max())
        if low < 0 or high >= p.MOST:
            raise Unstable("out of bounds")
        if high >= self.values.size:
            self.grow(high + 1)
        self.used = max(self.used, high + 1)
