# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor descriptors, created by the kernel or passed to it: blocks, rows and
reductions at the edges of tensors, and control flow that carries descriptors.

A kernel that gets a descriptor has its base, extents, strides and padding as
parameters, or a tensor map: each such case occurs twice."""

import dataclasses
import itertools
import re

import numpy as np

import formats
from case import EXACT_VALUE, Array, Case, Descriptor, Scalar, out
from cases_blocks import (
    NAN, TYPES, ZERO, block, constants, covering, grid_of, module, number, origins,
    row_major,
)  # fmt: skip
from options import only

# Extents of a tensor, the block, the offset of the first block.
EDGES = {
    1: ((100,), (64,), (-7,)),
    2: ((13, 37), (8, 32), (-3, -5)),
    3: ((3, 5, 18), (2, 4, 16), (-1, -2, -3)),
    4: ((2, 3, 3, 17), (2, 1, 2, 16), (-1, -1, -1, -5)),
    5: ((2, 1, 3, 2, 20), (1, 1, 2, 2, 16), (0, 0, -1, -1, 4)),
}
# The same for bulk copies: a row of a block begins at a multiple of 16 bytes. Stores
# begin at coordinates that are not negative, to tensors whose rows are multiples of
# 16 bytes.
BULK_LOADS = {
    1: ((100,), (64,), (-16,)),
    2: ((13, 37), (8, 32), (-3, -16)),
    3: ((3, 5, 40), (2, 4, 16), (-1, -2, -16)),
    4: ((2, 3, 3, 40), (2, 1, 2, 16), (-1, -1, -1, -16)),
    5: ((2, 1, 3, 2, 40), (1, 1, 2, 2, 16), (0, 0, -1, -1, 16)),
}
BULK_STORES = {
    1: ((96,), (64,), (16,)),
    2: ((13, 48), (8, 32), (3, 16)),
    3: ((3, 5, 48), (2, 4, 16), (1, 0, 16)),
    4: ((2, 3, 3, 48), (2, 1, 2, 16), (0, 1, 1, 16)),
    5: ((2, 1, 3, 2, 48), (1, 1, 2, 2, 16), (0, 0, 1, 1, 16)),
}
UNIT = 16  # bytes that strides are multiples of


def desc_type(shape, element):
    return f"!tt.tensordesc<{block(shape, element)}>"


def signless(element):
    return element.replace("u", "").replace("s", "")


def strides_of(extents, element):
    """Strides of rows that begin at multiples of UNIT, in elements."""
    unit = UNIT * 8 // formats.width(signless(element))
    row = -(-extents[-1] // unit) * unit + unit
    return row_major([*extents[:-1], row])


def memory_of(rng, extents, element):
    """A tensor as it is stored, and the view without gaps."""
    row = strides_of((2, extents[-1]), element)[0] if len(extents) > 1 else extents[0]
    stored = formats.random_stored(rng, element, (*extents[:-1], row))
    return stored, stored[..., : extents[-1]]


class Tensor:
    """A tensor that a kernel accesses by a descriptor: the parameters, the lines
    that make the descriptor, and the arguments."""

    def __init__(self, name, extents, shape, element, on_host, padding=ZERO):
        self.name, self.extents, self.shape = name, extents, shape
        self.element, self.on_host, self.padding = element, on_host, padding
        self.strides = strides_of(extents, element)
        self.type = desc_type(shape, element)

    @property
    def dims(self):
        return range(len(self.extents))

    def parameters(self):
        if self.on_host:
            return [f"%{self.name}: {self.type}"]
        # As launchers promise it: stores need rows of whole units.
        hints = [" {tt.divisibility = 16 : i32}" * (n % 16 == 0) for n in self.extents]
        named = [f"%{self.name}n{d}: i32{hints[d]}" for d in self.dims]
        named += [f"%{self.name}s{d}: i64" for d in self.dims[:-1]]
        return [f"%{self.name}p: !tt.ptr<{signless(self.element)}>"] + named

    def lines(self):
        if self.on_host:
            return ""
        extents = ", ".join(f"%{self.name}n{d}" for d in self.dims)
        strides = ", ".join(
            [f"%{self.name}s{d}" for d in self.dims[:-1]] + ["%c64_1"]
        )
        padding = f" {{padding = {self.padding} : i32}}"
        return (
            f"%{self.name} = tt.make_tensor_descriptor %{self.name}p, [{extents}],"
            f" [{strides}]{padding} : <{signless(self.element)}>,"
            f" <{block(self.shape, self.element)}>"
        )

    def arguments(self, array):
        """The arguments, among them an array with the elements."""
        if self.on_host:
            return [Descriptor(array, self.element, self.extents, self.strides,
                               self.padding == NAN)]  # fmt: skip
        given = [array] + [Scalar("i32", n) for n in self.extents]
        return given + [Scalar("i64", s) for s in self.strides[:-1]]


def dense_store(value, shape, total, element, offsets):
    """Lines that store a whole block row by row into %out."""
    dims = range(len(shape))
    extents = ", ".join(number(64, n) for n in total)
    strides = ", ".join(number(64, s) for s in row_major(total))
    at = ", ".join(offsets[d] for d in dims)
    order = ", ".join(str(d) for d in reversed(dims))
    pointer = f"!tt.ptr<{block(shape, element)}>"
    return (
        f"%t = tt.make_tensor_ptr %out, [{extents}], [{strides}], [{at}]"
        f" {{order = array<i32: {order}>}} : <{block(shape, element)}>\n"
        f"tt.store %t, {value} : {pointer}"
    )


def dense_load(shape, total, element, offsets):
    """Lines that load a whole block of %in, as %x."""
    text = dense_store("%x", shape, total, element, offsets)
    text = text.replace("%t", "%f").replace("%out", "%in")
    return text.replace("tt.store %f, %x", "%x = tt.load %f")


def edges_of(rank, edges):
    """Extents, block, first block, and the number of blocks. Programs have three
    dimensions: in others there is one block."""
    extents, shape, first = edges[rank]
    counts = covering(extents[:3], shape[:3], first[:3])
    return extents, shape, first, counts


def tile_origins(rank, shape, first):
    """Offsets of the block; a fourth and a fifth dimension have one each."""
    lines = [origins(min(rank, 3), shape, first)]
    for dim in range(3, rank):
        lines.append(f"%o{dim} = arith.constant {first[dim]} : i32")
        lines.append(f"%p{dim} = arith.constant 0 : i32")
    return "\n".join(lines)


def all_constants(*lists):
    return constants(0, 1, *(value for values in lists for value in values))


def expected_blocks(values, counts, shape, first, fill):
    """All blocks, one after the other, padded."""
    counts = (*counts, *(1 for _ in shape[3:]))
    last = [f + c * s for f, c, s in zip(first, counts, shape)]
    total = [c * s for c, s in zip(counts, shape)]
    result = np.full(total, fill, values.dtype)
    source = tuple(slice(max(f, 0), min(n, e))
                   for f, n, e in zip(first, values.shape, last))  # fmt: skip
    target = tuple(slice(s.start - f, s.stop - f) for s, f in zip(source, first))
    result[target] = values[source]
    return result


def load_case(element, rank, padding, on_host, warps=4, edges=EDGES):
    """Each block is stored in full."""
    extents, shape, first, counts = edges_of(rank, edges)
    total = [c * s for c, s in zip((*counts, 1, 1), shape)]
    tensor = Tensor("d", extents, shape, element, on_host, padding)
    tile = block(shape, element)

    def build(symbol):
        lines = [
            all_constants(shape, first, total, row_major(total)),
            tensor.lines(), tile_origins(rank, shape, first),
            f"%x = tt.descriptor_load %d[{', '.join(f'%o{d}' for d in range(rank))}]"
            f" : {tensor.type} -> {tile}",
            dense_store("%x", shape, total, element,
                        [f"%p{d}" for d in range(rank)]),
        ]  # fmt: skip
        parameters = tensor.parameters() + [f"%out: !tt.ptr<{element}>"]
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        stored, values = memory_of(rng, extents, element)
        fill = formats.encode(np.array(np.nan if padding == NAN else 0), element)
        want = expected_blocks(values, counts, shape, first, fill)
        return [*tensor.arguments(Array(element, stored)),
                out(element, formats.decode(want, element))]  # fmt: skip

    kind = {ZERO: "zero", NAN: "nan"}[padding]
    place = "host" if on_host else "device"
    return Case(
        f"descriptors/load-{element}-{rank}d-{kind}-{place}-w{warps}", build, make,
        warps=warps, grid=grid_of(counts), sanitize=warps == 4,
    )  # fmt: skip


def written(stored, tensor, values, counts, change, edges):
    """`stored` after blocks of `values` were combined with it by `change`."""
    _, shape, first, _ = edges_of(len(tensor.extents), edges)
    after = stored.copy()
    counts = (*counts, *(1 for _ in shape[3:]))
    last = [f + c * s for f, c, s in zip(first, counts, shape)]
    target = tuple(slice(max(f, 0), min(n, e))
                   for f, n, e in zip(first, tensor.extents, last))  # fmt: skip
    source = tuple(slice(s.start - f, s.stop - f) for s, f in zip(target, first))
    after[target] = change(stored[target], values[source])
    return after


def store_case(element, rank, on_host, warps=4, edges=EDGES):
    """Blocks are stored; nothing outside of the tensor changes."""
    extents, shape, first, counts = edges_of(rank, edges)
    total = [c * s for c, s in zip((*counts, 1, 1), shape)]
    tensor = Tensor("d", extents, shape, element, on_host)
    at = ", ".join(f"%o{d}" for d in range(rank))

    def build(symbol):
        lines = [
            all_constants(shape, first, total, row_major(total)),
            tensor.lines(), tile_origins(rank, shape, first),
            dense_load(shape, total, element, [f"%p{d}" for d in range(rank)]),
            f"tt.descriptor_store %d[{at}], %x : {tensor.type},"
            f" {block(shape, element)}",
        ]  # fmt: skip
        parameters = [f"%in: !tt.ptr<{element}>"] + tensor.parameters()
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        values = formats.random_stored(rng, element, total)
        stored, _ = memory_of(rng, extents, element)
        after = written(stored, tensor, values, counts, lambda old, new: new,
                        edges)
        result = Array(element, stored, formats.decode(after, element),
                       EXACT_VALUE)  # fmt: skip
        return [Array(element, values), *tensor.arguments(result)]

    place = "host" if on_host else "device"
    return Case(
        f"descriptors/store-{element}-{rank}d-{place}-w{warps}", build, make,
        warps=warps, grid=grid_of(counts), sanitize=warps == 4,
    )  # fmt: skip


def as_unsigned(function):
    def apply(a, b):
        kind = np.dtype(f"u{a.dtype.name}")
        return function(a.view(kind), b.view(kind)).view(a.dtype)

    return apply


@as_unsigned
def increment(old, limit):
    return np.where(old >= limit, 0, old + 1).astype(old.dtype)


@as_unsigned
def decrement(old, limit):
    return np.where((old == 0) | (old > limit), limit, old - 1).astype(old.dtype)


def on_values(function, element):
    """A function of stored floats, by way of their values."""
    def apply(a, b):
        values = function(formats.decode(a, element), formats.decode(b, element))
        return formats.encode(values, element)

    return apply


INTEGERS = ("i32", "si32", "ui32", "i64", "ui64")
REDUCTIONS = {
    "add": (np.add, (*INTEGERS, "f16", "bf16", "f32")),
    "min": (np.minimum, (*INTEGERS, "f16", "bf16")),
    "max": (np.maximum, (*INTEGERS, "f16", "bf16")),
    "and": (np.bitwise_and, INTEGERS[:1] + INTEGERS[3:4]),
    "or": (np.bitwise_or, INTEGERS[:1] + INTEGERS[3:4]),
    "xor": (np.bitwise_xor, INTEGERS[:1] + INTEGERS[3:4]),
    "inc": (increment, ("i32", "ui32")),
    "dec": (decrement, ("i32", "ui32")),
}  # fmt: skip


def reduction_values(rng, kind, element, shape):
    """Operands; floats are small integers, counters are small."""
    if formats.is_float(element):
        return formats.encode(rng.integers(-9, 10, shape).astype(float), element)
    if kind in ("inc", "dec"):
        return rng.integers(0, 4, shape).astype(formats.storage(element))
    return formats.random_stored(rng, element, shape)


def reduce_case(kind, element, rank, on_host, warps=4, edges=EDGES):
    """Blocks are combined with the tensor."""
    extents, shape, first, counts = edges_of(rank, edges)
    total = [c * s for c, s in zip((*counts, 1, 1), shape)]
    tensor = Tensor("d", extents, shape, element, on_host)
    at = ", ".join(f"%o{d}" for d in range(rank))
    number_type = signless(element)

    def build(symbol):
        lines = [
            all_constants(shape, first, total, row_major(total)),
            tensor.lines(), tile_origins(rank, shape, first),
            dense_load(shape, total, number_type,
                       [f"%p{d}" for d in range(rank)]),
            f"tt.descriptor_reduce {kind}, %d[{at}], %x : {tensor.type},"
            f" {block(shape, number_type)}",
        ]  # fmt: skip
        parameters = [f"%in: !tt.ptr<{number_type}>"] + tensor.parameters()
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        change, _ = REDUCTIONS[kind]
        if element.startswith("u") and kind in ("min", "max"):
            change = as_unsigned(change)
        if formats.is_float(number_type):
            change = on_values(change, number_type)
        values = reduction_values(rng, kind, number_type, total)
        row = tensor.strides[-2] if rank > 1 else extents[0]
        stored = reduction_values(rng, kind, number_type, (*extents[:-1], row))
        after = written(stored, tensor, values, counts, change, edges)
        result = Array(number_type, stored, formats.decode(after, number_type),
                       EXACT_VALUE)  # fmt: skip
        return [Array(number_type, values), *tensor.arguments(result)]

    place = "host" if on_host else "device"
    return Case(
        f"descriptors/{kind}-{element}-{rank}d-{place}-w{warps}", build, make,
        warps=warps, grid=grid_of(counts), sanitize=warps == 4,
    )  # fmt: skip


# -- Rows

ROW_TENSOR = ((21, 40), (1, 32), "d")


def row_numbers(rng, element, count, height):
    """Rows of which some are outside of the tensor, each at most once."""
    numbers = rng.permutation(np.arange(-4, height + 7))[:count]
    return numbers.astype(formats.storage(element))


def gather_case(element, index, padding, on_host, warps=4):
    """16 rows, from column 9 on: the last ones are outside."""
    extents, shape, name = ROW_TENSOR
    tensor = Tensor(name, extents, shape, element, on_host, padding)
    rows, column = 16, 9

    def build(symbol):
        lines = [
            all_constants((rows, 32, column), (1,), row_major((rows, 32))),
            tensor.lines(),
            dense_load((rows,), (rows,), index, ["%c32_0"])
            .replace("%x", "%rows").replace("%in", "%rp"),
            f"%x = tt.descriptor_gather %d[%rows, {number(32, column)}] :"
            f" ({tensor.type}, tensor<{rows}x{index}>, i32)"
            f" -> {block((rows, 32), element)}",
            dense_store("%x", (rows, 32), (rows, 32), element, ["%c32_0"] * 2),
        ]  # fmt: skip
        parameters = [f"%rp: !tt.ptr<{index}>", *tensor.parameters(),
                      f"%out: !tt.ptr<{element}>"]  # fmt: skip
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        stored, values = memory_of(rng, extents, element)
        numbers = row_numbers(rng, index, rows, extents[0])
        fill = formats.encode(np.array(np.nan if padding == NAN else 0), element)
        want = np.full((rows, 32), fill, stored.dtype)
        for i, row in enumerate(numbers):
            if 0 <= row < extents[0]:
                want[i, : extents[1] - column] = values[row, column:]
        return [Array(index, numbers), *tensor.arguments(Array(element, stored)),
                out(element, formats.decode(want, element))]  # fmt: skip

    kind = {ZERO: "zero", NAN: "nan"}[padding]
    place = "host" if on_host else "device"
    return Case(f"descriptors/gather-{element}-{index}-{kind}-{place}-w{warps}",
                build, make, warps=warps, sanitize=warps == 4)  # fmt: skip


def scatter_case(element, index, on_host, warps=4):
    """16 rows, from column -3 on: the first ones are outside."""
    extents, shape, name = ROW_TENSOR
    tensor = Tensor(name, extents, shape, element, on_host)
    rows, column = 16, -3

    def build(symbol):
        lines = [
            all_constants((rows, 32, column), (1,), row_major((rows, 32))),
            tensor.lines(),
            dense_load((rows,), (rows,), index, ["%c32_0"])
            .replace("%x", "%rows").replace("%in", "%rp").replace("%f", "%g"),
            dense_load((rows, 32), (rows, 32), element, ["%c32_0"] * 2),
            f"tt.descriptor_scatter %d[%rows, {number(32, column)}], %x :"
            f" {tensor.type}, tensor<{rows}x{index}>, i32,"
            f" {block((rows, 32), element)}",
        ]  # fmt: skip
        parameters = [f"%rp: !tt.ptr<{index}>", f"%in: !tt.ptr<{element}>",
                      *tensor.parameters()]  # fmt: skip
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        stored, _ = memory_of(rng, extents, element)
        numbers = row_numbers(rng, index, rows, extents[0])
        values = formats.random_stored(rng, element, (rows, 32))
        after = stored.copy()
        for i, row in enumerate(numbers):
            if 0 <= row < extents[0]:
                after[row, : 32 + column] = values[i, -column:]
        result = Array(element, stored, formats.decode(after, element), EXACT_VALUE)
        return [Array(index, numbers), Array(element, values),
                *tensor.arguments(result)]  # fmt: skip

    place = "host" if on_host else "device"
    return Case(f"descriptors/scatter-{element}-{index}-{place}-w{warps}",
                build, make, warps=warps, sanitize=warps == 4)  # fmt: skip


# -- Products and control flow

PRODUCT = """
%g0 = tt.get_program_id x : i32
%g1 = tt.get_program_id y : i32
%i = arith.muli %g0, %c32_32 : i32
%j = arith.muli %g1, %c32_64 : i32
%zero = arith.constant dense<0.0> : tensor<32x64xf32>
%r = scf.for %l = %c32_0 to %k step %c32_16 iter_args(%s = %zero) -> (tensor<32x64xf32>) : i32 {
  %x = tt.descriptor_load %a[%i, %l] : @A@ -> tensor<32x16xf16>
@LOAD_B@
  %d = tt.dot %x, %y, %s : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
  scf.yield %d : tensor<32x64xf32>
}
%h = arith.truncf %r : tensor<32x64xf32> to tensor<32x64xf16>
tt.descriptor_store %c[%i, %j], %h : @C@, tensor<32x64xf16>
"""
BY_ROWS = "  %y = tt.descriptor_load %b[%l, %j] : @B@ -> tensor<16x64xf16>"
BY_COLUMNS = """  %z = tt.descriptor_load %b[%j, %l] : @B@ -> tensor<64x16xf16>
  %y = tt.trans %z {order = array<i32: 1, 0>} : tensor<64x16xf16> -> tensor<16x64xf16>"""


def product_case(size, transposed, on_host, warps):
    """A matrix product; B by rows, or transposed."""
    m, n, k = size
    tensors = {
        "a": Tensor("a", (m, k), (32, 16), "f16", on_host),
        "b": Tensor("b", (n, k) if transposed else (k, n),
                    (64, 16) if transposed else (16, 64), "f16", on_host),
        "c": Tensor("c", (m, n), (32, 64), "f16", on_host),
    }  # fmt: skip

    def build(symbol):
        body = PRODUCT.replace("@LOAD_B@", BY_COLUMNS if transposed else BY_ROWS)
        for name, tensor in tensors.items():
            body = body.replace(f"@{name.upper()}@", tensor.type)
        lines = [constants(0, 1, 16, 32, 64), *(t.lines() for t in tensors.values())]
        parameters = [p for t in tensors.values() for p in t.parameters()]
        return module(symbol, ", ".join([*parameters, "%k: i32"]),
                      "\n".join([*lines, body]))  # fmt: skip

    def stored(tensor, values):
        array = np.zeros((values.shape[0], tensor.strides[0]))
        array[:, : values.shape[1]] = values
        return array

    def make(rng):
        a = rng.integers(-4, 5, (m, k)).astype(np.float64)
        b = rng.integers(-4, 5, (k, n)).astype(np.float64)
        given = {"a": a, "b": b.T if transposed else b}
        arguments = []
        for name, values in given.items():
            array = formats.encode(stored(tensors[name], values), "f16")
            arguments += tensors[name].arguments(Array("f16", array))
        result = formats.encode(stored(tensors["c"], a @ b), "f16")
        before = np.full_like(result, 7)
        before[:, n:] = result[:, n:]
        arguments += tensors["c"].arguments(
            Array("f16", before, result.astype(np.float64), EXACT_VALUE))
        return [*arguments, Scalar("i32", k)]  # fmt: skip

    name = "x".join(map(str, size)) + ("-transposed" if transposed else "")
    place = "host" if on_host else "device"
    return Case(
        f"descriptors/product-{name}-{place}-w{warps}", build, make, warps=warps,
        grid=(-(-m // 32), -(-n // 64), 1), sanitize=warps == 4,
    )  # fmt: skip


DESC = desc_type((64,), "i32")
# Each chooses %e, the descriptor %a or %b, by `n`.
CHOICES = {
    "select": f"""
