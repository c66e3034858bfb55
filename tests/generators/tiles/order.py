# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs that read what they wrote: in loops with stages, after stores and
atomic operations, and by several parameters that are one array. Where a thread needs
what another one wrote there is a barrier (evaluate_order.py)."""

import formats
import program as p
from small import Small

FORMS = (
    *["staged"] * 3, *["product"] * 2, *["recurrence"] * 3, *["update"] * 3,
    *["atomic"] * 3, *["branch"] * 2, "counter", *["permuted"] * 4, "steps", "moved",
)  # fmt: skip
ATOMICS = ("add", "add", "and", "or", "xor", "max", "min", "exch")
ELEMENTS = ("i32", "i32", "i32", "i64", "i16", "f32")


class Order(Small):
    family = "order"

    def fill(self):
        self.shape = self.draw(*[s for s in ((64,), (128,), (256,), (512,), (16, 32),
                                             (32, 16), (4, 64))
                                 if s[0] * s[-1] >= 32 * self.launch[0]
                                 or s == (512,)])  # fmt: skip
        if len(self.shape) == 1:
            self.count = self.shape[0]
        else:
            self.count = self.shape[0] * self.shape[1]
        self.element = self.draw(*ELEMENTS)
        getattr(self, f"do_{self.draw(*FORMS)}")()

    # -- Pieces

    def stages(self):
        """The attributes of a loop."""
        return {"tt.num_stages": self.draw(2, 2, 3, 4)} if self.chance(0.85) else {}

    def barrier(self):
        self.op("gpu.barrier")

    def both(self, element=None):
        """An array that is read and written, and the part of it that this program
        has."""
        element = element or self.element
        data = "small" if formats.is_float(element) else self.draw("small", "fine")
        return self.array(element, "both", data)

    def part(self, argument, size):
        by = self.with_number("muli", self.program_id(), size)
        return self.moved(argument, by)

    def at(self, base, index, shape=None):
        """Pointers to a tile: the one with a number."""
        by = self.with_number("muli", index, self.count)
        return self.pointers(self.moved(base, by), self.places(shape=shape))

    def source(self, index, element=None):
        element = element or self.element
        data = "small" if formats.is_float(element) else "fine"
        return self.load(self.at(self.array(element, "in", data), index))

    def changed(self, value):
        """Another value of each element."""
        element, shape = value.element, value.shape
        if value.is_float:
            return self.binary("addf", value, self.constant(self.draw(1, 2), element, shape))
        name = self.draw("addi", "muli", "xori", "subi")
        return self.with_number(name, value, self.draw(3, 5, 7))

    def combined(self, a, b):
        return self.binary("addf" if a.is_float else "addi", a, b)

    def zero(self):
        return self.constant(0, self.element, self.shape)

    def trips(self):
        number = self.draw(1, 2, 3, 4, 4, 5, 6)
        return self.number(number) if self.chance(0.7) else self.integer(number)

    # -- Loops that read what they wrote

    def do_staged(self):
        """An iteration reads the elements that it wrote."""
        base = self.part(self.both(), self.count * 6)

        def body(counter, carried):
            address = self.at(base, counter)
            self.write(address, self.changed(self.source(counter)))
            return [self.combined(carried[0], self.load(address))]

        self.keep(self.loop(self.trips(), [self.zero()], body, **self.stages())[0])

    def write(self, address, value):
        """By a store, or at times an atomic operation."""
        if self.chance(0.25) and value.element in ("i32", "i64"):
            self.rmw(address, value)
        else:
            self.store(address, value)

    def rmw(self, address, value):
        return self.op("tt.atomic_rmw", address, value, kind=self.draw(*ATOMICS),
                       order=self.draw("relaxed", "acq_rel", "acq_rel"))[0]  # fmt: skip

    def do_product(self):
        """A product of what the iteration wrote."""
        self.element, self.shape = "f16", self.draw((16, 32), (32, 32), (16, 16), (32, 16))
        rows, inner = self.shape
        self.count = rows * inner
        base = self.part(self.both(), self.count * 6)
        right = self.array("f16", "in", "small")
        has_barrier = self.count < 32 * self.launch[0] or self.chance(0.15)

        def body(counter, carried):
            address = self.at(base, counter)
            value = self.changed(self.source(counter))
            self.store(address, value)
            if has_barrier:
                self.barrier()
            left, other = self.load(address), (inner, 16)
            b = self.load(self.pointers(right, self.places(shape=other)))
            return self.op("tt.dot", left, b, carried[0], precision=None)

        start = self.constant(0, "f32", (rows, 16))
        self.keep(self.loop(self.trips(), [start], body, **self.stages())[0])

    def do_recurrence(self):
        """An iteration reads what the one before wrote."""
        array, back = self.both(), self.draw(1, 1, 2)
        base = self.part(array, self.count * 9)

        def body(counter, carried):
            value = self.load(self.at(base, counter))
            after = self.with_number("addi", counter, back)
            if self.chance(0.3):
                value = self.combined(value, self.source(counter))
            self.store(self.at(base, after), self.changed(value))
            return carried

        self.loop(self.trips(), [], body, **self.stages())

    def do_update(self):
        """All iterations change the same tile."""
        base = self.part(self.both(), self.count)
        inside = self.chance(0.5)
        address = None if inside else self.pointers(base, self.places())

        def body(counter, carried):
            at = self.pointers(base, self.places()) if inside else address
            value = self.load(at)
            self.store(at, self.combined(self.changed(value), self.source(counter)))
            if self.chance(0.3):
                value = self.combined(value, self.load(at))
            return [self.combined(carried[0], value)]

        self.keep(self.loop(self.trips(), [self.zero()], body, **self.stages())[0])

    def do_atomic(self):
        """Loads around atomic operations on the same elements, at times by another
        parameter after one that acquires."""
        self.element = self.draw("i32", "i32", "i64")
        array = self.both()
        base = self.part(array, self.count * 2)
        address = self.pointers(base, self.places())
        is_first = self.chance(0.5)

        def body(counter, carried):
            loaded = [self.load(address)] if is_first else []
            old = self.rmw(address, self.source(counter))
            loaded.append(self.load(address))
            atomic = self.block.ops[-2]
            if self.chance(0.5):
                loaded.append(old)
            if self.chance(0.4):
                atomic.more["order"] = self.draw("acquire", "acq_rel")
                other = self.part(self.same_array(array), self.count * 2)
                loaded += [old, self.load(self.pointers(other, self.places()))]
            total = carried[0]
            for value in loaded:
                total = self.binary("addi", self.with_number("muli", total, 3), value)
            return [total]

        self.keep(self.loop(self.trips(), [self.zero()], body, **self.stages())[0])

    def do_branch(self):
        """A store in some iterations."""
        base = self.part(self.both(), self.count)
        address = self.pointers(base, self.places())
        mask = self.draw(1, 1, 2)

        def body(counter, carried):
            bit = self.with_number("andi", counter, mask)
            zero = self.integer(0)
            block = p.Block()
            condition = self.compare(self.draw("eq", "ne"), bit, zero)
            saved = self.enter(block)
            self.store(address, self.changed(self.source(counter)))
            self.leave(saved)
            self.op("scf.if", condition, blocks=(block, p.Block()))
            return [self.combined(carried[0], self.load(address))]

        self.keep(self.loop(self.trips(), [self.zero()], body, **self.stages())[0])

    def do_counter(self):
        """A number in memory, which all threads load: several warps need barriers."""
        array = self.both("i32")
        address = self.part(array, 16)

        def body(counter, carried):
            value = self.load(address)
            if self.launch[0] > 1:
                self.barrier()
            self.store(address, self.with_number("addi", value, self.draw(1, 5)))
            if self.launch[0] > 1:
                self.barrier()
            made = self.source(counter, "i32")
            value = self.splat(self.with_number("andi", value, 255), made.shape)
            return [self.binary("addi", carried[0], self.binary("muli", value, made))]

        start = self.constant(0, "i32", self.shape)
        self.keep(self.loop(self.trips(), [start], body, **self.stages())[0])

    # -- Barriers, and several parameters that are one array

    def twice(self):
        """Two parameters of one array, at times one."""
        first = self.both()
        return first, self.same_array(first) if self.chance(0.8) else first

    def permuted(self, number):
        """The offsets of a tile in another order."""
        how = self.draw("reverse", "rotate", "swap", "transpose")
        if how == "transpose" and len(self.shape) == 2:
            return self.places((1, self.shape[0]))
        places = self.places()
        if how == "rotate":
            places = self.with_number("addi", places, number)
            return self.with_number("andi", places, self.count - 1)
        last = self.count - 1 if how == "reverse" else self.draw(1, 2, 16, 32)
        return self.with_number("xori", places, last)

    def do_permuted(self):
        """Elements of an array are permuted."""
        bases = [self.part(a, self.count) for a in self.twice()]
        value = self.load(self.pointers(bases[0], self.places()))
        for _ in range(self.draw(1, 1, 2, 3)):
            others = [value]
            if self.chance(0.4):
                others.append(self.load(self.pointers(bases[0], self.permuted(1))))
            self.barrier()
            place = self.permuted(self.draw(1, 8, 17))
            self.store(self.pointers(bases[1], place), self.changed(value))
            self.barrier()
            value = self.load(self.pointers(self.draw(*bases), self.permuted(5)))
            value = self.combined(value, others[-1])
        self.keep(value)

    def do_steps(self):
        """Sums of prefixes, a step at a time."""
        self.shape = (self.count,)
        bases = [self.part(a, self.count) for a in self.twice()]
        by = self.integer(1)

        def body(counter, carried):
            places = self.range()
            step = self.splat(carried[0], places.shape)
            zero = self.integer(0, "i32", places.shape)
            before = self.binary("subi", places, step)
            mask = self.compare("sge", before, zero)
            other = self.load(self.pointers(bases[0], before), mask, self.zero())
            value = self.load(self.pointers(bases[0], places))
            self.barrier()
            self.store(self.pointers(bases[1], places), self.combined(value, other))
            self.barrier()
            return [self.binary("addi", carried[0], carried[0])]

        self.loop(self.trips(), [by], body, **self.stages())

    def do_moved(self):
        """Tiles move along an array, which overlap."""
        bases = [self.part(a, self.count * 8) for a in self.twice()]
        shift = self.draw(1, 8, 16, 17, self.count)

        def body(counter, carried):
            value = self.load(self.at(bases[0], counter))
            self.barrier()
            target = self.moved(bases[1], self.integer(shift))
            self.store(self.at(target, counter), self.changed(value))
            self.barrier()
            return carried

        self.loop(self.trips(), [], body, **self.stages())
