# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that move elements: reshape, trans, join, split, cat, broadcast,
expand_dims, gather, histogram, and chains of these."""

import itertools

import numpy as np

import formats
from case import Array, Case, out
from kernel_text import Kernel, type_text

TYPES = ("i8", "f8E4M3FN", "f16", "f32", "i64")


def label(shape):
    return "x".join(map(str, shape))


def moving(name, shapes, body, reference, **more):
    """A kernel that loads tiles of `shapes` and stores `body` of them."""
    element, warps = more.get("element", "f32"), more.get("warps", 4)

    def build(symbol):
        names = [f"in{i}" for i in range(len(shapes))]
        pointers = [(n, f"*{element}:16") for n in names + ["out"]]
        kernel = Kernel(symbol, pointers)
        tiles = [kernel.load_tile(n, s) for n, s in zip(names, shapes)]
        kernel.store_tile("out", body(kernel, *tiles))
        return kernel

    def make(rng):
        arrays = [formats.random_stored(rng, element, s) for s in shapes]
        want = np.ascontiguousarray(reference(*arrays))
        given = [Array(element, a) for a in arrays]
        return given + [out(element, formats.decode(want, element))]

    return Case(
        f"shape/{name}-{element}-w{warps}", build, make, warps=warps,
        sanitize=more.get("sanitize", False),
    )  # fmt: skip


def reshapes():
    pairs = (
        ((1024,), (32, 32)), ((32, 32), (1024,)), ((16, 64), (64, 16)),
        ((8, 16, 32), (128, 32)), ((4, 1024), (4096,)), ((2,), (1, 2)),
        ((64, 64), (4, 16, 8, 8)), ((1, 1), (1,)), ((128, 128), (16, 1024)),
    )  # fmt: skip
    for source, target in pairs:
        for warps in (1, 4, 8):
            yield moving(
                f"reshape-{label(source)}-{label(target)}", [source],
                lambda k, x, t=target: k.reshape(x, t),
                lambda x, t=target: x.reshape(t), warps=warps,
            )  # fmt: skip


def transposes():
    shapes = ((32, 32), (64, 16), (16, 256), (128, 128), (2, 2), (1, 64))
    for shape in shapes:
        for element in TYPES:
            for warps in (1, 4, 8):
                yield moving(
                    f"trans-{label(shape)}", [shape],
                    lambda k, x: k.trans(x, (1, 0)), lambda x: x.T,
                    element=element, warps=warps,
                    sanitize=element == "f16" and warps == 4,
                )  # fmt: skip
    for shape in ((4, 8, 16), (2, 64, 4)):
        for order in itertools.permutations(range(3)):
            yield moving(
                f"trans-{label(shape)}-{label(order)}", [shape],
                lambda k, x, o=order: k.trans(x, o),
                lambda x, o=order: x.transpose(o),
            )  # fmt: skip


def split(kernel, value):
    """Both halves of a tile whose last size is 2."""
    kernel.count += 1
    shape = value.shape[:-1]
    parts = [kernel.new(value.element, shape) for _ in range(2)]
    kind = parts[0].type if shape else value.element
    kernel.line(
        f"{parts[0].name}, {parts[1].name} = tt.split {value.name} :"
        f" {value.type} -> {kind}"
    )
    return parts


def join(kernel, a, b, shape=None):
    shape = shape or a.shape + (2,)
    value = kernel.new(a.element, shape)
    kernel.line(
        f"{value.name} = tt.join {a.name}, {b.name} : {a.type} -> {value.type}"
    )
    return value


def cat(kernel, a, b):
    value = kernel.new(a.element, (2 * a.shape[0],))
    kernel.line(
        f"{value.name} = tt.cat {a.name}, {b.name} : {a.type} -> {value.type}"
    )
    return value


def joins():
    for element in TYPES:
        for shape in ((1024,), (32,), (1,), (16, 32), (4, 4, 8)):
            yield moving(
                f"join-{label(shape)}", [shape, shape], join,
                lambda a, b: np.stack([a, b], -1), element=element,
            )  # fmt: skip
            yield moving(
                f"split-{label(shape)}", [shape + (2,)],
                lambda k, x: join(k, *reversed(split(k, x))),
                lambda x: x[..., ::-1], element=element, sanitize=True,
            )  # fmt: skip
    for shape in ((32,), (512,), (1024,)):
        yield moving(
            f"interleave-{label(shape)}", [shape, shape],
            lambda k, a, b: k.reshape(join(k, a, b), (2 * a.shape[0],)),
            lambda a, b: np.stack([a, b], -1).ravel(),
        )  # fmt: skip


def cats():
    """The order of the elements is unspecified: they are sorted by a sum."""
    for size in (16, 512, 2048):

        def build(symbol, size=size):
            names = [("a", "*i32:16"), ("b", "*i32:16"), ("out", "*i32:16")]
            kernel = Kernel(symbol, names)
            a, b = (kernel.load_tile(n, (size,)) for n in "ab")
            both = cat(kernel, a, b)
            body = lambda x, y: [kernel.binary("arith.xori", x[0], y[0])]
            total = lambda x, y: [kernel.binary("arith.addi", x[0], y[0])]
            kernel.store_tile("out", kernel.reduce([both], 0, body)[0])
            one = kernel.constant(1, "i32")
            square = kernel.binary("arith.muli", both, both)
            kernel.store_tile(
                "out", kernel.reduce([square], 0, total)[0], offset=one
            )
            return kernel

        def make(rng, size=size):
            a, b = (formats.random_stored(rng, "i32", size) for _ in "ab")
            both = np.concatenate([a, b])
            want = [
                np.bitwise_xor.reduce(both),
                (both * both).sum(dtype=np.int32),
            ]
            return [Array("i32", a), Array("i32", b),
                    out("i32", np.array(want))]  # fmt: skip

        yield Case(f"shape/cat-{size}", build, make)


def broadcasts():
    for shape, target in (
        ((64, 1), (64, 32)), ((1, 64), (16, 64)), ((1, 1), (32, 32)),
        ((8, 1, 16), (8, 32, 16)), ((1, 8, 1), (4, 8, 16)),
    ):  # fmt: skip
        for warps in (1, 4, 8):
            yield moving(
                f"broadcast-{label(shape)}-{label(target)}", [shape],
                lambda k, x, t=target: k.broadcast(x, t),
                lambda x, t=target: np.broadcast_to(x, t), warps=warps,
            )  # fmt: skip


def chains():
    """Rows against columns, through reductions and transposes."""

    def outer(k, x, y):
        shape = (64, 32)
        a = k.broadcast(k.expand(x, 1), shape)
        b = k.broadcast(k.expand(y, 0), shape)
        return k.trans(k.binary("arith.subf", a, b), (1, 0))

    yield moving(
        "outer", [(64,), (32,)], outer,
        lambda x, y: (x[:, None] - y[None, :]).T,
    )  # fmt: skip

    def normal(k, x):
        largest = lambda a, b: [k.binary("arith.maxnumf", a[0], b[0])]
        (row,) = k.reduce([x], 1, largest)
        (column,) = k.reduce([x], 0, largest)
        a = k.broadcast(k.expand(row, 1), x.shape)
        b = k.broadcast(k.expand(column, 0), x.shape)
        return k.trans(k.binary("arith.subf", a, b), (1, 0))

    for warps in (1, 4, 8):
        yield moving(
            "row-minus-column", [(64, 64)], normal,
            lambda x: (x.max(1)[:, None] - x.max(0)[None, :]).T, warps=warps,
            sanitize=warps == 4,
        )  # fmt: skip

    def butterfly(k, x):
        for _ in range(3):
            pairs = k.reshape(x, (x.shape[0] // 2, 2))
            x = k.reshape(k.trans(pairs, (1, 0)), x.shape)
        return x

    def shuffled(x):
        for _ in range(3):
            x = x.reshape(-1, 2).T.reshape(-1)
        return x

    for element in TYPES:
        for size in (64, 1024, 4096):
            yield moving(
                f"shuffle-{size}", [(size,)], butterfly, shuffled,
                element=element,
            )  # fmt: skip


def gather_case(source, target, axis, warps, element="f32"):
    def build(symbol):
        kernel = Kernel(
            symbol,
            [("in", f"*{element}:16"), ("at", "*i32:16"),
             ("out", f"*{element}:16")],
        )  # fmt: skip
        x, at = kernel.load_tile("in", source), kernel.load_tile("at", target)
        gathered = kernel.emit(
            f"tt.gather {x.name}[{at.name}] {{axis = {axis} : i32}} :"
            f" ({x.type}, {at.type}) -> {type_text(element, target)}", element, target,
        )  # fmt: skip
        kernel.store_tile("out", gathered)
        return kernel

    def make(rng):
        x = formats.random_stored(rng, element, source)
        at = rng.integers(0, source[axis], target).astype(np.int32)
        want = np.take_along_axis(x, at.astype(np.int64), axis)
        return [Array(element, x), Array("i32", at),
                out(element, formats.decode(want, element))]  # fmt: skip

    return Case(
        f"shape/gather-{label(source)}-{label(target)}-axis{axis}-{element}"
        f"-w{warps}", build, make, warps=warps, sanitize=warps == 4,
    )  # fmt: skip


def gathers():
    places = (
        ((32,), (32,), 0), ((128,), (1024,), 0), ((1024,), (64,), 0),
        ((4, 64), (8, 64), 0), ((64, 4), (64, 16), 1), ((128, 64), (128, 64), 0),
        ((128, 64), (128, 64), 1), ((1024, 4), (4, 4), 0),
    )  # fmt: skip
    for source, target, axis in places:
        for warps in (1, 4, 8):
            yield gather_case(source, target, axis, warps)
    for element in TYPES:
        yield gather_case((16, 32), (16, 64), 1, 2, element)


def histogram_case(size, bins, warps, masked, element="i32"):
    def build(symbol):
        arguments = [("in", f"*{element}:16"), ("out", "*i32:16")]
        kernel = Kernel(symbol, arguments + [("mask", "*i8:16")])
        x = kernel.load_tile("in", (size,))
        mask = kernel.load_bool("mask", (size,)) if masked else None
        more = f", {mask.name}" if masked else ""
        counts = kernel.emit(
            f"tt.histogram {x.name}{more} : {x.type} -> {type_text('i32', (bins,))}",
            "i32", (bins,),
        )  # fmt: skip
        kernel.store_tile("out", counts)
        return kernel

    def make(rng):
        x = rng.integers(0, bins, size).astype(formats.storage(element))
        mask = rng.integers(0, 2, size).astype(np.int8)
        counted = x[mask == 1] if masked else x
        want = np.bincount(counted, minlength=bins).astype(np.int32)
        return [Array(element, x), out("i32", want), Array("i8", mask)]

    name = f"shape/histogram-{size}-{bins}-w{warps}-{element}"
    name += "-masked" if masked else ""
    return Case(name, build, make, warps=warps, sanitize=warps == 4)


def histograms():
    for size, bins in ((16, 2), (1024, 32), (2048, 256), (64, 512), (32, 1)):
        for warps in (1, 4, 8):
            for masked in (False, True):
                yield histogram_case(size, bins, warps, masked)
    for element in ("i8", "i16", "i64"):
        yield histogram_case(512, 64, 4, False, element)


def cases():
    yield from reshapes()
    yield from transposes()
    yield from joins()
    yield from cats()
    yield from broadcasts()
    yield from chains()
    yield from gathers()
    yield from histograms()
