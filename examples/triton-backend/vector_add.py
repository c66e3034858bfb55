# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds two vectors on the GPU, once by cm2tt and once by Triton's pipeline."""

import torch
import triton
import triton.language as tl

import cm2tt_triton


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


def main():
    n = 1_000_003
    x, y = torch.randn(2, n, device="cuda")
    for name, scope in (
        ("cm2tt", cm2tt_triton.enabled()),
        ("Triton", cm2tt_triton.disabled()),
    ):
        out = torch.empty_like(x)
        with scope:
            kernel = add[(triton.cdiv(n, 1024),)](x, y, out, n, BLOCK=1024)
        right = torch.equal(out, x + y)
        stages = " -> ".join(kernel.asm)
        print(f"{name}: {'right' if right else 'WRONG'} ({stages})")


if __name__ == "__main__":
    main()
