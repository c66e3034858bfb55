# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads and stores: masks, other values, cache modifiers, alignment, strides,
scalars, many programs."""

import numpy as np

import formats
from case import Array, Case, Scalar, out
from kernel_text import Kernel

TYPES = ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN",
         "f8E5M2")  # fmt: skip
LOAD_MODIFIERS = ("ca", "cg", "cs", "cv")
STORE_MODIFIERS = ("wb", "cg", "cs", "wt")
EVICTIONS = ("evict_normal", "evict_first", "evict_last")


def copy_case(name, element, count, block, **more):
    """out[i] = in[i] for i < count, else untouched; `block` a program."""
    hint = more.get("hint", ":16")
    other, load_more = more.get("other"), more.get("load", "")
    store_more = more.get("store", "")
    warps, offset = more.get("warps", 4), more.get("offset", 0)
    programs = more.get("programs", -(-count // block))

    def build(symbol):
        kernel = Kernel(
            symbol,
            [("in", f"*{element}{hint}"), ("out", f"*{element}{hint}"),
             ("n", "i32" + (":16" if count % 16 == 0 else ""))],
        )  # fmt: skip
        size = kernel.constant(block, "i32")
        start = kernel.binary("arith.muli", kernel.program_id(), size)
        at = kernel.add(
            kernel.splat(start, (block,)), kernel.range(block)
        )
        bound = kernel.splat(kernel["n"], (block,))
        mask = kernel.compare("arith.cmpi", "slt", at, bound)
        source = kernel.addptr(kernel.splat(kernel["in"], (block,)), at)
        target = kernel.addptr(kernel.splat(kernel["out"], (block,)), at)
        fill = None
        if other is not None:
            fill = kernel.constant(other, element, (block,))
        x = kernel.load(source, mask, fill, load_more)
        keep = None if other is not None else mask
        kernel.store(target, x, keep, store_more)
        return kernel

    def make(rng):
        total = programs * block
        x = formats.random_stored(rng, element, count)
        poison = out(element, np.zeros(total)).values
        want = poison.copy()
        if other is not None:
            want[:] = formats.encode(np.float64(other), element)
        want[:count] = x
        result = out(element, formats.decode(want, element))
        result.offset = offset
        return [Array(element, x, offset=offset), result,
                Scalar("i32", count)]  # fmt: skip

    return Case(
        f"memory/{name}-{element}-{count}-{block}-w{warps}", build, make,
        warps=warps, grid=(programs, 1, 1), sanitize=more.get("sanitize", False),
    )  # fmt: skip


def copies():
    for element in TYPES:
        for count, block in ((1000, 1024), (4096, 1024), (37, 64), (1, 1)):
            yield copy_case("copy", element, count, block, sanitize=True)
        other = "3.0" if formats.is_float(element) else "3"
        yield copy_case("other", element, 1000, 1024, other=other)
        # No hint, and addresses that are no multiple of 16 bytes.
        for offset in (1, 3):
            yield copy_case(
                f"unaligned{offset}", element, 3001, 1024, hint="",
                offset=offset, sanitize=True,
            )  # fmt: skip
    for warps in (1, 2, 8):
        for block in (1, 32, 128, 4096):
            yield copy_case("warps", "f32", 9999, block, warps=warps)
    for modifier in LOAD_MODIFIERS:
        yield copy_case(
            f"load-{modifier}", "f32", 1000, 512,
            load=f" cacheModifier = {modifier}",
        )  # fmt: skip
    for modifier in STORE_MODIFIERS:
        yield copy_case(
            f"store-{modifier}", "f32", 1000, 512,
            store=f" cacheModifier = {modifier}",
        )  # fmt: skip
    for policy in EVICTIONS:
        yield copy_case(
            f"{policy}", "f16", 1000, 512, load=f" evictionPolicy = {policy}",
            store=f" evictionPolicy = {policy}",
        )  # fmt: skip
    yield copy_case(
        "volatile", "f32", 1000, 512, load=" {isVolatile = true}"
    )


def strided_case(element, shape, strides, warps):
    """Reads by strides, writes row by row: transposes, gaps, repeats."""

    def build(symbol):
        names = [("in", f"*{element}:16"), ("out", f"*{element}:16")]
        kernel = Kernel(symbol, names)
        kernel.store_tile("out", kernel.load_tile("in", shape, strides))
        return kernel

    def make(rng):
        size = 1 + sum((n - 1) * s for n, s in zip(shape, strides))
        x = formats.random_stored(rng, element, size)
        at = sum(
            np.arange(n).reshape([-1 if i == j else 1 for j in range(len(shape))])
            * s
            for i, (n, s) in enumerate(zip(shape, strides))
        )
        want = x[np.broadcast_to(at, shape)]
        return [Array(element, x), out(element, formats.decode(want, element))]

    name = f"{'x'.join(map(str, shape))}-by-{'x'.join(map(str, strides))}"
    return Case(
        f"memory/strided-{name}-{element}-w{warps}", build, make, warps=warps,
        sanitize=element == "f16",
    )  # fmt: skip


def scalar_case(element):
    """Scalars: loads, stores, by value as arguments."""

    def build(symbol):
        kernel = Kernel(
            symbol,
            [("in", f"*{element}"), ("out", f"*{element}"), ("x", element)],
        )
        kernel.store_tile("out", kernel.load(kernel["in"]))
        one = kernel.constant(1, "i32")
        kernel.store_tile("out", kernel["x"], offset=one)
        at = kernel.constant(2, "i32")
        spread = kernel.splat(kernel.load(kernel["in"]), (64,))
        kernel.store_tile("out", spread, offset=at)
        return kernel

    def make(rng):
        x = formats.random_stored(rng, element, 2)
        values = formats.decode(x, element)
        want = np.concatenate([values, np.repeat(values[:1], 64)])
        return [Array(element, x[:1]), out(element, want),
                Scalar(element, values[1])]  # fmt: skip

    return Case(f"memory/scalar-{element}", build, make, sanitize=True)


def masked_scalar_case(on):
    def build(symbol):
        kernel = Kernel(symbol, [("in", "*f32"), ("out", "*f32"), ("n", "i32")])
        zero = kernel.constant(0, "i32")
        mask = kernel.compare("arith.cmpi", "sgt", kernel["n"], zero)
        other = kernel.constant("5.0", "f32")
        x = kernel.load(kernel["in"], mask, other)
        kernel.store(kernel["out"], x)
        one = kernel.constant(1, "i32")
        kernel.store(kernel.addptr(kernel["out"], one), x, mask)
        return kernel

    def make(rng):
        x = formats.random_stored(rng, "f32", 1)
        poison = out("f32", np.zeros(2)).values
        want = [x[0], x[0]] if on else [5.0, poison[1]]
        return [Array("f32", x), out("f32", np.array(want)),
                Scalar("i32", int(on))]  # fmt: skip

    return Case(f"memory/scalar-masked-{int(on)}", build, make)


def grid_case():
    """All three axes of the grid, and its sizes."""
    grid = (3, 4, 5)

    def build(symbol):
        kernel = Kernel(symbol, [("out", "*i32")])
        mul = lambda a, b: kernel.binary("arith.muli", a, b)
        x, y, z = (kernel.program_id(a) for a in "xyz")
        nx, ny, nz = (kernel.num_programs(a) for a in "xyz")
        at = kernel.add(x, mul(nx, kernel.add(y, mul(ny, z))))
        value = kernel.add(at, mul(nz, kernel.constant(1000, "i32")))
        kernel.store_tile("out", value, offset=at)
        return kernel

    def make(rng):
        return [out("i32", np.arange(60, dtype=np.int32) + 5000)]

    return Case("memory/grid", build, make, grid=grid, sanitize=True)


def pointer_case():
    """Addresses as integers, and as data."""

    def build(symbol):
        kernel = Kernel(symbol, [("in", "*f32:16"), ("out", "*f32:16")])
        number = kernel.cast("tt.ptr_to_int", kernel["in"], "i64")
        four = kernel.constant(4, "i64")
        moved = kernel.binary("arith.addi", number, four)
        base = kernel.cast("tt.int_to_ptr", moved, "!tt.ptr<f32>")
        at = kernel.addptr(kernel.splat(base, (64,)), kernel.range(64))
        kernel.store_tile("out", kernel.load(at))
        return kernel

    def make(rng):
        x = formats.random_stored(rng, "f32", 65)
        return [Array("f32", x), out("f32", x[1:].astype(np.float64))]

    return Case("memory/pointer", build, make)


def cases():
    yield from copies()
    for element in ("i8", "f16", "f32", "f64"):
        for shape, strides in (
            ((64, 64), (1, 64)), ((32, 128), (200, 1)), ((32, 32), (2, 128)),
            ((64, 32), (0, 1)), ((64, 32), (1, 0)), ((128,), (3,)),
            ((4, 8, 16), (1, 4, 32)),
        ):  # fmt: skip
            for warps in (1, 4):
                yield strided_case(element, shape, strides, warps)
    for element in TYPES:
        yield scalar_case(element)
    yield masked_scalar_case(True)
    yield masked_scalar_case(False)
    yield grid_case()
    yield pointer_case()
