# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products that gpu.py measures: by pointers, and the same by descriptors of
the host, one tile a program or several, and with several programs a tile, as other
forms of the workload; products of cuBLAS and cuBLASLt.

Not here: kernels (gpu_kernels.py, gpu_product_kernels.py); where several programs
compute a tile (gpu_splits.py); workloads of descriptors alone, and scaled numbers
(gpu_products.py).
"""

import dataclasses

import torch
import triton
import triton.language as tl
from triton.runtime.jit import MockTensor
from triton.tools.tensor_descriptor import TensorDescriptor

import gpu_kernels as kernels
import gpu_product_kernels
import gpu_splits
from gpu_cases import FP8, PEAKS, Config, Prepared, Workload, close

# type: (operands, result, accumulator, relative and absolute error by sqrt(K),
#        bytes of a K block, whether the right operand is column-major)
#
# Tensor cores take 8-bit operands only along K; PyTorch asks for the same. They
# keep 14 bits of sums of products of fp8 (DeepSeek-V3, section 3.3.2).
MATMULS = {
    "fp16": (torch.float16, torch.float16, tl.float32, 2**-10, 2**-10, False),
    "bf16": (torch.bfloat16, torch.bfloat16, tl.float32, 2**-7, 2**-10, False),
    "tf32": (torch.float32, torch.float32, tl.float32, 2**-12, 2**-8, False),
    "tf32 NK": (torch.float32, torch.float32, tl.float32, 2**-12, 2**-8, True),
    "fp8": (FP8, torch.bfloat16, tl.float32, 2**-7, 2**-5, True),
    "int8": (torch.int8, torch.int32, tl.int32, 0, 2**-20, True),
}
TL_TYPES = {torch.float16: tl.float16, torch.bfloat16: tl.bfloat16,
            torch.float32: tl.float32}  # fmt: skip
# Rows, columns, bytes along K, warps, stages; rows of tiles that programs compute
# together, 8 if absent. The tiles of 132 programs are as high as wide with 16.
LARGE = ((128, 256, 128, 8, 3), (128, 256, 128, 8, 4), (128, 128, 128, 4, 4),
         (128, 128, 128, 8, 4), (64, 256, 128, 4, 4), (256, 128, 128, 8, 3),
         (128, 256, 128, 8, 4, 16), (256, 128, 128, 8, 4))  # fmt: skip
SMALL = ((64, 64, 128, 4, 4), (64, 128, 128, 4, 4), (128, 64, 128, 4, 4),
         (128, 128, 128, 4, 4), (128, 128, 128, 8, 4), (64, 64, 128, 4, 6),
         (64, 128, 128, 4, 8), (64, 64, 128, 4, 8), (64, 32, 128, 4, 8))  # fmt: skip
SKINNY = ((16, 64, 256, 4, 4), (16, 128, 128, 4, 4), (16, 128, 256, 4, 4),
          (16, 256, 128, 4, 4), (32, 64, 256, 4, 4), (32, 64, 256, 4, 5),
          (64, 64, 256, 4, 6))  # fmt: skip
DESCRIPTORS = ((128, 256, 128, 8, 3), (128, 128, 128, 4, 4))
# The same for at most 1024 rows or columns.
FEW_DESCRIPTORS = ((64, 128, 128, 4, 8), (128, 128, 128, 4, 4))
FORMS = {"descriptors": gpu_product_kernels.matmul_host_descriptors,
         "persistent": gpu_product_kernels.matmul_persistent}  # fmt: skip


def matrix(kind, rows, columns):
    if kind == torch.int8:
        return torch.randint(
            -128, 128, (rows, columns), device="cuda", dtype=torch.int8
        )
    return torch.randn(rows, columns, device="cuda").to(kind)


def torch_product(kind, a, b, c):
    """PyTorch's product, by cuBLAS."""
    if kind == "int8":
        return lambda: torch._int_mm(a, b)
    if kind == "fp8":
        return fp8_product(a, b, c, True)

    return by_library("default", a, b, c)


