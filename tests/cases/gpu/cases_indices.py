# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Addresses from integers that wrap: casts to every width, sums, products, quotients
and remainders that leave a type, unsigned tests of both bounds, and hints that hold
within one access only. Tables have exactly the size that the indices reach."""

import functools

import numpy as np

import formats
from case import Array, Case, Scalar, out
from kernel_text import Kernel

SIZE = 256


class Numbers:
    """Evaluates an index: integers of `bits` bits, as signed Python integers."""

    def __init__(self, head, program):
        self.head = (32, np.full(SIZE, head, dtype=object))
        self.program = (32, np.full(SIZE, program, dtype=object))
        self.range = (32, np.arange(SIZE).astype(object))

    @staticmethod
    def wrap(bits, values):
        half = 1 << (bits - 1)
        return bits, (values + half) % (1 << bits) - half

    @staticmethod
    def unsigned(value):
        return value[1] % (1 << value[0])

    def const(self, number, like):
        return self.wrap(like[0], np.full(SIZE, number, dtype=object))

    def binary(self, name, a, b, hint=""):
        x, y, p, q = a[1], b[1], self.unsigned(a), self.unsigned(b)
        truncated = np.array([abs(int(m)) // abs(int(n) or 1) for m, n in zip(x, y)], object)
        truncated = np.where((x < 0) != (y < 0), -truncated, truncated)
        low = np.array([int(n) % a[0] for n in q], object)
        results = {
            "addi": x + y, "subi": x - y, "muli": x * y, "andi": x & y,
            "ori": x | y, "xori": x ^ y, "divsi": truncated,
            "remsi": x - truncated * y, "divui": p // np.where(q == 0, 1, q),
            "remui": p % np.where(q == 0, 1, q), "minsi": np.minimum(x, y),
            "maxsi": np.maximum(x, y), "minui": np.minimum(p, q),
            "maxui": np.maximum(p, q), "shli": x * (2 ** low),
            "shrsi": x // (2 ** low), "shrui": p // (2 ** low),
        }  # fmt: skip
        return self.wrap(a[0], results[name])

    def cast(self, name, a, bits):
        return self.wrap(bits, self.unsigned(a) if name == "extui" else a[1])

    def compare(self, predicate, a, b):
        x, y = (a[1], b[1]) if predicate[0] == "s" else (self.unsigned(a), self.unsigned(b))
        return {"lt": x < y, "ge": x >= y, "le": x <= y, "gt": x > y}[predicate[1:]]

    def select(self, condition, a, b):
        return a[0], np.where(condition, a[1], b[1])


class Text:
    """Writes the same index as operations of a kernel."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.head = kernel.splat(kernel["head"], (SIZE,))
        self.program = kernel.splat(kernel.program_id(), (SIZE,))
        self.range = kernel.range(SIZE)

    def const(self, number, like):
        bits = int(like.element[1:])
        number = (number + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
        return self.kernel.constant(number, like.element, (SIZE,))

    def binary(self, name, a, b, hint=""):
        return self.kernel.binary("arith." + name, a, b, hint)

    def cast(self, name, a, bits):
        return self.kernel.cast("arith." + name, a, f"i{bits}")

    def compare(self, predicate, a, b):
        return self.kernel.compare("arith.cmpi", predicate, a, b)

    def select(self, condition, a, b):
        return self.kernel.select(condition, a, b)


def hint(contiguity, divisibility):
    """The promise of `max_contiguous` and `multiple_of`."""
    return (
        f" {{tt.contiguity = dense<{contiguity}> : tensor<1xi32>,"
        f" tt.divisibility = dense<{divisibility}> : tensor<1xi32>}}"
    )


def narrow(bits, extension="extui", to=32):
    """(head + i) in `bits` bits, and back."""

    def index(e):
        at = e.cast("trunci", e.binary("addi", e.head, e.range), bits)
        at = e.cast(extension, at, to)
        if extension == "extsi":
            at = e.binary("addi", at, e.const(1 << (bits - 1), at))
        return at, None

    return index


def shifted(distance, bits=32, to=64):
    """i - distance, if that is in [0, head), as one unsigned comparison."""

    def index(e):
        i = e.range if bits == 32 else e.cast("trunci", e.range, bits)
        n = e.head if bits == 32 else e.cast("trunci", e.head, bits)
        at = e.binary("subi", i, e.const(distance, i))
        inside = e.compare("ult", at, n)
        return e.cast("extui", at, to) if bits < to else at, inside

    return index


def chained(*steps, mask=63):
    """`steps` of (operation, constant) from a * 2^30 + i, which wraps, and a mask."""

    def index(e):
        big = e.binary("muli", e.program, e.const(1 << 30, e.program))
        at = e.binary("addi", big, e.range)
        for name, number in steps:
            at = e.binary(name, at, e.const(number, at))
        return e.binary("andi", at, e.const(mask, at)), None

    return index


def python_modulo(n):
    """The remainder that is not negative, of a dividend that wraps."""

    def index(e):
        big = e.binary("muli", e.program, e.const(1 << 30, e.program))
        at = e.binary("addi", big, e.range)
        rest = e.binary("remsi", at, e.const(n, at))
        negative = e.compare("slt", rest, e.const(0, rest))
        more = e.binary("addi", rest, e.const(n, rest))
        return e.select(negative, more, rest), None

    return index


def negative_divisor(e):
    """A quotient by a number that no one would expect to be negative."""
    quotient = e.binary("divsi", e.program, e.head)
    at = e.binary("addi", e.binary("muli", quotient, e.const(16, quotient)), e.range)
    rest = e.binary("remsi", at, e.const(16, at))
    return e.binary("andi", e.binary("addi", rest, e.const(16, rest)), e.const(31, rest)), None


def hinted(contiguity, divisibility, modulus=None):
    """i % head or i & mask, which a hint says is contiguous for longer."""

    def index(e):
        text = hint(contiguity, divisibility)
        if modulus is None:
            return e.binary("remsi", e.range, e.head, text), None
        return e.binary("remui", e.range, e.const(modulus, e.range), text), None

    return index


def long_sum(e):
    """A sum of 64 bits that only 32 bits of remain."""
    wide = e.cast("extsi", e.range, 64)
    at = e.binary("addi", wide, e.const((1 << 32) - 100, wide))
    low = e.cast("trunci", at, 32)
    return e.binary("andi", low, e.const(255, low)), None


def rotated(e):
    """Bits that leave on the left come back on the right."""
    i = e.cast("trunci", e.binary("addi", e.head, e.range), 8)
    left = e.binary("shli", i, e.const(3, i))
    right = e.binary("shrui", i, e.const(5, i))
    return e.cast("extui", e.binary("ori", left, right), 32), None


def clamped(low, high, signed=True):
    """head + i, which wraps, between two bounds."""
    kind = "si" if signed else "ui"

    def index(e):
        at = e.binary("addi", e.head, e.range)
        at = e.binary("max" + kind, at, e.const(low, at))
        return e.binary("min" + kind, at, e.const(high, at)), None

    return index


def narrow_product(bits, factor):
    def index(e):
        i = e.cast("trunci", e.range, bits)
        at = e.binary("muli", i, e.const(factor, i))
        at = e.binary("addi", at, i)
        return e.cast("extui", at, 32), None

    return index


# Name: index, head. Indices are between 0 and 65,535.
INDICES = {
    **{f"trunc-extui-i{b}": (narrow(b), 200) for b in (1, 8, 16)},
    **{f"trunc-extsi-i{b}": (narrow(b, "extsi"), 120) for b in (1, 8, 16)},
    "trunc-i8-aligned": (narrow(8), 192),
    "trunc-i8-to-i64": (narrow(8, "extui", 64), 77),
    "trunc-i16-wraps": (narrow(16), 65400),
    "shift-8": (shifted(8), 200),
    "shift-4": (shifted(4), 250),
    "shift-16": (shifted(16), 100),
    "shift-1": (shifted(1), 240),
    "shift-64": (shifted(64), 128),
    "shift-8-i16": (shifted(8, 16, 32), 200),
    "shift-8-i16-i64": (shifted(8, 16), 200),
    "shift-32-i8": (shifted(32, 8, 32), 200),
    "shift-4-i8": (shifted(4, 8), 120),
    "remainder-add": (chained(("remsi", 16), ("addi", 16)), 0),
    "remainder-32": (chained(("remsi", 32), ("addi", 32)), 0),
    "remainder-twice": (chained(("remsi", 64), ("remsi", 16), ("addi", 15)), 0),
    "quotient": (chained(("divsi", 4), ("addi", 3)), 0),
    "quotient-remainder": (chained(("divsi", 8), ("remsi", 8), ("addi", 7)), 0),
    "shift-right": (chained(("shrsi", 3)), 0),
    "shift-right-unsigned": (chained(("shrui", 3)), 0),
    "remainder-min": (chained(("remsi", 16), ("maxsi", -4), ("addi", 4)), 0),
    "remainder-xor": (chained(("remsi", 16), ("xori", 15)), 0),
    "remainder-unsigned": (chained(("remsi", 16), ("remui", 48)), 0),
    "remainder-shift": (chained(("remsi", 128), ("shrui", 1)), 0),
    "unsigned-remainder": (chained(("remui", 48)), 0),
    "modulo-16": (python_modulo(16), 0),
    "modulo-64": (python_modulo(64), 0),
    "modulo-100": (python_modulo(100), 0),
    "negative-divisor": (negative_divisor, -1),
    "hint-256": (hinted(256, 256), 100),
    "hint-128": (hinted(128, 128), 36),
    "hint-64-of-20": (hinted(64, 64, 20), 0),
    "hint-16-of-4": (hinted(16, 16, 4), 0),
    "hint-of-12": (hinted(256, 4, 12), 0),
    "long-sum": (long_sum, 0),
    "rotated": (rotated, 123),
    "clamped": (clamped(0, 99), -50),
    "clamped-wrap": (clamped(0, 127), 2**31 - 40),
    "clamped-unsigned": (clamped(0, 99, False), -40),
    **{f"product-{f}-i8": (narrow_product(8, f), 0) for f in (2, 6, 17)},
}  # fmt: skip
PROGRAMS = 4


@functools.cache
def evaluate(name):
    """For each program the indices, and where they are used."""
    index, head = INDICES[name]
    indices, masks = [], []
    for program in range(PROGRAMS):
        (_, at), mask = index(Numbers(head, program))
        indices.append(at)
        masks.append(np.ones(SIZE, bool) if mask is None else np.array(mask, bool))
    return np.array(indices), np.array(masks)


def place(kernel, argument):
    """Addresses of this program's part of an array."""
    start = kernel.binary(
        "arith.muli", kernel.program_id(), kernel.constant(SIZE, "i32")
    )
    return kernel.addresses(argument, (SIZE,), offset=start)


def load_case(name, element, warps, options=()):
    index, head = INDICES[name]

    def build(symbol):
        kernel = Kernel(
            symbol, [("table", f"*{element}:16"), ("out", f"*{element}:16"), ("head", "i32")]
        )
        at, mask = index(Text(kernel))
        source = kernel.addptr(kernel.splat(kernel["table"], (SIZE,)), at)
        other = kernel.constant(7, element, (SIZE,)) if mask else None
        kernel.store(place(kernel, "out"), kernel.load(source, mask, other))
        return kernel

    def make(rng):
        at, mask = evaluate(name)
        table = formats.random_stored(rng, element, int(at[mask].max()) + 1)
        want = np.where(mask, table[np.where(mask, at, 0).astype(int)], 7)
        return [Array(element, table), out(element, want.ravel()), Scalar("i32", head)]

    return Case(
        f"indices/load-{name}-{element}-w{warps}{''.join(options)}", build, make,
        warps=warps, grid=(PROGRAMS, 1, 1), options=options,
    )  # fmt: skip


def write_case(name, element, warps, is_atomic):
    """Each program stores to, or adds to, its own row of a table."""
    index, head = INDICES[name]
    at, mask = evaluate(name)
    row = int(at[mask].max()) + 1

    def build(symbol):
        kernel = Kernel(
            symbol, [("from", f"*{element}:16"), ("table", f"*{element}:16"), ("head", "i32")]
        )
        at, mask = index(Text(kernel))
        value = kernel.load(place(kernel, "from"))
        start = kernel.binary(
            "arith.muli", kernel.program_id(), kernel.constant(row, "i32")
        )
        table = kernel.addptr(kernel["table"], start)
        target = kernel.addptr(kernel.splat(table, (SIZE,)), at)
        if is_atomic:
            mask = mask or kernel.constant("true", "i1", (SIZE,))
            kernel.emit(
                f"tt.atomic_rmw add, relaxed, gpu, {target.name}, {value.name},"
                f" {mask.name} : ({target.type}, {value.type}, {mask.type}) ->"
                f" {value.type}", element, (SIZE,),
            )  # fmt: skip
        else:
            kernel.store(target, value, mask)
        return kernel

    def make(rng):
        values = formats.random_stored(rng, element, PROGRAMS * SIZE)
        table = out(element, np.zeros((PROGRAMS, row))).values
        if is_atomic:
            table[:] = 0
        want = table.copy()
        for i, value in zip(np.argwhere(mask), values.reshape(PROGRAMS, SIZE)[mask]):
            place = i[0], int(at[tuple(i)])
            with np.errstate(over="ignore"):  # sums wrap
                want[place] = (want[place] if is_atomic else 0) + value
        result = out(element, want.ravel())
        result.values = table.ravel()
        return [Array(element, values), result, Scalar("i32", head)]

    kind = "atomic" if is_atomic else "store"
    return Case(
        f"indices/{kind}-{name}-{element}-w{warps}", build, make, warps=warps,
        grid=(PROGRAMS, 1, 1),
    )  # fmt: skip


def is_injective(name):
    at, mask = evaluate(name)
    return all(len(np.unique(a[m])) == m.sum() for a, m in zip(at, mask))


def cases():
    for number, name in enumerate(INDICES):
        # Hints are true within 16 bytes of these, but not of smaller ones.
        elements = ("i32", "i64") if "hint" in name else ("i32", "i8", "i16", "i64")
        for warps, element in zip((1, 4, 8), ("i32", elements[number % len(elements)], "i32")):
            yield load_case(name, element, warps)
        if is_injective(name):
            yield write_case(name, "i32", 1, False)
            yield write_case(name, elements[number % len(elements)], 4, False)
        yield write_case(name, "i32", 4, True)
    for name in ("trunc-extui-i8", "shift-8", "hint-256", "remainder-add"):
        yield load_case(name, "i32", 4, ("--checked",))
