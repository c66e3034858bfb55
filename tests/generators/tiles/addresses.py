# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generator's accesses to memory: tiles of pointers as kernels make them, that
loops advance or compute again; masks; loads and stores."""

import math

import formats
import program as p
from kernel_text import pointee
from memory import FINE, INDEX_LIMIT
from tensors import Advance, Tensors

POLICIES = (
    *[""] * 12, "evictionPolicy = evict_first", "evictionPolicy = evict_last",
    "cacheModifier = cg", "cacheModifier = ca", "{isVolatile = true}",
    "cacheModifier = cg evictionPolicy = evict_last",
)  # fmt: skip
STORE_POLICIES = (
    *[""] * 8, "cacheModifier = cg", "cacheModifier = cs", "cacheModifier = wb",
    "evictionPolicy = evict_first", "evictionPolicy = evict_last",
)  # fmt: skip
ROOM = 24000  # elements that stores in loops may spread over


class Addresses(Tensors):
    """The memory accesses of Generator."""

    # -- Pointers

    def data_of(self, element):
        if formats.is_float(element):
            return "fine" if self.chance(0.2) else "small"
        return "fine" if self.chance(0.3) else "small"

    def input(self, element, data=None, is_plain=False):
        """An array to read: one that there is, or another one. Plain ones are as
        aligned as their parameter says."""
        found = [
            a for a in self.arguments
            if a.role == "in" and a.element == element and not a.tensor
            and a.data in ("small", "fine") and (a.is_divisible or not is_plain)
        ]  # fmt: skip
        if data is None and found and (self.chance(0.3) or len(self.arguments) > 20):
            return self.random.choice(found)
        return self.array_argument(element, "in", data or self.data_of(element))

    def strides(self, shape):
        """Elements from one to the next along each axis."""
        if len(shape) == 1:
            return (self.random.choice((1, 1, 1, 1, 2, 0)),)
        if len(shape) != 2:
            return tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))
        wide = self.random.choice((*[shape[1]] * 4, 64, 64, 128, shape[1] + 1))
        high = self.random.choice((*[shape[0]] * 3, 64, 64, shape[0] + 3))
        ways = [(wide, 1)] * 9 + [(1, high)] * 4 + [(wide, 0), (0, 1), (wide, 2)]
        return self.random.choice(ways)

    def along(self, size, stride, axis, rank, wraps=False):
        """Offsets along an axis, as a tile of extent 1 in the others. Those that
        wrap begin again, as rows of a matrix do that has no more."""
        (part,) = self.op("tt.make_range", start=0, size=size)
        if wraps:
            limit = self.random.choice((size, size // 2 or 1, 7, size + 5))
            limit = self.constant(limit, "i32", part.shape)
            (part,) = self.op("arith.remsi", part, limit)
        for other in range(rank):
            if other != axis:
                (part,) = self.op("tt.expand_dims", part, axis=other)
        if stride != 1:
            factor = self.stride(stride, part.shape)
            (part,) = self.op("arith.muli", part, factor)
        return part

    def stride(self, number, shape):
        """A stride: a constant or an argument."""
        if number < 16 or self.chance(0.7):
            return self.constant(number, "i32", shape)
        name = f"s{number}"
        found = [a.value for a in self.arguments if a.name == name]
        if not found:
            found = [self.scalar_argument(name, number, number % 16 == 0)]
        return self.op("tt.splat", found[0], shape=shape)[0]

    def broadcast(self, value, shape):
        if value.shape == shape:
            return value
        return self.op("tt.broadcast", value, shape=shape)[0]

    def tile_of(self, base, shape, strides, wraps=False):
        """A tile of pointers from a scalar one."""
        if not shape:
            return base
        parts = [
            self.along(size, stride, axis, len(shape), wraps)
            for axis, (size, stride) in enumerate(zip(shape, strides))
        ]
        if len(shape) == 2 and self.chance(0.6):  # rows of pointers first
            rows = parts[0]
            (made,) = self.op("tt.splat", base, shape=rows.shape)
            (made,) = self.op("tt.addptr", made, rows)
            made = self.broadcast(made, shape)
            columns = self.broadcast(parts[1], shape)
            return self.op("tt.addptr", made, columns)[0]
        total = self.broadcast(parts[0], shape)
        for part in parts[1:]:
            part = self.broadcast(part, shape)
            (total,) = self.op("arith.addi", total, part)
        if self.chance(0.1):
            (total,) = self.op("arith.extsi", total, element="i64")
        (made,) = self.op("tt.splat", base, shape=shape)
        return self.op("tt.addptr", made, total)[0]

    def moved(self, base, factor):
        """A scalar pointer, moved by a counter or the program's number."""
        if self.counters and self.chance(0.6):
            by = self.random.choice(self.counters)
        else:
            (by,) = self.op("tt.get_program_id")
        if factor != 1:
            (by,) = self.op("arith.muli", by, self.constant(factor, "i32"))
        return self.op("tt.addptr", base, by)[0]

    def pointers(self, element, shape):
        """A tile of pointers to read."""
        if len(shape) == 2 and self.chance(0.12):
            return self.indexed(element, shape)
        base = self.input(element).value
        strides = self.strides(shape)
        if self.chance(0.5):
            count = math.prod(shape)
            base = self.moved(base, self.random.choice((1, 16, 16, 32, count, count)))
        return self.tile_of(base, shape, strides, wraps=self.chance(0.08))

    def index_vector(self, size):
        """Numbers of rows: loaded ones, from here or from before."""
        found = self.pick(lambda v: v in self.indexes and v.shape == (size,))
        if found is not None and self.chance(0.6):
            return found
        base = self.array_argument("i32", "in", "index").value
        address = self.tile_of(base, (size,), (1,))
        operands = [address]
        if self.chance(0.3):
            operands += [self.mask((size,)), self.constant(0, "i32", (size,))]
        (index,) = self.op("tt.load", *operands)
        if self.chance(0.4):
            (index,) = self.op("arith.extsi", index, element="i64")
        self.indexes.append(index)
        return self.show(index)

    def indexed(self, element, shape):
        """Rows that loaded numbers choose."""
        index = self.index_vector(shape[0])
        (index,) = self.op("tt.expand_dims", index, axis=1)
        width = self.constant(shape[1], index.element, index.shape)
        if self.chance(0.8):
            (index,) = self.op("arith.muli", index, width)
        (made,) = self.op("tt.splat", self.input(element).value, shape=index.shape)
        (made,) = self.op("tt.addptr", made, index)
        columns = self.along(shape[1], 1, 1, 2)
        made = self.broadcast(made, shape)
        return self.op("tt.addptr", made, self.broadcast(columns, shape))[0]

    # -- Pointers in loops

    def advancing(self, plan):
        """Pointers that a loop carries for a product's operands; those that it
        does not carry are to be found by loads."""
        (a, b, *_), (m, n, k) = plan
        made = []
        for element, shape, inner in ((a, (m, k), 1), (b, (k, n), 0)):
            draw = self.random.random()
            if draw < 0.3:
                continue
            if self.chance(0.2):
                shape, inner = shape[::-1], 1 - inner  # to be transposed
            if draw < 0.42:
                self.show(self.pointers(element, shape))
                continue
            if draw < 0.54:
                made.append(self.carried_tensor(element, shape, inner))
                continue
            step = self.random.choice((shape[1], shape[1], 16, shape[0] * shape[1], 64))
            step = 1 if self.chance(0.1) else step
            if draw < 0.9:
                made.append(Advance(self.pointers(element, shape), step, "tile"))
            else:
                made.append(Advance(self.input(element).value, step, "scalar"))
        return made

    def advanced(self, advance, value):
        """The pointers of the next iteration."""
        if advance.way in ("block", "tensor"):
            return self.next_tensor(advance, value)
        step = self.constant(advance.step, "i32", value.shape)
        return self.op("tt.addptr", value, step)[0]

    # -- Masks

    def mask(self, shape):
        """Where an index is below a limit."""
        if not shape:
            return self.condition()
        if self.chance(0.1):
            (made,) = self.op("tt.splat", self.condition(), shape=shape)
            return made
        total = None
        axes = self.random.sample(range(len(shape)), self.random.choice((1, 1, 2)) if
                                  len(shape) > 1 else 1)  # fmt: skip
        for axis in axes:
            part = self.broadcast(self.below(shape, axis), shape)
            if total is not None:
                (part,) = self.op("arith.andi", total, part)
            total = part
        return total

    def below(self, shape, axis):
        index = self.along(shape[axis], 1, axis, len(shape))
        if self.counters and self.chance(0.4):
            by = self.constant(self.random.choice((8, 16)), "i32")
            (by,) = self.op("arith.muli", self.random.choice(self.counters), by)
            (by,) = self.op("tt.splat", by, shape=index.shape)
            (index,) = self.op("arith.addi", index, by)
        if self.chance(0.7):
            (limit,) = self.op("tt.splat", self.limit, shape=index.shape)
        else:
            limit = self.constant(self.random.randrange(0, 65), "i32", index.shape)
        return self.op("arith.cmpi", index, limit, predicate="slt")[0]

    # -- Loads and stores

    def load(self, element, shape):
        if shape and self.chance(self.tensor_chance):
            made = self.load_tensor(element, shape)
            if made is not None:
                return made
        address = self.pick(
            lambda v: v.is_pointer and pointee(v.element) == element
            and v.shape in (shape, ())
        )  # fmt: skip
        if address is None or self.chance(0.25):
            address = self.pointers(element, shape)
        elif not address.shape:
            address = self.tile_of(address, shape, self.strides(shape))
        elif self.counters and self.chance(0.4):
            by = self.random.choice(self.counters)
            step = self.constant(self.random.choice((1, 16, 64)), "i32")
            (by,) = self.op("arith.muli", by, step)
            (by,) = self.op("tt.splat", by, shape=shape)
            (address,) = self.op("tt.addptr", address, by)
        if shape and self.chance(0.03):
            step = self.constant(self.random.choice((1, 16)), "i32", shape)
            (other,) = self.op("tt.addptr", address, step)
            condition = self.mask(self.random.choice(((), shape)))
            (address,) = self.op("arith.select", condition, address, other)
        return self.load_from(address, element, shape)

    def load_from(self, address, element, shape):
        policy = self.random.choice(POLICIES)
        if not self.chance(0.35) or not shape:
            made = self.one("tt.load", address, policy=policy)
            return self.loaded(made, address)
        mask = self.mask(shape)
        if self.chance(0.15):  # what is masked away is not used
            (made,) = self.op("tt.load", address, mask, policy=policy)
            self.loaded(made, address)
            other = self.number(element, shape)
            return self.one("arith.select", mask, made, other)
        other = self.constant(0, element, shape)
        if self.chance(0.2):
            other = self.find(element, shape, fresh=0.0) if self.depth else other
        made = self.one("tt.load", address, mask, other, policy=policy)
        return self.loaded(made, address, other)

    def loaded(self, value, address, other=None):
        """Notes what is known of data that is read."""
        top, grain = 3.0, 1.0
        if value.is_float:
            grain = address.grain or FINE[value.element]
        else:
            top = 2.0 ** (formats.width(value.element) - 1)
        if not value.is_float and value.element == "i32":
            top = max(top, INDEX_LIMIT)
        if other is not None:
            top, grain = max(top, other.top), min(grain, other.grain)
        value.top, value.grain = top, grain
        return value

    def do_store(self):
        found = self.pick(lambda v: not v.is_pointer and v.count <= 2048)
        if found is not None and len(self.arguments) < 24:
            self.store(found)

    def keep(self, value):
        """The value, which is stored at times: else few are in results."""
        if self.chance(0.6) and len(self.arguments) < 24:
            self.store(value)
        return value

    def store(self, value):
        """To an array of its own, in which each program has its part."""
        if value.element == "i1":
            value = self.op("arith.extui", value, element="i8")[0]
        if self.chance(self.tensor_chance) and self.store_tensor(value):
            return
        base = self.array_argument(value.element, "out").value
        (index,) = self.op("tt.get_program_id")
        part = value.count
        for counter in self.counters:
            if part * 7 <= ROOM and self.chance(0.6):
                (index,) = self.op("arith.muli", index, self.constant(7, "i32"))
                (index,) = self.op("arith.addi", index, counter)
                part *= 7
        size = self.constant(max(value.count, 1), "i32")
        (index,) = self.op("arith.muli", index, size)
        (base,) = self.op("tt.addptr", base, index)
        shape = value.shape
        strides = tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))
        if len(shape) == 2 and self.chance(0.25):
            strides = (1, shape[0])
        address = self.tile_of(base, shape, strides)
        operands = [address, value]
        if shape and self.chance(0.25):
            operands.append(self.mask(shape))
        self.op("tt.store", *operands, policy=self.random.choice(STORE_POLICIES))

    def do_atomic(self):
        """Adds to a sum that no one reads; floats where that is exact."""
        value = self.pick(
            lambda v: v.shape and v.count <= 1024 and (
                v.element in ("i32", "i64")
                or v.element == "f32" and v.top <= 1024 and v.grain >= 2.0**-2
            )
        )  # fmt: skip
        if value is None:
            return
        base = self.array_argument(value.element, "sum").value
        shape = value.shape
        strides = tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))
        if self.chance(0.3):
            strides = strides[:-1] + (0,)
        operands = [self.tile_of(base, shape, strides), value]
        if self.chance(0.3):
            operands.append(self.mask(shape))
        kind = "fadd" if value.is_float else "add"
        self.op("tt.atomic_rmw", *operands, kind=kind)