def fp8_product(a, b, c, is_fast):
    """By cuBLASLt. is_fast: with sums in the tensor cores' own precision."""
    one = torch.ones((), device="cuda")
    return lambda: torch._scaled_mm(
        a, b, scale_a=one, scale_b=one, out_dtype=c.dtype, use_fast_accum=is_fast
    )


def by_library(name, a, b, c):
    """The product of one of CUDA's libraries."""

    def run():
        torch.backends.cuda.preferred_blas_library(name)
        torch.backends.cuda.matmul.allow_tf32 = True
        return torch.matmul(a, b, out=c)

    return run


def libraries(kind, a, b, c):
    """Peers of PyTorch by name."""
    if kind == "int8":
        return {"int_mm": lambda: torch_product(kind, a, b, c)}
    if kind == "fp8":
        return {
            "cublaslt": lambda: fp8_product(a, b, c, True),
            "cublaslt exact": lambda: fp8_product(a, b, c, False),
        }
    return {
        name: lambda name=name: by_library(name, a, b, c)
        for name in ("cublas", "cublaslt")
    }


def exact_product(a, b):
    """In double precision, in slices of rows."""
    b = b.double()
    return torch.cat([part.double() @ b for part in a.split(2048)])


def multiprocessors():
    return torch.cuda.get_device_properties(0).multi_processor_count


def form_arguments(tensors, shape, along_k):
    """Arguments of a configuration by descriptors; tensors are as in memory."""
    m, n, k = shape
    extents = [m, k], [n, k] if along_k else [k, n], [m, n]

    def arguments(constants):
        bm, bn, bk = (constants[name] for name in ("BM", "BN", "BK"))
        blocks = [bm, bk], [bn, bk] if along_k else [bk, bn], [bm, bn]
        made = [
            TensorDescriptor(tensor, extent, [extent[1], 1], block)
            for tensor, extent, block in zip(tensors, extents, blocks)
        ]
        return [*made, m, n, k]

    return arguments


def has_forms(kind, shape):
    """Whether kernels by descriptors are tried: their sums are f32, and their tiles
    have 128 rows."""
    return MATMULS[kind][1] in TL_TYPES and min(shape) >= 128


def form_configs(kind, width, tiles):
    result, columns = MATMULS[kind][1], MATMULS[kind][5]
    for form in FORMS:
        points = [
            Config({"BM": bm, "BN": bn, "BK": bk // width, "GROUP": 8,
                    "ALONG_K": columns, "OUT": TL_TYPES[result]}, warps, stages,
                   form=form)
            for bm, bn, bk, warps, stages in tiles
        ]  # fmt: skip
        yield from points
        # A producer has room for as many slots, as stores are split.
        if tiles is DESCRIPTORS:
            yield dataclasses.replace(points[0], stages=4)


def split_configs(kind, width, m, n, k):
    acc, columns = MATMULS[kind][2], MATMULS[kind][5]
    by_pointers, by_map = gpu_splits.FORMS
    constants = {"GROUP": 8, "ACC": acc, "PRECISION": "tf32"}
    yield from gpu_splits.configs(by_pointers, (m, n, k), width, constants)
    if has_forms(kind, (m, n, k)):
        constants = {"GROUP": 8, "ALONG_K": columns}
        yield from gpu_splits.configs(by_map, (m, n, k), width, constants)


def split_arguments(operands, more, shape, strides, by_map):
    """Arguments of both forms of a split product. `more`: parts and counters."""
    return {
        "split": [*operands, *shape, *strides, *more],
        "split descriptors": lambda constants: [
            *by_map(constants)[:2], operands[2], *more, *shape
        ],
    }  # fmt: skip


