# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX's types: how bits of registers become NumPy numbers, and back.

Registers and memory hold unsigned integers. Integers and f16, f32, f64 are views
of these; bf16 is computed as f32.
"""

import dataclasses
import fractions
import math
import re

import numpy as np

UNSIGNED = {
    1: np.dtype(bool), 8: np.dtype(np.uint8), 16: np.dtype(np.uint16),
    32: np.dtype(np.uint32), 64: np.dtype(np.uint64),
}  # fmt: skip
SIGNED = {b: np.dtype(f"i{b // 8}") for b in (8, 16, 32, 64)}
FLOATS = {b: np.dtype(f"f{b // 8}") for b in (16, 32, 64)}


@dataclasses.dataclass(frozen=True)
class Kind:
    """A type: its name, letter (`b`, `u`, `s`, `f`, `p`) and width."""

    name: str
    letter: str
    bits: int

    @property
    def raw(self):
        """The unsigned type of the same width."""
        return UNSIGNED[self.bits]

    @property
    def is_float(self):
        return self.letter == "f"

    @property
    def is_bf16(self):
        return self.name == "bf16"

    def decode(self, raw):
        """Numbers of bits."""
        raw = raw if raw.dtype == self.raw else raw.astype(self.raw)
        if self.is_bf16:
            return (raw.astype(np.uint32) << np.uint32(16)).view(np.float32)
        if self.is_float:
            return raw.view(FLOATS[self.bits])
        return raw.view(SIGNED[self.bits]) if self.letter == "s" else raw

    def encode(self, values):
        """Bits of numbers, rounded to nearest even if they are wider floats."""
        if self.is_bf16:
            return to_bf16(values)
        if self.is_float:
            return np.asarray(values, FLOATS[self.bits]).view(self.raw)
        values = np.asarray(values)
        if values.dtype.kind == "f":
            raise TypeError(f"floats for {self.name}")
        return values.astype(self.raw)


def to_bf16(values):
    """f32, or f64 rounded to odd, to the bits of bf16, to nearest even."""
    values = np.asarray(values)
    if values.dtype == np.float64:
        values = to_f32_odd(values)
    bits = values.astype(np.float32).view(np.uint32)
    even = (bits >> np.uint32(16)) & np.uint32(1)
    rounded = (bits + np.uint32(0x7FFF) + even) >> np.uint32(16)
    return np.where(np.isnan(values), 0x7FFF, rounded).astype(np.uint16)


def to_f32_odd(values):
    """f64 to f32, rounded to odd, so that rounding the result again is correct."""
    near = values.astype(np.float32)
    return _make_odd(near, values - near.astype(np.float64))


def _make_odd(near, error):
    """The number with an odd last bit, if `near` has an error."""
    raw = near.view(UNSIGNED[near.dtype.itemsize * 8])
    one = raw.dtype.type(1)
    away = (error > 0) == (near > 0)
    moved = np.where(away, raw + one, raw - one).view(near.dtype)
    inexact = (error != 0) & np.isfinite(near) & ((raw & one) == 0) & (near != 0)
    return np.where(inexact, moved, near)


def fma_odd(a, b, c):
    """a * b + c in f64, rounded to odd. Exact products: f32 and narrower."""
    a, b, c = (np.asarray(x, np.float64) for x in (a, b, c))
    product = a * b
    total = product + c
    part = total - product
    error = (product - (total - part)) + (c - part)
    return _make_odd(np.atleast_1d(total), np.where(np.isfinite(error), error, 0.0))


def _sum(a, b):
    """The nearest sum, and what it lacks (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _halves(x):
    """Two numbers of at most 26 bits whose sum it is (Veltkamp)."""
    scaled = x * 134217729.0
    high = scaled - (scaled - x)
    return high, x - high


def fma_double(a, b, c):
    """a * b + c of f64, rounded once: the rest of the product and that of the sum are
    added to odd before they are added (Boldo, Melquiond); by fractions where an
    exponent may leave its range."""
    a, b, c = np.broadcast_arrays(*(np.atleast_1d(x).astype(np.float64) for x in (a, b, c)))
    product = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    missing = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    total, rest = _sum(product, c)
    result = total + _make_odd(*_sum(missing, rest))
    sizes = np.abs([a, b, product, c])
    is_safe = (sizes < 1e200).all(0) & (sizes[2] > 1e-200)
    for index in np.flatnonzero(~is_safe):
        values = [float(x[index]) for x in (a, b, c)]
        factors_are_finite = all(map(math.isfinite, values[:2]))
        result[index] = values[2] if factors_are_finite else product[index] + values[2]
        if all(map(math.isfinite, values)):
            exact = fractions.Fraction(values[0]) * fractions.Fraction(values[1])
            result[index] = _nearest(
                exact + fractions.Fraction(values[2]), product[index] + values[2]
            )
    return result


def _nearest(exact, zero):
    """The double next to a fraction; `zero`, which has its sign, for 0."""
    try:
        return float(exact) if exact else zero
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


_NAME = re.compile(r"(b|u|s|f|bf|tf)(\d+)$")
_KINDS = {"pred": Kind("pred", "p", 1), "bf16": Kind("bf16", "f", 16)}
for _letter, _widths in {"b": (8, 16, 32, 64), "u": (8, 16, 32, 64),
                         "s": (8, 16, 32, 64), "f": (16, 32, 64)}.items():  # fmt: skip
    for _bits in _widths:
        _KINDS[f"{_letter}{_bits}"] = Kind(f"{_letter}{_bits}", _letter, _bits)


def find(name):
    """The type of a word of an opcode, or None."""
    return _KINDS.get(name)


def bits_of(name):
    """The width of a type of a declaration."""
    return _KINDS[name].bits
