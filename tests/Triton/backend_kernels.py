# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_backend.py."""

import triton
import triton.language as tl


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
