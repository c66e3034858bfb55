# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the generators of small programs of integers have in common: each family
(families.py) has programs of one kind, which run fast on all devices."""

import math
import random

import formats
import program as p
from builder import Builder
from kernel_text import pointer

SHAPES = (
    (64,), (64,), (128,), (128,), (256,), (256,), (512,), (8, 32), (16, 16), (4, 64),
    (2, 128), (32, 8), (16, 32), (1, 64), (64, 1),
)  # fmt: skip
ELEMENTS = (*["i32"] * 5, *["f32"] * 3, *["i8"] * 2, *["i16"] * 2, "f16", "bf16",
            "i64", "f64")  # fmt: skip


def wrapped(number, element):
    """The number of a type that has its low bits."""
    bits = formats.width(element)
    number &= (1 << bits) - 1
    return number if number < 1 << (bits - 1) or bits == 1 else number - (1 << bits)


class Small(Builder):
    """Draws one program; `build` of each family fills it."""

    family = ""

    def __init__(self, seed, attempt):
        self.random = random.Random(f"{self.family} {seed}/{attempt}")
        self.arguments, self.scopes, self.block = [], [[]], p.Block()
        self.counters, self.depth, self.seed = [], 0, seed
        self.launch = launch_of(seed, self.family)
        self.shape = self.draw(*SHAPES)
        self.count = math.prod(self.shape)

    def draw(self, *choices):
        return self.random.choice(choices)

    def program(self):
        self.fill()
        made = p.Program(self.seed, self.arguments, self.block, *self.launch,
                         family=self.family)  # fmt: skip
        p.remove_dead(made)
        p.check(made)
        return made

    # -- Values

    def integer(self, number, element="i32", shape=()):
        return self.constant(wrapped(number, element), element, shape)

    def number(self, number, element="i32", shape=()):
        """A number of which the compiler knows nothing, in a tile."""
        name = f"n{sum(a.role == 'scalar' for a in self.arguments)}"
        value = p.Value(element, ())
        self.arguments.append(
            p.Argument(name, element, "scalar", value, wrapped(number, element),
                       is_divisible=False)
        )  # fmt: skip
        return self.splat(value, shape)

    def splat(self, value, shape):
        return self.op("tt.splat", value, shape=shape)[0] if shape else value

    def binary(self, name, a, b, **more):
        return self.op(f"arith.{name}", a, b, **more)[0]

    def with_number(self, name, value, number):
        """An operation with a constant."""
        return self.binary(name, value, self.integer(number, value.element, value.shape))

    def compare(self, predicate, a, b):
        return self.op("arith.cmpi", a, b, predicate=predicate)[0]

    def resized(self, value, element, is_signed=None):
        """The value in a type of another width."""
        old, new = formats.width(value.element), formats.width(element)
        if old == new:
            return value
        if new < old:
            return self.op("arith.trunci", value, element=element)[0]
        is_signed = self.chance(0.5) if is_signed is None else is_signed
        name = "arith.extsi" if is_signed else "arith.extui"
        return self.op(name, value, element=element)[0]

    def program_id(self):
        return self.op("tt.get_program_id")[0]

    # -- Tiles

    def range(self, axis=0, shape=None):
        """The indices along an axis of a shape, with extents of 1 along others."""
        shape = shape or self.shape
        (made,) = self.op("tt.make_range", start=0, size=shape[axis])
        for other in range(len(shape)):
            if other != axis:
                (made,) = self.op("tt.expand_dims", made, axis=other)
        return made

    def spread(self, value, shape=None):
        """A value with extents of 1 in a whole tile."""
        shape = shape or self.shape
        return value if value.shape == shape else self.op(
            "tt.broadcast", value, shape=shape)[0]  # fmt: skip

    def places(self, strides=None, shape=None):
        """The offsets of a tile's elements, one after the other unless there are
        strides."""
        shape, total = shape or self.shape, None
        strides = strides or [math.prod(shape[i + 1 :]) for i in range(len(shape))]
        for axis, stride in enumerate(strides):
            part = self.range(axis, shape)
            if stride != 1:
                part = self.with_number("muli", part, stride)
            part = self.spread(part, shape)
            total = part if total is None else self.binary("addi", total, part)
        return total

    # -- Memory

    def array(self, element, role="in", data="fine"):
        argument = self.array_argument(element, role, data)
        argument.is_divisible = True
        return argument

    def same_array(self, argument):
        """Another parameter for the array of one."""
        name = f"{argument.name}_{sum(a.of is argument for a in self.arguments)}"
        value = p.Value(pointer(argument.element), ())
        made = p.Argument(name, argument.element, argument.role, value,
                          data=argument.data, of=argument)  # fmt: skip
        self.arguments.append(made)
        return made

    def pointers(self, base, offsets):
        base = base.value if isinstance(base, p.Argument) else base
        return self.op("tt.addptr", self.splat(base, offsets.shape), offsets)[0]

    def moved(self, base, by):
        base = base.value if isinstance(base, p.Argument) else base
        return self.op("tt.addptr", base, by)[0]

    def load(self, address, *mask):
        return self.op("tt.load", address, *mask, policy="")[0]

    def store(self, address, value, *mask):
        self.op("tt.store", address, value, *mask, policy="")

    def keep(self, value):
        """Stores a result to an array of its own, in which each program has its
        part."""
        if value.element == "i1":
            value = self.resized(value, "i8", False)
        by = self.with_number("muli", self.program_id(), value.count)
        base = self.moved(self.array(value.element, "out"), by)
        if value.shape:
            base = self.pointers(base, self.places(shape=value.shape))
        self.store(base, value)

    # -- Loops

    def loop(self, trips, carried, body, **more):
        """A loop of which `body` takes the counter and the carried values, and gives
        the next; gives the last."""
        counter, bounds = p.Value("i32"), [self.integer(n) for n in (0, 1)]
        if not isinstance(trips, p.Value):
            trips = self.integer(trips)
        inside = [p.Value(v.element, v.shape) for v in carried]
        block = p.Block([counter, *inside])
        saved = self.enter(block)
        block.yields = list(body(counter, inside))
        self.leave(saved)
        return self.op("scf.for", bounds[0], trips, bounds[1], *carried, blocks=[block],
                       **more)  # fmt: skip


def launch_of(seed, family):
    """Warps, stages and programs of a seed, and that there are no tensor maps."""
    draw = random.Random(f"launch {family} {seed}").choice
    warps, stages = draw((1, 1, 2, 4, 4, 4, 8, 8)), draw((1, 2, 2, 3, 3, 4))
    return warps, stages, draw((1, 1, 2, 3, 5)), False
