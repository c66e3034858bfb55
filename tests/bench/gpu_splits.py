# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tuning space of products whose sums over K are split among programs, and the
memory for their parts.

A product is split if its result has fewer tiles than Hopper has multiprocessors, or
than the blocks that fit on them. 8192x128 has 64 tiles of 128x128 and 32 of 256x128:
with 2 and 4 parts each multiprocessor but four has a block, A is read once, and B
64 and 32 times, instead of 128 times with tiles of 64x128.

Not here: kernels (gpu_split_kernels.py), other products (gpu_matmuls.py).
"""

import torch
import triton

import gpu_split_kernels as kernels
from gpu_cases import SPLIT, Config

MULTIPROCESSORS = 132
SHARED = 227 << 10  # bytes of shared memory for the blocks of one
MOST_PARTS = 16
FORMS = {SPLIT: kernels.matmul_split,
         "split descriptors": kernels.matmul_split_descriptors}  # fmt: skip
# Rows, columns, bytes along K, warps, stages.
TILES = ((128, 128, 128, 4, 6), (256, 128, 128, 8, 4), (64, 128, 128, 4, 4),
         (64, 64, 128, 4, 4))  # fmt: skip
SKINNY = ((32, 64, 256, 4, 4), (32, 128, 128, 4, 4), (32, 128, 256, 4, 3),
          (64, 128, 128, 4, 8))  # fmt: skip


def tiles_of(m, n, constants):
    return triton.cdiv(m, constants["BM"]) * triton.cdiv(n, constants["BN"])


def counts(m, n, k_bytes, tile):
    """Powers of two: the most parts with a multiprocessor for each, and with all
    blocks that fit on them. A part has at least two blocks along K."""
    bm, bn, bk, _, stages = tile
    fit = max(SHARED // (stages * (bm + bn) * bk), 1)
    tiles = triton.cdiv(m, bm) * triton.cdiv(n, bn)
    most = min(MOST_PARTS, k_bytes // (2 * bk))
    for_each = {min(f * MULTIPROCESSORS // tiles, most) for f in (1, fit)}
    return sorted({1 << (c.bit_length() - 1) for c in for_each if c > 1})


def configs(form, shape, width, constants):
    """The configurations of a form, for numbers of `width` bytes; `constants` are
    those beside the sizes."""
    m, n, k = shape
    for tile in SKINNY if m <= 32 else TILES:
        bm, bn, bk, warps, stages = tile
        for splits in counts(m, n, k * width, tile):
            sizes = {"BM": bm, "BN": bn, "BK": bk // width, "SPLITS": splits}
            yield Config({**sizes, **constants}, warps, stages, form=form)


def grid(m, n):
    return lambda c: (tiles_of(m, n, c) * c["SPLITS"],)


def workspace(m, n, points, sums):
    """Memory for the parts of any of these configurations, and counters."""
    split = [c.constants for c in points if c.form in FORMS]
    tiles = [tiles_of(m, n, c) for c in split]
    size = max(
        (t * c["SPLITS"] * c["BM"] * c["BN"] for t, c in zip(tiles, split)),
        default=0,
    )
    parts = torch.empty(size, device="cuda", dtype=sums)
    return parts, torch.zeros(max(tiles, default=0), device="cuda", dtype=torch.int32)
