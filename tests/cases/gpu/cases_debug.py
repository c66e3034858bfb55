# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What kernels print, and assertions."""

import re

import numpy as np

from case import Array, Case, Scalar
from kernel_text import Kernel


def printing(name, element, body, expected, **more):
    """`expected` are regexes, each of which some line must match; and no
    other line is printed."""

    def build(symbol):
        kernel = Kernel(symbol, [("in", "*i32:16"), ("x", element)])
        body(kernel)
        return kernel

    def make(rng):
        value = np.arange(64, dtype=np.int32)
        return [Array("i32", value), Scalar(element, more.get("value", 7))]

    def check(text):
        lines = [line for line in text.splitlines() if line.strip()]
        for wanted in expected:
            if not any(re.search(wanted, line) for line in lines):
                return f"no line matches {wanted!r} in {text[:200]!r}"
        count = more.get("count", len(expected))
        if len(lines) < count:
            return f"{len(lines)} lines, expected {count}: {text[:200]!r}"
        return None

    grid = more.get("grid", (1, 1, 1))
    warps = more.get("warps", 1)
    return Case(f"print/{name}", build, make, warps=warps, grid=grid,
                prints=check)  # fmt: skip


def print_op(kernel, prefix, values, signed=True, hex_=False):
    names = ", ".join(v.name for v in values)
    kinds = ", ".join(v.type for v in values)
    flags = ", ".join("1" if signed else "0" for _ in values)
    operands = f" : {names} : {kinds}" if values else ""
    flags = f": {flags}" if values else ""
    kernel.line(
        f'tt.print "{prefix}" {{hex = {str(hex_).lower()}, isSigned ='
        f" array<i32{flags}>}}{operands}"
    )


def prints():
    yield printing(
        "scalar", "i32", lambda k: print_op(k, " x: ", [k["x"]]),
        [r"pid \(0, 0, 0\) idx \(\) x: 7"],
    )  # fmt: skip
    yield printing(
        "negative", "i32", lambda k: print_op(k, " x: ", [k["x"]]),
        [r"x: -5"], value=-5,
    )  # fmt: skip
    yield printing(
        "hexadecimal", "i32",
        lambda k: print_op(k, " x: ", [k["x"]], hex_=True),
        [r"x: 0x0*1f"], value=31,
    )  # fmt: skip
    yield printing(
        "float", "f32", lambda k: print_op(k, " x: ", [k["x"]]),
        [r"x: 2\.5"], value=2.5,
    )  # fmt: skip
    yield printing(
        "nothing", "i32", lambda k: print_op(k, " here ", []), [r"here"]
    )
    yield printing(
        "tile", "i32",
        lambda k: print_op(k, " t: ", [k.load_tile("in", (64,))]),
        [r"pid \(0, 0, 0\) idx \( ?0\) t: 0", r"idx \(63\) t: 63",
         r"idx \(17\) t: 17"], count=64, warps=2,
    )  # fmt: skip
    yield printing(
        "matrix", "i32",
        lambda k: print_op(k, " t: ", [k.load_tile("in", (4, 16))]),
        [r"idx \(0, +0\) t: 0", r"idx \(3, 15\) t: 63"], count=64,
    )  # fmt: skip
    yield printing(
        "programs", "i32", lambda k: print_op(k, " x: ", [k["x"]]),
        [r"pid \(0, 0, 0\).*x: 7", r"pid \(1, 2, 0\).*x: 7"],
        grid=(2, 3, 1), count=6,
    )  # fmt: skip


def asserting(name, fails, tile):
    def build(symbol):
        kernel = Kernel(symbol, [("in", "*i32:16"), ("x", "i32")])
        if tile:
            value = kernel.load_tile("in", (64,))
            limit = kernel.splat(kernel["x"], (64,))
        else:
            value, limit = kernel.constant(5, "i32"), kernel["x"]
        test = kernel.compare("arith.cmpi", "slt", value, limit)
        kernel.line(f'tt.assert {test.name}, "too large" : {test.type}')
        return kernel

    def make(rng):
        value = np.arange(64, dtype=np.int32)
        return [Array("i32", value), Scalar("i32", 3 if fails else 64)]

    return Case(
        f"assert/{name}", build, make,
        dies="CUDA_ERROR_ASSERT|assertion: too large" if fails else None,
    )  # fmt: skip


def cases():
    yield from prints()
    for tile in (False, True):
        kind = "tile" if tile else "scalar"
        yield asserting(f"{kind}-holds", False, tile)
        yield asserting(f"{kind}-fails", True, tile)
