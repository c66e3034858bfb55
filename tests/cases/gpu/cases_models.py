# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models in examples/babylon, compiled from Java's code models."""

import os

import numpy as np

from case import Array, Bound, Case, Scalar, out
from options import USUAL

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "..", "examples", "babylon")
BM = BN = 128


def model(name, make, grid, **more):
    path = os.path.join(EXAMPLES, more.pop("folder", name), "model.json")
    return Case(f"model/{name}", None, make, grid=grid, source=path, **more)


def vector_add(name, n, **more):
    def make(rng):
        x, y = rng.standard_normal((2, n)).astype(np.float32)
        return [Array("f32", x), Array("f32", y),
                out("f32", (x + y).astype(np.float64)),
                Scalar("i32", n)]  # fmt: skip

    grid = (-(-n // 1024), 1, 1)
    return model(name, make, grid, sanitize=True, **more)


def softmax():
    """Rows with space after them, which must not change."""
    rows, columns, stride = 321, 781, 1024

    def make(rng):
        x = rng.standard_normal((rows, stride)).astype(np.float32)
        y = np.exp(x[:, :columns].astype(np.float64))
        result = out("f32", np.zeros((rows, stride)), Bound(relative=4e-6))
        want = result.values.astype(np.float64)
        want[:, :columns] = y / y.sum(1, keepdims=True)
        result.expected = want
        return [result, Array("f32", x), Scalar("i32", stride),
                Scalar("i32", stride), Scalar("i32", columns)]  # fmt: skip

    return model("softmax", make, (rows, 1, 1), sanitize=True)


def matmul(name, m, n, k, epilogue=None, **more):
    """c = epilogue(a b); with `bias`, that and a slope are arguments, too."""
    slope = 0.1

    def make(rng):
        a = rng.standard_normal((m, k)).astype(np.float16)
        b = rng.standard_normal((k, n)).astype(np.float16)
        bias = rng.standard_normal(n).astype(np.float16)
        c = a.astype(np.float64) @ b.astype(np.float64)
        extra = []
        if more["bias"]:
            c = c + bias.astype(np.float64)
            c = np.where(c > 0, c, slope * c)
            extra = [Array("f16", bias), Scalar("f32", slope)]
        c = epilogue(c) if epilogue else c
        bound = Bound(relative=2.0**-10, absolute=k * 2.0**-20)
        numbers = (m, n, k, k, 1, n, 1, n, 1)
        return [Array("f16", a), Array("f16", b), out("f16", c, bound), *extra,
                *(Scalar("i32", v) for v in numbers)]  # fmt: skip

    grid = (-(-m // BM) * -(-n // BN), 1, 1)
    return model(
        f"{name}-{m}x{n}x{k}", make, grid, folder=more["folder"],
        options=more.get("options", ()),
    )  # fmt: skip


def hard_swish(x):
    return x * np.clip(x + 3, 0, 6) / 6


SWISH = (
    "--kernel=matmulHardSwish",
    "--signature=*fp16:16,*fp16:16,*fp16:16,i32:16,i32:16,i32:16,i32:16,1,"
    "i32:16,1,i32:16,1,128,128,64,8",
)


def cases():
    # The model says that its length is divisible by 16.
    yield vector_add("vector-add", 100_016)
    yield vector_add(
        "vector-add-any", 100_003, folder="vector-add",
        options=("--signature=*fp32,*fp32,*fp32,i32,1024",),
    )  # fmt: skip
    yield softmax()
    for shape in ((512, 512, 512), (1040, 272, 336), (16, 4096, 16)):
        yield matmul("matmul", *shape, folder="matmul", bias=False)
    yield matmul(
        "described", 1040, 272, 336, folder="matmul", bias=False,
        options=USUAL,
    )  # fmt: skip
    yield matmul(
        "leaky", 1040, 272, 336, folder="matmul-epilogue", bias=True
    )
    yield matmul(
        "swish", 1040, 272, 16, hard_swish, folder="matmul-epilogue",
        bias=False, options=SWISH,
    )  # fmt: skip
