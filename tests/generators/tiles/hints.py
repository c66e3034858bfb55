# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with promises of programmers (the attributes tt.contiguity,
tt.divisibility and tt.constancy), true ones and false ones. A false one is true within
each aligned group of as many elements as the widest access has, 16 bytes; so the results
are those of the same program without promises.

Published kernels have `max_contiguous(multiple_of(rows % n, 128), 128)`, where n is no
multiple of 128. Promises that sums do not overflow are true.
"""

import formats
from memory import GROUP
from small import Small

FLAGGED = ("i32", "i32", "i16", "i64")
ELEMENTS = ("i32", "i32", "f32", "f32", "f16", "i8", "i16", "i64", "f64")
FORMS = (*["ring"] * 3, *["rows"] * 3, *["loaded"] * 2, "levels", "mask", "stride",
         "pointers", "scatter", *["flags"] * 3)  # fmt: skip


class Hints(Small):
    family = "hints"

    def fill(self):
        self.shape = self.draw((64,), (128,), (256,), (512,))
        self.element = self.draw(*ELEMENTS)
        # Elements of the widest access.
        self.group = 128 // formats.width(self.element)
        for _ in range(self.draw(1, 1, 2)):
            getattr(self, f"do_{self.draw(*FORMS)}")()

    # -- Promises

    def promised(self, value, axis=0, **promises):
        """The value, with promises on what computes it."""
        made = self.block.ops[-1]
        assert value in made.results
        rank = max(len(value.shape), 1)
        full = {name: [1] * rank for name in promises}
        for name, number in promises.items():
            full[name][axis] = number
        made.more["hints"] = full
        return value

    def contiguous(self, value, axis=0):
        """A promise as to all elements of an axis, or to many."""
        size = value.shape[axis]
        most = self.draw(size, size, size, max(size // 2, self.group), 2 * size)
        promises = {"contiguity": most}
        if self.chance(0.8):
            promises["divisibility"] = self.draw(most, most, self.group, 16)
        if self.chance(0.1):
            promises["constancy"] = 1
        return self.promised(value, axis, **promises)

    def extent(self, size):
        """Elements of an array, in whole groups: rather not a multiple of what is
        promised."""
        groups = self.random.randrange(1, 2 * size // self.group + 2)
        return groups * self.group

    def bound(self, number, shape):
        if self.chance(0.6):
            return self.number(number, "i32", shape)
        return self.integer(number, "i32", shape)

    def after(self, value):
        """The operations that may stand between the promise and the access."""
        if self.chance(0.25):
            value = self.resized(value, "i64")
        if self.chance(0.2):
            value = self.with_number("addi", value, self.group * self.draw(1, 2, 16))
        if self.chance(0.1):
            other = self.number(self.group * self.draw(1, 3), value.element, value.shape)
            value = self.binary("addi", value, other)
        return value

    def start(self, size, shape):
        """Indices that follow each other, from one that all programs differ in."""
        part = self.range(0, (size,))
        base = self.draw("program", "number", "none")
        if base == "program":
            by = self.with_number("muli", self.program_id(), size)
        elif base == "number":
            by = self.number(self.group * self.random.randrange(0, 40))
        else:
            return part
        return self.binary("addi", part, self.splat(by, shape))

    def ring_index(self, size, most=None):
        """Indices modulo a number, as those of rows that end."""
        value = self.start(size, (size,))
        bound = self.bound(most or self.extent(size), value.shape)
        value = self.binary(self.draw("remsi", "remui"), value, bound)
        return self.contiguous(value)

    # -- Programs

    def read(self, offsets, *mask):
        self.keep(self.load(self.pointers(self.array(self.element), offsets), *mask))

    def do_ring(self):
        self.read(self.after(self.ring_index(self.shape[0])))

    def do_rows(self):
        """A tile of rows of a matrix, which are contiguous, or whose columns are."""
        rows, columns = self.draw((32, 16), (16, 32), (64, 8), (16, 16), (64, 16))
        is_outer = self.chance(0.5)  # whether a row's elements stand apart
        ring = self.ring_index(columns if is_outer else rows)
        shape = (rows, columns)
        across = self.range(0 if is_outer else 1, shape)
        (ring,) = self.op("tt.expand_dims", ring, axis=0 if is_outer else 1)
        pitch = self.group * self.draw(8, 9, 16, 40)
        pitch = self.bound(pitch, (ring if not is_outer else across).shape)
        if is_outer:
            across = self.binary("muli", across, pitch)
        elif self.chance(0.8):
            ring = self.binary("muli", ring, pitch)
        else:  # columns are far from each other, rows follow each other
            self.block.ops.pop() if self.block.ops[-1].results == [pitch] else None
            across = self.with_number("muli", across, 2048)
        parts = [self.spread(v, shape) for v in (ring, across)]
        self.read(self.binary("addi", *self.random.sample(parts, 2)))

    def loaded_index(self, data):
        size = self.shape[0]
        address = self.pointers(self.array("i32", "in", data), self.range())
        return self.load(address), size

    def do_loaded(self):
        """Numbers from memory: GROUP ones follow each other."""
        index, size = self.loaded_index("groups")
        if self.chance(0.5):
            self.contiguous(index)
        else:
            index = self.contiguous(self.with_number("andi", index, 1023))
        if self.chance(0.7):
            index = self.binary("remui", index, self.bound(self.extent(size), index.shape))
            if self.chance(0.5):
                self.contiguous(index)
        self.read(self.after(index))

    def do_levels(self):
        """Numbers from memory of which GROUP are equal, promised to be all equal."""
        index, size = self.loaded_index("levels")
        self.promised(index, constancy=self.draw(size, size, GROUP, 2 * GROUP))
        self.read(index)

    def do_mask(self):
        """A mask that is promised to be one for many elements."""
        index, size = self.loaded_index("levels")
        limit = self.bound(self.draw(16, 32, 48), index.shape)
        mask = self.compare("slt", index, limit)
        self.promised(mask, constancy=self.draw(size, size, 2 * GROUP))
        offsets = self.range()
        other = self.constant(-1, self.element, mask.shape)
        if self.chance(0.7):
            return self.read(offsets, mask, other)
        value = self.load(self.pointers(self.array(self.element), offsets))
        base = self.moved(self.array(self.element, "out"),
                          self.with_number("muli", self.program_id(), size))  # fmt: skip
        return self.store(self.pointers(base, offsets), value, mask)

    def do_stride(self):
        """A row of a matrix, by a stride that is promised to be divisible."""
        stride = self.number(self.group * self.draw(3, 5, 33, 65))
        if self.chance(0.5):
            self.arguments[-1].is_divisible = True
            row = self.binary("muli", self.program_id(), stride)
        else:
            row = self.binary("muli", self.program_id(), stride)
            self.promised(row, divisibility=self.draw(128, 256, 16))
        offsets = self.binary("addi", self.range(), self.splat(row, self.shape))
        self.read(self.after(offsets))

    def do_pointers(self):
        """Promises on pointers; their divisibility is in bytes."""
        index = self.start(self.shape[0], self.shape)
        bound = self.bound(self.extent(self.shape[0]), index.shape)
        index = self.binary("remui", index, bound)
        address = self.pointers(self.array(self.element), index)
        self.promised(address, contiguity=self.shape[0], divisibility=16)
        self.keep(self.load(address))

    def do_scatter(self):
        """Stores to a ring without collisions."""
        size = self.shape[0]
        extent = max(self.extent(size), size)
        offsets = self.ring_index(size, extent)
        value = self.load(self.pointers(self.array(self.element), self.range()))
        by = self.with_number("muli", self.program_id(), extent)
        base = self.moved(self.array(self.element, "out"), by)
        self.store(self.pointers(base, offsets), value)

    # -- Promises of operations that they do not overflow

    def flagged(self, name, *ins, flag="nsw", **more):
        return self.op(f"arith.{name}", *ins, overflow=[flag], **more)[0]

    def do_flags(self):
        """Two operations that do not overflow, of which the sum of the constants, or
        both as one, would (llvm#140328)."""
        self.draw(self.flagged_sums, self.flagged_sums, self.flagged_casts)()

    def flagged_sums(self):
        """x - 2^31 - n, where x is n at least; or the same upwards."""
        element, shape = self.draw(*FLAGGED), self.draw((), self.shape)
        by, sign = self.draw(1, 2, 5, 100), self.draw(1, 1, -1)
        start = self.number(sign * (by + self.draw(0, 0, 3)), element, shape)
        value = start
        if shape:
            places = self.resized(self.range(), element, True)
            value = self.binary("addi" if sign > 0 else "subi", start, places)
        far = (1 << formats.width(element) - 1) - (sign < 0)
        steps = [-sign * far, -sign * by]
        self.random.shuffle(steps)
        made = value
        for step in steps:
            name = "addi" if abs(step) == far or self.chance(0.7) else "subi"
            step = self.integer(step if name == "addi" else -step, element, shape)
            made = self.flagged(name, made, step)
        how = self.draw("compare", "compare", "compare", "wide", "extreme")
        if how == "compare":
            made = self.compare(self.draw("slt", "sge", "sgt", "sle"), made, value)
        elif how == "extreme":
            made = self.binary(self.draw("minsi", "maxsi"), made, value)
        elif element != "i64":
            made = self.resized(made, "i64", True)
        self.keep(made)

    def flagged_casts(self):
        """The low bits of numbers; the second cast loses none, both together do."""
        flag, shape = self.draw("nuw", "nsw"), self.draw((), self.shape)
        number = self.random.randrange(128) + (self.draw(1, 3, 77) << 16)
        value = self.number(number, "i32", shape)
        if shape:
            places = self.with_number("andi", self.range(), self.draw(31, 63))
            value = self.binary("xori", value, places)
        value = self.resized(value, "i16")
        value = self.flagged("trunci", value, element="i8", flag=flag)
        self.keep(self.resized(value, self.draw("i32", "i64"), flag == "nsw"))
