# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles whose extents are not powers of two. After the elements of each float input
there are NaN, which results would have if padding counted; after those of each
output there is what must not be overwritten."""

import numpy as np

import formats
from case import EXACT, EXACT_VALUE, Array, Bound, Case, Scalar
from kernel_text import Kernel, type_text

TAIL = 100


def label(shape):
    return "x".join(map(str, shape))


def given(element, stored):
    """An input and what is after it: NaN, or the greatest integers."""
    if formats.is_float(element):
        tail = formats.encode(np.full(TAIL, np.nan), element)
    else:
        kind = formats.storage(element)
        tail = np.full(TAIL, np.iinfo(kind).max, kind)
    return Array(element, np.concatenate([stored.reshape(-1), tail]))


def result(element, want, bound=EXACT):
    """An output; `want` is stored, or float64 for floats."""
    kind = formats.storage(element)
    before = np.arange(np.size(want) + TAIL).astype(kind)
    tail = before[np.size(want) :]
    if formats.is_float(element):
        tail = formats.decode(tail, element)
    return Array(element, before, np.concatenate([np.ravel(want), tail]), bound)


def tile_case(name, shapes, body, reference, element="f32", **more):
    """A kernel that loads tiles of `shapes` and stores `body` of them. `reference`
    computes with decoded numbers."""
    to = more.pop("to", element)
    bound = more.pop("bound", EXACT_VALUE if formats.is_float(to) else EXACT)
    values = more.pop("values", None)

    def build(symbol):
        names = [f"in{i}" for i in range(len(shapes))]
        pointers = [(n, f"*{element}:16") for n in names] + [("out", f"*{to}:16")]
        kernel = Kernel(symbol, pointers)
        tiles = [kernel.load_tile(n, s) for n, s in zip(names, shapes)]
        kernel.store_tile("out", body(kernel, *tiles))
        return kernel

    def make(rng):
        stored = [
            values(rng, s) if values else formats.random_stored(rng, element, s)
            for s in shapes
        ]
        want = np.asarray(reference(*(formats.decode(s, element) for s in stored)))
        if not formats.is_float(to):
            want = want.astype(formats.storage(to))
        return [given(element, s) for s in stored] + [result(to, want, bound)]

    return Case(f"padding/{name}", build, make, **more)


def whole(element):
    """Small integers, whose sums and products are exact."""

    def values(rng, shape):
        return formats.encode(rng.integers(-4, 5, shape).astype(np.float64), element)

    return values


def simple(operation, element):
    def body(kernel, tile, axis):
        def combine(left, right):
            return [kernel.binary(operation, left[0], right[0])]

        return kernel.reduce([tile], axis, combine)[0]

    return body


def unsigned(function):
    """A function of numbers that are read without a sign."""
    return lambda x, axis: function(x.astype(np.uint32), axis)


def reductions():
    operations = (
        ("arith.addf", "f32", np.sum), ("arith.maxnumf", "f32", np.max),
        ("arith.minnumf", "f32", np.min), ("arith.maximumf", "f32", np.max),
        ("arith.minimumf", "f32", np.min), ("arith.addi", "i32", np.sum),
        ("arith.maxsi", "i32", np.max), ("arith.minsi", "i32", np.min),
        ("arith.maxui", "i32", unsigned(np.max)),
        ("arith.minui", "i32", unsigned(np.min)),
        ("arith.andi", "i32", np.bitwise_and.reduce),
        ("arith.ori", "i32", np.bitwise_or.reduce),
        ("arith.xori", "i32", np.bitwise_xor.reduce),
    )  # fmt: skip
    for operation, element, function in operations:
        for shape, axis in (((80,), 0), ((12, 20), 1), ((12, 20), 0)):
            body = simple(operation, element)
            yield tile_case(
                f"reduce-{operation}-{label(shape)}-{axis}", [shape],
                lambda k, x, b=body, a=axis: b(k, x, a),
                lambda x, f=function, a=axis: f(x, a), element=element,
                values=whole("f32") if element == "f32" else None,
            )  # fmt: skip
    yield tile_case(
        "reduce-mulf", [(96,)], lambda k, x: simple("arith.mulf", "f32")(k, x, 0),
        np.prod, values=lambda rng, s: formats.encode(
            np.where(np.arange(s[0]) % 31 == 5, -2.0, 1.0), "f32"),
    )  # fmt: skip
    yield tile_case(
        "reduce-nan", [(5,)], lambda k, x: simple("arith.maxnumf", "f32")(k, x, 0),
        lambda x: np.nan, values=lambda rng, s: formats.encode(np.full(s, np.nan), "f32"),
    )  # fmt: skip


def argmax(kernel, tile):
    index = kernel.range(tile.shape[0])

    def combine(left, right):
        more = kernel.compare("arith.cmpf", "ogt", left[0], right[0])
        same = kernel.compare("arith.cmpf", "oeq", left[0], right[0])
        first = kernel.compare("arith.cmpi", "slt", left[1], right[1])
        takes = kernel.binary("arith.ori", more, kernel.binary("arith.andi", same, first))
        return [kernel.select(takes, a, b) for a, b in zip(left, right)]

    return kernel.reduce([tile, index], 0, combine)[1]


def total(kernel, tile):
    """The sum of all elements: a reshape first."""
    flat = kernel.reshape(tile, (int(np.prod(tile.shape)),), " allow_reorder")
    return simple("arith.addf", "f32")(kernel, flat, 0)


def conditions():
    for size in (3, 80, 384):
        yield tile_case(f"argmax-{size}", [(size,)], argmax, np.argmax, to="i32",
                        values=whole("f32"))  # fmt: skip
    yield tile_case("argmax-negative", [(96,)], argmax, np.argmax, to="i32",
                    values=lambda rng, s: formats.encode(
                        rng.uniform(-9, -1, s), "f32"))  # fmt: skip
    for shape in ((96, 80), (3, 5), (5, 64)):
        yield tile_case(f"total-{label(shape)}", [shape], total, np.sum,
                        values=whole("f32"))  # fmt: skip


def scans():
    def body(reverse, axis, keep):
        def combine(k):
            if keep:
                return lambda left, right: [right[0]]
            return lambda left, right: [k.binary("arith.addf", left[0], right[0])]

        return lambda k, x: k.scan([x], axis, reverse, combine(k))[0]

    def cumsum(x, axis, reverse):
        if not reverse:
            return np.cumsum(x, axis)
        return np.flip(np.cumsum(np.flip(x, axis), axis), axis)

    for shape, axis in (((80,), 0), ((6, 20), 1), ((20, 6), 0)):
        for reverse in (False, True):
            name = f"{label(shape)}-{axis}-{'down' if reverse else 'up'}"
            yield tile_case(
                f"scan-{name}", [shape], body(reverse, axis, False),
                lambda x, a=axis, r=reverse: cumsum(x, a, r), values=whole("f32"),
            )  # fmt: skip
            yield tile_case(
                f"scan-same-{name}", [shape], body(reverse, axis, True), lambda x: x,
                values=whole("f32"),
            )  # fmt: skip


def shapes():
    pairs = (
        ((96,), (3, 32)), ((96,), (32, 3)), ((6, 16), (3, 32)), ((5, 7), (35,)),
        ((35,), (7, 5)), ((12, 20), (20, 12)), ((1, 80), (80,)), ((3, 5, 4), (4, 15)),
        ((6,), (2, 3)), ((3, 1), (1, 3)),
    )  # fmt: skip
    for source, target in pairs:
        for element in ("f32", "i8"):
            yield tile_case(
                f"reshape-{label(source)}-{label(target)}-{element}", [source],
                lambda k, x, t=target: k.reshape(x, t),
                lambda x, t=target: x.reshape(t), element=element,
            )  # fmt: skip
    yield tile_case("trans", [(12, 80)], lambda k, x: k.trans(x, (1, 0)), lambda x: x.T)

    def sorted_cat(k, x, y):
        both = k.emit(f"tt.cat {x.name}, {y.name} : {x.type} -> {type_text('f32', (160,))}",
                      "f32", (160,))  # fmt: skip
        return simple("arith.addf", "f32")(k, both, 0)

    yield tile_case("cat", [(80,), (80,)], sorted_cat,
                    lambda x, y: np.sum(x) + np.sum(y), values=whole("f32"))  # fmt: skip

    def reversed_tile(k, x):
        last = k.constant(x.shape[0] - 1, "i32", x.shape)
        at = k.binary("arith.subi", last, k.range(x.shape[0]))
        return k.emit(f"tt.gather {x.name}[{at.name}] {{axis = 0 : i32}} :"
                      f" ({x.type}, {at.type}) -> {x.type}", "f32", x.shape)  # fmt: skip

    yield tile_case("gather", [(80,)], reversed_tile, lambda x: x[::-1])

    def bins(k, x):
        least = k.constant(9, "i32", x.shape)
        x = k.binary("arith.remui", x, k.binary("arith.addi", least, least))
        return k.emit(f"tt.histogram {x.name} : {x.type} -> {type_text('i32', (20,))}",
                      "i32", (20,))  # fmt: skip

    yield tile_case(
        "histogram", [(300,)], bins, element="i32",
        reference=lambda x: np.bincount(x.astype(np.uint32) % 18, minlength=20),
    )  # fmt: skip


def maps():
    def halve(k, x):
        """Halves even numbers until they are odd: it does not end for 0."""
        out = k.new("i32", x.shape)
        k.line(f'{out.name} = "tt.map_elementwise"({x.name}) <{{pack = 1 : i32}}> ({{')
        k.line("^bb0(%e: i32):")
        k.line("  %one = arith.constant 1 : i32")
        k.line("  %zero = arith.constant 0 : i32")
        k.line("  %end = scf.while (%n = %e) : (i32) -> i32 {")
        k.line("    %bit = arith.andi %n, %one : i32")
        k.line("    %even = arith.cmpi eq, %bit, %zero : i32")
        k.line("    scf.condition(%even) %n : i32")
        k.line("  } do {")
        k.line("  ^bb0(%n: i32):")
        k.line("    %half = arith.shrui %n, %one : i32")
        k.line("    scf.yield %half : i32")
        k.line("  }")
        k.line("  tt.map_elementwise.return %end : i32")
        k.line(f"}}) : ({x.type}) -> {x.type}")
        return out

    def pairs(k, x):
        """Exchanges neighbours."""
        out = k.new("i32", x.shape)
        k.line(f'{out.name} = "tt.map_elementwise"({x.name}) <{{pack = 2 : i32}}> ({{')
        k.line("^bb0(%a: i32, %b: i32):")
        k.line("  tt.map_elementwise.return %b, %a : i32, i32")
        k.line(f"}}) : ({x.type}) -> {x.type}")
        return out

    def odd_part(x):
        x = x.astype(np.int64)
        return x // (x & -x)

    yield tile_case(
        "map-loop", [(6, 10)], halve, odd_part, element="i32",
        values=lambda rng, s: rng.integers(1, 1 << 20, s).astype(np.int32),
    )  # fmt: skip
    for shape in ((96,), (6, 10), (4, 5)):
        yield tile_case(
            f"map-pairs-{label(shape)}", [shape], pairs,
            lambda x: x.reshape(-1, 2)[:, ::-1], element="i32",
        )  # fmt: skip


def product(m, n, k, element, to):
    def body(kernel, a, b):
        zero = kernel.constant("0.0" if to == "f32" else "0", to, (m, n))
        return kernel.emit(
            f"tt.dot {a.name}, {b.name}, {zero.name} : {a.type} * {b.type} -> {zero.type}",
            to, (m, n))  # fmt: skip

    return tile_case(
        f"dot-{m}x{n}x{k}-{element}", [(m, k), (k, n)], body,
        lambda a, b: a.astype(np.float64) @ b.astype(np.float64),
        element=element, to=to,
        values=whole(element) if formats.is_float(element) else
        lambda rng, s: rng.integers(-9, 9, s).astype(np.int8),
    )  # fmt: skip


def computed_product():
    """The operands' padding is not that of a load: infinite for both."""

    def body(kernel, a, b):
        a, b = [
            kernel.binary("arith.divf", kernel.constant("1.0", "f16", t.shape), t)
            for t in (a, b)
        ]
        zero = kernel.constant("0.0", "f32", (a.shape[0], b.shape[1]))
        return kernel.emit(
            f"tt.dot {a.name}, {b.name}, {zero.name} : {a.type} * {b.type} -> {zero.type}",
            "f32", zero.shape)  # fmt: skip

    def powers(rng, shape):
        return formats.encode(rng.choice([-2.0, -1.0, 1.0, 0.5], shape), "f16")

    return tile_case("dot-computed", [(48, 24), (24, 80)], body,
                     lambda a, b: (1 / a) @ (1 / b), element="f16", to="f32",
                     values=powers)  # fmt: skip


