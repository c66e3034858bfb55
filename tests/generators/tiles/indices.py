# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs whose addresses are computed with wraps: casts of all widths, sums,
products, shifts, quotients, remainders and masks. An index wraps as it likes, until it
is limited: to the elements of an array, or by a mask that tests it."""

import formats
import program as p
from small import ELEMENTS, Small, wrapped

WIDTHS = ("i8", "i8", "i16", "i32", "i32", "i64")
STEPS = (
    *["cast"] * 6, *["add"] * 6, *["uniform"] * 6, "multiply", *["mask"] * 3,
    *["divide"] * 3, *["wrapped_part"] * 5, "shift", "bits", "limit", "select", "itself", "truth",
)  # fmt: skip
LIMITS = (
    *["narrow"] * 3, *["mask"] * 3, *["remainder"] * 2, *["below"] * 4, *["between"] * 2,
    "signed", "clamp", "truth",
)  # fmt: skip
DIVISORS = (2, 3, 4, 5, 7, 8, 12, 16, 16, 32, 48, 64, 100)


class Indices(Small):
    family = "indices"

    def fill(self):
        for _ in range(self.draw(1, 1, 2, 3)):
            if self.chance(0.2):
                self.in_loop()
            else:
                self.access(None)

    def in_loop(self):
        """An access in each iteration, moved by the counter."""
        total = self.integer(0, "i32", self.shape)

        def body(counter, carried):
            made = self.access(counter)
            if made is None:
                return carried
            return [self.binary("addi", carried[0], made)]

        trips = self.draw(1, 2, 3)
        (total,) = self.loop(trips, [total], body)
        self.keep(total)

    # -- Indices

    def index(self, counter):
        """A tile of integers of some width."""
        if self.chance(0.12):
            return self.to_wrapped_part(self.places())
        if len(self.shape) == 1 or self.chance(0.3):
            value = self.places()
            if counter:
                by = self.with_number("muli", counter, self.draw(1, 16, 64, 1 << 30))
                value = self.binary("addi", value, self.splat(by, value.shape))
            return self.chain(value, self.draw(1, 2, 2, 3, 4, 6))
        parts = [self.chain(self.range(axis), self.draw(0, 0, 1, 2))
                 for axis in range(len(self.shape))]  # fmt: skip
        stride = self.draw(self.shape[1], self.shape[1], 64, 1, 17)
        parts[0] = self.with_number("muli", parts[0], stride)
        element = max((v.element for v in parts), key=formats.width)
        if element == "i1":
            element = "i8"
        parts = [self.spread(self.resized(v, element)) for v in parts]
        return self.chain(self.binary("addi", *parts), self.draw(0, 1, 2, 3))

    def chain(self, value, count):
        for _ in range(count):
            value = getattr(self, f"to_{self.draw(*STEPS)}")(value)
        return value

    def to_wrapped_part(self, value):
        """A quotient or a remainder, by a power of two, of a sum that wraps."""
        if formats.width(value.element) < 16:
            return self.to_divide(value)
        value = self.binary("addi", value, self.aligned(value))
        value = self.with_number(self.draw("remsi", "remsi", "divsi", "remui"), value,
                                 self.draw(4, 8, 16, 16, 32, 64))  # fmt: skip
        return self.with_number("addi", value, self.draw(16, 16, 32, 64, 8))

    def aligned(self, value):
        """A multiple of 16 that all elements share: the sums wrap, or are negative."""
        if self.chance(0.4):
            by = self.with_number("muli", self.program_id(), 1 << self.draw(29, 30, 31))
            return self.splat(self.resized(by, value.element), value.shape)
        number = 16 * self.draw(-1, -2, -40, (1 << 27) - 1, -(1 << 27), 3)
        made = self.number(number, value.element, value.shape)
        self.arguments[-1].is_divisible = self.chance(0.8)
        return made

    def large(self, element):
        """A number that makes sums wrap, at times."""
        bits = formats.width(element)
        top = 1 << bits
        near = self.draw(top, top // 2, top // 4, 3 * top // 4, 0)
        number = near + self.draw(0, 0, 8, 16, -16, -self.count, -self.count // 2,
                                  self.random.randrange(-600, 600))  # fmt: skip
        return wrapped(number, element)

    def to_cast(self, value):
        return self.resized(value, self.draw(*WIDTHS))

    def to_truth(self, value):
        """By the lowest bit only."""
        return self.resized(self.resized(value, "i1"), self.draw(*WIDTHS[1:]))

    def to_add(self, value):
        number = self.draw(self.large(value.element), self.draw(1, 8, -8, 16, -16, 4, 200))
        return self.with_number(self.draw("addi", "addi", "subi"), value, number)

    def to_uniform(self, value):
        """Adds what is the same for all elements, and not known."""
        if value.element == "i1":
            return value
        if self.chance(0.5):
            other = self.number(self.large(value.element), value.element, value.shape)
        else:
            factor = self.draw(1, 16, self.count, 1 << 30, 1 << 31, self.large("i32"))
            other = self.with_number("muli", self.program_id(), factor)
            other = self.splat(self.resized(other, value.element), value.shape)
        return self.binary("addi", *self.random.sample((value, other), 2))

    def to_multiply(self, value):
        bits = formats.width(value.element)
        factor = self.draw(2, 3, 4, 5, -1, 16, 1 << bits // 2, 1 << max(bits - 2, 0))
        return self.with_number("muli", value, factor)

    def to_mask(self, value):
        ones = (1 << self.random.randrange(2, 10)) - 1
        return self.with_number("andi", value, self.draw(ones, ones, ~ones, ones - 1))

    def to_divide(self, value):
        if value.element == "i1":
            return value
        name = self.draw("divsi", "divui", "remsi", "remsi", "remui")
        divisor = self.draw(*DIVISORS)
        if self.chance(0.25):
            return self.binary(name, value,
                               self.number(divisor, value.element, value.shape))  # fmt: skip
        return self.with_number(name, value, divisor)

    def to_shift(self, value):
        if value.element == "i1":
            return value
        by = self.random.randrange(1, min(formats.width(value.element), 12))
        return self.with_number(self.draw("shli", "shrui", "shrsi"), value, by)

    def to_bits(self, value):
        number = self.draw(1, 4, 16, 64, 128, self.large(value.element))
        return self.with_number(self.draw("xori", "ori"), value, number)

    def to_limit(self, value):
        if value.element == "i1":
            return value
        number = self.draw(16, 63, 100, self.large(value.element))
        return self.with_number(self.draw("minsi", "maxsi", "minui", "maxui"), value, number)

    def to_select(self, value):
        """One of two indices, by a limit."""
        if value.element == "i1":
            return value
        limit = self.integer(self.draw(7, 16, 64, 100), value.element, value.shape)
        condition = self.compare(self.draw("slt", "ult", "sge"), value, limit)
        return self.op("arith.select", condition, value, self.to_add(value))[0]

    def to_itself(self, value):
        return self.binary(self.draw("addi", "subi", "xori", "muli"), value, value)

    # -- Limits: an index, and a mask or None

    def limited(self, value):
        if value.element == "i1":
            value = self.resized(value, "i8")
        index, mask = getattr(self, f"limit_{self.draw(*LIMITS)}")(value)
        if self.chance(0.15) and mask is None:
            index = self.resized(index, "i64", False)
        if self.chance(0.15):
            index = self.with_number("addi", index, self.draw(4, 16, 3))
        return index, mask

    def wide(self, value, is_signed=None):
        """A value of at least 32 bits; of fewer, a value that has no sign."""
        if formats.width(value.element) >= 32:
            return value
        return self.resized(value, self.draw("i32", "i32", "i64"), is_signed)

    def limit_narrow(self, value):
        return self.wide(self.resized(value, "i8"), False), None

    def limit_truth(self, value):
        return self.wide(self.resized(value, "i1"), False), None

    def limit_signed(self, value):
        value = self.resized(self.resized(value, "i8"), "i32", True)
        return self.with_number("addi", value, 128), None

    def limit_mask(self, value):
        bits = self.random.randrange(3, min(formats.width(value.element), 10))
        return self.wide(self.with_number("andi", value, (1 << bits) - 1), False), None

    def limit_remainder(self, value):
        most = 100 if value.element == "i8" else 300
        divisor = self.draw(*DIVISORS, self.random.randrange(1, most))
        if self.chance(0.3):
            divisor = self.number(divisor, value.element, value.shape)
        else:
            divisor = self.integer(divisor, value.element, value.shape)
        return self.wide(self.binary("remui", value, divisor), False), None

    def limit_clamp(self, value):
        value = self.with_number("minui", value, self.random.randrange(1, 120))
        return self.wide(value, False), None

    def bound_of(self, value):
        most = 120 if value.element == "i8" else self.draw(64, 600)
        number = self.random.randrange(1, most)
        if self.chance(0.6):
            return self.number(number, value.element, value.shape)
        return self.integer(number, value.element, value.shape)

    def limit_below(self, value):
        """One unsigned comparison for both bounds."""
        return self.wide(value), self.compare("ult", value, self.bound_of(value))

    def limit_between(self, value):
        zero = self.integer(0, value.element, value.shape)
        low = self.compare("sge", value, zero)
        high = self.compare("slt", value, self.bound_of(value))
        return self.wide(value), self.binary("andi", low, high)

    # -- Accesses

    def access(self, counter):
        """Reads or writes; gives integers that it read."""
        index, mask = self.limited(self.index(counter))
        how = self.draw(*["load"] * 6, "store", "atomic", "atomic")
        return getattr(self, f"do_{how}")(index, mask, counter)

    def do_load(self, index, mask, counter):
        element = "i32" if counter else self.draw(*ELEMENTS)
        address = self.pointers(self.array(element), index)
        if mask is None:
            value = self.load(address)
        else:
            other = self.constant(1 if formats.is_float(element) else -1, element, index.shape)
            value = self.load(address, mask, other)
        if counter:
            return value
        return self.keep(value)

    def source(self, element):
        return self.load(self.pointers(self.array(element), self.places()))

    def do_store(self, index, mask, counter):
        """To elements that differ, or the program is drawn again."""
        if counter:
            return self.do_load(index, mask, counter)
        element = self.draw(*ELEMENTS)
        size = self.with_number("muli", self.program_id(), 1024)
        base = self.moved(self.array(element, "out"), size)
        masks = () if mask is None else (mask,)
        return self.store(self.pointers(base, index), self.source(element), *masks)

    def do_atomic(self, index, mask, counter):
        element = self.draw("i32", "i32", "i64")
        address = self.pointers(self.array(element, "sum"), index)
        masks = () if mask is None else (mask,)
        self.op("tt.atomic_rmw", address, self.source(element), *masks, kind="add")
