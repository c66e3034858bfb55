# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expression trees over tiles of all element types: elements, masks,
shapes, reductions, scans, products of matrices, loops and branches that carry
tiles. A program is run by two machines that take the same decisions: one writes a
kernel, the other computes with NumPy, floats in double precision together with a
bound of their error.

Decisions depend on the seed and on what is known without running: types, shapes,
whether a float is exact, and how large it is at most.

Not here: longer chains of operations that change shapes (cases_chains.py).
"""

import dataclasses
import random

import numpy as np

import formats
from case import EXACT_VALUE, Array, Bound, Case, Scalar, out
from kernel_text import Kernel
from trees_values import INTEGERS, Computer
from trees_writer import Writer

SEEDS = range(0, 50)  # run.py --seeds
STEPS = 99  # operations at most; run.py --steps
OUTPUTS = 4
MOST = 2048  # elements of a tile
ROOM = 4096  # elements of an input
EIGHT = ("f8E4M3FN", "f8E5M2")
FLOATS = ("f16", "bf16", "f32", "f64")
ELEMENTS = ("i1",) + INTEGERS + EIGHT + FLOATS
# How large floats may get, and what random inputs have.
LIMITS = {"f16": 4096.0, "bf16": 2.0**60, "f32": 2.0**60, "f64": 2.0**60,
          "f8E4M3FN": 400.0, "f8E5M2": 400.0}  # fmt: skip
INPUT = 4.0
CARRIED = 8.0  # how large floats are that go through loops
SUMS = {"f16": "f32", "bf16": "f32", "f32": "f32", "i8": "i32"}  # of dot
ARITHMETIC = ("addi", "addi", "subi", "muli", "andi", "ori", "xori", "maxsi",
              "minsi", "maxui", "minui")  # fmt: skip
FOLDS = ("addi", "addi", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")
EXTREMES = ("maximumf", "minimumf", "maxnumf", "minnumf")
ORDERED = ("oeq", "une", "olt", "ole", "ogt", "uge_")
SIGNED = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "uge")


@dataclasses.dataclass
class Value:
    """The information on a value without running; `data` is the machine's."""

    element: str
    shape: tuple
    data: object
    exact: bool = True
    top: float = 0.0  # |x| <= top, of floats

    @property
    def is_float(self):
        return formats.is_float(self.element)

    def like(self, data, **more):
        return dataclasses.replace(self, data=data, **more)