def products():
    for element, to in (("f16", "f32"), ("bf16", "f32"), ("f32", "f32"), ("i8", "i32")):
        yield product(96, 80, 48, element, to)
        yield product(20, 24, 40, element, to)
    yield product(64, 64, 80, "f16", "f32")
    yield product(64, 96, 64, "f16", "f32")
    yield computed_product()


def blocks():
    """Blocks of 96 of `n` elements, with a mask; also divided by what is loaded, where
    elements that the program lacks are 0."""

    def build(symbol):
        kernel = Kernel(symbol, [("x", "*i32:16"), ("y", "*i32:16"), ("out", "*i32:16"),
                                 ("n", "i32")])  # fmt: skip
        first = kernel.binary("arith.muli", kernel.program_id(), kernel.constant(96, "i32"))
        at = kernel.add(kernel.range(96), kernel.splat(first, (96,)))
        mask = kernel.compare("arith.cmpi", "slt", at, kernel.splat(kernel["n"], (96,)))
        x, y, to = [
            kernel.addptr(kernel.splat(kernel[a], (96,)), at) for a in ("x", "y", "out")
        ]
        one = kernel.constant(1, "i32", (96,))
        x, y = kernel.load(x, mask), kernel.load(y, mask, one)
        kernel.store(to, kernel.binary("arith.divsi", x, y), mask)
        return kernel

    def make(rng):
        count = 1000
        x = rng.integers(-99, 99, count).astype(np.int32)
        y = rng.integers(1, 9, count).astype(np.int32)
        want = np.trunc(x / y).astype(np.int32)
        return [given("i32", x), given("i32", y), result("i32", want), Scalar("i32", count)]

    yield Case("padding/blocks", build, make, grid=(11, 1, 1))


