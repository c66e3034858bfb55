# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products: every type and precision, shapes, warps, operands from memory,
registers and transposes, loops that are pipelined, batches.

Most inputs are small integers: their products are exact in every precision, so
that any error of placement shows. "error" cases have random inputs; how far the
results may be off is in PRECISIONS, relative to the product of the absolute
values.
"""

import numpy as np

import formats
from case import EXACT_VALUE, Array, Bound, Case, Scalar, out
from kernel_text import Kernel

# (name, A, B, accumulator, inputPrecision, error relative to |A| |B| by K)
# Tensor cores drop bits of f32 after the 10th of tf32; two terms of bf16 have
# 16 bits, three of bf16 or of tf32 at least 20. Products of 8-bit floats are
# added with about 13 bits on Hopper.
PRECISIONS = (
    ("f16", "f16", "f16", "f32", None, lambda k: k * 2.0**-24),
    ("f16-acc16", "f16", "f16", "f16", None, lambda k: k * 2.0**-11),
    ("bf16", "bf16", "bf16", "f32", None, lambda k: k * 2.0**-24),
    ("tf32", "f32", "f32", "f32", "tf32", lambda k: 2.0**-9),
    ("tf32x3", "f32", "f32", "f32", "tf32x3", lambda k: 2.0**-18),
    ("bf16x3", "f32", "f32", "f32", "bf16x3", lambda k: 2.0**-14),
    ("bf16x6", "f32", "f32", "f32", "bf16x6", lambda k: 2.0**-18),
    ("ieee", "f32", "f32", "f32", "ieee", lambda k: k * 2.0**-24),
    ("f64", "f64", "f64", "f64", None, lambda k: k * 2.0**-53),
    ("i8", "i8", "i8", "i32", None, None),
    ("e4m3", "f8E4M3FN", "f8E4M3FN", "f32", None, lambda k: 2.0**-10),
    ("e5m2", "f8E5M2", "f8E5M2", "f32", None, lambda k: 2.0**-10),
    ("e4m3-e5m2", "f8E4M3FN", "f8E5M2", "f32", None, lambda k: 2.0**-10),
    ("e5m2-e4m3", "f8E5M2", "f8E4M3FN", "f32", None, lambda k: 2.0**-10),
)  # fmt: skip
BY_NAME = {p[0]: p for p in PRECISIONS}
SHAPES = (
    (16, 16, 16), (32, 32, 32), (64, 64, 64), (128, 128, 64), (64, 128, 32),
    (128, 64, 32), (128, 256, 64), (256, 128, 32), (16, 64, 32), (64, 16, 128),
    (16, 256, 16),
)  # fmt: skip


def dot(kernel, a, b, c, precision):
    more = f", inputPrecision = {precision}" if precision else ""
    return kernel.emit(
        f"tt.dot {a.name}, {b.name}, {c.name}{more} :"
        f" {a.type} * {b.type} -> {c.type}",
        c.element, c.shape,
    )  # fmt: skip


def zero(kernel, element, shape):
    literal = "0.0" if formats.is_float(element) else "0"
    return kernel.constant(literal, element, shape)


def integers(rng, element, shape):
    values = rng.integers(-3, 4, shape).astype(np.float64)
    return formats.encode(values, element)


def uniform(rng, element, shape):
    if formats.is_float(element):
        return formats.random_stored(rng, element, shape, -1, 1)
    return formats.random_stored(rng, element, shape)


def product(a, b, kinds):
    return np.matmul(*(
        formats.decode(x, k).astype(
            np.float64 if formats.is_float(k) else np.int64
        )
        for x, k in zip((a, b), kinds)
    ))  # fmt: skip


def result_of(precision, a, b, c=0):
    """The output argument; exact, or with the bound of the precision."""
    name, ka, kb, kc, _, error = precision
    want = product(a, b, (ka, kb)) + c
    if error is None:
        return out(kc, want.astype(formats.storage(kc)))
    size = np.matmul(abs(formats.decode(a, ka)), abs(formats.decode(b, kb)))
    limit = (size.max() + 1) * error(a.shape[-1])
    return out(kc, want, Bound(absolute=limit))


# How operands come about: as loaded, transposed, or computed in registers.
def as_loaded(kernel, name, shape):
    return kernel.load_tile(name, shape)


def transposed(kernel, name, shape):
    return kernel.trans(kernel.load_tile(name, shape[::-1]), (1, 0))


def strided(kernel, name, shape):
    """Column by column in memory; a transpose without tt.trans."""
    return kernel.load_tile(name, shape, (1, shape[0]))


def computed(kernel, name, shape):
    x = kernel.load_tile(name, shape)
    if formats.is_float(x.element) and formats.width(x.element) > 8:
        return kernel.unary("arith.negf", kernel.unary("arith.negf", x))
    return kernel.select(
        kernel.constant("true", "i1", shape), x, x
    )


OPERANDS = {
    "n": as_loaded, "t": transposed, "s": strided, "r": computed,
}  # fmt: skip


def dot_case(precision, shape, warps, ways="nn", random=False, **more):
    name, ka, kb, kc, mode, _ = precision
    m, n, k = shape
    accumulate = more.get("accumulate", False)

    def build(symbol):
        arguments = [("a", f"*{ka}:16"), ("b", f"*{kb}:16"),
                     ("out", f"*{kc}:16"), ("c", f"*{kc}:16")]  # fmt: skip
        kernel = Kernel(symbol, arguments)
        a = OPERANDS[ways[0]](kernel, "a", (m, k))
        b = OPERANDS[ways[1]](kernel, "b", (k, n))
        c = zero(kernel, kc, (m, n))
        if accumulate:
            c = kernel.load_tile("c", (m, n))
        kernel.store_tile("out", dot(kernel, a, b, c, mode))
        return kernel

    def make(rng):
        draw = uniform if random else integers
        a, b = draw(rng, ka, (m, k)), draw(rng, kb, (k, n))
        c = integers(rng, kc, (m, n))
        result = result_of(
            precision, a, b, formats.decode(c, kc) if accumulate else 0
        )
        if not random:
            result.bound = EXACT_VALUE
        stored = [
            np.ascontiguousarray(x.T) if w in "ts" else x
            for x, w in zip((a, b), ways)
        ]
        return [Array(ka, stored[0]), Array(kb, stored[1]), result,
                Array(kc, c)]  # fmt: skip

    label = f"dot/{name}-{m}x{n}x{k}-{ways}-w{warps}"
    label += "-error" if random else ""
    label += "-plus" if accumulate else ""
    return Case(
        label, build, make, warps=warps,
        sanitize=more.get("sanitize", False),
        architectures=more.get("architectures", 80),
    )  # fmt: skip


def several_uses(kernel, x):
    """x * x - x: the tile is an operand twice, and of an older operation."""
    less = kernel.unary("arith.negf", x)
    return kernel.binary("arith.addf", kernel.binary("arith.mulf", x, x), less)


def loop_case(precision, tile, counts, warps, stages, ways="nn", variant=""):
    """A product of whole matrices by one program: a loop over K whose loads
    are pipelined. Column-major operands are "s". Variants: `uses`, where the
    left operand is computed by several uses of the load; a policy of caches."""
    name, ka, kb, kc, mode, _ = precision
    m, n, k = tile
    total = k * counts

    def build(symbol):
        arguments = [("a", f"*{ka}:16"), ("b", f"*{kb}:16"),
                     ("out", f"*{kc}:16"), ("n", "i32")]  # fmt: skip
        kernel = Kernel(symbol, arguments)
        strides = {
            "a": (total, 1) if ways[0] == "n" else (1, m),
            "b": (n, 1) if ways[1] == "n" else (1, total),
        }
        step_a = k * strides["a"][1]
        step_b = k * strides["b"][0]
        a = kernel.addresses("a", (m, k), strides["a"])
        b = kernel.addresses("b", (k, n), strides["b"])
        more_a = kernel.constant(step_a, "i32", (m, k))
        more_b = kernel.constant(step_b, "i32", (k, n))
        low, step = kernel.constant(0, "i32"), kernel.constant(1, "i32")

        def body(_, carried):
            at, bt, total = carried
            hint = f" evictionPolicy = {variant}" if "evict" in variant else ""
            x, y = kernel.load(at, more=hint), kernel.load(bt, more=hint)
            if variant == "uses":
                x = several_uses(kernel, x)
            total = dot(kernel, x, y, total, mode)
            return [kernel.addptr(at, more_a), kernel.addptr(bt, more_b),
                    total]  # fmt: skip

        start = zero(kernel, kc, (m, n))
        _, _, c = kernel.loop((low, kernel["n"], step), [a, b, start], body)
        kernel.store_tile("out", c)
        return kernel

    def make(rng):
        a, b = integers(rng, ka, (m, total)), integers(rng, kb, (total, n))
        values = formats.decode(a, ka) if variant == "uses" else None
        left = a if values is None else formats.encode(values**2 - values, ka)
        result = result_of(precision, left, b)
        result.bound = EXACT_VALUE
        stored = [
            np.ascontiguousarray(x.T) if w == "s" else x
            for x, w in zip((a, b), ways)
        ]
        return [Array(ka, stored[0]), Array(kb, stored[1]), result,
                Scalar("i32", counts)]  # fmt: skip

    return Case(
        f"dot/loop-{name}-{m}x{n}x{k}-{ways}-times{counts}-w{warps}-s{stages}"
        + (f"-{variant}" if variant else ""),
        build, make, warps=warps, stages=stages,
        sanitize=counts == 3 and m * n <= 64 * 64,
    )  # fmt: skip


def batch_case(precision, shape, warps):
    name, ka, kb, kc, mode, _ = precision
    count, m, n, k = shape

    def build(symbol):
        arguments = [("a", f"*{ka}:16"), ("b", f"*{kb}:16"),
                     ("out", f"*{kc}:16")]  # fmt: skip
        kernel = Kernel(symbol, arguments)
        a = kernel.load_tile("a", (count, m, k))
        b = kernel.load_tile("b", (count, k, n))
        c = zero(kernel, kc, (count, m, n))
        kernel.store_tile("out", dot(kernel, a, b, c, mode))
        return kernel

    def make(rng):
        a = integers(rng, ka, (count, m, k))
        b = integers(rng, kb, (count, k, n))
        result = result_of(precision, a, b)
        result.bound = EXACT_VALUE
        return [Array(ka, a), Array(kb, b), result]

    label = "x".join(map(str, shape))
    return Case(f"dot/batch-{name}-{label}-w{warps}", build, make, warps=warps)


def chain_case(name, shape, warps):
    """A product whose left operand is a product's result, as in attention; and
    a reduction of its rows."""
    m, n, k = shape
    precision = BY_NAME[name]
    _, ka, _, kc, mode, _ = precision

    def build(symbol):
        names = [("a", f"*{ka}:16"), ("b", f"*{ka}:16"), ("v", f"*{ka}:16"),
                 ("out", "*f32:16"), ("sums", "*f32:16")]  # fmt: skip
        kernel = Kernel(symbol, names)
        a = kernel.load_tile("a", (m, k))
        b = kernel.load_tile("b", (k, n))
        v = kernel.load_tile("v", (n, k))
        p = dot(kernel, a, b, zero(kernel, kc, (m, n)), mode)
        small = kernel.constant("0.125", "f32", (m, n))
        p = kernel.binary("arith.mulf", p, small)
        add = lambda x, y: [kernel.binary("arith.addf", x[0], y[0])]
        (sums,) = kernel.reduce([p], 1, add)
        kernel.store_tile("sums", sums)
        if ka != "f32":
            p = kernel.cast("arith.truncf", p, ka)
        kernel.store_tile(
            "out", dot(kernel, p, v, zero(kernel, kc, (m, k)), mode)
        )
        return kernel

    def make(rng):
        draw = lambda s: formats.encode(rng.integers(-1, 2, s) * 1.0, ka)
        a, b, v = draw((m, k)), draw((k, n)), draw((n, k))
        p = product(a, b, (ka, ka)) / 8
        want = p @ formats.decode(v, ka)
        return [Array(ka, a), Array(ka, b), Array(ka, v),
                out("f32", want, EXACT_VALUE),
                out("f32", p.sum(1), EXACT_VALUE)]  # fmt: skip

    label = "x".join(map(str, shape))
    return Case(f"dot/chain-{name}-{label}-w{warps}", build, make, warps=warps)


def fits(precision, shape):
    """8-bit products have K of 32 or more; f64 products stay small, and exact
    f32 products smaller than the largest, or their kernels are huge."""
    m, n, k = shape
    if formats.width(precision[1]) == 8 and k < 32:
        return False
    most, longest = {"f64": (64 * 64, 64), "ieee": (128 * 128, 128)}.get(
        precision[0], (m * n, k))  # fmt: skip
    return m * n <= most and k <= longest


def cases():
    for precision in PRECISIONS:
        for shape in SHAPES:
            if not fits(precision, shape):
                continue
            for warps in (1, 4, 8):
                m, n, _ = shape
                if m * n // (32 * warps) > 128:
                    continue  # no room in registers
                yield dot_case(
                    precision, shape, warps,
                    sanitize=warps == 4 and shape == (64, 64, 64),
                )  # fmt: skip
        shape = (64, 64, 64)
        yield dot_case(precision, shape, 4, random=True)
        yield dot_case(precision, shape, 4, accumulate=True)
        yield dot_case(precision, shape, 2)
        for ways in ("nt", "tn", "tt", "sn", "ns", "ss", "rn", "nr", "rt"):
            yield dot_case(precision, shape, 4, ways)
        for warps in (4, 8):
            yield dot_case(precision, (128, 64, 32), warps, "ns")
        for warps in (1, 4):
            yield batch_case(precision, (4, 16, 16, 32), warps)
            yield batch_case(precision, (2, 32, 32, 32), warps)
        for stages in (1, 2, 3, 4, 5):
            yield loop_case(precision, (64, 64, 32), 5, 4, stages)
        for counts in (0, 1, 2, 3):
            yield loop_case(precision, (64, 64, 32), counts, 4, 3)
    for name in ("f16", "bf16", "tf32"):
        for warps in (1, 4, 8):
            for stages in (2, 3, 4):
                for variant in ("uses", "evict_first", "evict_last"):
                    yield loop_case(BY_NAME[name], (64, 64, 32), 5, warps,
                                    stages, variant=variant)  # fmt: skip
    for name in ("f16", "bf16", "e4m3", "i8", "tf32"):
        precision = BY_NAME[name]
        for ways in ("nn", "sn", "ns", "ss"):
            for tile, warps in (((128, 128, 64), 4), ((128, 128, 64), 8),
                                ((64, 256, 64), 4), ((128, 256, 64), 8)):  # fmt: skip
                yield loop_case(precision, tile, 6, warps, 3, ways)
    for name in ("f16", "bf16", "tf32"):
        for shape, warps in (((64, 64, 64), 4), ((128, 64, 64), 4),
                             ((128, 128, 64), 8), ((16, 32, 16), 1)):  # fmt: skip
            yield chain_case(name, shape, warps)