class Program:
    """A program's decisions."""

    elements = ELEMENTS  # of the tiles
    carried = INTEGERS + FLOATS  # elements of what a loop carries beside a value
    inputs = ELEMENTS  # of the arrays, which have `room` elements
    room = ROOM
    most = MOST
    rank = 3
    folds = FOLDS  # of integers
    sizes = (1, 2, 4, 16)  # of a new dimension
    recent = 6  # values that an operation is applied to

    def operations(self):
        """The names of the methods that add operations."""
        return [name for name in dir(self) if name.startswith("do_")]

    def __init__(self, machine, seed, depth=0):
        self.machine, self.depth = machine, depth
        self.random = random.Random(seed)

    # -- leaves

    def shape(self):
        while True:
            rank = self.random.choice((1, 2, 2, 3))
            shape = tuple(
                self.random.choice((1, 2, 4, 16, 32)) for _ in range(rank)
            )
            if np.prod(shape) <= MOST:
                return shape

    def leaf(self, element, shape):
        choice = self.random.random()
        if element in EIGHT or element == "i1" or choice < 0.8:
            data = self.machine.load(element, shape)
            return Value(element, shape, data, True, INPUT)
        if element == "i32" and choice < 0.93:
            start = self.random.choice((0, 7, -100))
            return Value(element, shape, self.machine.range(shape, start))
        return self.number(element, shape, self.random.choice((-3, 1, 2, 5)))

    def number(self, element, shape, value):
        data = self.machine.constant(element, shape, value)
        return Value(element, shape, data, True, abs(value))

    def find(self, values, element, shape):
        """A value of that type, if there is one."""
        fitting = [
            v for v in values if v.element == element and v.shape == shape
        ]
        if fitting and self.random.random() < 0.8:
            return self.random.choice(fitting)
        return self.leaf(element, shape)

    def mask(self, values, shape):
        return self.find(values, "i1", shape)

    # -- growing

    def grow(self, values, count):
        """Adds what `count` random operations make."""
        names = self.operations()
        while count > 0:
            name = self.random.choice(names)
            made = getattr(self, name)(self.random.choice(values[-self.recent :]), values)
            if made:
                values += [made] if isinstance(made, Value) else made
                count -= 1
        return values

    def fits(self, value):
        """The value, unless it may be too large for its type."""
        return value if value.top <= LIMITS[value.element] else None

    # -- elements

    def do_arithmetic(self, value, values):
        other = self.find(values, value.element, value.shape)
        if value.element in FLOATS:
            return self.float_arithmetic(value, other)
        if value.element == "i1":
            operation = self.random.choice(("andi", "ori", "xori"))
        elif value.element in INTEGERS:
            operation = self.random.choice(ARITHMETIC)
        else:
            return None
        data = self.machine.integer(
            value.element, operation, value.data, other.data
        )
        return value.like(data)

    do_arithmetic_again = do_arithmetic_and_again = do_arithmetic

    def float_arithmetic(self, a, b):
        name, element = self.random.choice(("add", "subtract", "multiply")), a.element
        top = a.top * b.top if name == "multiply" else a.top + b.top
        if top > LIMITS[element]:
            return None
        data = getattr(self.machine, name)(element, a.data, b.data)
        return a.like(data, exact=False, top=top)

    def do_divide(self, value, values):
        """Integers by a constant; floats by one more than what is positive."""
        element, shape = value.element, value.shape
        if element in FLOATS:
            below = self.find(values, element, shape)
            if below.top + 1 > LIMITS[element]:
                return None
            below = self.machine.absolute(element, below.data)
            one = self.machine.constant(element, shape, 1)
            below = self.machine.add(element, below, one)
            data = self.machine.divide(element, value.data, below)
            return value.like(data, exact=False)
        if element in INTEGERS:
            operation = self.random.choice(("divsi", "remsi", "divui", "remui"))
            below = self.number(element, shape, self.random.choice((1, 2, 3, 7, 16)))
            data = self.machine.integer(element, operation, value.data, below.data)
            return value.like(data)
        return None

    def do_shift(self, value, values):
        if value.element not in INTEGERS:
            return None
        width = formats.width(value.element)
        by = self.number(value.element, value.shape, self.random.randrange(width))
        operation = self.random.choice(("shli", "shrsi", "shrui"))
        data = self.machine.integer(value.element, operation, value.data, by.data)
        return value.like(data)

    def do_extreme(self, value, values):
        if value.element not in FLOATS:
            return None
        other = self.find(values, value.element, value.shape)
        data = self.machine.extreme(
            value.element, self.random.choice(EXTREMES), value.data, other.data
        )
        return value.like(data, exact=value.exact and other.exact,
                          top=max(value.top, other.top))  # fmt: skip

    def do_unary(self, value, values):
        name = self.random.choice(("negate", "absolute"))
        if value.element in FLOATS or (
            value.element in INTEGERS and name == "absolute"
        ):
            made = getattr(self.machine, name)(value.element, value.data)
            return value.like(made)
        return None

    def do_function(self, value, values):
        if value.element not in ("f32", "f64"):
            return None
        element, data = value.element, value.data
        name = self.random.choice(("exp", "exp2", "sin", "cos", "sqrt", "log"))
        if value.top > (8 if name.startswith("exp") else 1e4):
            return None
        if name in ("sqrt", "log"):  # of 1 and more
            one = self.machine.constant(element, value.shape, 1)
            data = self.machine.absolute(element, data)
            data = self.machine.add(element, data, one)
        top = {"exp": 3000.0, "exp2": 260.0, "sqrt": 101.0, "log": 10.0}
        made = self.machine.function(element, name, data)
        return value.like(made, exact=False, top=top.get(name, 1.0))

    def do_compare(self, value, values):
        """Compares values that are exact: all machines must agree."""
        if value.element in EIGHT + ("i1",) or not value.exact:
            return None
        other = self.find(values, value.element, value.shape)
        if not other.exact:
            return None
        predicates = ORDERED if value.is_float else SIGNED
        data = self.machine.compare(
            value.element, self.random.choice(predicates), value.data, other.data
        )
        return Value("i1", value.shape, data)

    do_compare_again = do_compare

    def do_select(self, value, values):
        condition = self.mask(values, value.shape)
        other = self.find(values, value.element, value.shape)
        data = self.machine.select(
            value.element, condition.data, value.data, other.data
        )
        return value.like(data, exact=value.exact and other.exact,
                          top=max(value.top, other.top))  # fmt: skip

    def do_masked_load(self, value, values):
        """Where the mask is false, what there is already."""
        if value.element == "i1":
            return None
        mask = self.mask(values, value.shape)
        data = self.machine.load(value.element, value.shape, mask.data, value.data)
        return value.like(data, top=max(value.top, INPUT))

    # -- types

    def do_convert(self, value, values):
        target = self.random.choice(self.elements)
        source, shape = value.element, value.shape
        if source == target:
            return None
        if value.is_float and formats.is_float(target):
            return self.convert_float(value, target)
        if value.is_float:
            ranges = {"i8": 127, "i16": 2**15 - 1, "i32": 2**31 - 1, "i64": 2**62}
            if source in EIGHT or not value.exact or value.top > ranges.get(target, -1):
                return None
            data = self.machine.from_float(source, target, value.data)
            return Value(target, shape, data)
        if not formats.is_float(target):
            is_signed = self.random.random() < 0.5
            data = self.machine.to_integer(source, target, value.data, is_signed)
            return Value(target, shape, data)
        small = {"i8": FLOATS, "i16": ("f32", "f64"), "i32": ("f32", "f64")}
        if target not in small.get(source, ()):
            return None
        data = self.machine.to_float(source, target, value.data)
        return Value(target, shape, data, True, 2.0 ** (formats.width(source) - 1))

    do_convert_again = do_convert

    def convert_float(self, value, target):
        """One rounding at a time, so that there is one correct result."""
        steps = {"f64": ("f32",), "f32": ("f64", "f16", "bf16") + EIGHT,
                 "f16": ("f32", "f64") + EIGHT, "bf16": ("f32", "f64") + EIGHT}  # fmt: skip
        if target not in steps.get(value.element, ("f16", "bf16", "f32")):
            return None
        if target in EIGHT and not value.exact:
            return None
        if value.top > LIMITS[target]:
            return None
        data = self.machine.convert(value.element, target, value.data)
        # Rounding may go a little up.
        return value.like(data, element=target, top=value.top * 1.1)

    # -- shapes

    def do_expand(self, value, _):
        axis = self.random.randrange(len(value.shape) + 1)
        size = self.random.choice(self.sizes)
        if len(value.shape) >= self.rank or np.prod(value.shape) * size > self.most:
            return None
        shape = value.shape[:axis] + (size,) + value.shape[axis:]
        return value.like(self.machine.expand(value.data, axis, size), shape=shape)

    def do_trans(self, value, _):
        order = list(range(len(value.shape)))
        self.random.shuffle(order)
        if len(order) < 2:
            return None
        shape = tuple(value.shape[i] for i in order)
        return value.like(self.machine.trans(value.data, tuple(order)), shape=shape)

    def do_reshape(self, value, _):
        rest, shape = int(np.prod(value.shape)), []
        while rest > 1 and len(shape) < self.rank - 1:
            size = 1 << self.random.randrange(rest.bit_length())
            shape.append(size)
            rest //= size
        shape = tuple(shape) + (rest,)
        return value.like(self.machine.reshape(value.data, shape), shape=shape)

    def do_join(self, value, values):
        if len(value.shape) >= self.rank or np.prod(value.shape) * 2 > self.most:
            return None
        other = self.find(values, value.element, value.shape)
        data = self.machine.join(value.data, other.data)
        return value.like(data, shape=value.shape + (2,), top=max(value.top, other.top),
                          exact=value.exact and other.exact)  # fmt: skip

    def do_split(self, value, _):
        if len(value.shape) < 2 or value.shape[-1] != 2:
            return None
        parts = self.machine.split(value.data)
        return [value.like(part, shape=value.shape[:-1]) for part in parts]

    def do_gather(self, value, values):
        axis = self.random.randrange(len(value.shape))
        if value.element == "i1":
            return None
        index = self.find(values, "i32", value.shape)
        last = self.machine.constant("i32", value.shape, value.shape[axis] - 1)
        index = self.machine.integer("i32", "andi", index.data, last)
        return value.like(self.machine.gather(value.data, index, axis))

    # -- many elements

    def choose_fold(self, value):
        """An axis, an operation along it, and the fields `exact` and `top` of its
        results; None if there is no operation for the element type."""
        if value.element in EIGHT or value.element == "i1":
            return None
        axis = self.random.randrange(len(value.shape))
        kinds = ("addf",) + EXTREMES if value.is_float else self.folds
        operation = self.random.choice(kinds)
        if operation != "addf":
            return axis, operation, {"exact": value.exact, "top": value.top}
        return axis, operation, {"exact": False, "top": value.top * value.shape[axis]}

    def do_reduce(self, value, _):
        """To a tile, or to a number that fills one."""
        fold = self.choose_fold(value)
        if not fold:
            return None
        axis, operation, limits = fold
        if value.is_float and limits["top"] > LIMITS[value.element]:
            return None
        data = self.machine.reduce(value.element, operation, value.data, axis)
        shape = value.shape[:axis] + value.shape[axis + 1 :]
        made = value.like(data, shape=shape, **limits)
        return made if made.shape else self.fill(made)

    do_reduce_again = do_reduce

    def fill(self, number):
        """A number in some elements of a tile."""
        shape, element = self.shape(), number.element
        data = self.machine.splat(element, number.data, shape)
        mask, other = self.leaf("i1", shape), self.leaf(element, shape)
        data = self.machine.select(element, mask.data, data, other.data)
        return number.like(data, shape=shape, top=max(number.top, other.top),
                           exact=number.exact and other.exact)  # fmt: skip

    def do_scan(self, value, _):
        fold = self.choose_fold(value)
        if not fold:
            return None
        axis, operation, limits = fold
        reverse = self.random.random() < 0.5
        if value.is_float and limits["top"] > LIMITS[value.element]:
            return None
        data = self.machine.scan(value.element, operation, value.data, axis, reverse)
        return value.like(data, **limits)

    def do_recurrence(self, value, values):
        if value.element != "i32":
            return None
        other = self.find(values, "i32", value.shape)
        axis = self.random.randrange(len(value.shape))
        reverse = self.random.random() < 0.5
        data = self.machine.recurrence(value.data, other.data, axis, reverse)
        return value.like(data)

    def do_place(self, value, _):
        if value.element in EIGHT + ("i1",) or not value.exact:
            return None
        axis = self.random.randrange(len(value.shape))
        greatest = self.random.random() < 0.5
        data = self.machine.place(value.element, value.data, axis, greatest)
        shape = value.shape[:axis] + value.shape[axis + 1 :]
        made = Value("i32", shape, data)
        return made if shape else self.fill(made)

    def do_dot(self, value, values):
        if value.element not in SUMS or len(value.shape) != 2 or min(value.shape) < 16:
            return None
        m, k = value.shape
        if value.element == "i8" and k < 32:
            return None
        n, result = self.random.choice((16, 32)), SUMS[value.element]
        other = self.find(values, value.element, (k, n))
        start = self.find(values, result, (m, n))
        top = value.top * other.top * k + start.top
        if formats.is_float(result) and top > LIMITS[result]:
            return None
        data = self.machine.dot(
            value.element, result, value.data, other.data, start.data
        )
        return Value(result, (m, n), data, not formats.is_float(result), top)

    # -- control flow

    def carry(self, value):
        """As it goes through a loop or a branch: floats are bounded."""
        if value.element not in FLOATS:
            return value
        data = value.data
        if value.top > CARRIED:
            for operation, limit in (("minimumf", CARRIED), ("maximumf", -CARRIED)):
                bound = self.machine.constant(value.element, value.shape, limit)
                data = self.machine.extreme(value.element, operation, data, bound)
        return value.like(data, exact=False, top=CARRIED)

    def inner(self, seed, values, carried, datas):
        """The next of the carried values, by a program inside of this one."""
        program = type(self)(self.machine, seed, self.depth + 1)
        carried = [v.like(d) for v, d in zip(carried, datas)]
        found = program.grow(list(values) + carried, 3)
        made = [program.find(found[-5:], v.element, v.shape) for v in carried]
        return [program.carry(value).data for value in made]

    def do_loop(self, value, values):
        seed, again = self.random.random(), self.random.random() < 0.3
        if self.depth > 1:
            return None
        other = self.leaf(self.random.choice(self.carried), self.shape())
        carried = [self.carry(value), self.carry(other)]
        datas = [v.data for v in carried]
        if again:
            made = self.machine.while_(
                datas, lambda inner: self.inner(seed, values, carried, inner)
            )
        else:
            made = self.machine.loop(
                datas, lambda _, inner: self.inner(seed, values, carried, inner)
            )
        return [v.like(d) for v, d in zip(carried, made)]

    def do_branch(self, value, values):
        seeds = self.random.random(), self.random.random()
        if self.depth > 1:
            return None
        carried = [self.carry(value)]
        datas = [v.data for v in carried]
        made = self.machine.branch(
            datas,
            lambda: self.inner(seeds[0], values, carried, datas),
            lambda: self.inner(seeds[1], values, carried, datas),
        )
        return [v.like(d) for v, d in zip(carried, made)]