%c = arith.cmpi sgt, %n, %c32_1 : i32
%e = arith.select %c, %a, %b : {DESC}""",
    "if": f"""
%c = arith.cmpi sgt, %n, %c32_1 : i32
%e = scf.if %c -> ({DESC}) {{
  scf.yield %a : {DESC}
}} else {{
  scf.yield %b : {DESC}
}}""",
    "for": f"""
%e, %f = scf.for %i = %c32_m1 to %n step %c32_1 iter_args(%x = %a, %y = %b) -> ({DESC}, {DESC}) : i32 {{
  scf.yield %y, %x : {DESC}, {DESC}
}}""",
    "while": f"""
%e, %f, %rest = scf.while (%x = %a, %y = %b, %i = %n) : ({DESC}, {DESC}, i32) -> ({DESC}, {DESC}, i32) {{
  %c = arith.cmpi sgt, %i, %c32_0 : i32
  scf.condition(%c) %x, %y, %i : {DESC}, {DESC}, i32
}} do {{
^bb0(%x: {DESC}, %y: {DESC}, %i: i32):
  %k = arith.subi %i, %c32_1 : i32
  scf.yield %y, %x, %k : {DESC}, {DESC}, i32
}}""",
    "call": f"""
%e = tt.call @choose(%a, %n, %b) : ({DESC}, i32, {DESC}) -> {DESC}""",
    "branch": f"""
