# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpu.py measures of matrix products by tensor descriptors, and of scaled
numbers.

Names end with the order of B in memory, KN (row-major) or NK (K-major), and the
size. On Hopper, scaled numbers are converted to those of 16 bits, so that the peak of
these is the ceiling; PyTorch has no such products there.

Not here: products by pointers (gpu_matmuls.py); kernels (gpu_product_kernels.py).
"""

import torch
import triton
import triton.language as tl
from triton.runtime.jit import MockTensor
from triton.tools.tensor_descriptor import TensorDescriptor

import gpu_product_kernels as kernels
from gpu_cases import (
    FP8, PEAKS, Config, Prepared, Workload, close,
)  # fmt: skip
from gpu_matmuls import (
    MATMULS, exact_product, matrix, multiprocessors, torch_product,
)  # fmt: skip

GROUP = 32  # numbers of a scale
# Rows, columns, bytes along K.
DESCRIPTOR_TILES = ((128, 128, 128), (128, 256, 128))
# Rows, columns, numbers along K, warps, stages.
MXFP8_TILES = ((128, 128, 128, 4, 3), (128, 128, 128, 8, 3), (128, 256, 64, 8, 3),
               (128, 256, 128, 8, 2), (64, 128, 128, 4, 3))  # fmt: skip
MXFP4_TILES = ((128, 128, 64, 4, 3), (128, 128, 64, 8, 4), (128, 128, 128, 8, 3),
               (128, 256, 64, 8, 3), (64, 128, 128, 4, 3))  # fmt: skip
E2M1 = [0, 0.5, 1, 1.5, 2, 3, 4, 6]


def tiles_of(size):
    """The grid that covers a square result."""
    return lambda c: (
        triton.cdiv(size, c["BM"]) * triton.cdiv(size, c["BN"]),
    )


# -- Tensor descriptors


def blocks(constants, along_k):
    """The shapes of a program's tiles of A, B and C, as they are in memory."""
    m, n, k = (constants[name] for name in ("BM", "BN", "BK"))
    return [m, k], [n, k] if along_k else [k, n], [m, n]


def host_descriptors(tensors, size, along_k):
    """Arguments of a configuration; descriptors of square row-major tensors."""

    def arguments(constants):
        made = [
            TensorDescriptor(tensor, [size, size], [size, 1], block)
            for tensor, block in zip(tensors, blocks(constants, along_k))
        ]
        return [*made, size, size, size]

    return arguments


def allocate_scratch():
    """Lets Triton's launcher allocate memory for the tensor maps of kernels."""
    triton.set_allocator(
        lambda size, alignment, stream: torch.empty(
            size, dtype=torch.int8, device="cuda"
        )
    )


def by_descriptors(form, kind, along_k, size):
    """form: "descriptors host" or "descriptors kernel", where descriptors are
    created; "persistent": on the host, and each multiprocessor runs one program."""
    operand, result, _, relative, absolute, _ = MATMULS[kind]
    on_host = form != "descriptors kernel"
    kernel = {
        "descriptors host": kernels.matmul_host_descriptors,
        "descriptors kernel": kernels.matmul_kernel_descriptors,
        "persistent": kernels.matmul_persistent,
    }[form]
    grid = tiles_of(size)
    if form == "persistent":
        grid = lambda c: (min(multiprocessors(), *tiles_of(size)(c)),)

    def prepare():
        a, stored = matrix(operand, size, size), matrix(operand, size, size)
        b = stored.t() if along_k else stored
        c = torch.empty(size, size, device="cuda", dtype=result)
        want = exact_product(a, b)

        def check():
            close(c, want, absolute * size**0.5, relative)

        arguments = [a, stored, c, size, size, size]
        if on_host:
            arguments = host_descriptors((a, stored, c), size, along_k)
        else:
            allocate_scratch()
        return Prepared(
            arguments, grid, [c], check, torch_product(kind, a, b, c)
        )

    out = tl.float16 if result == torch.float16 else tl.bfloat16
    width = torch.empty((), dtype=operand).element_size()

    def points(tiles, warps, group):
        return [
            Config({"BM": m, "BN": n, "BK": k // width, "GROUP": group,
                    "ALONG_K": along_k, "OUT": out}, w, stages)
            for m, n, k in tiles for w in warps for stages in (3, 4)
        ]  # fmt: skip

    configs = points(DESCRIPTOR_TILES, (4, 8), 8)
    # The larger tile with more warps; tiles of 132 programs are as high as wide with 16.
    chosen = [*configs[-2:], *points(DESCRIPTOR_TILES[-1:], (8,), 16)]
    configs += chosen[2:]
    arguments = [operand, operand, result, size, size, size]
    if on_host:
        mocks = [MockTensor(kind) for kind in (operand, operand, result)]
        arguments = host_descriptors(mocks, size, along_k)
    order = "NK" if along_k else "KN"
    return Workload(
        f"{form} {kind} {order} {size}", kernel, configs,
        arguments, prepare, 2 * size**3, "TFLOP/s", PEAKS[kind],
    )  # fmt: skip


