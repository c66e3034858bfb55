# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operands of products of scaled numbers, decoded by the tables of the OCP's
specification."""

import numpy as np

import formats
import program as p
from memory import Data, Unstable

MAGNITUDES = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
E2M1 = np.concatenate([MAGNITUDES, -MAGNITUDES])


def operands(op, ins):
    """Both operands as floats without errors."""
    made = []
    for numbers, scales, kind, axis in p.scaled_sides(ins, op.more):
        inner = -2 if made else -1
        values = numbers.values if axis is None else unpacked(numbers.values, axis)
        if numbers.error is not None and numbers.error.any():
            raise Unstable("a scaled number that is rounded")
        if scales is not None:
            values = values * spread(factors(scales), values.shape, inner)
        if not np.isfinite(values).all():
            raise Unstable("no number")
        made.append(Data(values, np.zeros(values.shape)))
    return made


def unpacked(stored, axis):
    """The numbers in the low and the high halves of bytes, one after the other."""
    codes = stored.view(np.uint8)
    pairs = np.stack([codes & 15, codes >> 4], -1)
    pairs = np.moveaxis(pairs, axis - 1, -2)
    flat = pairs.reshape(*pairs.shape[:-2], -1)
    return np.moveaxis(E2M1[flat], -1, axis)


def factors(scales):
    """Scales as numbers: bytes are exponents of 2 with a bias of 127."""
    if scales.error is not None:
        if scales.error.any():
            raise Unstable("a scale that is rounded")
        return scales.values
    exponents = scales.values.astype(np.int64) & 255
    if (exponents == 255).any():
        raise Unstable("a scale that is NaN")
    return 2.0 ** (exponents - 127.0)


def spread(scales, shape, inner):
    wide = np.repeat(scales, shape[inner] // scales.shape[-1], axis=-1)
    return wide if inner == -1 else np.swapaxes(wide, -1, -2)
