# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpu.py measures: kernels, tuning spaces, data, PyTorch's counterparts."""

import dataclasses
import typing

import torch
import triton
import triton.language as tl

import gpu_kernels as kernels

# Data-sheet peaks of Hopper (SXM, dense), in units of 10^12 operations a second.
PEAKS = {"fp16": 989.4, "bf16": 989.4, "tf32": 494.7, "fp8": 1978.9,
         "int8": 1978.9}  # fmt: skip
FP8 = torch.float8_e4m3fn


@dataclasses.dataclass
class Config:
    """One point of a tuning space."""

    constants: dict
    warps: int
    stages: int = 3

    def __str__(self):
        sizes = "x".join(
            str(v) for k, v in self.constants.items() if k in SHOWN
        )
        return f"{sizes}/{self.warps}w{self.stages}s"

    def options(self):
        return {**self.constants, "num_warps": self.warps,
                "num_stages": self.stages}  # fmt: skip

    def arguments(self, holder):
        """The arguments of a Workload or Prepared for this point."""
        given = holder.arguments
        return given(self.constants) if callable(given) else given


SHOWN = ("BLOCK", "ROWS", "BM", "BN", "BK")


@dataclasses.dataclass
class Workload:
    """A kernel on data of one size. `prepare()` gives a Prepared; `arguments`
    are as the kernel's, dtypes instead of arrays, and suffice to compile; or they
    are a function of a configuration's constants.
    """

    name: str
    kernel: object
    configs: list
    arguments: typing.Union[list, typing.Callable]
    prepare: typing.Callable
    work: float  # operations, or bytes, of a run
    unit: str  # "TFLOP/s" or "GB/s"
    ceiling: typing.Union[float, str]  # in that unit; "copy": as measured


@dataclasses.dataclass
class Prepared:
    """Data on the GPU: arguments as of a Workload, grid of a configuration, the output
    to poison, a check that raises, PyTorch's function or None."""

    arguments: typing.Union[list, typing.Callable]
    grid: typing.Callable
    outputs: list
    check: typing.Callable
    torch: typing.Optional[typing.Callable]


def close(actual, expected, absolute, relative):
    """Raises if a value is off, or NaN."""
    expected = expected.double()
    error = (actual.double() - expected).abs()
    limit = absolute + relative * expected.abs()
    bad = ~(error <= limit)
    if bool(bad.any()):
        worst = float((error / limit).nan_to_num(nan=float("inf")).max())
        raise ValueError(
            f"{int(bad.sum())} of {bad.numel()} values wrong, up to"
            f" {worst:.3g} times the bound"
        )


def poison(tensor):
    if tensor.dtype.is_floating_point:
        tensor.fill_(float("nan"))
    else:
        tensor.fill_(-77)


def vector_add(n):
    def prepare():
        x, y = torch.randn(2, n, device="cuda")
        out = torch.empty_like(x)

        def check():
            if not torch.equal(out, x + y):
                raise ValueError("not PyTorch's bits")

        return Prepared(
            [x, y, out, n], lambda c: (triton.cdiv(n, c["BLOCK"]),), [out],
            check, lambda: torch.add(x, y, out=out),
        )  # fmt: skip

    configs = [
        Config({"BLOCK": b}, w)
        for b, w in ((1024, 4), (1024, 8), (2048, 8), (4096, 8))
    ]
    f32 = torch.float32
    return Workload(
        f"vector add 2^{n.bit_length() - 1}", kernels.add, configs,
        [f32, f32, f32, n], prepare, 12 * n, "GB/s", "copy",
    )  # fmt: skip


def softmax(rows, columns):
    def prepare():
        x = torch.randn(rows, columns, device="cuda")
        out = torch.empty_like(x)

        def check():
            # exp by an approximation: up to 16 units in the last place.
            close(out, torch.softmax(x.double(), 1), 1e-9, 20 * 2**-23)

        return Prepared(
            [out, x, columns, columns, columns], lambda c: (rows,), [out],
            check, lambda: torch.softmax(x, 1),
        )  # fmt: skip

    block = triton.next_power_of_2(columns)
    configs = [Config({"BLOCK": block}, w) for w in (4, 8, 16)]
    f32 = torch.float32
    return Workload(
        f"softmax {rows}x{columns}", kernels.softmax, configs,
        [f32, f32, columns, columns, columns], prepare, 8 * rows * columns,
        "GB/s", "copy",
    )  # fmt: skip


def layer_norm(rows, columns):
    f16, f32, eps = torch.float16, torch.float32, 1e-5

    def prepare():
        x = torch.randn(rows, columns, device="cuda", dtype=f16)
        weight, bias = torch.randn(2, columns, device="cuda", dtype=f16)
        y = torch.empty_like(x)
        mean, scale = torch.empty(2, rows, device="cuda")
        function = torch.nn.functional.layer_norm

        def check():
            want = function(
                x.double(), (columns,), weight.double(), bias.double(), eps
            )
            close(y, want, 1e-4, 2**-10)
            close(mean, x.double().mean(1), 1e-5, 1e-5)

        return Prepared(
            [x, y, weight, bias, mean, scale, columns, columns, eps],
            lambda c: (rows,), [y, mean, scale], check,
            lambda: function(x, (columns,), weight, bias, eps),
        )  # fmt: skip

    configs = [
        Config({"BLOCK": b}, w) for b in (1024, 2048, 4096) for w in (4, 8)
    ]
    return Workload(
        f"layer norm {rows}x{columns}", kernels.layer_norm, configs,
        [f16, f16, f16, f16, f32, f32, columns, columns, eps], prepare,
        4 * rows * columns, "GB/s", "copy",
    )  # fmt: skip


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
# Rows, columns, bytes along K, warps, stages.
TILES = ((128, 256, 128, 8, 3), (128, 256, 128, 8, 4), (128, 128, 128, 4, 4),
         (128, 128, 128, 4, 3),
         (128, 128, 128, 8, 4), (64, 256, 128, 4, 4), (128, 128, 64, 4, 4),
         (256, 128, 128, 8, 3), (64, 128, 128, 4, 4), (64, 64, 128, 4, 4))  # fmt: skip