# -- Scaled numbers


def random_scales(rows, columns):
    """Exponents of powers of two from 1/8 to 8, and the powers, one for each
    number."""
    shape = (rows, columns // GROUP)
    scales = torch.randint(124, 131, shape, device="cuda", dtype=torch.uint8)
    powers = torch.exp2(scales.double() - 127)
    return scales, powers.repeat_interleave(GROUP, dim=1)


def random_mxfp8(rows, columns):
    """Numbers e4m3 as they are stored, their scales, and what both mean."""
    numbers = matrix(FP8, rows, columns)
    scales, powers = random_scales(rows, columns)
    return numbers, scales, numbers.double() * powers


def random_mxfp4(rows, columns):
    """The same of numbers e2m1, of which the first of a byte is in its low bits."""
    stored = torch.randint(
        0, 256, (rows, columns // 2), device="cuda", dtype=torch.uint8
    )
    codes = torch.stack([stored & 15, stored >> 4], dim=2).reshape(rows, columns)
    positive = torch.tensor(E2M1, device="cuda", dtype=torch.float64)
    numbers = torch.cat([positive, -positive])[codes.int()]
    scales, powers = random_scales(rows, columns)
    return stored, scales, numbers * powers


def prepared_product(arguments, left, right, size):
    """For operands in double precision. The sums are rounded as those of fp16
    numbers of that size are, and the result is."""
    c = torch.empty(size, size, device="cuda", dtype=torch.float16)
    want = exact_product(left, right)
    typical = float(want.square().mean().sqrt())

    def check():
        close(c, want, 2**-10 * typical, 2**-10)

    return Prepared(
        [*arguments, c, size, size, size], tiles_of(size), [c], check, None
    )


def scaled(name, kernel, types, tiles, prepare, size):
    configs = [
        Config({"BM": m, "BN": n, "BK": k, "GROUP": 8}, warps, stages)
        for m, n, k, warps, stages in tiles
    ]
    return Workload(
        f"scaled {name} {size}", kernel, configs,
        [*types, torch.float16, size, size, size], prepare, 2 * size**3,
        "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


def mxfp8(size):
    def prepare():
        a, a_scales, left = random_mxfp8(size, size)
        b, b_scales, right = random_mxfp8(size, size)
        return prepared_product(
            [a, a_scales, b, b_scales], left, right.t(), size
        )

    types = [FP8, torch.uint8, FP8, torch.uint8]
    return scaled(
        "mxfp8 mxfp8 NK", kernels.matmul_mxfp8, types, MXFP8_TILES, prepare, size
    )


def mxfp4_fp16(size):
    def prepare():
        a, scales, left = random_mxfp4(size, size)
        b = matrix(torch.float16, size, size)
        return prepared_product([a, scales, b], left, b, size)

    types = [torch.uint8, torch.uint8, torch.float16]
    return scaled(
        "mxfp4 fp16 KN", kernels.matmul_mxfp4_fp16, types, MXFP4_TILES, prepare,
        size,
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    sizes = (4096,) if quick else (4096, 8192)
    for form in ("descriptors host", "descriptors kernel", "persistent"):
        for kind, along_k in (("fp16", False), ("fp16", True), ("fp8", True)):
            for size in sizes:
                yield by_descriptors(form, kind, along_k, size)
    for size in sizes:
        yield mxfp8(size)
    for size in sizes:
        yield mxfp4_fp16(size)
