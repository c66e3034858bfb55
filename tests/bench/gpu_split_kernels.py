# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products of gpu_matmuls.py in Python Triton whose sums over K are split among
programs: by pointers, and by tensor descriptors.

A result with fewer tiles than the GPU has multiprocessors leaves some of them idle,
and smaller tiles read A and B more often. Here a tile has SPLITS programs. Number p of
them adds the blocks p, p + SPLITS, ... of K, so that programs that run side by side
read blocks that are side by side in memory. It writes its sums, and counts; the program
that counts last adds the sums of all in the order of p. The result does not depend on
which one is last.

A second kernel could add the sums instead. Both forms write and read 4 M N SPLITS
bytes, for 8192x128 in two parts 8 MB each, which stay in the L2 cache. The second kernel
has all multiprocessors to read them, here one of SPLITS programs reads. But it is a
launch more, and starts after the slowest of all programs; here a tile is finished while
programs of other tiles still multiply. With 512 rows, columns and K, operands and two
parts are 3 MB, so that reading them takes less time than a launch.

The last program sets its counter to 0 for the next launch.

Not here: one program a tile (gpu_kernels.py, gpu_product_kernels.py).
"""

import triton
import triton.language as tl

from gpu_product_kernels import _tile


@triton.jit
def _place(first, m, n, M, N, ROWS: tl.constexpr, BN: tl.constexpr):
    """Rows from `first` on of a tile, of which the first element is at m, n: the offsets
    in the tile, the rows and columns of the result, and which are in it."""
    rows, columns = first + tl.arange(0, ROWS), tl.arange(0, BN)
    at_m, at_n = m + rows, n + columns
    inside = (at_m[:, None] < M) & (at_n[None, :] < N)
    return rows[:, None] * BN + columns[None, :], at_m, at_n, inside


@triton.jit
def _is_last(
    total, tile, part, m, n, parts_ptr, counts_ptr, M, N, BM: tl.constexpr,
    BN: tl.constexpr, SPLITS: tl.constexpr,
):  # fmt: skip
    """Writes the sums of a part. Whether all others are written, too: what they wrote
    before they counted can be read then."""
    at, _, _, inside = _place(0, m, n, M, N, BM, BN)
    tl.store(parts_ptr + (tile * SPLITS + part) * (BM * BN) + at, total, mask=inside)
    tl.debug_barrier()
    is_last = tl.atomic_add(counts_ptr + tile, 1, sem="acq_rel") == SPLITS - 1
    if is_last:
        tl.store(counts_ptr + tile, 0)
    return is_last


@triton.jit
def _add_parts(
    tile, m, n, parts_ptr, c_ptr, M, N, stride_cm, stride_cn, BM: tl.constexpr,
    BN: tl.constexpr, SPLITS: tl.constexpr,
):  # fmt: skip
    """A tile of C: the sums of all parts in their order. Slices of rows, of all parts
    at the same time, are as large as one tile."""
    ROWS: tl.constexpr = BM // SPLITS
    parts_ptr += tile * (SPLITS * BM * BN)
    for first in range(0, BM, ROWS):
        at, at_m, at_n, inside = _place(first, m, n, M, N, ROWS, BN)
        total = tl.load(parts_ptr + at, mask=inside)
        for part in tl.static_range(1, SPLITS):
            total += tl.load(parts_ptr + part * (BM * BN) + at, mask=inside)
        c_at = c_ptr + stride_cm * at_m[:, None] + stride_cn * at_n[None, :]
        tl.store(c_at, total.to(c_ptr.dtype.element_ty), mask=inside)


@triton.jit
def matmul_split(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn,
    stride_cm, stride_cn, parts_ptr, counts_ptr, BM: tl.constexpr, BN: tl.constexpr,
    BK: tl.constexpr, GROUP: tl.constexpr, SPLITS: tl.constexpr, ACC: tl.constexpr,
    PRECISION: tl.constexpr,
):  # fmt: skip
    """Edges wrap around in M and N and are masked in K. `parts` has BM BN SPLITS sums
    for each tile; `counts` has a 0 for each."""
    tile = tl.program_id(0) // SPLITS
    part = tl.program_id(0) % SPLITS
    m, n = _tile(tile, M, N, BM, BN, GROUP)
    at_m = (m + tl.arange(0, BM)) % M
    at_n = (n + tl.arange(0, BN)) % N
    at_k = part * BK + tl.arange(0, BK)
    a_at = a_ptr + (at_m[:, None] * stride_am + at_k[None, :] * stride_ak)
    b_at = b_ptr + (at_k[:, None] * stride_bk + at_n[None, :] * stride_bn)
    total = tl.zeros((BM, BN), dtype=ACC)
    for k in range(0, tl.cdiv(K, BK * SPLITS)):
        a = tl.load(a_at, mask=at_k[None, :] < K - k * (BK * SPLITS), other=0.0)
        b = tl.load(b_at, mask=at_k[:, None] < K - k * (BK * SPLITS), other=0.0)
        total = tl.dot(
            a, b, total, input_precision=PRECISION, out_dtype=ACC
        )
        a_at += BK * SPLITS * stride_ak
        b_at += BK * SPLITS * stride_bk
    if _is_last(total, tile, part, m, n, parts_ptr, counts_ptr, M, N, BM, BN, SPLITS):
        _add_parts(
            tile, m, n, parts_ptr, c_ptr, M, N, stride_cm, stride_cn, BM, BN, SPLITS
        )


@triton.jit
def matmul_split_descriptors(
    a, b, c_ptr, parts_ptr, counts_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
    BK: tl.constexpr, GROUP: tl.constexpr, SPLITS: tl.constexpr,
    ALONG_K: tl.constexpr,
):  # fmt: skip
    """By descriptors of A and B that the host passes; C is row-major. ALONG_K: rows of
    `b` in memory are along K."""
    tile = tl.program_id(0) // SPLITS
    part = tl.program_id(0) % SPLITS
    m, n = _tile(tile, M, N, BM, BN, GROUP)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(part * BK, K, BK * SPLITS):
        left = a.load([m, k])
        if ALONG_K:
            right = b.load([n, k]).T
        else:
            right = b.load([k, n])
        total = tl.dot(left, right, total)
    if _is_last(total, tile, part, m, n, parts_ptr, counts_ptr, M, N, BM, BN, SPLITS):
        _add_parts(tile, m, n, parts_ptr, c_ptr, M, N, N, 1, BM, BN, SPLITS)
