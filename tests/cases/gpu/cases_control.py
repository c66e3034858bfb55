# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Control flow with tiles: loops, branches, calls, layouts across them."""

import numpy as np

from case import Array, Case, Scalar, out
from kernel_text import Kernel

ROWS, COLUMNS = 32, 64


def simple(name, arguments, body, make, **more):
    def build(symbol):
        kernel = Kernel(symbol, arguments)
        body(kernel)
        return kernel

    warps = more.pop("warps", 4)
    return Case(f"control/{name}-w{warps}", build, make, warps=warps, **more)


def bounds(kernel, low, high, step=1):
    as_value = lambda v: kernel.constant(v, "i32") if isinstance(v, int) else v
    return tuple(as_value(v) for v in (low, high, step))


IN_OUT = [("in", "*f32:16"), ("out", "*f32:16"), ("n", "i32")]


def sum_rows(warps, count):
    """A loop that carries pointers and a sum."""

    def body(k):
        shape = (128,)
        zero = k.constant("0.0", "f32", shape)
        step = k.constant(128, "i32", shape)

        def once(_, carried):
            address, total = carried
            x = k.load(address)
            return [k.addptr(address, step), k.binary("arith.addf", total, x)]

        start = k.addresses("in", shape)
        _, total = k.loop(bounds(k, 0, k["n"]), [start, zero], once)
        k.store_tile("out", total)

    def make(rng):
        x = rng.integers(-9, 9, (max(count, 1), 128)).astype(np.float32)
        want = x[:count].sum(0)
        return [Array("f32", x), out("f32", want), Scalar("i32", count)]

    return simple(f"sum-{count}", IN_OUT, body, make, warps=warps,
                  sanitize=True)  # fmt: skip


def layouts_across(warps):
    """The carried tile is transposed twice in each iteration, a row is added."""

    def body(k):
        shape = (ROWS, COLUMNS)

        def once(i, carried):
            (x,) = carried
            y = k.trans(x, (1, 0))
            largest = lambda a, b: [k.binary("arith.maxnumf", a[0], b[0])]
            (top,) = k.reduce([y], 0, largest)
            top = k.broadcast(k.expand(top, 0), (COLUMNS, ROWS))
            return [k.trans(k.binary("arith.subf", top, y), (1, 0))]

        (x,) = k.loop(
            bounds(k, 0, k["n"]), [k.load_tile("in", shape)], once
        )
        k.store_tile("out", x)

    def make(rng):
        x = rng.integers(-99, 99, (ROWS, COLUMNS)).astype(np.float32)
        want = x
        for _ in range(5):
            want = want.max(1, keepdims=True) - want
        return [Array("f32", x), out("f32", want), Scalar("i32", 5)]

    return simple("layouts-across", IN_OUT, body, make, warps=warps)


def nested(warps):
    """Loops in a loop; the inner count depends on the outer's index."""

    def body(k):
        one = k.constant("1.0", "f32", (256,))

        def outer(i, carried):
            inner = lambda j, c: [k.binary("arith.addf", c[0], one)]
            return k.loop((k.constant(0, "i32"), i, k.constant(1, "i32")),
                          carried, inner)  # fmt: skip

        start = k.load_tile("in", (256,))
        (x,) = k.loop(bounds(k, 0, k["n"]), [start], outer)
        k.store_tile("out", x)

    def make(rng):
        x = rng.integers(-9, 9, 256).astype(np.float32)
        return [Array("f32", x), out("f32", x + 45), Scalar("i32", 10)]

    return simple("nested", IN_OUT, body, make, warps=warps)


def branches(warps, on):
    """A branch on an argument, with tiles as its results."""

    def body(k):
        x = k.load_tile("in", (ROWS, COLUMNS))
        zero = k.constant(0, "i32")
        test = k.compare("arith.cmpi", "sgt", k["n"], zero)

        def then():
            row = k.load_tile("in", (COLUMNS,))
            row = k.broadcast(k.expand(row, 0), (ROWS, COLUMNS))
            return [k.binary("arith.addf", x, row)]

        def otherwise():
            return [k.unary("arith.negf", x)]

        (y,) = k.branch(test, [x], then, otherwise)
        k.store_tile("out", y)

    def make(rng):
        x = rng.integers(-9, 9, (ROWS, COLUMNS)).astype(np.float32)
        want = x + x[0] if on else -x
        return [Array("f32", x), out("f32", want), Scalar("i32", int(on))]

    return simple(f"branch-{int(on)}", IN_OUT, body, make, warps=warps,
                  sanitize=True)  # fmt: skip


