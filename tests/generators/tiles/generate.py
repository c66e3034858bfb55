# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs over tiles, as kernels are: loops that load tiles and multiply
them, with elementwise work, reductions, branches and loops around the products.

A seed gives a program whose result is determined (evaluate.py): a draw
that is not is drawn again. Decisions depend on the seed alone.
"""

import functools
import math
import random

import formats
import numbers_of
import program as p
from addresses import Addresses
from builder import Builder
from evaluate import Machine
from memory import Unstable
from networks import Networks
from scaled import Scaled

ATTEMPTS = 50
TRIPS = (0, 1, 2, 3, 4, 5, 6)
# Extents of tiles, and the elements of one.
SIZES = (
    ((16, 32), 4096), ((16, 32, 64), 4096), ((32, 64), 4096), ((16, 64), 4096),
    ((32,), 4096), ((64,), 4096), ((16, 32, 128), 4096), ((64, 128), 8192),
    ((8, 16, 32, 64), 4096), ((1, 16, 64), 4096), ((2, 4, 16, 32), 2048),
    ((16, 256), 4096), ((48, 80), 8192), ((24, 32, 40), 2048), ((16, 96), 8192),
    ((20, 32, 64), 4096), ((384, 16), 8192),
)  # fmt: skip
# (A, B, accumulator, inputPrecision)
PRODUCTS = (
    *[("f16", "f16", "f32", None)] * 6, *[("bf16", "bf16", "f32", None)] * 4,
    *[("f32", "f32", "f32", "tf32")] * 4, ("f32", "f32", "f32", "ieee"),
    ("f32", "f32", "f32", "tf32x3"), ("f32", "f32", "f32", "bf16x3"),
    ("f32", "f32", "f32", "bf16x6"), *[("i8", "i8", "i32", None)] * 2,
    ("f16", "f16", "f16", None), ("f64", "f64", "f64", None),
    ("f8E4M3FN", "f8E4M3FN", "f32", None), ("f8E5M2", "f8E5M2", "f32", None),
    ("f8E4M3FN", "f8E5M2", "f32", None), ("f8E5M2", "f8E4M3FN", "f32", None),
)  # fmt: skip
ELEMENTS = (
    *["f32"] * 6, *["f16"] * 4, *["bf16"] * 3, *["i32"] * 4, "i8", "i16", "i64",
    "f64", *p.EIGHT,
)  # fmt: skip
DIVISORS = [1, 2, 3, 4, 5, *[8] * 2, *[16] * 2, *[32] * 2, 48, 64, 80, 128, 256, 512]
CARRIED = ("f32", "f32", "f16", "bf16", "i32", "i32", "i64", "i8", "f64")
ACCUMULATORS = 2.0**10  # how large they are taken to be in their loop
RECIPES = (
    *["elements"] * 6, *["product"] * 6, *["vector"] * 4, *["load"] * 4,
    *["reduction"] * 4, *["scan"] * 2, *["convert"] * 3, *["shape"] * 3,
    *["select"] * 2, *["branch"] * 4, *["loop"] * 2, *["store"] * 2,
    *["softmax"] * 2, *["scalar"] * 2, *["square"] * 3, *["gather"] * 2, "extreme",
    "divide", "atomic", "batch", *["sort"] * 2, "flip", "histogram", "histogram", "random",
    "high_product", *["scaled_product"] * 3, *["reduce_tensor"] * 2,
)  # fmt: skip


class Generator(Builder, Addresses, Networks, Scaled):
    """Draws one program."""

    def __init__(self, seed, attempt):
        self.random = random.Random(f"{seed}/{attempt}")
        self.sizes, self.most = self.random.choice(SIZES)
        self.arguments, self.scopes, self.indexes = [], [[]], []
        self.block, self.paddings = p.Block(), {}
        self.tensor_chance = self.random.choice((0.05, 0.1, 0.2, 0.4))
        self.counters, self.depth = [], 0
        self.budget = self.random.randrange(6, 32)
        self.trips = [self.scalar_argument("t0", self.random.choice(TRIPS)),
                      self.scalar_argument("t1", self.random.choice(TRIPS))]  # fmt: skip
        divisible = self.random.random() < 0.5
        limit = self.random.randrange(0, 97)
        limit = limit // 16 * 16 if divisible else limit
        self.limit = self.scalar_argument("n", limit, divisible)

    # -- Leaves

    def shape(self):
        """The shape of a tile or, at times, a vector."""
        rank = self.random.choice((1, 1, 2, 2, 2, 2, 2, 2, 2, 3))
        shape = tuple(self.random.choice(self.sizes) for _ in range(rank))
        while math.prod(shape) > self.most:
            shape = shape[:-1]
        return shape

    def leaf(self, element, shape):
        if element == "i1":
            return self.truth(shape)
        draw = self.random.random()
        if draw < 0.12:
            return self.number(element, shape)
        if draw < 0.2 and element == "i32" and len(shape) == 1:
            return self.one("tt.make_range", start=0, size=shape[0])
        return self.load(element, shape)

    def number(self, element, shape):
        value = self.random.choice((0, 1, 2, -1, 3))
        if formats.is_float(element):
            value *= self.random.choice((1.0, 0.5))
        return self.constant(value, element, shape)

    def truth(self, shape):
        """A mask, of loaded integers or of indices."""
        if not shape:
            return self.condition()
        if self.chance(0.5):
            return self.mask(shape)
        found = self.pick(
            lambda v: v.element in p.FLOATS and v.shape == shape
            and numbers_of.is_exact(v)
        )  # fmt: skip
        if found and self.chance(0.5):
            predicate = self.random.choice(("oeq", "une", "olt", "ole", "ogt", "uge"))
            other = self.number(found.element, shape)
            return self.one("arith.cmpf", found, other, predicate=predicate)
        a = self.find("i32", shape)
        other = self.number("i32", shape)
        predicate = self.random.choice(("slt", "sge", "eq", "ne", "ult"))
        return self.one("arith.cmpi", a, other, predicate=predicate)

    def condition(self):
        """A truth value that is the same for all threads."""
        choices = [self.limit, *self.trips, *self.counters]
        if self.chance(0.3):
            found = self.pick(lambda v: v.element == "i32" and not v.shape)
            choices += [found] if found else []
        a = self.random.choice(choices)
        if self.chance(0.4):
            (a,) = self.op("arith.andi", a, self.constant(1, "i32"))
        b = self.constant(self.random.choice((0, 1, 2)), "i32")
        predicate = self.random.choice(("eq", "ne", "sgt", "slt"))
        return self.op("arith.cmpi", a, b, predicate=predicate)[0]

    def find(self, element, shape, fresh=0.35):
        """A value of that type: one that there is, or that is made of others."""
        if not self.chance(fresh):
            found = self.pick(lambda v: v.element == element and v.shape == shape)
            if found:
                return found
        draw = self.random.random()
        if draw < 0.4:
            found = self.pick(
                lambda v: v.shape == shape and not v.is_pointer and v.element != "i1"
            )
            made = self.converted(found, element) if found else None
            if made:
                return made
        if draw < 0.55 and len(shape) == 2:
            found = self.pick(lambda v: v.shape == shape[::-1] and v.element == element)
            if found:
                return self.one("tt.trans", found, order=(1, 0))
        if draw > 0.85 and len(shape) == 2:
            axis = self.random.randrange(2)
            return self.spread(self.find(element, (shape[1 - axis],)), axis, shape)
        return self.leaf(element, shape)

    def spread(self, vector, axis, shape):
        """A vector along every row or column of a tile."""
        vector = self.one("tt.expand_dims", vector, axis=axis)
        if vector.shape == shape:
            return vector
        return self.one("tt.broadcast", vector, shape=shape)

    # -- Types

    def converted(self, value, element):
        """The value in another type; None if there is no way."""
        source = value.element
        if source == element:
            return value
        if formats.is_float(source) and formats.is_float(element):
            return self.convert_float(value, element)
        if formats.is_float(source):
            if not numbers_of.is_exact(value) or source not in ("f32", "f64"):
                return None
            limit = 2.0 ** min(formats.width(element) - 1, 20) - 1
            value = self.tame(value, min(limit, 100.0), scales=False)
            return self.one("arith.fptosi", value, element=element)
        if formats.is_float(element):
            return self.integer_to_float(value, element)
        widths = formats.width(source), formats.width(element)
        if widths[0] > widths[1]:
            return self.one("arith.trunci", value, element=element)
        name = "arith.extui" if self.chance(0.3) else "arith.extsi"
        return self.one(name, value, element=element)

    def integer_to_float(self, value, element):
        if value.element == "i64":
            value = self.one("arith.trunci", value, element="i32")
        value = self.tame(value, 2.0**10)
        target = "f64" if element == "f64" else "f32"
        value = self.one("arith.sitofp", value, element=target)
        return value if element == target else self.convert_float(value, element)

    def convert_float(self, value, element):
        """One step at a time, so that there is one correct rounding."""
        source = value.element
        small, large = sorted((source, element), key=formats.width)
        if formats.width(small) == formats.width(large):
            value = self.convert_float(value, "f32")
        elif large == "f64" and small != "f32":
            value = self.convert_float(value, "f32")
        source = value.element
        if source == element:
            return value
        value = self.tame(value, numbers_of.LIMITS[element])
        narrows = formats.width(element) < formats.width(source)
        if 8 in (formats.width(source), formats.width(element)):
            return self.one("tt.fp_to_fp", value, element=element, narrows=narrows)
        name = "arith.truncf" if narrows else "arith.extf"
        return self.one(name, value, element=element)

    def tame(self, value, limit, scales=True):
        """The value, reduced to the limit."""
        if value.top <= limit:
            return value
        shape, element = value.shape, value.element
        if not value.is_float:
            below = 2 ** (int(limit).bit_length() - 1) - 1
            mask = self.constant(below, element, shape)
            return self.one("arith.andi", value, mask)
        if element in p.EIGHT:
            return self.load(element, shape)
        ratio = value.top / limit
        if scales and ratio <= 2.0**10 and self.chance(0.5):
            factor = self.constant(2.0 ** -int(ratio).bit_length(), element, shape)
            return self.one("arith.mulf", value, factor)
        limit = 2.0 ** (int(limit).bit_length() - 1)
        high, low = (self.constant(s * limit, element, shape) for s in (1, -1))
        if element in ("f32", "f16") and self.chance(0.5):
            return self.one("tt.clampf", value, low, high)
        value = self.one("arith.minnumf", value, high)
        return self.one("arith.maxnumf", value, low)

    # -- Recipes

    def grow(self, count):
        for _ in range(count):
            if self.budget <= 0:
                return
            self.budget -= 1
            getattr(self, f"do_{self.random.choice(RECIPES)}")()

    def number_value(self, elements=p.FLOATS + p.INTEGERS):
        """A tile to work on."""
        found = self.pick(lambda v: v.element in elements and v.shape)
        if found and self.chance(0.85):
            return found
        return self.leaf(self.random.choice(elements), self.shape())

    def do_load(self):
        self.load(self.random.choice(ELEMENTS), self.shape())

    def do_elements(self):
        value = self.number_value()
        if value.is_float:
            return self.float_elements(value)
        other = self.find(value.element, value.shape)
        name = self.random.choice(p.INTEGER_BINARY[:10])
        if self.chance(0.2):
            name = self.random.choice(p.INTEGER_BINARY[10:])
            most = formats.width(value.element)
            number = self.random.randrange(1, most if "sh" in name else 8)
            other = self.constant(number, value.element, value.shape)
        return self.one(name, value, other)

    def float_elements(self, value):
        draw = self.random.random()
        if draw < 0.15:
            return self.one(self.random.choice(("arith.negf", "math.absf")), value)
        if draw < 0.25 and value.element in ("f32", "f64"):
            value = self.tame(value, 8.0)
            return self.one(self.random.choice(("math.exp2", "math.exp")), value)
        if draw < 0.3 and value.element == "f32":
            value = self.one("math.absf", value)
            value = self.one("arith.addf", value, self.constant(1, "f32", value.shape))
            return self.one("math.sqrt", value)
        value = self.tame(value, numbers_of.LIMITS[value.element] ** 0.4)
        other = self.find(value.element, value.shape)
        other = self.tame(other, numbers_of.LIMITS[value.element] ** 0.4)
        if draw < 0.4:
            third = self.tame(self.find(value.element, value.shape), 2.0**8)
            return self.one("math.fma", value, other, third)
        names = ("arith.addf", "arith.addf", "arith.subf", "arith.mulf", "arith.mulf",
                 "arith.maximumf", "arith.minnumf")  # fmt: skip
        return self.one(self.random.choice(names), value, other)

    def do_square(self):
        """A value twice in one operation, after or before other uses."""
        value = self.number_value()
        if value.is_float:
            value = self.tame(value, numbers_of.LIMITS[value.element] ** 0.4)
            names = ("arith.mulf", "arith.addf")
        else:
            names = ("arith.muli", "arith.addi", "arith.xori")
        if self.chance(0.5):
            self.float_elements(value) if value.is_float else self.do_elements()
        return self.one(self.random.choice(names), value, value)

    def do_divide(self):
        value = self.number_value(p.FLOATS)
        below = self.find(value.element, value.shape)
        below = self.tame(below, numbers_of.LIMITS[value.element] / 2)
        below = self.one("math.absf", below)
        one = self.constant(1, value.element, value.shape)
        below = self.one("arith.addf", below, one)
        self.one("arith.divf", value, below)

    def do_convert(self):
        self.converted(self.number_value(), self.random.choice(ELEMENTS))

    def do_select(self):
        value = self.number_value()
        other = self.find(value.element, value.shape)
        condition = self.truth(value.shape if self.chance(0.8) else ())
        self.one("arith.select", condition, value, other)

    def do_vector(self):
        """A vector combined with a tile."""
        tile = self.number_value(("f32", "f32", "f16", "bf16", "i32"))
        if len(tile.shape) != 2:
            return self.do_elements()
        axis = self.random.randrange(2)
        vector = self.find(tile.element, (tile.shape[1 - axis],))
        other = self.spread(vector, axis, tile.shape)
        if tile.is_float:
            limit = numbers_of.LIMITS[tile.element] ** 0.4
            tile, other = self.tame(tile, limit), self.tame(other, limit)
            names = ("arith.mulf", "arith.addf", "arith.subf")
        else:
            names = ("arith.addi", "arith.muli")
        return self.one(self.random.choice(names), tile, other)

    def do_reduction(self):
        value = self.number_value()
        kind = self.fold(value)
        if kind == "arith.addf":
            value = self.tame(value, numbers_of.LIMITS[value.element] / 256)
        axis = self.random.randrange(len(value.shape))
        made = self.one("tt.reduce", value, kind=kind, axis=axis)
        if not made.shape:
            self.one("tt.splat", made, shape=self.shape())

    def fold(self, value):
        if value.is_float:
            return self.random.choice(("arith.addf", "arith.addf", "arith.maxnumf",
                                       "arith.maximumf", "arith.minnumf"))  # fmt: skip
        return self.random.choice(("arith.addi", "arith.maxsi", "arith.andi",
                                   "arith.xori", "arith.muli"))  # fmt: skip

    def do_scan(self):
        value = self.number_value()
        kind = self.fold(value)
        if kind == "arith.addf":
            value = self.tame(value, numbers_of.LIMITS[value.element] / 256)
        axis = self.random.randrange(len(value.shape))
        reverse = self.chance(0.4)
        self.one("tt.scan", value, kind=kind, axis=axis, reverse=reverse)

    def do_extreme(self):
        """The index of the greatest or least element."""
        value = self.number_value(("f32", "i32", "f16", "i64"))
        if value.is_float and not numbers_of.is_exact(value):
            value = self.load(value.element, value.shape)
        axis = self.random.randrange(len(value.shape))
        index = self.along(value.shape[axis], 1, axis, len(value.shape))
        index = self.broadcast(index, value.shape)
        kind = self.random.choice(("argmax", "argmin"))
        _, place = self.op("tt.reduce", value, index, kind=kind, axis=axis)
        self.show(place)

    def do_gather(self):
        value = self.number_value()
        axis = self.random.randrange(len(value.shape))
        shape = list(value.shape)
        for d in range(len(shape)):
            if self.chance(0.2):
                shape[d] = max(shape[d] // 2, 1)
        if self.chance(0.2):
            shape[axis] = self.random.choice(self.sizes)
        if math.prod(shape) > self.most:
            return
        index = self.below_count(self.find("i32", tuple(shape)), value.shape[axis])
        self.keep(self.one("tt.gather", value, index, axis=axis))

    def below_count(self, value, count):
        """Integers from 0 to one less than a number."""
        if count & (count - 1) == 0 and self.chance(0.7):
            last = self.constant(count - 1, value.element, value.shape)
            return self.one("arith.andi", value, last)
        count = self.constant(count, value.element, value.shape)
        return self.one("arith.remui", value, count)

    def do_shape(self):
        value = self.number_value()
        draw = self.random.random()
        if draw < 0.4 and len(value.shape) > 1:
            order = list(range(len(value.shape)))[::-1]
            if len(order) == 3:
                self.random.shuffle(order)
            return self.one("tt.trans", value, order=tuple(order))
        if draw < 0.6 and len(value.shape) < 3 and value.count * 2 <= self.most:
            other = self.find(value.element, value.shape)
            made = self.one("tt.join", value, other)
            if self.chance(0.5):
                return [self.show(v) for v in self.op("tt.split", made)]
            shape = value.shape[:-1] + (2 * value.shape[-1],)
            if self.chance(0.5) and len(value.shape) == 2:
                made = self.one("tt.trans", made, order=(0, 2, 1))
            return self.one("tt.reshape", made, shape=shape)
        if draw < 0.8 and len(value.shape) == 2 and value.shape[1] % 4 == 0:
            rows, columns = value.shape
            made = self.one("tt.reshape", value, shape=(rows, columns // 2, 2))
            return [self.show(v) for v in self.op("tt.split", made)]
        rest, shape = value.count, []
        while rest > 1 and len(shape) < 2:
            size = self.random.choice([n for n in DIVISORS if rest % n == 0])
            shape.append(size)
            rest //= size
        return self.one("tt.reshape", value, shape=tuple(shape) + (rest,))

    def do_scalar(self):
        """A number that is loaded or computed, in a tile."""
        element = self.random.choice(("f32", "i32", "f16"))
        value = self.pick(lambda v: v.element == element and not v.shape)
        if value is None or self.chance(0.5):
            value = self.load(element, ())
        tile = self.find(element, self.shape())
        if tile.is_float:
            limit = numbers_of.LIMITS[element] ** 0.4
            tile, value = self.tame(tile, limit), self.tame(value, limit)
        other = self.one("tt.splat", value, shape=tile.shape)
        name = "arith.mulf" if tile.is_float else "arith.addi"
        self.one(name, tile, other)

    # -- Products

    def product_type(self, m, n, k):
        kind = self.random.choice(PRODUCTS)
        is_large = m * n > 1024 or k > 32
        if kind[0] == "f64" and is_large or kind[3] == "ieee" and is_large:
            return PRODUCTS[0]
        if formats.width(kind[0]) == 8 and k < 32:
            return PRODUCTS[0]
        return kind

    def do_product(self):
        """A product of what there is, or what is loaded."""
        shape = self.extents()
        kind = self.product_type(*shape)
        accumulator = self.find(kind[2], shape[:2], fresh=0.0)
        if self.chance(0.4):
            accumulator = self.constant(0, kind[2], shape[:2])
        return self.product(kind, shape, accumulator)

    def do_batch(self):
        """Several small products at once."""
        element, _, total, precision = self.random.choice(PRODUCTS)
        count, (m, n, k) = self.random.choice((2, 4)), (16, 16, 32)
        a, b = self.load(element, (count, m, k)), self.load(element, (count, k, n))
        start = self.constant(0, total, (count, m, n))
        self.one("tt.dot", a, b, start, precision=precision)

    def extents(self):
        """M, N and K; K may be that of a tile that there is."""
        while True:
            m, n, k = (max(self.random.choice(self.sizes), 16) for _ in range(3))
            tile = self.pick(lambda v: len(v.shape) == 2 and v.element in ("f32", "f16"))
            if tile and self.chance(0.5) and min(tile.shape) >= 16:
                m, k = tile.shape
            if max(m * n, m * k, k * n) <= self.most:
                return m, n, k

    def product(self, kind, shape, accumulator):
        m, n, k = shape
        a = self.operand(kind[0], (m, k))
        b = self.operand(kind[1], (k, n))
        if accumulator.is_float:
            most = numbers_of.LIMITS[kind[2]] / 4
            accumulator = self.tame(accumulator, most)
            a, b = self.tame(a, (most / k) ** 0.5), self.tame(b, (most / k) ** 0.5)
        return self.one("tt.dot", a, b, accumulator, precision=kind[3])

    def operand(self, element, shape):
        draw = self.random.random()
        if draw < 0.4:
            return self.load(element, shape)
        if draw < 0.55:
            return self.one("tt.trans", self.load(element, shape[::-1]), order=(1, 0))
        value = self.find(element, shape, fresh=0.2)
        if element in p.FLOATS and self.chance(0.3):
            value = self.tame(value, 64.0)
            other = self.tame(self.find(element, shape), 64.0)
            name = self.random.choice(("arith.mulf", "arith.addf"))
            value = self.one(name, value, other)
        return value

    def do_softmax(self):
        """exp2 of the difference to the row's maximum; its sums; a product."""
        found = self.pick(lambda v: v.element == "f32" and len(v.shape) == 2)
        if found is None or min(found.shape) < 16:
            found = self.do_product()
        if found.element != "f32":
            return
        found = self.tame(found, 2.0**12)
        axis = self.random.randrange(2)
        most = self.one("tt.reduce", found, kind="arith.maxnumf", axis=axis)
        most = self.spread(most, axis, found.shape)
        made = self.one("arith.subf", found, most)
        made = self.one("arith.maxnumf", made, self.constant(-8, "f32", made.shape))
        made.top = 8.0
        made = self.one("math.exp2", made)
        made.top = 1.0
        self.one("tt.reduce", made, kind="arith.addf", axis=axis)
        element = self.random.choice(("f16", "bf16"))
        left = self.converted(made, element)
        m, k = left.shape
        n = max(self.random.choice(self.sizes), 16)
        if max(m * n, k * n) > self.most:
            return
        right = self.operand(element, (k, n))
        start = self.find("f32", (m, n), fresh=0.0)
        start = self.tame(start, 2.0**20)
        self.one("tt.dot", left, self.tame(right, 64.0), start, precision=None)

    # -- Control flow

    def do_branch(self):
        if self.depth > 2:
            return
        condition = self.condition()
        like = [self.number_value() for _ in range(self.random.choice((0, 1, 1, 2)))]
        blocks = p.Block(), p.Block()
        for block in blocks:
            saved = self.enter(block)
            if block is blocks[0] or self.chance(0.5):
                self.grow(self.random.randrange(1, 4))
            if not like:
                self.do_store()
            block.yields = [self.find(v.element, v.shape, fresh=0.1) for v in like]
            self.leave(saved)
        for made in self.op("scf.if", condition, blocks=blocks):
            self.show(made)

    def do_loop(self):
        if self.depth > 1:
            return
        if self.chance(0.12):
            self.while_loop()
        else:
            self.for_loop()

    def initial(self):
        """The values that a loop carries, besides accumulators and pointers."""
        carried = []
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            element = self.random.choice(CARRIED)
            shape = self.shape() if self.chance(0.8) else ()
            value = self.find(element, shape, fresh=0.3)
            carried.append(self.tame(value, 16.0) if value.is_float else value)
        return carried

    def argument_of(self, value):
        """A block's argument for a carried value: little is known of it."""
        top = 16.0 if value.is_float else 2.0 ** (formats.width(value.element) - 1)
        return p.Value(value.element, value.shape, top)

    def bounds(self):
        low = self.constant(0, "i32") if self.chance(0.85) else self.op(
            "tt.get_program_id")[0]  # fmt: skip
        high = self.random.choice(self.trips)
        if self.chance(0.3):
            high = self.constant(self.random.choice(TRIPS[1:]), "i32")
        if self.chance(0.1):  # a number that is loaded
            high = self.load("i32", ())
            (high,) = self.op("arith.andi", high, self.constant(3, "i32"))
        if self.chance(0.12):  # in steps of a tile
            size = self.random.choice(self.sizes)
            (high,) = self.op("arith.muli", high, self.constant(size, "i32"))
            return low, high, self.constant(size, "i32")
        step = 2 if self.chance(0.1) else 1
        return low, high, self.constant(step, "i32")

    def for_loop(self):
        bounds = self.bounds()
        plans = [self.plan() for _ in range(self.random.choice((0, 1, 1, 1, 2)))]
        carried = self.initial()
        advances = [a for a in (self.advancing(plan) for plan in plans) for a in a]
        starts = [self.constant(0, kind[2], shape[:2]) for kind, shape in plans]
        for _, shape in plans:
            if self.chance(0.2):
                self.index_vector(shape[0])
        counter = p.Value("i32", (), 6.0)
        inner = [self.argument_of(v) for v in carried]
        pointers = [
            p.Value(a.value.element, a.value.shape, 0.0, a.value.grain) for a in advances
        ]
        sums = [p.Value(s.element, s.shape, ACCUMULATORS) for s in starts]
        for total in sums:
            limit = numbers_of.LIMITS.get(total.element, 2.0**31)
            total.top = min(ACCUMULATORS, limit / 8)
        block = p.Block([counter, *inner, *pointers, *sums])
        saved = self.enter(block)
        self.counters.append(counter)
        self.grow(self.random.randrange(0, 5))
        totals = []
        for (kind, shape), total in zip(plans, sums):
            totals.append(self.step_product(kind, shape, total))
            self.grow(self.random.randrange(0, 4))
        if not plans:
            self.grow(self.random.randrange(2, 7))
        block.yields = [self.next_of(v) for v in inner]
        block.yields += [self.advanced(a, v) for a, v in zip(advances, pointers)]
        block.yields += totals
        self.counters.pop()
        self.leave(saved)
        more = {}
        if self.chance(0.35):
            more["tt.num_stages"] = self.random.randrange(1, 6)
        if self.chance(0.05):
            more["tt.disallow_acc_multi_buffer"] = None
        if self.chance(0.03):
            more["tt.flatten"] = None
        if self.chance(0.05):
            more["tt.loop_unroll_factor"] = self.random.choice((1, 2, 3))
        made = self.op("scf.for", *bounds, *carried, *[a.value for a in advances],
                       *starts, blocks=[block], **more)  # fmt: skip
        for value, known in zip(made, [*inner, *pointers, *sums]):
            value.top = known.top
            if not value.is_pointer or value.is_descriptor:
                self.show(value)
        for value, total in zip(made[-len(plans) :] if plans else [], sums):
            value.top = total.top * 6

    def plan(self):
        """A product that a loop adds up."""
        shape = self.extents()
        return self.product_type(*shape), shape

    def step_product(self, kind, shape, total):
        """The accumulator of the next iteration."""
        if self.chance(0.85):
            return self.product(kind, shape, total)
        zero = self.constant(0, kind[2], shape[:2])
        made = self.product(kind, shape, zero)
        name = "arith.addf" if formats.is_float(kind[2]) else "arith.addi"
        if formats.is_float(kind[2]) and self.chance(0.4):
            half = self.constant(0.5, kind[2], shape[:2])
            total = self.one("arith.mulf", total, half)
        return self.one(name, total, made)

    def next_of(self, value):
        made = self.find(value.element, value.shape, fresh=0.1)
        made = self.tame(made, value.top) if made.is_float else made
        is_of_body = any(made in op.results for op in self.block.ops)
        if is_of_body or self.chance(0.1):
            return made
        other = self.find(value.element, value.shape, fresh=0.5)
        name = "arith.minnumf" if made.is_float else "arith.addi"
        return self.one(name, made, other)

    def while_loop(self):
        """Counts to the number of trips."""
        limit = self.random.choice(self.trips)
        starts = [self.constant(0, "i32"), *self.initial()]
        sides = [[self.argument_of(v) for v in starts] for _ in range(2)]
        before, after = (p.Block(side) for side in sides)
        saved = self.enter(before)
        (more,) = self.op("arith.cmpi", before.arguments[0], limit, predicate="slt")
        before.yields = [more, *before.arguments]
        self.leave(saved)
        saved = self.enter(after)
        self.counters.append(after.arguments[0])
        self.grow(self.random.randrange(1, 4))
        one = self.constant(1, "i32")
        (count,) = self.op("arith.addi", after.arguments[0], one)
        after.yields = [count, *[self.next_of(v) for v in after.arguments[1:]]]
        self.counters.pop()
        self.leave(saved)
        made = self.op("scf.while", *starts, blocks=[before, after])
        for value, known in zip(made, after.arguments):
            value.top = known.top
            self.show(value)

    # -- Whole programs

    def build(self, seed):
        program = p.Program(seed, self.arguments, self.block, *launch_of(seed))
        self.grow(self.random.randrange(0, 5))
        for _ in range(self.random.choice((1, 1, 1, 2))):
            self.for_loop()
            self.grow(self.random.randrange(0, 4))
        self.store_results()
        p.remove_dead(program)
        p.check(program)
        return program

    def store_results(self):
        """Stores what loops give, and some of the last values."""
        loops = [op for op in self.block.ops if op.name in ("scf.for", "scf.while")]
        values = [v for op in loops for v in op.results if not v.is_pointer]
        others = [v for v in self.scopes[0] if not v.is_pointer and v not in values]
        for value in values + others[-3:]:
            self.store(value)


def launch_of(seed):
    """Warps, stages and programs of a seed, and whether descriptors become tensor
    maps where the target has them."""
    draw = random.Random(f"launch {seed}")
    warps = draw.choice((1, 1, 2, 2, 4, 4, 4, 8, 8, 16, 32))
    stages = draw.choice((1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5))
    return warps, stages, draw.choice((1, 1, 1, 2, 3)), draw.random() < 0.5


@functools.lru_cache(4)
def generate(seed):
    """The program of a seed."""
    for attempt in range(ATTEMPTS):
        generator = Generator(seed, attempt)
        try:
            program = generator.build(seed)
            Machine(program).run()
            return program
        except Unstable:
            continue
    raise RuntimeError(f"seed {seed}: {ATTEMPTS} draws are not determined")
