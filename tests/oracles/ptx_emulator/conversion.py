# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions between types: `cvt`."""

import numpy as np

from . import arithmetic
import formats
from . import kinds
from . import machine
from .operations import instruction

_WHOLE = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
_MODES = {"rn": "rtne", "rz": "rtz"}
_PAIRS = {  # name in formats.py, bits
    "bf16x2": ("bf16", 16), "f16x2": ("f16", 16), "e4m3x2": ("f8E4M3FN", 8),
    "e5m2x2": ("f8E5M2", 8),
}  # fmt: skip
_WORDS = {*_WHOLE, *_MODES, *_PAIRS, "ftz", "satfinite", "sat", "relu"}


def _to_integer(values, kind, rounding):
    """Rounds to integers, and clamps them to the type; NaNs become 0."""
    limits = np.iinfo(kinds.SIGNED[kind.bits] if kind.letter == "s" else kind.raw)
    whole = rounding(values.astype(np.float64))
    result = np.zeros(
        len(values), kinds.SIGNED[kind.bits] if kind.letter == "s" else kind.raw
    )
    high, low = whole >= float(limits.max), whole <= float(limits.min)
    inside = ~(high | low | np.isnan(whole))
    result[inside] = whole[inside].astype(result.dtype)
    result[high], result[low] = limits.max, limits.min
    return result


def _to_float(values, kind, mode):
    """Integers or floats, rounded once."""
    if values.dtype.kind in "iu":
        if kind.bits >= 32 and not kind.is_bf16 and mode == "rtne":
            return values.astype(kinds.FLOATS[kind.bits])
        # f64 has all integers that do not become infinite in f16, and those of
        # 32 bits; other integers are rounded to odd.
        near = values.astype(np.float64)
        error = (np.asarray(values, object) - np.array([int(x) for x in near], object)
                 if values.dtype.itemsize == 8 else np.zeros(len(values)))  # fmt: skip
        values = kinds._make_odd(near, np.asarray(error, np.float64))
    if mode == "rtne":
        return values if kind.is_bf16 else values.astype(kinds.FLOATS[kind.bits])
    name = "bf16" if kind.is_bf16 else f"f{kind.bits}"
    raw = formats.encode(values.astype(np.float64), name, mode)
    return kind.decode(np.asarray(raw).view(kind.raw))


def _scalar(one, result, kind):
    """The function of a conversion of one number."""
    rounding = next((_WHOLE[w] for w in one.words if w in _WHOLE), None)
    mode = next((_MODES[w] for w in one.words if w in _MODES), "rtne")
    saturates = "sat" in one.words
    if saturates and not result.is_float:
        raise one.fail("unknown word sat")
    if "relu" in one.words:
        raise one.fail("unknown word relu")
    ftz = "ftz" in one.words and 32 in (kind.bits, result.bits)

    def function(values):
        if ftz and kind.is_float and kind.bits == 32:
            values = arithmetic.flush(values)
        if kind.is_float and not result.is_float:
            return _to_integer(values, result, rounding or np.trunc)
        if not result.is_float:
            return values
        if rounding is not None:
            values = rounding(values)
        if saturates:  # clamped to 0 to 1; NaNs become 0
            values = np.where(np.isnan(values), 0, np.clip(values, 0, 1))
        return _to_float(values, result, mode)

    return function


def _pack(one):
    """Two numbers into halves of a register: the first becomes the upper one."""
    name, bits = _PAIRS[next(w for w in one.words if w in _PAIRS)]
    mode = next((_MODES[w] for w in one.words if w in _MODES), "rtne")
    width = kinds.find(f"b{2 * bits}")
    write = machine.target(one, one.operands[0], width)
    kind = kinds.find("f32")
    if one.words[-1] == "f16x2":
        kind = kinds.find("b32")
    reads = [machine.source(one, x, kind) for x in one.operands[1:]]

    def encode(stored):
        return np.asarray(stored).view(f"u{bits // 8}").astype(width.raw)

    def run(blocks, lanes):
        values = [read(blocks, lanes) for read in reads]
        if kind.name == "b32":
            both = values[0]
            values = [(both >> np.uint32(16)).astype(np.uint16).view(np.float16),
                      both.astype(np.uint16).view(np.float16)]  # fmt: skip
        if "relu" in one.words:
            values = [np.where(x <= 0, x.dtype.type(0), x) for x in values]
        saturates = "satfinite" in one.words
        upper, lower = (
            encode(formats.encode(x.astype(np.float64), name, mode, saturates))
            for x in values
        )
        write(blocks, lanes, upper << width.raw.type(bits) | lower)

    return run


def _unpack(one):
    """Two 8-bit floats of a register to halves of f16."""
    if "relu" in one.words:
        raise one.fail("unknown word relu")
    name, _ = _PAIRS[one.words[-1]]
    write = machine.target(one, one.operands[0], kinds.find("b32"))
    read = machine.source(one, one.operands[1], kinds.find("b16"))

    def run(blocks, lanes):
        both = read(blocks, lanes)
        low, high = (
            formats.decode(part.astype(np.uint8), name).astype(np.float16)
            for part in (both & np.uint16(255), both >> np.uint16(8))
        )
        low, high = (x.view(np.uint16).astype(np.uint32) for x in (low, high))
        write(blocks, lanes, low | high << np.uint32(16))

    return run


@instruction("cvt")
def _convert(one):
    for word in one.words[1:]:
        if word not in _WORDS and kinds.find(word) is None:
            raise one.fail(f"unknown word {word}")
    if one.words[-1] in ("e4m3x2", "e5m2x2"):
        return _unpack(one)
    if any(word in _PAIRS for word in one.words):
        return _pack(one)
    result, kind = kinds.find(one.words[-2]), kinds.find(one.words[-1])
    write = machine.target(one, one.operands[0], result)
    read = machine.source(one, one.operands[1], kind)
    function = _scalar(one, result, kind)

    def run(blocks, lanes):
        values = function(read(blocks, lanes))
        if not result.is_float and values.dtype.itemsize * 8 != result.bits:
            signed = result.letter == "s" or kind.letter == "s"
            values = values.astype(kinds.SIGNED[result.bits] if signed else result.raw)
        write(blocks, lanes, values)

    return run
