# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of gpu_products.py in Python Triton: matrix products by tensor
descriptors, and of scaled numbers. Sizes are multiples of the tiles."""

import triton
import triton.language as tl


@triton.jit
def _tile(program, M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    """The first row and column of a program's tile; programs are in groups of GROUP
    rows of tiles."""
    rows, columns = tl.cdiv(M, BM), tl.cdiv(N, BN)
    in_group = GROUP * columns
    first = program // in_group * GROUP
    size = min(rows - first, GROUP)
    row = first + program % size
    column = program % in_group // size
    return row * BM, column * BN


@triton.jit
def _descriptor_product(
    program, a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    GROUP: tl.constexpr, ALONG_K: tl.constexpr, OUT: tl.constexpr,
):  # fmt: skip
    m, n = _tile(program, M, N, BM, BN, GROUP)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        left = a.load([m, k])
        if ALONG_K:
            right = b.load([n, k]).T
        else:
            right = b.load([k, n])
        total = tl.dot(left, right, total)
    c.store([m, n], total.to(OUT))


@triton.jit
def matmul_host_descriptors(
    a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    GROUP: tl.constexpr, ALONG_K: tl.constexpr, OUT: tl.constexpr,
):  # fmt: skip
    """By descriptors that the host passes; ALONG_K: rows of `b` in memory are
    along K."""
    program = tl.program_id(0)
    _descriptor_product(program, a, b, c, M, N, K, BM, BN, BK, GROUP, ALONG_K, OUT)


@triton.jit
def matmul_persistent(
    a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    GROUP: tl.constexpr, ALONG_K: tl.constexpr, OUT: tl.constexpr,
):  # fmt: skip
    """By descriptors of the host; a program computes several tiles."""
    for tile in range(
        tl.program_id(0), tl.cdiv(M, BM) * tl.cdiv(N, BN), tl.num_programs(0)
    ):
        _descriptor_product(tile, a, b, c, M, N, K, BM, BN, BK, GROUP, ALONG_K, OUT)


@triton.jit
def matmul_kernel_descriptors(
    a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
    BK: tl.constexpr, GROUP: tl.constexpr, ALONG_K: tl.constexpr,
    OUT: tl.constexpr,
):  # fmt: skip
    """The same by descriptors that each program creates."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    if ALONG_K:
        b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    else:
        b = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    program = tl.program_id(0)
    _descriptor_product(program, a, b, c, M, N, K, BM, BN, BK, GROUP, ALONG_K, OUT)


@triton.jit
def matmul_mxfp8(
    a_ptr, a_scale_ptr, b_ptr, b_scale_ptr, c_ptr, M, N, K, BM: tl.constexpr,
    BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """Numbers e4m3 with a scale for 32 along K, which is contiguous in both
    operands and in their scales."""
    m, n = _tile(tl.program_id(0), M, N, BM, BN, GROUP)
    at_m, at_n = m + tl.arange(0, BM), n + tl.arange(0, BN)
    at_k, at_scale = tl.arange(0, BK), tl.arange(0, BK // 32)
    scales = K // 32
    a_at = a_ptr + at_m[:, None] * K + at_k[None, :]
    b_at = b_ptr + at_n[None, :] * K + at_k[:, None]
    a_scale_at = a_scale_ptr + at_m[:, None] * scales + at_scale[None, :]
    b_scale_at = b_scale_ptr + at_n[:, None] * scales + at_scale[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot_scaled(
            tl.load(a_at), tl.load(a_scale_at), "e4m3",
            tl.load(b_at), tl.load(b_scale_at), "e4m3", total,
        )  # fmt: skip
        a_at += BK
        b_at += BK
        a_scale_at += BK // 32
        b_scale_at += BK // 32
    c_at = c_ptr + at_m[:, None] * N + at_n[None, :]
    tl.store(c_at, total.to(c_ptr.dtype.element_ty))


@triton.jit
def matmul_mxfp4_fp16(
    a_ptr, a_scale_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr,
    BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """Numbers e2m1, two in a byte along K, with a scale for 32, by row-major fp16
    without scales."""
    m, n = _tile(tl.program_id(0), M, N, BM, BN, GROUP)
    at_m, at_n = m + tl.arange(0, BM), n + tl.arange(0, BN)
    at_k, at_byte = tl.arange(0, BK), tl.arange(0, BK // 2)
    at_scale = tl.arange(0, BK // 32)
    a_at = a_ptr + at_m[:, None] * (K // 2) + at_byte[None, :]
    a_scale_at = a_scale_ptr + at_m[:, None] * (K // 32) + at_scale[None, :]
    b_at = b_ptr + at_k[:, None] * N + at_n[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot_scaled(
            tl.load(a_at), tl.load(a_scale_at), "e2m1",
            tl.load(b_at), None, "fp16", total,
        )  # fmt: skip
        a_at += BK // 2
        a_scale_at += BK // 32
        b_at += BK * N
    c_at = c_ptr + at_m[:, None] * N + at_n[None, :]
    tl.store(c_at, total.to(c_ptr.dtype.element_ty))
