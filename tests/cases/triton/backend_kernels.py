# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_backend.py."""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_wait


@triton.jit
def scale(x_ptr, out_ptr, n, scale, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x * scale, mask=mask)


@triton.jit
def described(x_ptr, out_ptr):
    x = tl.make_tensor_descriptor(x_ptr, [64, 64], [64, 1], [16, 16])
    tl.store(out_ptr, tl.sum(tl.sum(x.load([0, 0]), 0), 0))


@triton.jit
def copy_described(x, out, n):
    out.store([n, 0], x.load([n, 0]))


@triton.jit
def shift_described(x, out, n):
    out.store([n, 0], x.load([n, n]))


@triton.jit
def huge(x_ptr, out_ptr):
    at = tl.arange(0, 1048576)
    tl.store(out_ptr + at, tl.load(x_ptr + at))


@triton.jit
def level(x):
    """Returns early: several blocks, which a loop cannot have."""
    if x > 2.0:
        return 2
    if x > 1.0:
        return 1
    return 0


@triton.jit(noinline=True)
def store_level(x, out_ptr):
    tl.store(out_ptr, level(x))


@triton.jit
def levels(x_ptr, out_ptr, n):
    for i in range(n):
        store_level(tl.load(x_ptr + i), out_ptr + i)


@triton.jit
def mul_add(x_ptr):
    at = x_ptr + tl.arange(0, 128)
    tl.store(at, tl.load(at) * 1.5 + 1.0)


@triton.jit
def exp2(x_ptr):
    at = x_ptr + tl.arange(0, 128)
    tl.store(at, tl.exp2(tl.load(at)))


@triton.jit
def magnitude(x_ptr):
    at = x_ptr + tl.arange(0, 128)
    tl.store(at, tl.abs(tl.load(at)))


@triton.jit
def shift(x_ptr):
    at = x_ptr + tl.arange(0, 128)
    y = tl.inline_asm_elementwise(
        "shf.l.wrap.b32 $0, $1, $2, 3;", "=r, r,\tr", [tl.load(at)] * 2,
        dtype=tl.int32, is_pure=True, pack=1,
    )  # fmt: skip
    tl.store(at, y)


@triton.jit
def dependent(x_ptr):
    gdc_wait()
    tl.store(x_ptr, 1.0)


@triton.jit
def rank(x_ptr):
    at = x_ptr + tl.arange(0, 128)
    y = tl.inline_asm_elementwise(
        "mov.u32 $0, %cluster_ctarank;", "=r", [], dtype=tl.int32,
        is_pure=True, pack=1,
    )  # fmt: skip
    tl.store(at, y)


@triton.jit
def multiply(a, b, c, k):
    m, n = tl.program_id(0) * 64, tl.program_id(1) * 64
    total = tl.zeros((64, 64), dtype=tl.float32)
    for i in range(0, k, 64):
        total = tl.dot(a.load([m, i]), b.load([i, n]), total)
    c.store([m, n], total.to(tl.float16))


@triton.jit
def multiply_and_add(a, b, c, n, k, row_a, row_b):
    """Adds a product to a tensor by a descriptor that the kernel creates."""
    rows = tl.program_id(0) * 64 + tl.arange(0, 64)
    columns = tl.arange(0, 64)
    sums = tl.make_tensor_descriptor(c, [n, 64], [64, 1], [64, 64])
    total = tl.zeros((64, 64), dtype=tl.float32)
    for i in range(0, k, 64):
        inner = i + tl.arange(0, 64)
        x = tl.load(a + rows[:, None] * row_a + inner[None, :])
        y = tl.load(b + inner[:, None] * row_b + columns[None, :])
        total = tl.dot(x, y, total)
    sums.atomic_add([tl.program_id(0) * 64, 0], total)


@triton.jit
def multiply_pointers(a, b, c, m, n, k, row_a, row_b, row_c):
    rows = tl.program_id(0) * 64 + tl.arange(0, 64)
    columns = tl.program_id(1) * 64 + tl.arange(0, 64)
    total = tl.zeros((64, 64), dtype=tl.float32)
    for i in range(0, k, 64):
        inner = i + tl.arange(0, 64)
        x = tl.load(a + rows[:, None] * row_a + inner[None, :],
                    mask=(rows[:, None] < m) & (inner[None, :] < k), other=0)
        y = tl.load(b + inner[:, None] * row_b + columns[None, :],
                    mask=(inner[:, None] < k) & (columns[None, :] < n), other=0)
        total = tl.dot(x, y, total)
    tl.store(c + rows[:, None] * row_c + columns[None, :], total.to(tl.float16),
             mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def greatest(x_ptr, out_ptr, scale, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(out_ptr, tl.max(tl.load(x_ptr + at) * scale, 0))
