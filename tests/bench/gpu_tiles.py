# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpu.py measures of kernels that move the elements of a tile, or create them:
sorted rows, the largest of rows, random numbers, transposes. Their speed is that of
the bytes that they read and write, so that the copy's is their ceiling.

Not here: kernels (gpu_kernels.py).
"""

import torch

import gpu_kernels as kernels
from gpu_cases import Config, Prepared, Workload, close

TYPES = {"fp32": torch.float32, "int32": torch.int32, "fp16": torch.float16}
LARGEST = 8
SEED = 20261123
SLICE = 1 << 24  # elements that are checked at once
WORD = (1 << 32) - 1


def random_tensor(kind, *shape):
    if kind == "int32":
        low, high = -(1 << 31), (1 << 31) - 1
        return torch.randint(low, high, shape, device="cuda", dtype=TYPES[kind])
    return torch.randn(shape, device="cuda", dtype=TYPES[kind])


def equal(actual, expected):
    """Raises if a value differs, or is NaN."""
    wrong = int((actual != expected).sum())
    if wrong:
        raise ValueError(f"{wrong} of {actual.numel()} values wrong")


# -- Rows


def row_configs(columns, **more):
    """One row and several rows a program. A thread holds at most 64 numbers: with
    128, a sort takes most of a minute to compile, and spills."""
    return [
        Config({"ROWS": rows, "COLUMNS": columns, **more}, warps)
        for rows in (1, 2, 4) for warps in (1, 2, 4, 8)
        if rows * columns <= 64 * 32 * warps
    ]  # fmt: skip


def sort(kind, rows, columns):
    def prepare():
        x = random_tensor(kind, rows, columns)
        out, want = torch.empty_like(x), torch.sort(x, dim=1).values
        return Prepared(
            [x, out], lambda c: (rows // c["ROWS"],), [out],
            lambda: equal(out, want), lambda: torch.sort(x, dim=1),
        )  # fmt: skip

    return Workload(
        f"sort {kind} {rows}x{columns}", kernels.sort_tiles,
        row_configs(columns), [TYPES[kind]] * 2, prepare, 8 * rows * columns,
        "GB/s", "copy",
    )  # fmt: skip


def topk(kind, rows, columns):
    def prepare():
        x = random_tensor(kind, rows, columns)
        out = torch.empty(rows, LARGEST, device="cuda", dtype=x.dtype)
        want = torch.sort(x, dim=1, descending=True).values[:, :LARGEST]
        return Prepared(
            [x, out], lambda c: (rows // c["ROWS"],), [out],
            lambda: equal(out, want), lambda: torch.topk(x, LARGEST, dim=1),
        )  # fmt: skip

    return Workload(
        f"topk({LARGEST}) {kind} {rows}x{columns}", kernels.largest_of_rows,
        row_configs(columns, COUNT=LARGEST), [TYPES[kind]] * 2, prepare,
        4 * rows * (columns + LARGEST), "GB/s", "copy",
    )  # fmt: skip


# -- Random numbers


def multiply(a, b):
    """The high and low words of products of 32-bit words, held in int64: the low
    64 bits are right where the signed product overflows."""
    product = a * b
    return product >> 32 & WORD, product & WORD


def philox(seed, offsets):
    """The four words of Philox-4x32-10 (Salmon et al., SC 2011) in int64."""
    zero = torch.zeros_like(offsets)
    counter = [offsets, zero, zero, zero]
    keys = [seed & WORD, seed >> 32 & WORD]
    for _ in range(10):
        high_a, low_a = multiply(counter[0], 0xD2511F53)
        high_b, low_b = multiply(counter[2], 0xCD9E8D57)
        counter = [high_b ^ counter[1] ^ keys[0], low_b,
                   high_a ^ counter[3] ^ keys[1], low_a]  # fmt: skip
        keys = [(keys[0] + 0x9E3779B9) & WORD, (keys[1] + 0xBB67AE85) & WORD]
    return counter


def below_one(words):
    """Numbers in [0, 1) of unsigned words, as Triton's, in double precision."""
    signed = torch.where(words >= 1 << 31, WORD - words, words)
    return signed.double() * 4.6566127342e-10


