# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with assembly that mixes the elements of its packs: neighbours along
the axis along which the operands are contiguous in memory, for all uses of the
results and all layouts of these in memory. Some elements of packs are equal."""

import math

import formats
import inline_asm
from small import Small

SHAPES = (
    (128,), (256,), (512,), (1024,), (2048,), (16, 16), (32, 16), (16, 32), (32, 32),
    (8, 64), (64, 8), (64, 16), (64, 32), (4, 8, 16), (2, 16, 16), (4, 16, 16),
    (4, 16, 32),
)  # fmt: skip
TYPES = {8: ("i8",), 16: ("i16", "i16", "f16", "bf16")}
NEXT = ("assembly", "assembly", "elements", "trans", "trans", "keep")


class Packs(Small):
    family = "packs"

    def fill(self):
        name = self.draw(*inline_asm.TEXTS)
        pack = inline_asm.TEXTS[name].pack
        self.shape = self.draw(*filter(lambda shape: self.has_packs(shape, pack), SHAPES))
        rank = len(self.shape)
        axes = [axis for axis, size in enumerate(self.shape) if size % pack == 0]
        self.inner = self.draw(*[rank - 1] * 2 if rank - 1 in axes else (), *axes)
        made = self.assembly(name)
        for _ in range(self.draw(0, 1, 1, 2, 3)):
            made = getattr(self, f"to_{self.draw(*NEXT)}")(made)
        self.results(made)

    def has_packs(self, shape, pack):
        """Whether each thread has a pack: else the compiler takes what it likes."""
        return math.prod(shape) >= 32 * self.launch[0] * pack

    def tile(self, element):
        """A tile of memory: along `inner` its elements follow each other."""
        if self.inner == len(self.shape) - 1 and self.chance(0.3):
            return self.repeated(element)
        order = [a for a in range(len(self.shape)) if a != self.inner] + [self.inner]
        strides, step = [0] * len(self.shape), 1
        for axis in reversed(order):
            strides[axis] = step
            step *= self.shape[axis]
        by = self.with_number("muli", self.program_id(), math.prod(self.shape))
        base = self.moved(self.array(element), by)
        value = self.load(self.pointers(base, self.places(strides)))
        if element in ("i8", "i16", "i32") and self.chance(0.3):
            value = self.with_number(self.draw("xori", "addi"), value, self.draw(1, 37, 85))
        return value

    def repeated(self, element):
        """A tile of which threads have elements several times: within packs or, if it
        has several axes, in equal packs. The compiler follows no other axis than the
        last one through a broadcast."""
        size, array = self.shape[self.inner], self.array(element)
        if len(self.shape) > 1:
            shape = tuple(size if a == self.inner else 1 for a in range(len(self.shape)))
            return self.spread(self.load(self.pointers(array, self.places(shape=shape))))
        if not formats.is_float(element) and self.chance(0.3):
            return self.number(self.random.randrange(1, 1 << 7), element, self.shape)
        times = self.draw(2, 2, 4, 8)
        value = self.load(self.pointers(array, self.range(0, (size // times,))))
        (value,) = self.op("tt.expand_dims", value, axis=1)
        value = self.spread(value, (size // times, times))
        return self.op("tt.reshape", value, shape=self.shape)[0]

    def assembly(self, name, first=None):
        """The results of a text, of tiles that are loaded, and of one at most that
        there is."""
        one, axis = inline_asm.TEXTS[name], self.inner
        kind = one.operands[0]
        element = first.element if first else self.draw(*TYPES.get(kind, (kind,)))
        kinds = [element if isinstance(kind, int) else kind for kind in one.operands]
        operands = [first or self.tile(kinds[0])]
        for kind in kinds[1:]:
            again = kind == operands[0].element and self.chance(0.4)
            operands.append(operands[0] if again else self.tile(kind))
        self.random.shuffle(operands) if len(set(kinds)) == 1 else None
        return self.op("tt.elementwise_inline_asm", *operands, asm=name, axis=axis)

    def to_assembly(self, values):
        """Assembly on a result of the one before."""
        value = self.draw(*values)
        names = [
            name for name, one in inline_asm.TEXTS.items()
            if inline_asm.fits(value.element, one.operands[0])
            and value.shape[self.inner] % one.pack == 0
            and self.has_packs(value.shape, one.pack)
        ]  # fmt: skip
        if not names:
            return values
        return self.assembly(self.draw(*names), value)

    def to_elements(self, values):
        value = values[0]
        if formats.is_float(value.element):
            return values
        name = self.draw("addi", "muli", "xori")
        return [self.with_number(name, value, self.draw(3, 5, 77)), *values[1:]]

    def to_trans(self, values):
        """The other way round, the axis of neighbours with it."""
        rank = len(self.shape)
        if rank == 1:
            return values
        order = tuple(self.random.sample(range(rank), rank))
        made = [self.op("tt.trans", v, order=order)[0] for v in values]
        self.inner, self.shape = order.index(self.inner), made[0].shape
        return made

    def to_keep(self, values):
        self.results(values)
        return values

    def results(self, values):
        for value in values:
            self.keep(value)