def run(family, machine, seed):
    """The values that a program stores, and a mask for each."""
    program = family(machine, seed)
    values = [
        program.leaf(program.random.choice(program.elements), program.shape())
        for _ in range(OUTPUTS)
    ]
    values = program.grow(values, min(program.random.randrange(4, 24), STEPS))
    results = values[-OUTPUTS:]
    masks = [
        program.mask(values, v.shape) if program.random.random() < 0.3 else None
        for v in results
    ]
    return results, masks


def stored_as(element):
    return "i8" if element == "i1" else element


def write(family, symbol, seed, outputs):
    """The kernel's text and what it stores; `outputs` are elements' types."""
    inputs = [(f"in_{e}", f"*{stored_as(e)}:16") for e in family.inputs]
    pointers = [(f"out{i}", f"*{e}:16") for i, e in enumerate(outputs)]
    kernel = Kernel(symbol, inputs + pointers + [("trips", "i32")])
    writer = Writer(kernel)
    results, masks = run(family, writer, seed)
    for (name, _), value, mask in zip(pointers, results, masks):
        data = value.data
        if value.element == "i1":
            data = kernel.cast("arith.extui", data, "i8")
        writer.store(name, data, mask.data if mask else None)
    return kernel, results


def expected(value, mask):
    """The output that a value makes; where the mask is false, nothing."""
    element, data = stored_as(value.element), value.data
    values = np.ascontiguousarray(data.values)
    if not value.is_float:
        values = values.astype(formats.storage(element))
    made = out(element, values, EXACT_VALUE)
    if value.is_float and not value.exact:
        made.bound = Bound(absolute=data.error)
    if mask is not None:
        poison = formats.decode(made.values, element)
        made.expected = np.where(mask.data.values, values, poison)
    return made


def tree_case(family, seed, name, warps, **more):
    """The case of a seed of a family, which is Program or a class of it."""

    def build(symbol):
        _, results = write(family, symbol, seed, [])
        outputs = [stored_as(v.element) for v in results]
        return write(family, symbol, seed, outputs)[0]

    def make(rng):
        arguments = {
            e: formats.random_stored(rng, e, family.room, -INPUT, INPUT)
            for e in family.inputs
        }
        trips = seed % 3
        results, masks = run(family, Computer(arguments, trips), seed)
        inputs = [Array(stored_as(e), a) for e, a in arguments.items()]
        outputs = [expected(v, m) for v, m in zip(results, masks)]
        return inputs + outputs + [Scalar("i32", trips)]

    return Case(f"{name}/{seed}-w{warps}", build, make, warps=warps, **more)


def cases():
    for seed in SEEDS:
        yield tree_case(Program, seed, "trees", (1, 2, 4, 8)[seed % 4])
