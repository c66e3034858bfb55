# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generator's accesses by tensor descriptors and block pointers: descriptors that
are parameters, that the kernel creates, that control flow chooses and loops carry;
blocks that are partly outside of their tensor."""

import dataclasses
import math

import formats
import program as p
from kernel_text import pointee

# Element types of descriptors' reductions, and how large and of which grain floats
# are that add up without rounding.
REDUCED = {
    "add": ("f16", "bf16", "f32", "i32", "i64"), "min": ("f16", "bf16", "i32", "i64"),
    "max": ("f16", "bf16", "i32", "i64"), "and": ("i32", "i64"), "or": ("i32", "i64"),
    "xor": ("i32", "i64"),
}  # fmt: skip
SUMMED = {"f16": (32.0, 0.5), "bf16": (4.0, 1.0), "f32": (1024.0, 0.25)}
ROOM = 100000  # elements of a tensor


@dataclasses.dataclass
class Advance:
    """A carried value to access memory by, and its step: a tile of
    pointers, a scalar one, a block pointer ("block") or a descriptor ("tensor")."""

    value: p.Value
    step: object
    way: str


def unit_of(element):
    """The number of elements in 16 bytes."""
    return 128 // formats.width(element)


class Tensors:
    """The accesses of Generator to tensors by blocks."""

    # -- Operands

    def integer(self, number, element="i32"):
        """A number: a constant or an argument."""
        if number < 8 or self.chance(0.6):
            return self.constant(number, element)
        name = f"s{number}"
        found = [a.value for a in self.arguments if a.name == name]
        if not found:
            found = [self.scalar_argument(name, number, number % 16 == 0)]
        if element == "i32":
            return found[0]
        return self.op("arith.extsi", found[0], element=element)[0]

    def extents_of(self, shape, element):
        """The extents of a tensor to read: some blocks of it are partly outside."""
        made = []
        for size in shape:
            options = (size, size, 2 * size, size + 3, max(size - 3, 1), size // 2 + 1)
            made.append(self.random.choice(options))
        if self.chance(0.5):
            unit = unit_of(element)
            made[-1] = -(-made[-1] // unit) * unit
        return tuple(made)

    def tensor_strides(self, extents, element, is_aligned=True):
        """The strides of rows that begin at multiples of 16 bytes, if need be."""
        unit = unit_of(element) if is_aligned else 1
        row = -(-extents[-1] // unit) * unit + self.random.choice((0, 0, unit))
        strides = [1]
        for size in reversed((*extents[1:-1], row)):
            strides.insert(0, strides[0] * size)
        return tuple(strides[-len(extents) :])

    def position(self, shape, element, is_inside=False):
        """Where a block begins: one value for each dimension."""
        made = []
        for d, size in enumerate(shape):
            unit = unit_of(element) if d + 1 == len(shape) else 1
            numbers = (0, 0, 0, size, unit, 2 * unit, -unit, -3, 5)
            number = self.random.choice(numbers)
            number = max(number, 0) if is_inside else number
            value = self.constant(number, "i32")
            if self.chance(0.35):
                by = self.counter()
                step = self.random.choice((size, unit, 16))
                (by,) = self.op("arith.muli", by, self.constant(step, "i32"))
                (value,) = self.op("arith.addi", by, value)
            made.append(value)
        return made

    def counter(self):
        """A loop's counter or the program's number."""
        if self.counters and self.chance(0.7):
            return self.random.choice(self.counters)
        return self.op("tt.get_program_id")[0]

    # -- Descriptors

    def can_describe(self, element, shape):
        return (
            bool(shape) and len(shape) <= 5 and element != "i1"
            and shape[-1] * formats.width(element) >= 128
        )  # fmt: skip

    def create(self, base, extents, shape, padding=p.ZERO, sign="", varies=False):
        """tt.make_tensor_descriptor; `base` is a pointer. A first extent that varies
        grows with a counter or the program's number."""
        element = pointee(base.element)
        strides = self.tensor_strides(extents, element)
        numbers = [self.integer(n) for n in extents]
        if varies and len(extents) > 1:
            (by,) = self.op("arith.andi", self.counter(), self.constant(3, "i32"))
            rows = self.constant(max(extents[0] - 3, 1), "i32")
            numbers[0] = self.op("arith.addi", by, rows)[0]
        numbers += [self.integer(s, "i64") for s in strides[:-1]]
        (made,) = self.op(
            "tt.make_tensor_descriptor", base, *numbers, self.constant(1, "i64"),
            shape=tuple(shape), padding=padding, sign=sign,
        )  # fmt: skip
        made.grain = base.grain
        return made

    def parameter(self, element, role, extents, shape, padding=p.ZERO, sign="", data=None):
        """A descriptor that is a parameter."""
        argument = self.array_argument(element, role, data or self.data_of(element))
        strides = self.tensor_strides(extents, element)
        tensor = p.Tensor(extents, strides, tuple(shape), padding, sign)
        argument.tensor, argument.value.element = tensor, tensor.type(element)
        return argument.value

    def padding_of(self, kind):
        """The padding of all descriptors of a type that are read. NaN is for floats;
        tensor maps of bytes do not have it."""
        element, _ = p.block_of(kind)
        is_wide = formats.is_float(element) and formats.width(element) > 8
        has_nan = is_wide and self.chance(0.2)
        return self.paddings.setdefault(kind, p.NAN if has_nan else p.ZERO)

    def descriptor(self, element, shape):
        """One to read blocks of that shape by."""
        kind = p.descriptor_type(element, shape)
        found = self.pick(lambda v: v.element == kind)
        if found is not None and self.chance(0.5):
            return found
        made = self.new_descriptor(element, shape)
        if found is None and self.chance(0.15):
            found = self.new_descriptor(element, shape)
        if found is not None and self.chance(0.5):
            return self.chosen(made, found)
        return made

    def new_descriptor(self, element, shape):
        extents = self.extents_of(shape, element)
        padding = self.padding_of(p.descriptor_type(element, shape))
        if self.chance(0.4) and len(self.arguments) < 24:
            return self.show(self.parameter(element, "in", extents, shape, padding))
        base = self.input(element, is_plain=True).value
        if self.chance(0.3):
            (by,) = self.op("arith.muli", self.counter(), self.constant(64, "i32"))
            (base,) = self.op("tt.addptr", base, by)
        varies = self.chance(0.25)
        return self.show(self.create(base, extents, shape, padding, varies=varies))

    def chosen(self, a, b):
        """One of two descriptors, by a select or a branch."""
        condition = self.condition()
        if self.chance(0.5):
            return self.one("arith.select", condition, a, b)
        blocks = p.Block(), p.Block()
        blocks[0].yields, blocks[1].yields = [a], [b]
        if self.chance(0.4):  # created there
            saved = self.enter(blocks[0])
            element, shape = p.block_of(a.element)
            blocks[0].yields = [self.new_descriptor(element, shape)]
            self.leave(saved)
        (made,) = self.op("scf.if", condition, blocks=blocks)
        return self.show(made)

    # -- Loads

    def load_tensor(self, element, shape):
        """A tile by a descriptor or a block pointer; None where descriptors do not apply."""
        if self.chance(0.35):
            return self.load_block(element, shape)
        if not self.can_describe(element, shape):
            return None
        if len(shape) == 2 and self.chance(0.2) and self.has_rows(element, shape):
            return self.load_rows(element, shape)
        block = shape
        if len(shape) < 4 and self.chance(0.2):
            at = self.random.randrange(len(shape))
            block = (*shape[:at], 1, *shape[at:])
        source = self.descriptor(element, block)
        squeezes = block != shape and p.squeezed(block) == shape
        if block != shape and not squeezes:
            return None
        policy = self.random.choice(("", "", "", "evictionPolicy = evict_first"))
        (made,) = self.op(
            "tt.descriptor_load", source, *self.position(block, element),
            squeezes=squeezes, policy=policy,
        )  # fmt: skip
        return self.finite(made, source)

    def finite(self, value, source):
        """The value, without NaN of the padding: that is stored or replaced."""
        self.loaded(value, source)
        if self.chance(0.1) and len(self.arguments) < 24:
            self.store(value)
        if source.is_descriptor and self.padding_of(source.element) == p.ZERO:
            return self.show(value)
        (is_nan,) = self.op("arith.cmpf", value, value, predicate="une")
        other = self.number(value.element, value.shape)
        made = self.one("arith.select", is_nan, other, value)
        made.top, made.grain = max(value.top, 3.0), min(value.grain, 0.5)
        return made

    def block_pointer(self, element, shape):
        """A new block pointer, to read by."""
        base = self.input(element, is_plain=True).value
        extents = self.extents_of(shape, element)
        strides = self.tensor_strides(extents, element, self.chance(0.5))
        order = tuple(reversed(range(len(shape))))
        if len(shape) == 2 and self.chance(0.25):
            extents_by_column = extents[::-1]
            strides = self.tensor_strides(extents_by_column, element)[::-1]
            order = order[::-1]
        numbers = [self.integer(n, "i64") for n in extents]
        numbers += [self.integer(s, "i64") for s in strides]
        numbers += self.position(shape, element, is_inside=self.chance(0.5))
        (made,) = self.op("tt.make_tensor_ptr", base, *numbers, shape=tuple(shape),
                          order=order)  # fmt: skip
        made.grain = base.grain
        return self.show(made)

    def load_block(self, element, shape):
        kind = p.block_pointer_type(element, shape)
        found = self.pick(lambda v: v.element == kind)
        if found is None or self.chance(0.4):
            found = self.block_pointer(element, shape)
        if self.chance(0.2):
            steps = [self.constant(self.random.choice((0, 1, s)), "i32") for s in shape]
            found = self.one("tt.advance", found, *steps)
        checks = tuple(range(len(shape)))
        if self.chance(0.15):
            checks = tuple(d for d in checks if self.chance(0.5))
        is_wide = formats.is_float(element) and formats.width(element) > 8
        padding = p.NAN if is_wide and self.chance(0.2) else p.ZERO
        (made,) = self.op("tt.load", found, checks=checks, padding=padding)
        if padding == p.NAN:
            return self.finite(made, found)
        return self.show(self.loaded(made, found))

    # -- Rows

    def has_rows(self, element, shape):
        """Whether a tile may be rows that are gathered or scattered."""
        width = formats.width(element)
        return width <= 32 and shape[0] >= 8 and shape[1] * width >= 256

    def row_numbers(self, count):
        """Different numbers, some of them outside of tensors."""
        element = self.random.choice(("i32", "i32", "i16"))
        base = self.array_argument(element, "in", "rows").value
        (rows,) = self.op("tt.load", self.tile_of(base, (count,), (1,)), policy="")
        if element == "i32" and self.chance(0.5):
            rows = self.show(rows)
            rows.top, rows.grain = 64.0, 1.0
        return rows

    def load_rows(self, element, shape):
        source = self.descriptor(element, (1, shape[1]))
        column = self.random.choice((0, 0, 8, unit_of(element), -5))
        (made,) = self.op("tt.descriptor_gather", source, self.row_numbers(shape[0]),
                          self.constant(column, "i32"))  # fmt: skip
        return self.finite(made, source)

    def store_rows(self, value):
        """Scatters; each program has its own tensor."""
        rows, columns = value.shape
        extents = (self.random.choice((24, 60, 70)), columns + self.random.choice((0, 8)))
        base = self.own_part(value.element, extents[0] * (extents[1] + 32))
        target = self.create(base, extents, (1, columns))
        column = self.constant(self.random.choice((0, 0, 8, -3)), "i32")
        self.op("tt.descriptor_scatter", target, self.row_numbers(rows), column, value)

    # -- Stores

    def own_part(self, element, count):
        """A pointer to the program's part of a new array."""
        base = self.array_argument(element, "out").value
        size = self.constant(-(-count // 64) * 64, "i32")
        (index,) = self.op("tt.get_program_id")
        (index,) = self.op("arith.muli", index, size)
        return self.op("tt.addptr", base, index)[0]

    def store_tensor(self, value):
        """Stores by a descriptor or a block pointer, if that can be."""
        shape, element = value.shape, value.element
        if not shape or math.prod(shape) * 8 > ROOM:
            return False
        if self.chance(0.3):
            self.store_block(value)
            return True
        if not self.can_describe(element, shape):
            return False
        if len(shape) == 2 and shape[0] <= 64 and self.has_rows(element, shape):
            if self.chance(0.25):
                self.store_rows(value)
                return True
        if self.chance(0.4):
            self.store_shared(value)
            return True
        unit = unit_of(element)
        extents = [max(n + self.random.choice((0, 0, 3, -1)), 1) for n in shape]
        extents[-1] = -(-extents[-1] // unit) * unit
        room = math.prod(extents[:-1]) * (extents[-1] + unit)
        target = self.create(self.own_part(element, room), tuple(extents), shape)
        offsets = [self.random.choice((0, 0, 1)) for _ in shape[:-1]]
        offsets.append(self.random.choice((0, 0, unit)))
        self.store_at(target, value, [self.constant(n, "i32") for n in offsets])
        return True

    def store_at(self, target, value, offsets):
        self.op("tt.descriptor_store", target, value, *offsets)

    def store_shared(self, value):
        """To a tensor of all programs, of which each stores a block."""
        shape, unit = value.shape, unit_of(value.element)
        rows = 3 * shape[0]
        if self.chance(0.3):
            rows -= unit
        extents = (max(rows, unit), *shape[1:])
        if len(shape) == 1 or shape[-1] % unit:
            extents = (*extents[:-1], -(-extents[-1] // unit) * unit)
        if self.chance(0.5):
            target = self.parameter(value.element, "out", extents, shape, data="small")
        else:
            base = self.array_argument(value.element, "out").value
            target = self.create(base, extents, shape)
        (index,) = self.op("tt.get_program_id")
        (index,) = self.op("arith.muli", index, self.constant(shape[0], "i32"))
        zeros = [self.constant(0, "i32") for _ in shape[1:]]
        self.store_at(target, value, [index, *zeros])

    def store_block(self, value):
        shape = value.shape
        extents = [max(n - self.random.choice((0, 0, 1, 5)), 1) for n in shape]
        strides = self.tensor_strides(extents, value.element, self.chance(0.5))
        order = tuple(reversed(range(len(shape))))
        base = self.own_part(value.element, strides[0] * extents[0])
        numbers = [self.integer(n, "i64") for n in (*extents, *strides)]
        numbers += [self.constant(0, "i32") for _ in shape]
        (target,) = self.op("tt.make_tensor_ptr", base, *numbers, shape=shape, order=order)
        if self.chance(0.3):
            steps = [self.constant(self.random.choice((0, 1)), "i32") for _ in shape]
            (target,) = self.op("tt.advance", target, *steps)
        self.op("tt.store", target, value, checks=tuple(range(len(shape))))

    def do_reduce_tensor(self):
        """Combines a block with a tensor, whose elements then do not depend on the
        order of programs."""
        kind = self.random.choice(("add", "add", "add", *REDUCED))
        value = self.pick(
            lambda v: v.element in REDUCED[kind] and v.count <= 2048
            and self.can_describe(v.element, v.shape)
            and (not v.is_float or v.grain >= SUMMED[v.element][1]
                 and v.top <= SUMMED[v.element][0])
        )  # fmt: skip
        if value is None or len(self.arguments) > 24:
            return
        element, shape, unit = value.element, value.shape, unit_of(value.element)
        extents = [max(n + self.random.choice((0, 0, 3, -1)), 1) for n in shape]
        extents[-1] = -(-extents[-1] // unit) * unit
        sign = self.random.choice(("", "u", "s")) if not value.is_float else ""
        data = "start" if value.is_float else "fine"
        if self.chance(0.5):
            target = self.parameter(element, "sum", tuple(extents), shape, p.ZERO, sign,
                                    data)  # fmt: skip
        else:
            base = self.array_argument(element, "sum", data).value
            target = self.create(base, tuple(extents), shape, p.ZERO, sign)
        offsets = [self.constant(self.random.choice((0, 0, 1)), "i32") for _ in shape[1:]]
        offsets.append(self.constant(self.random.choice((0, unit)), "i32"))
        self.op("tt.descriptor_reduce", target, value, *offsets, kind=kind)

    # -- Loops

    def carried_tensor(self, element, shape, along):
        """A descriptor or a block pointer that a loop carries, for an operand of a
        product whose inner dimension is `along`."""
        if self.chance(0.5) or not self.can_describe(element, shape):
            step = [0] * len(shape)
            step[along] = shape[along]
            return Advance(self.block_pointer(element, shape), step, "block")
        return Advance(self.descriptor(element, shape), None, "tensor")

    def next_tensor(self, advance, value):
        """The block pointer or descriptor of the next iteration."""
        if advance.way == "block":
            steps = [self.constant(n, "i32") for n in advance.step]
            return self.op("tt.advance", value, *steps)[0]
        draw = self.random.random()
        if draw < 0.4:
            return value
        made = self.new_descriptor(*p.block_of(value.element))
        return made if draw < 0.7 else self.chosen(made, value)
