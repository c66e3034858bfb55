# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generator's sorts, flips and random numbers, in the operations that Triton's
library makes of them, and histograms.

A sort is a bitonic network on a hypercube: a tile with two elements in each dimension,
where the partner of an element is the exclusive or of both with it.
"""

import formats
import numbers_of
import program as p

SORTED = ("i32", "i32", "f32", "f32", "f16", "i16", "i64", "i8", "f64")
MOST_SORTED = 512
# The constants of Philox-4x32.
MULTIPLIERS, STEPS = (0xD2511F53, 0xCD9E8D57), (0x9E3779B9, 0xBB67AE85)
SCALE = 4.6566127342e-10  # of 31 bits, to be below 1


def is_power(number):
    return number & (number - 1) == 0


def signed(number):
    """A word of 32 bits as an i32."""
    return (number + 2**31) % 2**32 - 2**31


class Networks:
    """The recipes of Generator for these."""

    # -- Hypercubes

    def cube_value(self, limit):
        """A tile that a hypercube can have, without rounded numbers."""
        found = self.pick(
            lambda v: v.element in SORTED and v.shape and v.count <= limit
            and v.shape[-1] > 1 and is_power(v.count) and is_power(v.shape[-1])
            and (not v.is_float or numbers_of.is_exact(v))
        )  # fmt: skip
        if found is not None:
            return found
        shape = self.random.choice(((16,), (32,), (64,), (8, 8), (4, 32), (2, 64)))
        return self.load(self.random.choice(SORTED), shape)

    def to_cube(self, value):
        return self.op("tt.reshape", value, shape=(2,) * (value.count.bit_length() - 1))[0]

    def like(self, value, model):
        """The value, of which is known what is known of the model."""
        value.top, value.grain = model.top, model.grain
        return value

    def cast_bits(self, value, element):
        if value.element == element:
            return value
        return self.op("arith.bitcast", value, element=element)[0]

    def partner(self, value, axis):
        """The elements with the other coordinate along an axis of a hypercube."""
        element = f"i{formats.width(value.element)}"
        bits = self.cast_bits(value, element)
        (both,) = self.op("tt.reduce", bits, kind="arith.xori", axis=axis)
        if len(value.shape) == 1:
            (both,) = self.op("tt.splat", both, shape=value.shape)
        else:
            (both,) = self.op("tt.expand_dims", both, axis=axis)
            both = self.broadcast(both, value.shape)
        (other,) = self.op("arith.xori", bits, both)
        return self.like(self.cast_bits(other, value.element), value)

    def indicator(self, axis, rank):
        """0 and 1 along an axis of a hypercube."""
        (made,) = self.op("tt.make_range", start=0, size=2)
        shape = tuple(2 if d == axis else 1 for d in range(rank))
        return self.op("tt.reshape", made, shape=shape)[0] if rank > 1 else made

    def compare_exchange(self, value, flip, bit):
        """Orders pairs whose indices differ in a bit, downwards where `flip` is 1."""
        rank = len(value.shape)
        axis = rank - 1 - bit
        other = self.partner(value, axis)
        name = "arith.cmpf" if value.is_float else "arith.cmpi"
        predicate = "ogt" if value.is_float else "sgt"
        (more,) = self.op(name, value, other, predicate=predicate)
        right = self.indicator(axis, rank)
        if flip.shape != right.shape:
            flip, right = (self.broadcast(x, value.shape) for x in (flip, right))
        (wants,) = self.op("arith.xori", flip, right)
        wants = self.broadcast(wants, value.shape)
        (more,) = self.op("arith.extui", more, element="i32")
        (swaps,) = self.op("arith.cmpi", more, wants, predicate="ne")
        (made,) = self.op("arith.select", swaps, other, value)
        return self.like(made, value)

    def merge(self, value, stage, order):
        """Merges sequences; `order` is 0, 1, or None: alternating."""
        rank = len(value.shape)
        if order is None:
            flip = self.indicator(rank - 1 - stage, rank)
        else:
            flip = self.constant(order, "i32", value.shape)
        for bit in reversed(range(stage)):
            value = self.compare_exchange(value, flip, bit)
        return value

    def do_sort(self):
        """Sorts rows, or gives their first elements."""
        value = self.cube_value(MOST_SORTED)
        rows, size = value.shape[:-1], value.shape[-1].bit_length() - 1
        if size > 5 and self.chance(0.7):
            return self.do_flip()
        kept = self.random.randrange(1, size + 1) if self.chance(0.4) else size
        order = self.random.randrange(2)
        cube = self.to_cube(value)
        for stage in range(1, kept + 1):
            cube = self.merge(cube, stage, None if stage < size else order)
        kind = "arith.maxnumf" if order else "arith.minnumf"
        if not value.is_float:
            kind = "arith.maxsi" if order else "arith.minsi"
        for step in range(kept + 1, size + 1):
            axis = len(cube.shape) - 1 - kept
            (best,) = self.op("tt.reduce", cube, kind=kind, axis=axis)
            cube = self.like(best, value)
            cube = self.merge(cube, kept, None if step < size else order)
        (made,) = self.op("tt.reshape", cube, shape=(*rows, 2**kept))
        return self.keep(self.show(self.like(made, value)))

    def do_flip(self):
        """The other way round along the last dimension."""
        value = self.cube_value(4 * MOST_SORTED)
        cube = self.to_cube(value)
        for bit in range(value.shape[-1].bit_length() - 1):
            cube = self.partner(cube, len(cube.shape) - 1 - bit)
        (made,) = self.op("tt.reshape", cube, shape=value.shape)
        return self.keep(self.show(self.like(made, value)))

    # -- Counts

    def do_histogram(self):
        value = self.pick(lambda v: v.element in ("i32", "i64") and len(v.shape) == 1)
        if value is None:
            size = self.random.choice(self.sizes)
            value = self.load(self.random.choice(("i32", "i32", "i64")), (size,))
        count = self.random.choice((16, 32, *self.sizes))
        value = self.below_count(value, count)
        operands = [value]
        if self.chance(0.4):
            operands.append(self.mask(value.shape))
        self.keep(self.one("tt.histogram", *operands, size=count))

    # -- Random numbers

    def do_random(self):
        """Philox-4x32 of a seed and offsets, with fewer rounds at times."""
        found = self.pick(lambda v: v.element == "i32" and v.shape and v.count <= 1024)
        if found is None or self.chance(0.4):
            size = self.random.choice(self.sizes)
            found = self.along(size, 1, 0, 1)
        shape = found.shape
        seed = self.limit if self.chance(0.5) else self.load("i32", ())
        (seed,) = self.op("tt.splat", seed, shape=shape)
        zero = self.constant(0, "i32", shape)
        keys, words = [seed, zero], [found, zero, zero, zero]
        factors = [self.constant(signed(f), "i32", shape) for f in MULTIPLIERS]
        rounds = self.random.choice((1, 2, 3, 4, 10))
        for _ in range(rounds):
            words = self.round(words, keys, factors)
            steps = [self.constant(signed(s), "i32", shape) for s in STEPS]
            keys = [self.op("arith.addi", k, s)[0] for k, s in zip(keys, steps)]
        made = self.show(self.random.choice(words))
        self.uniform(made) if self.chance(0.6) else self.keep(made)

    def round(self, words, keys, factors):
        high, low = [], []
        for word, factor in ((words[0], factors[0]), (words[2], factors[1])):
            high += self.op("tt.mulhiui", factor, word)
            low += self.op("arith.muli", factor, word)
        made = []
        for half, word, key in ((high[1], words[1], keys[0]), (high[0], words[3], keys[1])):
            (mixed,) = self.op("arith.xori", half, word)
            made += self.op("arith.xori", mixed, key)
        return [made[0], low[1], made[1], low[0]]

    def uniform(self, word):
        """Floats from 0 to 1 of words."""
        zero = self.constant(0, "i32", word.shape)
        (below,) = self.op("arith.cmpi", word, zero, predicate="slt")
        ones = self.constant(-1, "i32", word.shape)
        (mirrored,) = self.op("arith.xori", word, ones)
        (word,) = self.op("arith.select", below, mirrored, word)
        (made,) = self.op("arith.sitofp", word, element="f32")
        made = self.one("arith.mulf", made, self.constant(SCALE, "f32", word.shape))
        made.top, made.grain = 1.0, 0.0
        self.keep(made)

    def do_high_product(self):
        value = self.number_value(("i32", "i32", "i64"))
        self.keep(self.one("tt.mulhiui", value, self.find(value.element, value.shape)))
