# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types as NumPy arrays: storage, exact values, rounding.

bf16 and the types of 8 bits have no NumPy type: they are stored as unsigned
integers, decoded to float64, in which each of their values is exact, and encoded
from float64 by rounding to nearest, ties to even.
"""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Float:
    """A floating-point type: bits of exponent and fraction."""

    name: str
    exponent: int
    fraction: int
    storage: type
    has_infinity: bool = True

    @property
    def bits(self):
        return 1 + self.exponent + self.fraction

    @property
    def bias(self):
        return (1 << (self.exponent - 1)) - 1

    @property
    def epsilon(self):
        """The distance of 1 to the next value."""
        return 2.0**-self.fraction

    @property
    def largest(self):
        if self.has_infinity:
            top = (1 << self.exponent) - 2 - self.bias
            return (2 - self.epsilon) * 2.0**top
        return 448.0  # E4M3FN


FLOATS = {
    f.name: f
    for f in (
        Float("f8E4M3FN", 4, 3, np.uint8, has_infinity=False),
        Float("f8E5M2", 5, 2, np.uint8),
        Float("f16", 5, 10, np.float16),
        Float("bf16", 8, 7, np.uint16),
        Float("f32", 8, 23, np.float32),
        Float("f64", 11, 52, np.float64),
    )
}
INTEGERS = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
}  # fmt: skip


def storage(name):
    """The NumPy type that holds a type; i1 is stored as bytes."""
    if name == "i1":
        return np.dtype(np.int8)
    return np.dtype(INTEGERS.get(name) or FLOATS[name].storage)


def is_float(name):
    return name in FLOATS


def width(name):
    return 1 if name == "i1" else 8 * storage(name).itemsize


def decode(array, name):
    """Exact values of stored floats as float64; of integers, themselves."""
    array = np.asarray(array)  # NumPy 1 cannot view numbers as other types
    if array.ndim == 0 and is_float(name):
        return decode(array[None], name)[0]
    with np.errstate(invalid="ignore"):  # signalling NaNs
        if name == "bf16":
            bits = array.astype(np.uint32) << 16
            return bits.view(np.float32).astype(np.float64)
        if name == "f8E5M2":
            bits = array.astype(np.uint16) << 8
            return bits.view(np.float16).astype(np.float64)
        if name == "f8E4M3FN":
            return E4M3[array]
        return array.astype(np.float64) if is_float(name) else array


def _e4m3_table():
    bits = np.arange(256)
    sign = np.where(bits & 128, -1.0, 1.0)
    exponent, fraction = (bits >> 3) & 15, bits & 7
    normal = (1 + fraction / 8) * 2.0 ** (exponent - 7)
    values = sign * np.where(exponent == 0, fraction / 8 * 2.0**-6, normal)
    values[(bits & 127) == 127] = np.nan
    return values


E4M3 = _e4m3_table()


def round_to(values, name, mode="rtne"):
    """float64 rounded to values of a type, as float64. A number that is too large
    becomes infinity, or the largest with mode "rtz"."""
    kind = FLOATS[name]
    values = np.asarray(values, np.float64)
    if name == "f64":
        return values
    with np.errstate(all="ignore"):
        if name in ("f32", "f16") and mode == "rtne":  # as NumPy does, much faster
            return values.astype(kind.storage).astype(np.float64)
        _, exponent = np.frexp(values)
        exponent = np.maximum(exponent - 1, 1 - kind.bias) - kind.fraction
        scaled = np.ldexp(values, -exponent)
        whole = np.rint(scaled) if mode == "rtne" else np.trunc(scaled)
        rounded = np.ldexp(whole, exponent)
        large = kind.largest if mode == "rtz" else np.inf
        over = np.isfinite(values) & (np.abs(rounded) > kind.largest)
        return np.where(over, np.copysign(large, values), rounded)


def encode(values, name, mode="rtne", saturate=False):
    """Stored form of float64 values, rounded once. Saturated, values beyond the
    largest, infinities too, become the largest; else E4M3FN makes them NaN."""
    if not is_float(name):
        return np.asarray(values).astype(storage(name))
    values = round_to(values, name, mode)
    if saturate:
        largest = FLOATS[name].largest
        values = np.where(
            np.isnan(values), values, np.clip(values, -largest, largest)
        )
    with np.errstate(all="ignore"):
        if name == "bf16":
            bits = values.astype(np.float32).view(np.uint32)
            return np.where(np.isnan(values), 0x7FFF, bits >> 16).astype(
                np.uint16
            )
        if name == "f8E5M2":
            bits = values.astype(np.float16).view(np.uint16)
            return np.where(np.isnan(values), 0x7F, bits >> 8).astype(np.uint8)
        if name == "f8E4M3FN":
            return _encode_e4m3(values)
        return values.astype(storage(name))


def _encode_e4m3(values):
    order = np.argsort(E4M3[:127])
    index = np.searchsorted(E4M3[:127][order], np.minimum(abs(values), 448))
    bits = order[np.minimum(index, 126)] | np.where(np.signbit(values), 128, 0)
    bad = np.isnan(values) | np.isinf(values)
    return np.where(bad, 0x7F, bits).astype(np.uint8)


def all_values(name):
    """Every value of a type of at most 16 bits, as stored."""
    count = 1 << width(name)
    unsigned = np.uint8 if count == 256 else np.uint16
    return np.arange(count).astype(unsigned).view(storage(name))


SPECIAL = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 255.0, 256.0, 448.0,
    464.0, 480.0, 57344.0, 61440.0, 65504.0, 65519.0, 65520.0, -65536.0, 1e10,
    -1e10, 3e38, -3e38, 1e-5, -1e-8, 2.0**-9, 2.0**-10, 2.0**-14, 2.0**-16,
    2.0**-17, 2.0**-24, 2.0**-25, 2.0**-126, 2.0**-140, 2.0**-149, np.inf,
    -np.inf, np.nan, 1 + 2.0**-8, 1 + 3 * 2.0**-8, 1 + 2.0**-11,
    1 + 3 * 2.0**-11, 2147483520.0, -2147483648.0, 127.0, -128.0, 127.9,
)  # fmt: skip


def random_stored(rng, name, shape, low=-4.0, high=4.0):
    """Random values: floats uniform between the bounds, integers any."""
    if name == "i1":
        return rng.integers(0, 2, shape).astype(np.int8)
    if is_float(name):
        return encode(rng.uniform(low, high, shape), name)
    info = np.iinfo(storage(name))
    return rng.integers(
        info.min, info.max, shape, dtype=storage(name), endpoint=True
    )


def special_stored(rng, name, count):
    """Special values first, then random bits."""
    if not is_float(name):
        info = np.iinfo(storage(name))
        edge = [0, 1, -1, 2, -2, 7, info.min, info.min + 1, info.max, 100, -100]
        values = random_stored(rng, name, count)
        values[: len(edge)] = np.array(edge, np.int64).astype(storage(name))
        return values
    size = FLOATS[name].bits // 8
    raw = rng.integers(0, 256, count * size, dtype=np.uint8)
    values = raw.view(storage(name)).copy()
    with np.errstate(all="ignore"):
        values[: len(SPECIAL)] = encode(np.array(SPECIAL), name)[:count]
    return values
