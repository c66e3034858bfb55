# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Block pointers: edges in all dimensions, both paddings, strides, and control
flow that carries them."""

import itertools

import numpy as np

import formats
from case import Array, Case, Scalar, out

TYPES = ("i8", "i16", "i32", "i64", "f8E4M3FN", "f8E5M2", "f16", "bf16", "f32",
         "f64")  # fmt: skip
# Extents of a tensor, the block, the offset of the first block: blocks are
# outside on both sides of each dimension.
EDGES = {
    1: ((100,), (64,), (-7,)),
    2: ((13, 37), (8, 32), (-3, -5)),
    3: ((3, 5, 18), (2, 4, 16), (-1, -2, -3)),
}
ZERO, NAN = 1, 2  # numbers of tt.load's padding


def numbers(prefix, values):
    return ", ".join(f"%{prefix}{value}" for value in values)


def checked(dims, padding=None):
    """The attributes of an access that checks dimensions."""
    if not dims:
        return ""
    more = f", padding = {padding} : i32" if padding else ""
    return f" {{boundaryCheck = array<i32: {', '.join(map(str, dims))}>{more}}}"


def block(shape, element):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def constants(*values):
    """Definitions of %c32_N and %c64_N."""
    def name(bits, value):
        return f"%c{bits}_{str(value).replace('-', 'm')}"

    return "\n".join(
        f"{name(bits, value)} = arith.constant {value} : i{bits}"
        for value in sorted(set(values)) for bits in (32, 64)
    )  # fmt: skip


def number(bits, value):
    return f"%c{bits}_{str(value).replace('-', 'm')}"


def module(symbol, parameters, body, more=""):
    return (
        f"module {{\ntt.func public @{symbol}({parameters}) {{\n{body}\n"
        f"tt.return\n}}\n{more}}}\n"
    )


def make_block(name, base, extents, strides, offsets, shape, element):
    """A line with tt.make_tensor_ptr; all operands are names."""
    order = ", ".join(str(d) for d in reversed(range(len(shape))))
    return (
        f"{name} = tt.make_tensor_ptr {base}, [{', '.join(extents)}],"
        f" [{', '.join(strides)}], [{', '.join(offsets)}]"
        f" {{order = array<i32: {order}>}} : <{block(shape, element)}>"
    )


def row_major(shape, gap=0):
    """Strides of rows that are `gap` elements apart."""
    strides = [1]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * size + (gap if len(strides) == 1 else 0))
    return strides


def origins(rank, shape, first):
    """Lines that define %o0, %o1...: the offsets of a program's block, from `first`
    on; and %p0, %p1... from 0 on."""
    lines = []
    for dim in range(rank):
        lines += [
            f"%g{dim} = tt.get_program_id {'xyz'[dim]} : i32",
            f"%p{dim} = arith.muli %g{dim}, {number(32, shape[dim])} : i32",
            f"%o{dim} = arith.addi %p{dim}, {number(32, first[dim])} : i32",
        ]
    return "\n".join(lines)


def padded(values, grid, shape, first, fill):
    """The elements of all blocks; `fill` outside of the tensor."""
    total = [g * s for g, s in zip(grid, shape)]
    result = np.full(total, fill, values.dtype)
    inside = tuple(slice(-f, -f + n) for f, n in zip(first, values.shape))
    result[inside] = values
    return result


def covering(extents, shape, first):
    """The number of blocks in each dimension."""
    return tuple(-(-(n - f) // s) for n, s, f in zip(extents, shape, first))


def grid_of(counts):
    return tuple(counts) + (1,) * (3 - len(counts))


def load_case(element, rank, padding, warps=4):
    """Each block, checked in all dimensions, is stored in full."""
    extents, shape, first = EDGES[rank]
    counts = covering(extents, shape, first)
    total = [c * s for c, s in zip(counts, shape)]
    dims = range(rank)
    strides = row_major(extents, gap=3 if rank > 1 else 0)

    def build(symbol):
        lines = [
            constants(1, *shape, *first, *total, *row_major(total)),
            origins(rank, shape, first),
            make_block("%b", "%in", [f"%n{d}" for d in dims],
                       [f"%s{d}" for d in dims[:-1]] + [number(64, 1)],
                       [f"%o{d}" for d in dims], shape, element),
            f"%x = tt.load %b{checked(dims, padding)} : "
            f"!tt.ptr<{block(shape, element)}>",
            make_block("%t", "%out", [number(64, n) for n in total],
                       [number(64, s) for s in row_major(total)],
                       [f"%p{d}" for d in dims], shape, element),
            f"tt.store %t, %x : !tt.ptr<{block(shape, element)}>",
        ]  # fmt: skip
        named = [f"%n{d}: i64" for d in dims] + [f"%s{d}: i64" for d in dims[:-1]]
        return module(
            symbol,
            f"%in: !tt.ptr<{element}>, %out: !tt.ptr<{element}>, "
            + ", ".join(named),
            "\n".join(lines),
        )

    def make(rng):
        row = strides[-2] if rank > 1 else extents[0]
        memory = formats.random_stored(rng, element, (*extents[:-1], row))
        values = memory[..., : extents[-1]]
        fill = formats.encode(np.array(np.nan if padding == NAN else 0), element)
        want = padded(values, counts, shape, first, fill)
        arguments = [Array(element, memory),
                     out(element, formats.decode(want, element))]  # fmt: skip
        arguments += [Scalar("i64", n) for n in extents]
        return arguments + [Scalar("i64", s) for s in strides[:-1]]

    kind = {ZERO: "zero", NAN: "nan"}[padding]
    return Case(
        f"blocks/load-{element}-{rank}d-{kind}-w{warps}", build, make,
        warps=warps, grid=grid_of(counts), sanitize=warps == 4,
    )  # fmt: skip


def store_case(element, rank, warps=4):
    """Blocks are stored where they are in the tensor, by columns."""
    extents, shape, first = EDGES[rank]
    counts = covering(extents, shape, first)
    total = [c * s for c, s in zip(counts, shape)]
    dims = range(rank)
    # The first dimension is the one that is fastest in memory.
    strides = list(reversed(row_major(list(reversed(extents)))))

    def build(symbol):
        lines = [
            constants(1, *shape, *first, *total, *row_major(total), *extents,
                      *strides),
            origins(rank, shape, first),
            make_block("%b", "%in", [number(64, n) for n in total],
                       [number(64, s) for s in row_major(total)],
                       [f"%p{d}" for d in dims], shape, element),
            f"%x = tt.load %b : !tt.ptr<{block(shape, element)}>",
            make_block("%t", "%out", [number(64, n) for n in extents],
                       [number(64, s) for s in strides],
                       [f"%o{d}" for d in dims], shape, element),
            f"tt.store %t, %x{checked(dims)} : !tt.ptr<{block(shape, element)}>",
        ]  # fmt: skip
        return module(symbol,
                      f"%in: !tt.ptr<{element}>, %out: !tt.ptr<{element}>",
                      "\n".join(lines))  # fmt: skip

    def make(rng):
        values = formats.random_stored(rng, element, total)
        inside = tuple(slice(-f, -f + n) for f, n in zip(first, extents))
        want = np.ascontiguousarray(values[inside].T)
        return [Array(element, values),
                out(element, formats.decode(want, element))]  # fmt: skip

    return Case(f"blocks/store-{element}-{rank}d-w{warps}", build, make,
                warps=warps, grid=grid_of(counts), sanitize=warps == 4)  # fmt: skip


def some_dims_case(dims):
    """Only some dimensions are checked; the others are inside."""
    shape, extents = (16, 32), (13, 20)
    extents = tuple(n if d in dims else s
                    for d, (n, s) in enumerate(zip(extents, shape)))  # fmt: skip

    def build(symbol):
        lines = [
            constants(0, 1, *shape, *extents),
            make_block("%b", "%in", [number(64, n) for n in extents],
                       [number(64, extents[1]), number(64, 1)],
                       [number(32, 0)] * 2, shape, "f32"),
            f"%x = tt.load %b{checked(dims, ZERO)} : !tt.ptr<{block(shape, 'f32')}>",
            make_block("%t", "%out", [number(64, n) for n in shape],
                       [number(64, shape[1]), number(64, 1)],
                       [number(32, 0)] * 2, shape, "f32"),
            f"tt.store %t, %x : !tt.ptr<{block(shape, 'f32')}>",
        ]  # fmt: skip
        return module(symbol, "%in: !tt.ptr<f32>, %out: !tt.ptr<f32>",
                      "\n".join(lines))  # fmt: skip

    def make(rng):
        values = formats.random_stored(rng, "f32", extents)
        want = padded(values, (1, 1), shape, (0, 0), 0)
        return [Array("f32", values), out("f32", want)]

    name = "".join(map(str, dims)) or "none"
    return Case(f"blocks/checks-{name}", build, make, sanitize=True)


def empty_case(extent):
    """No element is inside of a tensor whose extent is 0 or negative."""
    shape = (64,)

    def build(symbol):
        lines = [
            constants(0, 1),
            make_block("%b", "%in", ["%n"], [number(64, 1)], [number(32, 0)],
                       shape, "f32"),
            f"%x = tt.load %b{checked([0], NAN)} : !tt.ptr<{block(shape, 'f32')}>",
            make_block("%t", "%out", ["%n"], [number(64, 1)], [number(32, 0)],
                       shape, "f32"),
            f"tt.store %t, %x{checked([0])} : !tt.ptr<{block(shape, 'f32')}>",
            "%s = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>",
            "%r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>",
            "%a = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>",
            "tt.store %a, %x : tensor<64x!tt.ptr<f32>>",
        ]  # fmt: skip
        return module(symbol, "%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i64",
                      "\n".join(lines))  # fmt: skip

    def make(rng):
        values = formats.random_stored(rng, "f32", 1)
        return [Array("f32", values), out("f32", np.full(64, np.nan)),
                Scalar("i64", extent)]  # fmt: skip

    return Case(f"blocks/extent-{extent}", build, make)


def far_case():
    """Offsets times strides are computed in 64 bits: row -65536 of rows that are
    65536 elements apart is 2^32 elements before the base, which is as far after the
    tensor."""
    shape = (16,)

    def build(symbol):
        lines = [
            constants(1, 16, 65536, -65536),
            "%far = arith.constant 4294967296 : i64",
            "%q = tt.addptr %in, %far : !tt.ptr<f32>, i64",
            "%m = arith.constant -65536 : i32",
            "%z = arith.constant 0 : i32",
            "%e = arith.constant 1 : i64",
            "%b = tt.make_tensor_ptr %q, [%e, %c64_16], [%c64_65536, %c64_1],"
            " [%z, %z] {order = array<i32: 1, 0>} : <tensor<1x16xf32>>",
            "%c = tt.advance %b, [%m, %z] : <tensor<1x16xf32>>",
            "%x = tt.load %c : !tt.ptr<tensor<1x16xf32>>",
            "%y = tt.reshape %x : tensor<1x16xf32> -> tensor<16xf32>",
            make_block("%t", "%out", [number(64, 16)], [number(64, 1)], ["%z"],
                       shape, "f32"),
            "tt.store %t, %y : !tt.ptr<tensor<16xf32>>",
        ]  # fmt: skip
        return module(symbol, "%in: !tt.ptr<f32>, %out: !tt.ptr<f32>",
                      "\n".join(lines))  # fmt: skip

    def make(rng):
        values = formats.random_stored(rng, "f32", 16)
        return [Array("f32", values), out("f32", values)]

    return Case("blocks/far", build, make)


# -- Control flow


PRODUCT = """
%g0 = tt.get_program_id x : i32
%g1 = tt.get_program_id y : i32
%i = arith.muli %g0, %c32_32 : i32
%j = arith.muli %g1, %c32_64 : i32
%m64 = arith.extsi %m : i32 to i64
%n64 = arith.extsi %n : i32 to i64
%k64 = arith.extsi %k : i32 to i64
%zero = arith.constant dense<0.0> : tensor<32x64xf32>
%a = tt.make_tensor_ptr %pa, [%m64, %k64], [%k64, %c64_1], [%i, %c32_0] {order = array<i32: 1, 0>} : <tensor<32x16xf16>>
%b = tt.make_tensor_ptr %pb, [%k64, %n64], [@STRIDES@], [%c32_0, %j] {order = array<i32: 1, 0>} : <tensor<16x64xf16>>
%r:3 = scf.for %l = %c32_0 to %k step %c32_16 iter_args(%s = %zero, %ai = %a, %bi = %b) -> (tensor<32x64xf32>, !tt.ptr<tensor<32x16xf16>>, !tt.ptr<tensor<16x64xf16>>) : i32 {
  %x = tt.load %ai {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<32x16xf16>>
  %y = tt.load %bi {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x64xf16>>
  %d = tt.dot %x, %y, %s : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
  %an = tt.advance %ai, [%c32_0, %c32_16] : <tensor<32x16xf16>>
  %bn = tt.advance %bi, [%c32_16, %c32_0] : <tensor<16x64xf16>>
  scf.yield %d, %an, %bn : tensor<32x64xf32>, !tt.ptr<tensor<32x16xf16>>, !tt.ptr<tensor<16x64xf16>>
}
%c = tt.make_tensor_ptr %pc, [%m64, %n64], [%n64, %c64_1], [%i, %j] {order = array<i32: 1, 0>} : <tensor<32x64xf32>>
tt.store %c, %r#0 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<32x64xf32>>
"""


def product_case(size, transposed, warps):
    """A matrix product by blocks; B by rows, or by columns."""
    m, n, k = size
    strides = "%c64_1, %k64" if transposed else "%n64, %c64_1"

    def build(symbol):
        body = constants(0, 1, 16, 32, 64) + PRODUCT.replace("@STRIDES@", strides)
        return module(
            symbol, "%pa: !tt.ptr<f16>, %pb: !tt.ptr<f16>, %pc: !tt.ptr<f32>,"
            " %m: i32, %n: i32, %k: i32", body)  # fmt: skip

    def make(rng):
        a = rng.integers(-4, 5, (m, k)).astype(np.float64)
        b = rng.integers(-4, 5, (k, n)).astype(np.float64)
        stored = np.ascontiguousarray(b.T) if transposed else b
        return [Array("f16", formats.encode(a if k else np.zeros(1), "f16")),
                Array("f16", formats.encode(stored if k else np.zeros(1), "f16")),
                out("f32", a @ b), *(Scalar("i32", v) for v in size)]  # fmt: skip

    name = "x".join(map(str, size)) + ("-transposed" if transposed else "")
    return Case(
        f"blocks/product-{name}-w{warps}", build, make, warps=warps,
        grid=(-(-m // 32), -(-n // 64), 1), sanitize=warps == 4,
    )  # fmt: skip


TILE = "tensor<64xi32>"
BLOCK = f"!tt.ptr<{TILE}>"
# Each moves the block %b, at 0, by a number of elements that `n` decides, to %e.
MOVES = {
    "for": (f"""
%e = scf.for %i = %c32_0 to %n step %c32_1 iter_args(%a = %b) -> ({BLOCK}) : i32 {{
  %z = tt.advance %a, [%c32_16] : <{TILE}>
  scf.yield %z : {BLOCK}
}}""", lambda n: 16 * n),
    "nested": (f"""
%e = scf.for %i = %c32_0 to %n step %c32_1 iter_args(%a = %b) -> ({BLOCK}) : i32 {{
  %f = scf.for %j = %c32_0 to %i step %c32_1 iter_args(%h = %a) -> ({BLOCK}) : i32 {{
    %y = tt.advance %h, [%c32_1] : <{TILE}>
    scf.yield %y : {BLOCK}
  }}
  %z = tt.advance %f, [%c32_16] : <{TILE}>
  scf.yield %z : {BLOCK}
}}""", lambda n: 16 * n + n * (n - 1) // 2),
    "while": (f"""
%e, %rest = scf.while (%a = %b, %i = %n) : ({BLOCK}, i32) -> ({BLOCK}, i32) {{
  %c = arith.cmpi sgt, %i, %c32_0 : i32
  scf.condition(%c) %a, %i : {BLOCK}, i32
}} do {{
^bb0(%a: {BLOCK}, %i: i32):
  %z = tt.advance %a, [%c32_16] : <{TILE}>
  %k = arith.subi %i, %c32_1 : i32
  scf.yield %z, %k : {BLOCK}, i32
}}""", lambda n: 16 * n),
    "if": (f"""
%c = arith.cmpi sgt, %n, %c32_1 : i32
%e = scf.if %c -> ({BLOCK}) {{
  %z = tt.advance %b, [%c32_16] : <{TILE}>
  scf.yield %z : {BLOCK}
}} else {{
  %z = tt.advance %b, [%c32_m16] : <{TILE}>
  scf.yield %z : {BLOCK}
}}""", lambda n: 16 if n > 1 else -16),
    "select": (f"""
%c = arith.cmpi sgt, %n, %c32_1 : i32
%z = tt.advance %b, [%c32_16] : <{TILE}>
%e = arith.select %c, %z, %b : {BLOCK}""", lambda n: 16 if n > 1 else 0),
    "call": (f"""
%d = tt.call @move(%b, %n) : ({BLOCK}, i32) -> {BLOCK}
%e = tt.call @move(%d, %c32_1) : ({BLOCK}, i32) -> {BLOCK}""", lambda n: n + 1),
    "branch": (f"""
%c = arith.cmpi sgt, %n, %c32_1 : i32
%z = tt.advance %b, [%c32_16] : <{TILE}>
cf.cond_br %c, ^go(%z : {BLOCK}), ^go(%b : {BLOCK})
^go(%e: {BLOCK}):""", lambda n: 16 if n > 1 else 0),
    "switch": (f"""
%z = tt.advance %b, [%c32_16] : <{TILE}>
cf.switch %n : i32, [default: ^go(%b : {BLOCK}), 1: ^go(%z : {BLOCK}), 2: ^last]
^last:
%y = tt.advance %z, [%c32_1] : <{TILE}>
cf.br ^go(%y : {BLOCK})
^go(%e: {BLOCK}):""", lambda n: {1: 16, 2: 17}.get(n, 0)),
}  # fmt: skip
HELPER = f"""
tt.func private @move(%b: {BLOCK}, %n: i32) -> {BLOCK} {{
  %z = tt.advance %b, [%n] : <{TILE}>
  tt.return %z : {BLOCK}
}}
"""


def move_case(name, count):
    """A block that control flow moves is loaded."""
    lines, distance = MOVES[name]
    extent, at = 100, distance(count)

    def build(symbol):
        body = [
            constants(0, 1, 16, -16, 64, extent),
            make_block("%b", "%in", [number(64, extent)], [number(64, 1)],
                       [number(32, 0)], (64,), "i32"),
            lines,
            f"%x = tt.load %e{checked([0], ZERO)} : {BLOCK}",
            make_block("%t", "%out", [number(64, 64)], [number(64, 1)],
                       [number(32, 0)], (64,), "i32"),
            f"tt.store %t, %x : {BLOCK}",
        ]  # fmt: skip
        return module(symbol, "%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32",
                      "\n".join(body), HELPER if name == "call" else "")  # fmt: skip

    def make(rng):
        values = formats.random_stored(rng, "i32", extent)
        places = at + np.arange(64)
        inside = (places >= 0) & (places < extent)
        want = np.where(inside, values[places.clip(0, extent - 1)], 0)
        return [Array("i32", values), out("i32", want), Scalar("i32", count)]

    return Case(f"blocks/{name}-{count}", build, make, sanitize=count == 2)


def cases():
    for element, rank in itertools.product(TYPES, EDGES):
        yield load_case(element, rank, ZERO)
        yield store_case(element, rank)
        if formats.is_float(element):
            yield load_case(element, rank, NAN)
    for warps in (1, 8):
        yield load_case("f16", 2, ZERO, warps)
        yield store_case("f16", 2, warps)
    for dims in ((), (0,), (1,), (0, 1)):
        yield some_dims_case(dims)
    yield empty_case(0)
    yield empty_case(-5)
    yield far_case()
    for size in ((32, 64, 16), (70, 100, 50), (33, 65, 0)):
        for transposed, warps in itertools.product((False, True), (1, 4)):
            yield product_case(size, transposed, warps)
    for name, count in itertools.product(MOVES, (0, 1, 2, 5)):
        yield move_case(name, count)