SKINNY_TILES = ((16, 64, 256, 4, 4), (16, 128, 128, 4, 4), (16, 128, 256, 4, 4),
                (16, 256, 128, 4, 4), (32, 64, 256, 4, 4))  # fmt: skip


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
        one = torch.ones((), device="cuda")
        return lambda: torch._scaled_mm(
            a, b, scale_a=one, scale_b=one, out_dtype=c.dtype,
            use_fast_accum=True,
        )  # fmt: skip

    def run():
        torch.backends.cuda.matmul.allow_tf32 = True
        return torch.matmul(a, b, out=c)

    return run


def exact_product(a, b):
    """In double precision, in slices of rows."""
    b = b.double()
    return torch.cat([part.double() @ b for part in a.split(2048)])


def matmul(kind, m, n, k):
    operand, result, acc, relative, absolute, columns = MATMULS[kind]
    strides = [k, 1, 1, k, n, 1] if columns else [k, 1, n, 1, n, 1]

    def prepare():
        a, b = matrix(operand, m, k), matrix(operand, k, n)
        if columns:
            b = matrix(operand, n, k).t()
        c = torch.empty(m, n, device="cuda", dtype=result)
        want = exact_product(a, b)

        def check():
            close(c, want, absolute * k**0.5, relative)

        return Prepared(
            [a, b, c, m, n, k, *strides],
            lambda s: (triton.cdiv(m, s["BM"]) * triton.cdiv(n, s["BN"]),),
            [c], check, torch_product(kind, a, b, c),
        )  # fmt: skip

    size = torch.empty((), dtype=operand).element_size()
    configs = []
    for bm, bn, bk, warps, stages in SKINNY_TILES if m <= 32 else TILES:
        constants = {"BM": bm, "BN": bn, "BK": bk // size, "GROUP": 8,
                     "ACC": acc, "PRECISION": "tf32"}  # fmt: skip
        configs.append(Config(constants, warps, stages))
    return Workload(
        f"matmul {kind} {m}x{n}x{k}", kernels.matmul, configs,
        [operand, operand, result, m, n, k, *strides], prepare, 2 * m * n * k,
        "TFLOP/s", PEAKS[kind.split()[0]],
    )  # fmt: skip


# Queries and keys; the kernel needs a multiple of the keys. Small tiles are here
# for those that spill registers with larger ones: the causal kernel has two loops.
ATTENTION_TILES = ((64, 32), (64, 64), (128, 32), (128, 64), (128, 128))


def attention(depth, causal, length=4096, heads=64):
    f16, scale = torch.float16, depth**-0.5
    numbers = [length * depth, depth, length]

    def prepare():
        shape = (1, heads, length, depth)
        q, k, v = (
            torch.randn(shape, device="cuda", dtype=f16) for _ in range(3)
        )
        out = torch.empty_like(q)
        function = torch.nn.functional.scaled_dot_product_attention
        chosen = [0, heads // 2, heads - 1]
        want = function(
            *(x[:, chosen].float() for x in (q, k, v)), is_causal=causal
        )
        rough = function(q, k, v, is_causal=causal)

        def check():
            close(out[:, chosen], want, 2e-3, 2**-9)
            close(out, rough, 4e-3, 2**-8)

        return Prepared(
            [q, k, v, out, scale, *numbers],
            lambda c: (length // c["BM"], heads), [out], check,
            lambda: function(q, k, v, is_causal=causal),
        )  # fmt: skip

    configs = [
        Config({"D": depth, "BM": m, "BN": n, "CAUSAL": causal}, w, s)
        for m, n in ATTENTION_TILES for w in (4, 8) for s in (2, 3, 4)
    ]  # fmt: skip
    work = 4 * heads * length * length * depth / (2 if causal else 1)
    return Workload(
        f"attention d{depth}{' causal' if causal else ''}", kernels.attention,
        configs, [f16, f16, f16, f16, scale, *numbers], prepare, work,
        "TFLOP/s", PEAKS["fp16"],
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    yield vector_add(1 << 27)
    for columns in (1024, 4096, 16384) if quick else (
        1024, 2048, 4096, 8192, 16384):  # fmt: skip
        yield softmax((1 << 26) // max(columns, 4096), columns)
    yield layer_norm(8192, 4096)
    yield layer_norm(4096, 8192)
    for kind in MATMULS:
        sizes = (1024, 8192) if quick else (512, 1024, 2048, 4096, 8192)
        for size in sizes:
            yield matmul(kind, size, size, size)
        if not quick and kind in ("fp16", "bf16", "fp8"):
            yield matmul(kind, 32, 8192, 8192)
            yield matmul(kind, 8192, 128, 8192)
    for depth in (64, 128):
        for causal in (False, True):
            yield attention(depth, causal)
