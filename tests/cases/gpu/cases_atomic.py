# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Atomics: every kind and type, tiles and scalars, masks, results that are used
and not, from many programs. Floats are integers, so that any order is exact."""

import functools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Case, out
from kernel_text import Kernel

SIZE, PROGRAMS = 256, 64


def rmw(kernel, kind, address, value, mask=None, sem="acq_rel", scope="gpu"):
    more = f", {mask.name}" if mask else ""
    types = ", ".join(v.type for v in (address, value, mask) if v)
    return kernel.emit(
        f"tt.atomic_rmw {kind}, {sem}, {scope}, {address.name},"
        f" {value.name}{more} : ({types}) -> {value.type}",
        value.element, value.shape,
    )  # fmt: skip


def cas(kernel, address, expected, value, sem="acq_rel"):
    return kernel.emit(
        f"tt.atomic_cas {sem}, gpu, {address.name}, {expected.name},"
        f" {value.name} : ({address.type}, {value.type}, {value.type}) ->"
        f" {value.type}",
        value.element, value.shape,
    )  # fmt: skip


def unsigned(function):
    def apply(a, b):
        kind = np.dtype(f"u{a.dtype.name}")
        return function(a.view(kind), b.view(kind)).view(a.dtype)

    return apply


KINDS = {
    "add": (np.add, ("i32", "i64")),
    "fadd": (np.add, ("f16", "bf16", "f32", "f64")),
    "max": (np.maximum, ("i32", "i64")),
    "min": (np.minimum, ("i32", "i64")),
    "umax": (unsigned(np.maximum), ("i32", "i64")),
    "umin": (unsigned(np.minimum), ("i32", "i64")),
    "and": (np.bitwise_and, ("i32", "i64")),
    "or": (np.bitwise_or, ("i32", "i64")),
    "xor": (np.bitwise_xor, ("i32", "i64")),
    "exch": (lambda a, b: b, ("i32", "i64", "f32", "f64")),
}  # fmt: skip


def values_of(rng, element, shape):
    """Operands; floats are small integers, but not 0."""
    if formats.is_float(element):
        values = rng.integers(-2, 2, shape)
        return formats.encode((values + (values >= 0)).astype(float), element)
    return formats.random_stored(rng, element, shape)


def many_values_of(kind, rng, element, shape):
    """Operands of which PROGRAMS together do not give all ones or zeros."""
    if kind not in ("and", "or"):
        return values_of(rng, element, shape)
    parts = [values_of(rng, element, shape) for _ in range(6)]
    ones = functools.reduce(np.bitwise_or, parts)
    return ones if kind == "and" else ~ones


def operands_that_change(rng, element, cells, after, mask):
    """Operands with which `after`, a function of them, changes a cell in the mask
    and does not give zeros alone."""
    before = formats.decode(cells, element)
    while True:
        value = values_of(rng, element, cells.shape)
        result = after(formats.decode(value, element))
        if (result != before)[mask].any() and result.any():
            return value


def once_case(kind, element, size, warps, masked, used=True):
    """One program; each address once; the old values are stored."""
    reference, _ = KINDS[kind]

    def build(symbol):
        names = ("cells", "in", "old")
        kernel = Kernel(
            symbol,
            [(n, f"*{element}:16") for n in names] + [("mask", "*i8:16")],
        )
        address = kernel.addresses("cells", (size,))
        value = kernel.load_tile("in", (size,))
        mask = kernel.load_bool("mask", (size,)) if masked else None
        old = rmw(kernel, kind, address, value, mask)
        if used:
            kernel.store(kernel.addresses("old", (size,)), old, mask)
        return kernel

    def make(rng):
        cells = values_of(rng, element, size)
        mask = rng.integers(0, 2, size) if masked else np.ones(size, int)
        mask[rng.integers(size)] = 1
        old = formats.decode(cells, element)

        def update(new):
            return np.where(mask == 1, reference(old, new), old)

        value = operands_that_change(rng, element, cells, update, mask == 1)
        after = update(formats.decode(value, element))
        result = Array(element, cells, after, EXACT_VALUE)
        seen = out(element, np.zeros(size))
        if used:
            poison = formats.decode(seen.values, element)
            seen.expected = np.where(mask == 1, old, poison)
        else:
            seen.expected = None
        return [result, Array(element, value), seen,
                Array("i8", mask.astype(np.int8))]  # fmt: skip

    name = f"atomic/once-{kind}-{element}-{size}-w{warps}"
    name += ("-masked" if masked else "") + ("" if used else "-unused")
    return Case(name, build, make, warps=warps, sanitize=warps == 4)


def many_case(kind, element, size, warps):
    """PROGRAMS programs on the same cells; the old values are not used."""
    reference, _ = KINDS[kind]

    def build(symbol):
        kernel = Kernel(
            symbol, [("cells", f"*{element}:16"), ("in", f"*{element}:16")]
        )
        start = kernel.binary(
            "arith.muli", kernel.program_id(), kernel.constant(size, "i32")
        )
        value = kernel.load_tile("in", (size,), offset=start)
        rmw(kernel, kind, kernel.addresses("cells", (size,)), value, None,
            "relaxed")  # fmt: skip
        return kernel

    def make(rng):
        cells = many_values_of(kind, rng, element, size)
        value = many_values_of(kind, rng, element, (PROGRAMS, size))
        if element == "bf16":  # sums stay below 256
            value = formats.encode(np.sign(formats.decode(value, element)),
                                   element)  # fmt: skip
        with np.errstate(over="ignore"):
            after = functools.reduce(
                reference, formats.decode(value, element),
                formats.decode(cells, element),
            )  # fmt: skip
        return [Array(element, cells, after, EXACT_VALUE),
                Array(element, value)]  # fmt: skip

    return Case(
        f"atomic/many-{kind}-{element}-{size}-w{warps}", build, make,
        warps=warps, grid=(PROGRAMS, 1, 1), sanitize=size == 16,
    )  # fmt: skip


def ticket_case(element, warps, sem):
    """Each program draws a number and marks it: all must be marked once."""

    def build(symbol):
        kernel = Kernel(symbol, [("next", f"*{element}"), ("out", "*i32")])
        one = kernel.constant(1, element)
        number = rmw(kernel, "add", kernel["next"], one, None, sem)
        address = kernel.addptr(kernel["out"], number)
        rmw(kernel, "add", address, kernel.constant(1, "i32"))
        return kernel

    def make(rng):
        start = np.zeros(1, formats.storage(element))
        count = np.zeros(PROGRAMS, np.int32)
        ones = np.ones(PROGRAMS, np.int32)
        return [Array(element, start, start + PROGRAMS),
                Array("i32", count, ones)]  # fmt: skip

    return Case(
        f"atomic/ticket-{element}-{sem}-w{warps}", build, make, warps=warps,
        grid=(PROGRAMS, 1, 1), sanitize=True,
    )  # fmt: skip


def same_cell_case(warps):
    """All elements of a tile on one cell; the old values are 0, 1, 2..."""

    def build(symbol):
        kernel = Kernel(symbol, [("cell", "*i32"), ("out", "*i32")])
        cells = kernel.splat(kernel["cell"], (SIZE,))
        one = kernel.constant(1, "i32", (SIZE,))
        old = rmw(kernel, "add", cells, one)
        marks = kernel.addptr(kernel.splat(kernel["out"], (SIZE,)), old)
        rmw(kernel, "add", marks, one)
        return kernel

    def make(rng):
        zero = np.zeros(1, np.int32)
        ones = np.ones(SIZE, np.int32)
        return [Array("i32", zero, zero + SIZE),
                Array("i32", ones * 0, ones)]  # fmt: skip

    return Case(f"atomic/same-cell-w{warps}", build, make, warps=warps)


def matrix_case(warps):
    """A tile in two dimensions of which the rows are summed by atomics."""
    shape = (32, 64)

    def build(symbol):
        kernel = Kernel(symbol, [("out", "*f32:16"), ("in", "*f32:16")])
        value = kernel.load_tile("in", shape)
        address = kernel.addresses("out", shape, (0, 1))
        rmw(kernel, "fadd", address, value)
        return kernel

    def make(rng):
        value = values_of(rng, "f32", shape)
        zero = np.zeros(shape[1], np.float32)
        return [Array("f32", zero, value.sum(0), EXACT_VALUE),
                Array("f32", value)]  # fmt: skip

    return Case(f"atomic/columns-w{warps}", build, make, warps=warps)


def swap_case(element, size, warps):
    """Compare and swap of a tile: half of the cells match."""

    def build(symbol):
        names = ("cells", "expected", "value", "old")
        kernel = Kernel(symbol, [(n, f"*{element}:16") for n in names])
        expected = kernel.load_tile("expected", (size,))
        value = kernel.load_tile("value", (size,))
        address = kernel.addresses("cells", (size,))
        kernel.store_tile("old", cas(kernel, address, expected, value))
        return kernel

    def make(rng):
        cells, random = (values_of(rng, element, size) for _ in range(2))
        take = rng.integers(0, 2, size) == 1
        take[rng.integers(size)] = True
        old = formats.decode(cells, element)
        value = operands_that_change(
            rng, element, cells, lambda new: np.where(take, new, old), take
        )
        expected = np.where(take, cells, random)
        same = formats.decode(expected, element) == formats.decode(
            cells, element
        )
        after = formats.decode(np.where(same, value, cells), element)
        return [Array(element, cells, after, EXACT_VALUE),
                Array(element, expected), Array(element, value),
                out(element, formats.decode(cells, element), EXACT_VALUE)]  # fmt: skip

    return Case(
        f"atomic/cas-{element}-{size}-w{warps}", build, make, warps=warps,
        sanitize=warps == 4,
    )  # fmt: skip


def lock_case(warps):
    """A lock by compare and swap around a counter without atomics."""

    def build(symbol):
        kernel = Kernel(symbol, [("lock", "*i32"), ("counter", "*i32")])
        lines = f"""
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%taken = scf.while (%x = %c1) : (i32) -> i32 {{
  %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
  %again = arith.cmpi ne, %old, %c0 : i32
  scf.condition(%again) %old : i32
}} do {{
^bb0(%y: i32):
  scf.yield %y : i32
}}
%n = tt.load %counter {{isVolatile = true}} : !tt.ptr<i32>
%m = arith.addi %n, %c1 : i32
tt.store %counter, %m : !tt.ptr<i32>
%free = tt.atomic_rmw exch, acq_rel, gpu, %lock, %c0 : (!tt.ptr<i32>, i32) -> i32
"""
        for line in lines.strip().splitlines():
            kernel.line(line)
        return kernel

    def make(rng):
        zero = np.zeros(1, np.int32)
        return [Array("i32", zero, zero),
                Array("i32", zero, zero + PROGRAMS)]  # fmt: skip

    return Case(
        f"atomic/lock-w{warps}", build, make, warps=warps,
        grid=(PROGRAMS, 1, 1),
    )  # fmt: skip


def access_case(element, size, warps):
    """Atomic loads and stores, where a mask is true, and waits for values that are
    there already."""
    is_wide = formats.width(element) >= 32
    is_waited = is_wide and not formats.is_float(element)

    def build(symbol):
        kernel = Kernel(symbol, [("in", f"*{element}:16"), ("seen", f"*{element}:16"),
                                 ("mask", "*i8:16")])  # fmt: skip
        mask = kernel.load_bool("mask", (size,))
        plain = kernel.load_tile("in", (size,))
        address = kernel.addresses("in", (size,))
        if is_waited:
            there = kernel.emit(
                f"tt.atomic_poll acquire, gpu, {address.name}, {plain.name} :"
                f" {address.type}, {plain.type} -> {mask.type}", "i1", (size,))
            mask = kernel.binary("arith.andi", mask, there)
        loaded = kernel.emit(
            f"tt.atomic_load acquire, gpu, {address.name}, {mask.name} :"
            f" ({address.type}, {mask.type}) -> {plain.type}", element, (size,))
        target = kernel.addresses("seen", (size,))
        if is_wide:
            kernel.line(f"tt.atomic_store release, gpu, {target.name}, {loaded.name},"
                        f" {mask.name} : {target.type}")  # fmt: skip
        else:
            kernel.store(target, loaded, mask)
        return kernel

    def make(rng):
        values = values_of(rng, element, size)
        mask = rng.integers(0, 2, size)
        mask[rng.integers(size)] = 1
        seen = out(element, np.zeros(size))
        poison = formats.decode(seen.values, element)
        seen.expected = np.where(mask == 1, formats.decode(values, element), poison)
        return [Array(element, values), seen, Array("i8", mask.astype(np.int8))]

    return Case(f"atomic/access-{element}-{size}-w{warps}", build, make, warps=warps)


def cases():
    for kind, (_, types) in KINDS.items():
        for element in types:
            for size, warps in ((256, 4), (1024, 1), (16, 4), (1, 8)):
                for masked in (False, True):
                    yield once_case(kind, element, size, warps, masked)
            yield once_case(kind, element, 256, 4, False, used=False)
            if kind != "exch":
                for size, warps in ((256, 4), (16, 4), (2, 8)):
                    yield many_case(kind, element, size, warps)
    for element in ("i32", "i64"):
        for warps in (1, 4):
            for sem in ("relaxed", "acquire", "release", "acq_rel"):
                yield ticket_case(element, warps, sem)
    for warps in (1, 4, 8):
        yield same_cell_case(warps)
        yield matrix_case(warps)
        yield lock_case(warps)
    for element in ("i16", "i32", "i64", "f16", "bf16", "f32", "f64"):
        for size, warps in ((256, 4), (16, 4), (1, 2)):
            yield swap_case(element, size, warps)
    for element in ("i8", "i16", "i32", "i64", "f16", "f32", "f64"):
        for size, warps in ((256, 4), (16, 4)):
            yield access_case(element, size, warps)