%c = arith.cmpi sgt, %n, %c32_1 : i32
cf.cond_br %c, ^go(%a : {DESC}), ^go(%b : {DESC})
^go(%e: {DESC}):""",
}
HELPER = f"""
tt.func private @choose(%a: {DESC}, %n: i32, %b: {DESC}) -> {DESC} {{
  %one = arith.constant 1 : i32
  %c = arith.cmpi sgt, %n, %one : i32
  %e = arith.select %c, %a, %b : {DESC}
  tt.return %e : {DESC}
}}
"""


def chosen(name, count):
    """0 if a kernel reads by %a."""
    if name == "for":
        return (count + 1) % 2
    return count % 2 if name == "while" else int(count <= 1)


def choose_case(name, count, first=5):
    """One of two descriptors, one created by the kernel, is read from `first` on;
    their tensors have other extents."""
    tensors = [Tensor("a", (40,), (64,), "i32", True),
               Tensor("b", (70,), (64,), "i32", False)]  # fmt: skip

    def build(symbol):
        lines = [
            constants(0, 1, -1, first, 64), *(t.lines() for t in tensors),
            CHOICES[name],
            f"%v = tt.descriptor_load %e[%c32_{first}] : {DESC} -> tensor<64xi32>",
            dense_store("%v", (64,), (64,), "i32", ["%c32_0"]),
        ]  # fmt: skip
        parameters = [p for t in tensors for p in t.parameters()]
        return module(symbol, ", ".join([*parameters, "%out: !tt.ptr<i32>, %n: i32"]),
                      "\n".join(lines), HELPER if name == "call" else "")  # fmt: skip

    def make(rng):
        arrays = [formats.random_stored(rng, "i32", t.extents) for t in tensors]
        given = [v for t, a in zip(tensors, arrays) for v in t.arguments(Array("i32", a))]
        rest = arrays[chosen(name, count)][first : first + 64]
        want = np.zeros(64, np.int32)
        want[: len(rest)] = rest
        return [*given, out("i32", want), Scalar("i32", count)]

    at = "" if first == 5 else f"-at-{first}"
    return Case(f"descriptors/{name}-{count}{at}", build, make, sanitize=count == 2)


# Each iteration creates a descriptor of the first %i elements and reads by another
# one, %v.
CARRIED = {
    # By that of two iterations before.
    "rotated": f"""