def while_loop(warps):
    """Halves a tile until its largest value is below 1."""

    def body(k):
        x = k.load_tile("in", (1024,))
        kind = x.type
        k.line(f"%w = scf.while (%a = {x.name}) : ({kind}) -> {kind} {{")
        with k.indented():
            a = type(x)("%a", "f32", (1024,))
            largest = lambda p, q: [k.binary("arith.maxnumf", p[0], q[0])]
            (top,) = k.reduce([a], 0, largest)
            one = k.constant("1.0", "f32")
            again = k.compare("arith.cmpf", "oge", top, one)
            k.line(f"scf.condition({again.name}) %a : {kind}")
        k.line("} do {")
        k.line(f"^bb0(%b: {kind}):")
        with k.indented():
            half = k.constant("0.5", "f32", (1024,))
            b = type(x)("%b", "f32", (1024,))
            k.yield_([k.binary("arith.mulf", b, half)])
        k.line("}")
        k.store_tile("out", type(x)("%w", "f32", (1024,)))

    def make(rng):
        x = rng.uniform(0, 1000, 1024).astype(np.float32)
        want = x
        while want.max() >= 1:
            want = want * np.float32(0.5)
        return [Array("f32", x), out("f32", want), Scalar("i32", 0)]

    return simple("while", IN_OUT, body, make, warps=warps)


def branch_in_loop(warps):
    """Even iterations add, odd ones multiply; the branch carries a tile."""

    def body(k):
        shape = (ROWS, COLUMNS)
        x = k.load_tile("in", shape)

        def once(i, carried):
            two = k.constant(2, "i32")
            rest = k.binary("arith.remsi", i, two)
            zero = k.constant(0, "i32")
            even = k.compare("arith.cmpi", "eq", rest, zero)
            (c,) = carried
            then = lambda: [k.binary("arith.addf", c, x)]
            double = k.constant("2.0", "f32", shape)
            otherwise = lambda: [k.binary("arith.mulf", c, double)]
            return k.branch(even, carried, then, otherwise)

        (y,) = k.loop(bounds(k, 0, k["n"]), [x], once)
        k.store_tile("out", y)

    def make(rng):
        x = rng.integers(-9, 9, (ROWS, COLUMNS)).astype(np.float32)
        want = x
        for i in range(7):
            want = want + x if i % 2 == 0 else want * 2
        return [Array("f32", x), out("f32", want), Scalar("i32", 7)]

    return simple("branch-in-loop", IN_OUT, body, make, warps=warps)


def call(warps, noinline):
    """A function with a tile as argument and result."""

    def body(k):
        x = k.load_tile("in", (256,))
        n = k["n"]
        text = f"tt.call @helper({x.name}, {n.name}) : ({x.type}, i32) -> {x.type}"
        k.store_tile("out", k.emit(text, "f32", (256,)))
        attribute = f"attributes {{noinline = {str(noinline).lower()}}}"
        k.private.append(f"""
  tt.func private @helper(%x: {x.type}, %n: i32) -> {x.type} {attribute} {{
    %f = arith.sitofp %n : i32 to f32
    %t = tt.splat %f : f32 -> {x.type}
    %y = arith.mulf %x, %t : {x.type}
    tt.return %y : {x.type}
  }}""")

    def make(rng):
        x = rng.integers(-9, 9, 256).astype(np.float32)
        return [Array("f32", x), out("f32", x * 3), Scalar("i32", 3)]

    name = "call-noinline" if noinline else "call"
    return simple(name, IN_OUT, body, make, warps=warps)


def early_return(warps):
    """Blocks instead of regions: programs from n on return at once."""
    grid = 4

    def build(symbol):
        text = f"""module {{
  tt.func public @{symbol}(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {{
    %p = tt.get_program_id x : i32
    %c = arith.cmpi sge, %p, %n : i32
    cf.cond_br %c, ^done, ^work
  ^done:
    tt.return
  ^work:
    %c64 = arith.constant 64 : i32
    %o = arith.muli %p, %c64 : i32
    %i = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32>
    %os = tt.splat %o : i32 -> tensor<64xi32>
    %at = arith.addi %os, %i : tensor<64xi32>
    %ps = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %qs = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %pp = tt.addptr %ps, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %qq = tt.addptr %qs, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %pp : tensor<64x!tt.ptr<f32>>
    tt.store %qq, %x : tensor<64x!tt.ptr<f32>>
    tt.return
  }}
}}
"""
        return text

    def make(rng):
        x = rng.uniform(-1, 1, 64 * grid).astype(np.float32)
        result = out("f32", np.zeros(64 * grid))
        want = result.values.copy()
        want[: 64 * 3] = x[: 64 * 3]
        result.expected = want.astype(np.float64)
        return [Array("f32", x), result, Scalar("i32", 3)]

    return Case(f"control/early-return-w{warps}", build, make, warps=warps,
                grid=(grid, 1, 1))  # fmt: skip


def cases():
    for warps in (1, 4, 8):
        for count in (0, 1, 2, 3, 17):
            yield sum_rows(warps, count)
        yield layouts_across(warps)
        yield nested(warps)
        yield branches(warps, True)
        yield branches(warps, False)
        yield while_loop(warps)
        yield branch_in_loop(warps)
        yield call(warps, False)
        yield call(warps, True)
        yield early_return(warps)
