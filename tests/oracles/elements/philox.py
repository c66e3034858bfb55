# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The random numbers of Triton's language, in NumPy: Philox-4x32 (Salmon et al.,
SC 2011), and floats of its integers.

Not here: a comparison with Triton itself (tests/cases/triton/check_random.py)."""

import numpy as np

ROUNDS = 10
LOW = np.uint64(0xFFFFFFFF)
MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
STEPS = (0x9E3779B9, 0xBB67AE85)


def integers(seed, offsets, rounds=ROUNDS):
    """Four arrays of uint32, for a seed and offsets of 64 bits."""
    offsets = np.asarray(offsets).astype(np.int64).view(np.uint64)
    counter = [offsets & LOW, offsets >> np.uint64(32)]
    counter += [np.zeros_like(offsets), np.zeros_like(offsets)]
    keys = [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF]
    for _ in range(rounds):
        # Products of 32 by 32 bits are exact in 64.
        left, right = MULTIPLIERS[0] * counter[0], MULTIPLIERS[1] * counter[2]
        counter = [
            right >> np.uint64(32) ^ counter[1] ^ np.uint64(keys[0]), right & LOW,
            left >> np.uint64(32) ^ counter[3] ^ np.uint64(keys[1]), left & LOW,
        ]  # fmt: skip
        keys = [(key + step) & 0xFFFFFFFF for key, step in zip(keys, STEPS)]
    return [word.astype(np.uint32) for word in counter]


def uniform(words):
    """Floats below 1 of uint32."""
    signed = words.view(np.int32)
    magnitude = np.where(signed < 0, ~signed, signed)
    return magnitude.astype(np.float32) * np.float32(4.6566127342e-10)


def normal(u1, u2):
    """The two normally distributed numbers of each pair, in double precision."""
    u1, u2 = (u.astype(np.float64) for u in (u1, u2))
    radius = np.sqrt(-2 * np.log(np.maximum(u1, 1e-7)))
    return radius * np.cos(2 * np.pi * u2), radius * np.sin(2 * np.pi * u2)