%last:2 = scf.for %i = %c32_0 to %n step %c32_8 iter_args(%b = %a, %c = %a) -> ({DESC}, {DESC}) : i32 {{
  @MAKE@
  @READ@
  scf.yield %v, %b : {DESC}, {DESC}
}}""".replace("@READ@", "@READ %c@"),
    # By one that is created in every third iteration.
    "recreated": f"""
%three = arith.constant 24 : i32
%last = scf.for %i = %c32_0 to %n step %c32_8 iter_args(%c = %a) -> ({DESC}) : i32 {{
  %m = arith.remui %i, %three : i32
  %is = arith.cmpi eq, %m, %c32_0 : i32
  %e = scf.if %is -> ({DESC}) {{
    @MAKE@
    scf.yield %v : {DESC}
  }} else {{
    scf.yield %c : {DESC}
  }}
  @READ %e@
  scf.yield %e : {DESC}
}}""",
    # By one that stays, of which no number of iterations is known.
    "kept": f"""
%least = arith.constant 25 : i32
%last = scf.for %i = %c32_0 to %n step %c32_8 iter_args(%c = %a) -> ({DESC}) : i32 {{
  @MAKE@
  %is = arith.cmpi slt, %i, %least : i32
  %e = arith.select %is, %v, %c : {DESC}
  @READ %e@
  scf.yield %e : {DESC}
}}""",
}


def seen(name, index):
    """The number of elements of the tensor that iteration `index` reads; none for the
    whole of it."""
    if name == "rotated":
        return 8 * (index - 1) if index >= 2 else None
    return 8 * (index // 3 * 3 + 1) if name == "recreated" else 8 * min(index + 1, 4)


def carried_case(name, on_host):
    """A loop creates descriptors while others that it created are in use."""
    tensor = Tensor("a", (64,), (64,), "i32", on_host)
    count = 9

    def build(symbol):
        def read(match):
            return (
                f"%x = tt.descriptor_load {match.group(1)}[%c32_0] : {DESC} ->"
                " tensor<64xi32>\n  %to = arith.muli %i, %c32_8 : i32\n  "
                + dense_store("%x", (64,), (64 * count,), "i32", ["%to"])
            )

        # A tensor map of an empty tensor is invalid on GPUs.
        make = ("%size = arith.addi %i, %c32_8 : i32\n  %v ="
                " tt.make_tensor_descriptor %p, [%size], [%c64_1] : <i32>,"
                " <tensor<64xi32>>")  # fmt: skip
        loop = re.sub("@READ (%.)@", read, CARRIED[name].replace("@MAKE@", make))
        lines = [constants(0, 1, 8, 64, 64 * count), tensor.lines(), loop]
        parameters = [*tensor.parameters(), "%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}",
                      "%out: !tt.ptr<i32>, %n: i32"]  # fmt: skip
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        whole = formats.random_stored(rng, "i32", (64,))
        parts = formats.random_stored(rng, "i32", (64,))
        want = np.zeros((count, 64), np.int32)
        for index in range(count):
            size = seen(name, index)
            if size is None:
                want[index] = whole
            else:
                want[index, :size] = parts[:size]
        return [*tensor.arguments(Array("i32", whole)), Array("i32", parts),
                out("i32", want.ravel()), Scalar("i32", 8 * count)]  # fmt: skip

    place = "host" if on_host else "device"
    return Case(f"descriptors/{name}-{place}", build, make, sanitize=True)


def ordered_case():
    """A program reads, by another descriptor, what it stored by the first one, then by
    pointers, and stores by pointers what it reads by a descriptor."""
    shape, element = (8, 32), "i32"
    tensor = Tensor("d", shape, shape, element, False)
    tensor.strides = row_major(shape)

    def build(symbol):
        zeros = ["%c32_0", "%c32_0"]
        again = tensor.lines().replace("%d =", "%e =")
        tile = block(shape, element)
        load = f"tt.descriptor_load @[%c32_0, %c32_0] : {tensor.type} -> {tile}"
        lines = [
            all_constants(shape, row_major(shape)), tensor.lines(), again,
            dense_load(shape, shape, element, zeros),
            f"tt.descriptor_store %d[%c32_0, %c32_0], %x : {tensor.type}, {tile}",
            "%y = " + load.replace("@", "%e"),
            f"%z = arith.addi %x, %y : {tile}",
            f"tt.descriptor_store %e[%c32_0, %c32_0], %z : {tensor.type}, {tile}",
            dense_load(shape, shape, element, zeros).replace("%x", "%u")
            .replace("%in", "%dp").replace("%f", "%g"),
            f"%v = arith.addi %u, %x : {tile}",
            dense_store("%v", shape, shape, element, zeros)
            .replace("%out", "%dp").replace("%t", "%h"),
            "%w = " + load.replace("@", "%d"),
            dense_store("%w", shape, shape, element, zeros),
        ]  # fmt: skip
        parameters = [f"%in: !tt.ptr<{element}>", *tensor.parameters(),
                      f"%out: !tt.ptr<{element}>"]  # fmt: skip
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(rng):
        values = rng.integers(-100, 100, shape).astype(np.int32)
        memory = Array(element, np.zeros(shape, np.int32), 3 * values)
        return [Array(element, values), *tensor.arguments(memory),
                out(element, 3 * values)]  # fmt: skip

    return Case("descriptors/ordered", build, make, sanitize=True)


OUTER = """
%none = arith.constant dense<0.0> : tensor<16x32xf32>
%r = scf.for %i = %c32_0 to %n step %c32_1 iter_args(%s = %none) -> (tensor<16x32xf32>) : i32 {
  %j = arith.muli %i, %c32_16 : i32
  %k = arith.muli %i, %c32_32 : i32
  %x = tt.descriptor_load %a[%j] : @A@ -> tensor<16xf32>
  %y = tt.descriptor_load %b[%k] : @B@ -> tensor<32xf32>
  %p = tt.expand_dims %x {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %q = tt.expand_dims %y {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
  %u = tt.broadcast %p : tensor<16x1xf32> -> tensor<16x32xf32>
  %v = tt.broadcast %q : tensor<1x32xf32> -> tensor<16x32xf32>
  %m = arith.mulf %u, %v : tensor<16x32xf32>
  %t = arith.addf %s, %m : tensor<16x32xf32>
  scf.yield %t : tensor<16x32xf32>
} {tt.num_stages = 3 : i32}"""


def outer_case(on_host):
    """Outer products of short vectors, added up in a loop whose loads run ahead."""
    count = 7
    tensors = [Tensor("a", (16 * count,), (16,), "f32", on_host),
               Tensor("b", (32 * count,), (32,), "f32", on_host)]  # fmt: skip

    def build(symbol):
        body = OUTER.replace("@A@", tensors[0].type).replace("@B@", tensors[1].type)
        lines = [
            constants(0, 1, 16, 32), *(t.lines() for t in tensors), body,
            dense_store("%r", (16, 32), (16, 32), "f32", ["%c32_0"] * 2)
            .replace("%t", "%to"),
        ]  # fmt: skip
        parameters = [p for t in tensors for p in t.parameters()]
        return module(symbol, ", ".join([*parameters, "%out: !tt.ptr<f32>, %n: i32"]),
                      "\n".join(lines))  # fmt: skip

    def make(rng):
        values = [rng.integers(-4, 5, t.extents).astype(np.float64) for t in tensors]
        given = [v for t, x in zip(tensors, values)
                 for v in t.arguments(Array("f32", formats.encode(x, "f32")))]  # fmt: skip
        a, b = (x.reshape(count, -1) for x in values)
        return [*given, out("f32", a.T @ b, EXACT_VALUE), Scalar("i32", count)]

    place = "host" if on_host else "device"
    return Case(f"descriptors/outer-{place}", build, make, sanitize=True)


def squeezed_case(on_host):
    """The tile lacks the block's dimensions of size 1; rows are more than 256
    elements long."""
    extents, shape = (2, 3, 1000), (1, 1, 512)
    tensor = Tensor("d", extents, shape, "i32", on_host)

    def build(symbol):
        lines = [
            constants(0, 1, 2, 512, 500), tensor.lines(),
            f"%x = tt.descriptor_load %d[%c32_1, %c32_2, %c32_500] : {tensor.type}"
            " -> tensor<512xi32>",
            f"tt.descriptor_store %d[%c32_0, %c32_1, %c32_500], %x : {tensor.type},"
            " tensor<512xi32>",
            f"tt.descriptor_reduce add, %d[%c32_0, %c32_2, %c32_500], %x :"
            f" {tensor.type}, tensor<512xi32>",
        ]  # fmt: skip
        return module(symbol, ", ".join(tensor.parameters()), "\n".join(lines))

    def make(rng):
        stored, _ = memory_of(rng, extents, "i32")
        after = stored.copy()
        after[0, 1, 500:1000] = stored[1, 2, 500:1000]
        after[0, 2, 500:1000] += stored[1, 2, 500:1000]
        return tensor.arguments(Array("i32", stored, after))

    place = "host" if on_host else "device"
    return Case(f"descriptors/squeezed-{place}", build, make, sanitize=True)


def product_cases():
    sizes = ((32, 64, 16), (70, 100, 50), (33, 65, 8))
    for size, transposed, on_host in itertools.product(sizes, (False, True), (False, True)):
        yield product_case(size, transposed, on_host, 1 if transposed else 4)


def block_cases():
    for element, on_host in itertools.product(TYPES, (False, True)):
        for padding in (ZERO, NAN) if formats.is_float(element) else (ZERO,):
            yield load_case(element, 2, padding, on_host)
        yield store_case(element, 2, on_host)
    for rank, on_host in itertools.product((1, 3, 4, 5), (False, True)):
        yield load_case("f16", rank, NAN, on_host)
        yield load_case("i32", rank, ZERO, on_host)
        yield store_case("f32", rank, on_host)
        yield reduce_case("add", "i32", rank, on_host)
        yield reduce_case("max", "bf16", rank, on_host)
    for warps in (1, 8):
        yield load_case("f16", 2, ZERO, False, warps)
        yield store_case("f16", 2, True, warps)
        yield reduce_case("min", "f16", 2, True, warps)
    for kind, (_, elements) in REDUCTIONS.items():
        for element in elements:
            yield reduce_case(kind, element, 2, on_host=kind in ("add", "or"))


def as_bulk(one):
    """The case with tensor maps."""
    return dataclasses.replace(
        one, name=f"{one.name}-bulk", architectures=90, is_for_cpu=False,
        options=(*one.options, *only("tensor-maps")),
    )  # fmt: skip


def bulk_blocks():
    """Blocks whose accesses bulk copies perform. They pad no float of 8 bits with
    NaN, if the host encodes the map."""
    for element, on_host in itertools.product(TYPES, (False, True)):
        has_nan = formats.is_float(element) and formats.width(element) > 8
        for padding in (ZERO, NAN) if has_nan else (ZERO,):
            yield load_case(element, 2, padding, on_host, edges=BULK_LOADS)
        yield store_case(element, 2, on_host, edges=BULK_STORES)
    yield load_case("f8E5M2", 2, NAN, False, edges=BULK_LOADS)
    for rank, on_host in itertools.product((1, 3, 4, 5), (False, True)):
        yield load_case("f16", rank, NAN, on_host, edges=BULK_LOADS)
        yield store_case("f32", rank, on_host, edges=BULK_STORES)
        yield reduce_case("add", "i32", rank, on_host, edges=BULK_STORES)
    for warps, on_host in itertools.product((1, 8), (False, True)):
        yield load_case("f16", 2, ZERO, on_host, warps, edges=BULK_LOADS)
        yield store_case("f16", 2, on_host, warps, edges=BULK_STORES)
    for kind, (_, elements) in REDUCTIONS.items():
        for element in elements:
            yield reduce_case(kind, element, 2, kind != "max", edges=BULK_STORES)


def bulk_cases():
    """Cases by bulk copies, and some that they cannot perform."""
    yield from bulk_blocks()
    yield load_case("f16", 3, ZERO, True)  # its blocks begin anywhere
    for on_host in (False, True):
        yield gather_case("f16", "i32", ZERO, on_host)
        yield squeezed_case(on_host)
        yield outer_case(on_host)
    yield from product_cases()
    for name, count in itertools.product(CHOICES, (0, 1, 2, 3)):
        yield choose_case(name, count, first=8)
    yield choose_case("select", 1)  # its block begins within 16 bytes
    for name, on_host in itertools.product(CARRIED, (False, True)):
        yield carried_case(name, on_host)
    yield ordered_case()


def cases():
    yield from pointer_cases()
    for one in bulk_cases():
        yield as_bulk(one)


def pointer_cases():
    yield from block_cases()
    for on_host in (False, True):
        for element in ("i8", "f16", "f32", "f8E5M2"):
            yield gather_case(element, "i32", ZERO, on_host)
            yield scatter_case(element, "i32", on_host)
        yield gather_case("bf16", "i16", NAN, on_host)
        yield scatter_case("bf16", "i16", on_host, warps=1)
        yield squeezed_case(on_host)
        yield outer_case(on_host)
    yield from product_cases()
    for name, count in itertools.product(CHOICES, (0, 1, 2, 3)):
        yield choose_case(name, count)
    for name, on_host in itertools.product(CARRIED, (False, True)):
        yield carried_case(name, on_host)
