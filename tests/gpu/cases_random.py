# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: chains of operations on tiles of all shapes, with loops and
branches, with random layouts. A program is run by two machines that take
the same decisions: one writes a kernel, the other computes with NumPy."""

import random

import numpy as np

from case import Array, Case, Scalar, out
from cases_shape import join, split
from kernel_text import Kernel

COUNT = 150
OUTPUTS = 4
MOST = 8192  # elements of a tile
OPERATIONS = (
    "add", "add", "maxi", "reduce", "scan", "expand", "trans", "trans",
    "reshape", "reshape", "join", "split", "convert", "loop", "branch",
)  # fmt: skip


class Writer:
    """Writes the requested operations."""

    def __init__(self, kernel):
        self.kernel = kernel

    def load(self, shape):
        return self.kernel.load_tile("input", shape)

    def range(self, shape):
        count = int(np.prod(shape))
        return self.reshape(self.kernel.range(count), shape)

    def add(self, a, b):
        return self.kernel.add(a, b)

    def maxi(self, a, b):
        return self.kernel.binary("arith.maxsi", a, b)

    def trans(self, a, order):
        return self.kernel.trans(a, order)

    def reshape(self, a, shape):
        if a.shape == tuple(shape):
            return a
        return self.kernel.reshape(a, shape)

    def expand(self, a, axis, size):
        a = self.kernel.expand(a, axis)
        shape = a.shape[:axis] + (size,) + a.shape[axis + 1 :]
        return self.kernel.broadcast(a, shape)

    def reduce(self, a, axis):
        return self.kernel.reduce([a], axis, self._sum)[0]

    def scan(self, a, axis, reverse):
        return self.kernel.scan([a], axis, reverse, self._sum)[0]

    def _sum(self, left, right):
        return [self.kernel.add(left[0], right[0])]

    def join(self, a, b):
        return join(self.kernel, a, b)

    def split(self, a):
        return split(self.kernel, a)

    def convert(self, a):
        """Through a narrower type and back."""
        a = self.kernel.cast("arith.trunci", a, "i8")
        return self.kernel.cast("arith.extsi", a, "i32")

    def loop(self, values, body):
        zero = self.kernel.constant(0, "i32")
        one = self.kernel.constant(1, "i32")
        bounds = (zero, self.kernel["trips"], one)
        return self.kernel.loop(bounds, values, lambda _, inner: body(inner))

    def branch(self, values, then, otherwise):
        zero = self.kernel.constant(0, "i32")
        trips = self.kernel["trips"]
        condition = self.kernel.compare("arith.cmpi", "sgt", trips, zero)
        return self.kernel.branch(condition, values, then, otherwise)


class Computer:
    """Computes what a Writer would write."""

    def __init__(self, values, trips):
        self.values, self.trips = values, trips

    def load(self, shape):
        return self.values[: int(np.prod(shape))].reshape(shape)

    def range(self, shape):
        return np.arange(np.prod(shape), dtype=np.int32).reshape(shape)

    def add(self, a, b):
        return a + b

    def maxi(self, a, b):
        return np.maximum(a, b)

    def trans(self, a, order):
        return a.transpose(order)

    def reshape(self, a, shape):
        return a.reshape(shape)

    def expand(self, a, axis, size):
        return np.repeat(np.expand_dims(a, axis), size, axis)

    def reduce(self, a, axis):
        return a.sum(axis, dtype=np.int32)

    def scan(self, a, axis, reverse):
        if reverse:
            return np.flip(self.scan(np.flip(a, axis), axis, False), axis)
        return a.cumsum(axis, dtype=np.int32)

    def join(self, a, b):
        return np.stack([a, b], -1)

    def split(self, a):
        return [a[..., 0], a[..., 1]]

    def convert(self, a):
        return a.astype(np.int8).astype(np.int32)

    def loop(self, values, body):
        for _ in range(self.trips):
            values = body(values)
        return values

    def branch(self, _, then, otherwise):
        return then() if self.trips > 0 else otherwise()


class Program:
    """A program's decisions, which depend on its seed and on shapes only."""

    def __init__(self, machine, seed, depth=0):
        self.machine, self.depth = machine, depth
        self.random = random.Random(seed)

    def shape(self):
        rank = self.random.choice((1, 2, 2, 3))
        return tuple(self.random.choice((1, 2, 16, 32)) for _ in range(rank))

    def leaf(self, shape):
        make = self.random.choice(("load", "load", "range"))
        return getattr(self.machine, make)(shape)

    def like(self, values, shape):
        """A value of that shape, if there is one."""
        fitting = [v for v in values if v.shape == tuple(shape)]
        if fitting and self.random.random() < 0.7:
            return self.random.choice(fitting)
        return self.leaf(shape)

    def grow(self, values, count):
        """Adds what `count` random operations make."""
        for _ in range(count):
            value = self.random.choice(values)
            name = self.random.choice(OPERATIONS)
            values += getattr(self, f"do_{name}")(value, values) or []
        return values

    def do_add(self, value, values):
        return [self.machine.add(value, self.like(values, value.shape))]

    def do_maxi(self, value, values):
        return [self.machine.maxi(value, self.like(values, value.shape))]

    def do_convert(self, value, _):
        return [self.machine.convert(value)]

    def do_reduce(self, value, _):
        axis = self.random.randrange(len(value.shape))
        if len(value.shape) > 1:
            return [self.machine.reduce(value, axis)]

    def do_scan(self, value, _):
        axis = self.random.randrange(len(value.shape))
        return [self.machine.scan(value, axis, self.random.random() < 0.5)]

    def do_expand(self, value, _):
        axis = self.random.randrange(len(value.shape) + 1)
        size = self.random.choice((1, 2, 4, 32))
        if len(value.shape) < 4 and np.prod(value.shape) * size <= MOST:
            return [self.machine.expand(value, axis, size)]

    def do_trans(self, value, _):
        order = list(range(len(value.shape)))
        self.random.shuffle(order)
        if len(order) > 1:
            return [self.machine.trans(value, tuple(order))]

    def do_reshape(self, value, _):
        rest, shape = int(np.prod(value.shape)), []
        while rest > 1 and len(shape) < 3:
            size = 1 << self.random.randrange(rest.bit_length())
            shape.append(size)
            rest //= size
        return [self.machine.reshape(value, tuple(shape) + (rest,))]

    def do_join(self, value, values):
        if len(value.shape) < 4 and np.prod(value.shape) * 2 <= MOST:
            return [self.machine.join(value, self.like(values, value.shape))]

    def do_split(self, value, _):
        if len(value.shape) > 1 and value.shape[-1] == 2:
            return self.machine.split(value)

    def inner(self, seed, values, carried):
        """The next of the carried values, by a program inside of this one."""
        program = Program(self.machine, seed, self.depth + 1)
        found = program.grow(list(values) + list(carried), 3)
        return [program.like(found, v.shape) for v in carried]

    def do_loop(self, value, values):
        seed = self.random.random()
        if self.depth < 2:
            return self.machine.loop(
                [value, self.leaf(self.shape())],
                lambda carried: self.inner(seed, values, carried),
            )

    def do_branch(self, value, values):
        seeds = self.random.random(), self.random.random()
        if self.depth < 2:
            return self.machine.branch(
                [value],
                lambda: self.inner(seeds[0], values, [value]),
                lambda: self.inner(seeds[1], values, [value]),
            )


def run(machine, seed):
    """The values that a program stores."""
    program = Program(machine, seed)
    values = [program.leaf(program.shape()) for _ in range(OUTPUTS)]
    return program.grow(values, program.random.randrange(4, 24))[-OUTPUTS:]


def random_case(seed):
    def build(symbol):
        names = [f"out{i}" for i in range(OUTPUTS)]
        pointers = [(n, "*i32:16") for n in ["input"] + names]
        kernel = Kernel(symbol, pointers + [("trips", "i32")])
        for name, value in zip(names, run(Writer(kernel), seed)):
            kernel.store_tile(name, value)
        return kernel

    def make(rng):
        values = rng.integers(-(2**31), 2**31, 32**3, dtype=np.int32)
        trips = seed % 3
        results = run(Computer(values, trips), seed)
        outs = [out("i32", np.ascontiguousarray(r)) for r in results]
        return [Array("i32", values)] + outs + [Scalar("i32", trips)]

    warps = (1, 2, 4, 8, 16, 32)[seed % 6]
    name = f"random/{seed}-w{warps}"
    return Case(name, build, make, warps=warps, sanitize=seed % 15 == 0)


def cases():
    for seed in range(COUNT):
        yield random_case(seed)