def space(kind, m, n, k):
    """The configurations of a product."""
    operand, _, acc = MATMULS[kind][:3]
    width = torch.empty((), dtype=operand).element_size()
    tiles = SKINNY if m <= 32 else SMALL if min(m, n) <= 1024 else LARGE
    points = []
    for bm, bn, bk, warps, stages, *group in tiles:
        constants = {"BM": bm, "BN": bn, "BK": bk // width, "GROUP": (*group, 8)[0],
                     "ACC": acc, "PRECISION": "tf32"}  # fmt: skip
        points.append(Config(constants, warps, stages))
    few = min(m, n) <= 1024
    more = [*split_configs(kind, width, m, n, k)]
    if has_forms(kind, (m, n, k)):
        more += form_configs(kind, width, FEW_DESCRIPTORS if few else DESCRIPTORS)
    return [*points, *more]


def bar_of(kind, m, n, k):
    """The row of BARS."""
    is_square = m == n == k
    if kind.startswith("tf32"):
        return "tf32" if m >= 2048 else ""
    if kind in ("fp8", "int8"):
        return kind if is_square and m >= 4096 else ""
    return "large" if is_square and m >= 2048 else "small"


def matmul(kind, m, n, k):
    operand, result, _, relative, absolute, columns = MATMULS[kind]
    strides = [k, 1, 1, k, n, 1] if columns else [k, 1, n, 1, n, 1]
    shape, points = (m, n, k), space(kind, m, n, k)
    sums = torch.int32 if kind == "int8" else torch.float32

    def prepare():
        a, b = matrix(operand, m, k), matrix(operand, k, n)
        stored = b
        if columns:
            stored = matrix(operand, n, k)
            b = stored.t()
        c = torch.empty(m, n, device="cuda", dtype=result)
        want = exact_product(a, b)

        def compare(got):
            close(got, want, absolute * k**0.5, relative)

        def tiles(s):
            return triton.cdiv(m, s["BM"]) * triton.cdiv(n, s["BN"])

        by_map = form_arguments((a, stored, c), shape, columns)
        more = gpu_splits.workspace(m, n, points, sums)
        split = split_arguments((a, b, c), more, shape, strides, by_map)
        return Prepared(
            [a, b, c, m, n, k, *strides], lambda s: (tiles(s),), [c],
            lambda: compare(c), None, compare=compare,
            peers=libraries(kind, a, b, c),
            forms={
                "descriptors": (lambda s: (tiles(s),), by_map),
                "persistent": (lambda s: (min(multiprocessors(), tiles(s)),), by_map),
                **{f: (gpu_splits.grid(m, n), split[f]) for f in split},
            },
        )  # fmt: skip

    mocks = [MockTensor(dtype) for dtype in (operand, operand, result)]
    by_map = form_arguments(mocks, shape, columns)
    types = (operand, operand, result)
    split = split_arguments(types, (sums, torch.int32), shape, strides, by_map)
    is_jax = m == n == k and m >= {"fp16": 2048, "bf16": 4096}.get(kind, m + 1)
    return Workload(
        f"matmul {kind} {m}x{n}x{k}", kernels.matmul, points,
        [*types, m, n, k, *strides], prepare, 2 * m * n * k,
        "TFLOP/s", PEAKS[kind.split()[0]], bar=bar_of(kind, m, n, k),
        forms={
            **{form: (kernel, by_map) for form, kernel in FORMS.items()},
            **{f: (kernel, split[f]) for f, kernel in gpu_splits.FORMS.items()},
        },
        jax=("matmul", kind, m, n, k) if is_jax else (),
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    for kind in MATMULS:
        sizes = (1024, 8192) if quick else (512, 1024, 2048, 4096, 8192)
        for size in sizes:
            yield matmul(kind, size, size, size)
        if not quick and kind in ("fp16", "bf16", "fp8"):
            yield matmul(kind, 32, 8192, 8192)
            yield matmul(kind, 8192, 128, 8192)
