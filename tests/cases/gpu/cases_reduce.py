# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and scans: shapes, axes, warps, types, several operands, combines
that do not commute. Floats are such that sums and products are exact in any order,
but for the cases that measure the error of sums and products. No result is all zero
(check_strength.py)."""

import numpy as np

import formats
from case import EXACT, EXACT_VALUE, Array, Bound, Case, out
from kernel_text import Kernel

# Every (shape, axis).
PLACES = [
    (shape, axis)
    for shape in (
        (1,), (2,), (16,), (64,), (512,), (4096,), (16384,),
        (1, 1), (4, 4), (64, 64), (16, 256), (256, 16), (128, 1), (1, 128),
        (2, 2048), (2048, 2), (128, 128),
        (8, 16, 32), (2, 2, 2), (64, 2, 8), (1, 32, 4),
    )
    for axis in range(len(shape))
]  # fmt: skip
WARPS = (1, 2, 4, 8)


def label(shape):
    return "x".join(map(str, shape))


def small_values(rng, element, shape, low=-4, high=5):
    values = rng.integers(low, high, shape)
    return formats.encode(values.astype(np.float64), element)


def nonzero_values(rng, element, shape):
    """Small integers, more of them positive: sums are hardly ever 0."""
    values = rng.integers(-3, 6, shape)
    return formats.encode((values + (values >= 0)).astype(np.float64), element)


def any_values(rng, element, shape):
    if formats.is_float(element):
        return formats.random_stored(rng, element, shape, -100, 100)
    return formats.random_stored(rng, element, shape)


def odd_values(rng, element, shape):
    """Integers whose products modulo 2^N are not 0."""
    return any_values(rng, element, shape) | 1


def mostly_ones(rng, element, shape):
    """Integers of which each bit is 0 in one of 1024."""
    parts = [any_values(rng, element, shape) for _ in range(10)]
    return np.bitwise_or.reduce(parts)


def mostly_zeros(rng, element, shape):
    return ~mostly_ones(rng, element, shape)


def few_along_each_axis(rng, shape, most):
    """A mask that has up to `most` elements in each line of a tile."""
    mask = rng.random(shape) < 2 / max(shape)
    for axis in range(len(shape)):
        mask &= np.cumsum(mask, axis) <= most
    return mask


def factors(rng, element, shape):
    """Floats whose products along an axis are exact in any order: up to 4 factors
    of 1.5, 2 and 0.5 each, of random signs."""
    values = rng.choice([-1.0, 1.0], shape)
    for factor in (1.5, 2.0, 0.5):
        values[few_along_each_axis(rng, shape, 4)] *= factor
    return formats.encode(values, element)


def near_one(rng, element, shape):
    """Floats of random signs whose products neither overflow nor vanish."""
    size = np.exp(rng.uniform(-0.25, 0.25, shape))
    return formats.encode(size * rng.choice([-1.0, 1.0], shape), element)


def binary(operation):
    return lambda k: lambda a, b: [k.binary(operation, a[0], b[0])]


def unsigned(function):
    def apply(a, axis):
        kind = np.dtype(f"u{a.dtype.name}")
        return function(a.view(kind), axis).view(a.dtype)

    return apply


# name: operation, reference, types, inputs
REDUCTIONS = {
    "addf": ("arith.addf", np.sum, ("f16", "bf16", "f32", "f64"), None),
    "addi": ("arith.addi", lambda a, axis: np.sum(a, axis, dtype=a.dtype),
             ("i8", "i16", "i32", "i64"), any_values),
    "muli": ("arith.muli", lambda a, axis: np.prod(a, axis, dtype=a.dtype),
             ("i32", "i64"), odd_values),
    "mulf": ("arith.mulf", np.prod, ("f16", "bf16", "f32", "f64"), factors),
    "maxnumf": ("arith.maxnumf", np.max, ("f16", "bf16", "f32", "f64"),
                any_values),
    "minnumf": ("arith.minnumf", np.min, ("f16", "bf16", "f32", "f64"),
                any_values),
    "maximumf": ("arith.maximumf", np.max, ("f16", "f32"), any_values),
    "maxsi": ("arith.maxsi", np.max, ("i8", "i16", "i32", "i64"), any_values),
    "minsi": ("arith.minsi", np.min, ("i8", "i16", "i32", "i64"), any_values),
    "maxui": ("arith.maxui", unsigned(np.max), ("i8", "i32", "i64"),
              any_values),
    "minui": ("arith.minui", unsigned(np.min), ("i8", "i32", "i64"),
              odd_values),
    "xori": ("arith.xori", np.bitwise_xor.reduce, ("i8", "i32", "i64"),
             any_values),
    "andi": ("arith.andi", np.bitwise_and.reduce, ("i32",), mostly_ones),
    "ori": ("arith.ori", np.bitwise_or.reduce, ("i32",), mostly_zeros),
}  # fmt: skip


def reduce_case(name, operation, element, place, **more):
    shape, axis = place
    reference, inputs = more["reference"], more.get("inputs") or small_values
    bound = more.get("bound", EXACT_VALUE)

    def build(symbol):
        kernel = Kernel(
            symbol, [("in", f"*{element}:16"), ("out", f"*{element}:16")]
        )
        x = kernel.load_tile("in", shape)
        (y,) = kernel.reduce([x], axis, binary(operation)(kernel))
        kernel.store_tile("out", y)
        return kernel

    def make(rng):
        x = inputs(rng, element, shape)
        want = reference(formats.decode(x, element), axis=axis)
        limit = bound(formats.decode(x, element)) if callable(bound) else bound
        return [Array(element, x), out(element, want, limit)]

    return Case(
        f"reduce/{name}-{element}-{label(shape)}-axis{axis}-w{more['warps']}",
        build, make, warps=more["warps"], sanitize=more.get("sanitize", False),
    )  # fmt: skip


def plain_reductions():
    for place in PLACES:
        for warps in WARPS:
            yield reduce_case(
                "addf", "arith.addf", "f32", place, reference=np.sum,
                inputs=nonzero_values, warps=warps, sanitize=warps == 4 and np.prod(place[0]) < 5000,
            )  # fmt: skip
        yield reduce_case(
            "maxsi", "arith.maxsi", "i16", place, reference=np.max, warps=4,
            inputs=any_values,
        )  # fmt: skip
    for name, (operation, reference, types, inputs) in REDUCTIONS.items():
        for element in types:
            for place in (((1024,), 0), ((32, 64), 0), ((32, 64), 1)):
                if name == "addf" and place == ((1024,), 0):
                    inputs = lambda r, e, s: small_values(r, e, s, -1, 2)
                yield reduce_case(
                    f"op-{name}", operation, element, place, warps=4,
                    reference=reference, inputs=inputs,
                )  # fmt: skip


def sum_errors():
    """Sums of random values: a tree's error, taken as 2 log2(n) roundings. The
    values of each sum are of another size."""
    for element in ("f16", "bf16", "f32", "f64"):
        for place in (((4096,), 0), ((64, 128), 1), ((128, 64), 0)):
            shape, axis = place
            steps = 2 * np.log2(shape[axis])
            epsilon = formats.FLOATS[element].epsilon

            def bound(x, steps=steps, epsilon=epsilon, axis=axis):
                return Bound(absolute=steps * epsilon * np.abs(x).sum(axis=axis))

            def inputs(rng, element, shape, axis=axis):
                line = np.moveaxis(np.zeros(shape), axis, 0)[0]
                scale = rng.uniform(0.25, 1.0, line.shape)
                values = rng.random(shape) * np.expand_dims(scale, axis)
                return formats.encode(values, element)

            yield reduce_case(
                "error", "arith.addf", element, place, warps=4,
                reference=np.sum, bound=bound, inputs=inputs,
            )  # fmt: skip


# Elements of products of random values, few enough for their roundings to stay
# below an eighth of the product.
FACTORS = {"f16": 128, "bf16": 16, "f32": 1024, "f64": 1024}


def product_bound(element, count):
    """Each of count - 1 products is off by half a unit of the last place."""
    relative = count * formats.FLOATS[element].epsilon / 2
    assert relative <= 1 / 8
    return Bound(relative=relative)


def products():
    """Products that are rounded, by reductions and by scans."""
    for element, count in FACTORS.items():
        bound = product_bound(element, count)
        for place in (((count,), 0), ((count, 8), 0), ((32, count), 1)):
            for warps in (1, 4):
                yield reduce_case(
                    "error-mulf", "arith.mulf", element, place, warps=warps,
                    reference=np.prod, bound=bound, inputs=near_one,
                )  # fmt: skip
            for reverse in (False, True):
                yield scan_case(
                    "error-mulf", element, place, operation="arith.mulf",
                    reference=np.cumprod, bound=bound, inputs=near_one,
                    reverse=reverse,
                )  # fmt: skip


# -- Several operands


def arg_body(kernel, is_float, greatest):
    """The greatest or least value and its first index."""
    predicate = ("ogt" if greatest else "olt") if is_float else (
        "sgt" if greatest else "slt")  # fmt: skip
    operation = "arith.cmpf" if is_float else "arith.cmpi"

    def body(a, b):
        equal = kernel.compare(
            operation, "oeq" if is_float else "eq", a[0], b[0]
        )
        first = kernel.compare("arith.cmpi", "slt", a[1], b[1])
        tie = kernel.binary("arith.andi", equal, first)
        better = kernel.compare(operation, predicate, a[0], b[0])
        left = kernel.binary("arith.ori", better, tie)
        return [
            kernel.select(left, a[0], b[0]),
            kernel.select(left, a[1], b[1]),
        ]

    return body


def arg_case(element, place, warps, greatest):
    shape, axis = place

    def build(symbol):
        kernel = Kernel(
            symbol,
            [("in", f"*{element}:16"), ("value", f"*{element}:16"),
             ("index", "*i32:16")],
        )  # fmt: skip
        x = kernel.load_tile("in", shape)
        index = kernel.range(shape[axis])
        for other in range(len(shape)):
            if other != axis:
                index = kernel.expand(index, other)
        index = kernel.broadcast(index, shape)
        body = arg_body(kernel, formats.is_float(element), greatest)
        value, place = kernel.reduce([x, index], axis, body)
        kernel.store_tile("value", value)
        kernel.store_tile("index", place)
        return kernel

    def make(rng):
        x = small_values(rng, element, shape, -9, 9)
        if len(shape) == 1:
            x[0] = 0  # the result is not index 0
        values = formats.decode(x, element)
        best = (np.argmax if greatest else np.argmin)(values, axis=axis)
        value = (np.max if greatest else np.min)(values, axis=axis)
        return [
            Array(element, x),
            out(element, value, EXACT_VALUE),
            out("i32", best.astype(np.int32)),
        ]

    which = "argmax" if greatest else "argmin"
    return Case(
        f"reduce/{which}-{element}-{label(shape)}-axis{axis}-w{warps}", build,
        make, warps=warps, sanitize=warps == 4,
    )  # fmt: skip


def welford_case(place, warps):
    """Count, mean and squared deviations, combined (Chan's formula)."""
    shape, axis = place

    def build(symbol):
        kernel = Kernel(
            symbol,
            [("in", "*f32:16"), ("mean", "*f32:16"), ("square", "*f32:16")],
        )
        x = kernel.load_tile("in", shape)
        one = kernel.constant("1.0", "f32", shape)
        zero = kernel.constant("0.0", "f32", shape)

        def body(a, b):
            f = lambda op, x, y: kernel.binary(f"arith.{op}", x, y)
            count = f("addf", a[0], b[0])
            delta = f("subf", b[1], a[1])
            part = f("divf", b[0], count)
            mean = f("addf", a[1], f("mulf", delta, part))
            more = f("mulf", f("mulf", delta, delta), f("mulf", a[0], part))
            square = f("addf", f("addf", a[2], b[2]), more)
            return [count, mean, square]

        _, mean, square = kernel.reduce([one, x, zero], axis, body)
        kernel.store_tile("mean", mean)
        kernel.store_tile("square", square)
        return kernel

    def make(rng):
        x = formats.random_stored(rng, "f32", shape)
        values = x.astype(np.float64)
        square = values.var(axis=axis) * shape[axis]
        return [
            Array("f32", x),
            out("f32", values.mean(axis=axis), Bound(absolute=1e-5)),
            out("f32", square, Bound(relative=1e-5)),
        ]

    name = f"reduce/welford-{label(shape)}-axis{axis}-w{warps}"
    return Case(name, build, make, warps=warps)


# -- Scans


def scan_case(name, element, place, **more):
    shape, axis = place
    reverse, warps = more.get("reverse", False), more.get("warps", 4)
    operation, reference = more["operation"], more["reference"]
    inputs = more.get("inputs", any_values)
    bound = more.get("bound", EXACT_VALUE)

    def build(symbol):
        kernel = Kernel(
            symbol, [("in", f"*{element}:16"), ("out", f"*{element}:16")]
        )
        x = kernel.load_tile("in", shape)
        body = binary(operation)(kernel)
        (y,) = kernel.scan([x], axis, reverse, body)
        kernel.store_tile("out", y)
        return kernel

    def make(rng):
        x = inputs(rng, element, shape)
        values = formats.decode(x, element)
        if reverse:
            values = np.flip(values, axis)
        want = reference(values, axis)
        want = np.flip(want, axis) if reverse else want
        return [Array(element, x), out(element, want, bound)]

    way = "-reverse" if reverse else ""
    return Case(
        f"scan/{name}-{element}-{label(shape)}-axis{axis}-w{warps}{way}", build,
        make, warps=warps, sanitize=warps == 4 and shape == (32, 64),
    )  # fmt: skip


def affine_case(place, warps, reverse):
    """Compositions of x -> p x + q modulo 2^32: does not commute."""
    shape, axis = place

    def build(symbol):
        names = ("p", "q", "outp", "outq")
        kernel = Kernel(symbol, [(n, "*i32:16") for n in names])
        p, q = kernel.load_tile("p", shape), kernel.load_tile("q", shape)

        def body(a, b):
            product = kernel.binary("arith.muli", a[0], b[0])
            moved = kernel.binary("arith.muli", a[1], b[0])
            return [product, kernel.add(moved, b[1])]

        p, q = kernel.scan([p, q], axis, reverse, body)
        kernel.store_tile("outp", p)
        kernel.store_tile("outq", q)
        return kernel

    def make(rng):
        p, q = (formats.random_stored(rng, "i32", shape) for _ in "pq")
        turn = (lambda a: np.flip(a, axis)) if reverse else (lambda a: a)
        wide = [
            np.moveaxis(turn(a).astype(np.int64), axis, 0) for a in (p, q)
        ]
        outs = [np.empty_like(wide[0]), np.empty_like(wide[1])]
        x, y = wide[0][0], wide[1][0]
        for i in range(shape[axis]):
            if i:
                x = (x * wide[0][i]).astype(np.int32).astype(np.int64)
                y = y * wide[0][i] + wide[1][i]
                y = y.astype(np.int32).astype(np.int64)
            outs[0][i], outs[1][i] = x, y
        outs = [turn(np.moveaxis(o, 0, axis)).astype(np.int32) for o in outs]
        return [Array("i32", p), Array("i32", q)] + [
            out("i32", o) for o in outs
        ]

    way = "-reverse" if reverse else ""
    return Case(
        f"scan/affine-{label(shape)}-axis{axis}-w{warps}{way}", build, make,
        warps=warps, sanitize=warps == 4,
    )  # fmt: skip


def scans():
    wrapping = lambda f: lambda a, axis: f(a, axis, dtype=a.dtype)
    sums = {"operation": "arith.addi", "reference": wrapping(np.cumsum)}
    for place in PLACES:
        for warps in WARPS:
            yield scan_case("addi", "i32", place, warps=warps, **sums)
        yield scan_case("addi", "i32", place, reverse=True, **sums)
    for element in ("i8", "i16", "i64"):
        for place in (((1024,), 0), ((32, 64), 0), ((32, 64), 1)):
            yield scan_case("addi", element, place, **sums)
    for element in ("f16", "bf16", "f32", "f64"):
        for place in (((256,), 0), ((32, 64), 0), ((32, 64), 1)):
            yield scan_case(
                "addf", element, place, operation="arith.addf",
                reference=np.cumsum,
                inputs=lambda r, e, s: small_values(r, e, s, -1, 2),
            )  # fmt: skip
            yield scan_case(
                "mulf", element, place, operation="arith.mulf",
                reference=np.cumprod, inputs=factors,
            )  # fmt: skip
            yield scan_case(
                "maxnumf", element, place, operation="arith.maxnumf",
                reference=lambda a, axis: np.maximum.accumulate(a, axis),
            )  # fmt: skip
    for place in (((1024,), 0), ((32, 64), 0), ((32, 64), 1), ((4096,), 0),
                  ((2, 512), 1), ((4, 8, 16), 1)):  # fmt: skip
        for warps in (1, 4, 8):
            for reverse in (False, True):
                yield affine_case(place, warps, reverse)


def cases():
    yield from plain_reductions()
    yield from sum_errors()
    yield from products()
    for element in ("f16", "f32", "i32", "i64"):
        for place in (((32,), 0), ((1024,), 0), ((64, 32), 0), ((64, 32), 1)):
            for warps in (1, 4, 8):
                yield arg_case(element, place, warps, warps != 4)
    for place in (((1024,), 0), ((64, 32), 0), ((8, 256), 1)):
        for warps in (1, 4):
            yield welford_case(place, warps)
    yield from scans()