def atomics():
    def build(symbol):
        kernel = Kernel(symbol, [("out", "*i32:16"), ("old", "*i32:16")])
        at = kernel.addresses("out", (80,))
        one = kernel.constant(1, "i32", (80,))
        two = kernel.constant(2, "i32", (80,))
        kinds = f"({at.type}, {one.type}) -> {one.type}"
        kernel.emit(f"tt.atomic_rmw add, acq_rel, gpu, {at.name}, {one.name} : {kinds}",
                    "i32", (80,))  # fmt: skip
        old = kernel.emit(
            f"tt.atomic_cas acq_rel, gpu, {at.name}, {two.name}, {one.name} :"
            f" ({at.type}, {two.type}, {one.type}) -> {one.type}", "i32", (80,))  # fmt: skip
        kernel.store_tile("old", old)
        return kernel

    def make(rng):
        memory = np.arange(80 + TAIL, dtype=np.int32) % 3
        added = memory.copy()
        added[:80] += 1
        swapped = np.where((added == 2) & (np.arange(80 + TAIL) < 80), 1, added)
        return [Array("i32", memory, swapped, EXACT), result("i32", added[:80])]

    yield Case("padding/atomics", build, make)


def row_kernels():
    def softmax(kernel, x):
        def along(operation, tile):
            return kernel.splat(simple(operation, "f32")(kernel, tile, 0), tile.shape)

        x = kernel.binary("arith.subf", x, along("arith.maxnumf", x))
        power = kernel.unary("math.exp", x)
        return kernel.binary("arith.divf", power, along("arith.addf", power))

    def layer_norm(kernel, x):
        def mean(tile):
            total = kernel.splat(simple("arith.addf", "f32")(kernel, tile, 0), tile.shape)
            count = kernel.constant(f"{x.shape[0]}.0", "f32", tile.shape)
            return kernel.binary("arith.divf", total, count)

        centred = kernel.binary("arith.subf", x, mean(x))
        variance = mean(kernel.binary("arith.mulf", centred, centred))
        return kernel.binary("arith.mulf", centred, kernel.unary("math.rsqrt", variance))

    near = Bound(relative=1e-5, absolute=1e-6)
    yield tile_case(
        "softmax-96", [(96,)], softmax,
        lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum(), bound=near)  # fmt: skip
    yield tile_case(
        "layer-norm-384", [(384,)], layer_norm,
        lambda x: (x - x.mean()) / x.std(), bound=near)  # fmt: skip


def debugging():
    def build(symbol):
        kernel = Kernel(symbol, [("x", "*i32:16"), ("out", "*i32:16")])
        x = kernel.load_tile("x", (5,))
        positive = kernel.compare("arith.cmpi", "sgt", x, kernel.constant(0, "i32", (5,)))
        kernel.line(f'tt.assert {positive.name}, "positive" : {positive.type}')
        kernel.line(f'tt.print " x: " {{hex = false, isSigned = array<i32: 1>}} :'
                    f" {x.name} : {x.type}")  # fmt: skip
        kernel.store_tile("out", x)
        return kernel

    def make(rng):
        x = np.arange(1, 6, dtype=np.int32)
        zeros = np.zeros(TAIL, np.int32)
        return [Array("i32", np.concatenate([x, zeros])), result("i32", x)]

    def check(output):
        lines = sorted(line for line in output.splitlines() if "pid" in line)
        want = [f"pid (0, 0, 0) idx ({i}) x: {i + 1}" for i in range(5)]
        return None if lines == want else f"printed {lines}"

    yield Case("padding/print", build, make, prints=check)


def cases():
    for family in (reductions, conditions, scans, shapes, maps, products, blocks, atomics,
                   row_kernels, debugging):  # fmt: skip
        yield from family()