def normal(words):
    """Normally distributed numbers by Box and Muller. The numbers in [0, 1) are
    rounded to f32, as those of which kernels take the logarithm."""
    u, v = (below_one(w).float().double() for w in words[:2])
    return torch.sqrt(-2 * torch.log(u.clamp(min=1e-7))) * torch.cos(
        2 * torch.pi * v
    )


def check_uniform(out, offsets):
    close(out, below_one(philox(SEED, offsets)[0]), 0, 2**-22)


def check_uniform4(out, offsets):
    """Four numbers in sequence are those of one counter."""
    words = torch.stack(philox(SEED, offsets[::4] // 4), 1).flatten()
    close(out, below_one(words), 0, 2**-22)


def check_normal(out, offsets):
    """By approximations: that of a logarithm near 0 has an absolute error of about
    2^-22, and its root of 2^-11."""
    close(out, normal(philox(SEED, offsets)), 2**-10, 2**-16)


def check_zero(out, offsets):
    equal(out, torch.zeros_like(out))


def generator(name, kernel, n, seeds, check_slice, torch_function):
    """A kernel that writes `n` floats; `check_slice` gets some, and their indices."""

    def prepare():
        out = torch.empty(n, device="cuda")

        def check():
            for first in range(0, n, SLICE):
                part = out[first : first + SLICE]
                at = torch.arange(first, first + part.numel(), device="cuda")
                check_slice(part, at)

        return Prepared(
            [out, *seeds], lambda c: (n // c["BLOCK"],), [out], check,
            lambda: torch_function(out),
        )  # fmt: skip

    configs = [
        Config({"BLOCK": b}, w)
        for b, w in ((512, 4), (1024, 4), (1024, 8), (2048, 4), (2048, 8), (4096, 8))
    ]
    return Workload(
        f"{name} 2^{n.bit_length() - 1}", kernel, configs,
        [torch.float32, *seeds], prepare, 4 * n, "GB/s", "copy",
    )  # fmt: skip


# -- Transposes


def transpose(kind, tile, warps, size):
    def prepare():
        x = random_tensor(kind, size, size)
        out = torch.empty_like(x)
        return Prepared(
            [x, out, size, size], lambda c: (size // c["BM"], size // c["BN"]),
            [out], lambda: equal(out, x.t()), lambda: out.copy_(x.t()),
        )  # fmt: skip

    width = torch.empty((), dtype=TYPES[kind]).element_size()
    return Workload(
        f"transpose {kind} {tile}x{tile} {warps}w {size}",
        kernels.transpose_tiles, [Config({"BM": tile, "BN": tile}, warps)],
        [TYPES[kind]] * 2 + [size, size], prepare, 2 * width * size * size,
        "GB/s", "copy",
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    rows = 1 << (12 if quick else 16)
    for kind in ("fp32", "int32"):
        yield sort(kind, rows, 1024)
    for kind in ("fp32", "int32"):
        yield topk(kind, rows, 1024)
    n = 1 << (24 if quick else 27)
    yield generator("fill", kernels.fill, n, [], check_zero, torch.Tensor.zero_)
    yield generator("uniform", kernels.uniform, n, [SEED], check_uniform,
                    torch.Tensor.uniform_)  # fmt: skip
    yield generator("uniform4", kernels.uniform4, n, [SEED], check_uniform4,
                    torch.Tensor.uniform_)  # fmt: skip
    yield generator("normal", kernels.normal, n, [SEED], check_normal,
                    torch.Tensor.normal_)  # fmt: skip
    for kind, warps in (("fp16", 4), ("fp32", 8)):
        for tile in (32, 64):
            yield transpose(kind, tile, warps, 2048 if quick else 8192)
