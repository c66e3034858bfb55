# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random trees as kernels in `tt`; the methods are Computer's."""

import numpy as np

import formats
from cases_shape import join, split
from kernel_text import type_text


class Writer:
    """Writes the requested operations."""

    def __init__(self, kernel):
        self.kernel = kernel

    # -- leaves

    def load(self, element, shape, mask=None, other=None):
        if element == "i1":
            return self.kernel.load_bool("in_i1", shape)
        address = self.kernel.addresses(f"in_{element}", shape)
        return self.kernel.load(address, mask, other)

    def constant(self, element, shape, value):
        if formats.is_float(element):
            value = f"{float(value):.17e}"
        return self.kernel.constant(value, element, shape)

    def range(self, shape, start):
        count = int(np.prod(shape))
        return self.reshape(self.kernel.range(count, start), shape)

    # -- elements

    def integer(self, element, operation, a, b):
        return self.kernel.binary(f"arith.{operation}", a, b)

    def add(self, element, a, b):
        return self.kernel.binary("arith.addf", a, b)

    def subtract(self, element, a, b):
        return self.kernel.binary("arith.subf", a, b)

    def multiply(self, element, a, b):
        return self.kernel.binary("arith.mulf", a, b)

    def divide(self, element, a, b):
        return self.kernel.binary("arith.divf", a, b)

    def extreme(self, element, operation, a, b):
        return self.kernel.binary(f"arith.{operation}", a, b)

    def negate(self, element, a):
        return self.kernel.unary("arith.negf", a)

    def absolute(self, element, a):
        name = "math.absf" if formats.is_float(element) else "math.absi"
        return self.kernel.unary(name, a)

    def function(self, element, name, a):
        return self.kernel.unary(f"math.{name}", a)

    def compare(self, element, predicate, a, b):
        kind = "arith.cmpf" if formats.is_float(element) else "arith.cmpi"
        return self.kernel.compare(kind, predicate.rstrip("_"), a, b)

    def select(self, element, condition, a, b):
        return self.kernel.select(condition, a, b)

    # -- types

    def to_integer(self, source, target, a, is_signed):
        name = "arith.extsi" if is_signed else "arith.extui"
        if formats.width(target) < formats.width(source) or target == "i1":
            name = "arith.trunci"
        return self.kernel.cast(name, a, target)

    def to_float(self, source, target, a):
        return self.kernel.cast("arith.sitofp", a, target)

    def from_float(self, source, target, a):
        return self.kernel.cast("arith.fptosi", a, target)

    def convert(self, source, target, a):
        if source == target:
            return a
        small, large = sorted((formats.width(source), formats.width(target)))
        if small == 8:
            down = formats.width(target) == 8
            more = ", rounding = rtne" if down else ""
            return self.kernel.cast("tt.fp_to_fp", a, target, more)
        if small == large:  # f16 and bf16
            return self.convert("f32", target, self.convert(source, "f32", a))
        grows = formats.width(target) == large
        return self.kernel.cast("arith.extf" if grows else "arith.truncf", a, target)

    # -- shapes

    def trans(self, a, order):
        return self.kernel.trans(a, order)

    def reshape(self, a, shape):
        return a if a.shape == tuple(shape) else self.kernel.reshape(a, shape)

    def expand(self, a, axis, size):
        a = self.kernel.expand(a, axis)
        shape = a.shape[:axis] + (size,) + a.shape[axis + 1 :]
        return self.kernel.broadcast(a, shape)

    def splat(self, element, a, shape):
        return self.kernel.splat(a, shape)

    def join(self, a, b):
        return join(self.kernel, a, b)

    def split(self, a):
        return split(self.kernel, a)

    def gather(self, a, index, axis):
        kind = type_text(a.element, index.shape)
        return self.kernel.emit(
            f"tt.gather {a.name}[{index.name}] {{axis = {axis} : i32}} :"
            f" ({a.type}, {index.type}) -> {kind}", a.element, index.shape,
        )  # fmt: skip

    # -- many elements

    def body(self, operation):
        return lambda left, right: [
            self.kernel.binary(f"arith.{operation}", left[0], right[0])
        ]

    def reduce(self, element, operation, a, axis):
        return self.kernel.reduce([a], axis, self.body(operation))[0]

    def scan(self, element, operation, a, axis, reverse):
        return self.kernel.scan([a], axis, reverse, self.body(operation))[0]

    def recurrence(self, a, b, axis, reverse):
        def body(left, right):
            factor = self.kernel.binary("arith.muli", left[0], right[0])
            summand = self.kernel.binary("arith.muli", left[1], right[0])
            return [factor, self.kernel.add(summand, right[1])]

        return self.kernel.scan([a, b], axis, reverse, body)[1]

    def place(self, element, a, axis, greatest):
        index = self.kernel.range(a.shape[axis])
        for other in range(len(a.shape)):
            if other != axis:
                index = self.kernel.expand(index, other)
        index = self.kernel.broadcast(index, a.shape)
        is_float = formats.is_float(element)
        compare = "arith.cmpf" if is_float else "arith.cmpi"
        order = ("o" if is_float else "s") + ("gt" if greatest else "lt")
        equal = "oeq" if is_float else "eq"

        def body(left, right):
            better = self.kernel.compare(compare, order, left[0], right[0])
            same = self.kernel.compare(compare, equal, left[0], right[0])
            first = self.kernel.compare("arith.cmpi", "slt", left[1], right[1])
            both = self.kernel.binary("arith.andi", same, first)
            take = self.kernel.binary("arith.ori", better, both)
            return [self.kernel.select(take, x, y) for x, y in zip(left, right)]

        return self.kernel.reduce([a, index], axis, body)[1]

    def dot(self, element, result, a, b, c):
        return self.kernel.emit(
            f"tt.dot {a.name}, {b.name}, {c.name}, inputPrecision = ieee :"
            f" {a.type} * {b.type} -> {c.type}", c.element, c.shape,
        )  # fmt: skip

    # -- control flow

    def loop(self, values, body):
        zero = self.kernel.constant(0, "i32")
        one = self.kernel.constant(1, "i32")
        return self.kernel.loop((zero, self.kernel["trips"], one), values, body)

    def while_(self, values, body):
        """Counts the iterations in a value of its own, and tests after them."""
        kernel = self.kernel
        one = kernel.constant(1, "i32")
        carried = [one] + list(values)
        inside = [kernel.new(v.element, v.shape) for v in carried]
        after = [kernel.new(v.element, v.shape) for v in carried]
        kernel.count += 1
        result = f"%while{kernel.count}"
        kinds = ", ".join(v.type for v in carried)
        pairs = ", ".join(f"{i.name} = {v.name}" for i, v in zip(inside, carried))
        kernel.line(f"{result}:{len(carried)} = scf.while ({pairs}) :"
                    f" ({kinds}) -> ({kinds}) {{")  # fmt: skip
        with kernel.indented():
            made = [kernel.add(inside[0], one)] + list(body(inside[1:]))
            more = kernel.compare("arith.cmpi", "slt", inside[0], kernel["trips"])
            names = ", ".join(v.name for v in made)
            kernel.line(f"scf.condition({more.name}) {names} : {kinds}")
        kernel.line("} do {")
        block = ", ".join(f"{v.name}: {v.type}" for v in after)
        kernel.line(f"^bb0({block}):")
        with kernel.indented():
            kernel.yield_(after)
        kernel.line("}")
        return kernel.results(result, carried)[1:]

    def branch(self, values, then, otherwise):
        zero = self.kernel.constant(0, "i32")
        trips = self.kernel["trips"]
        condition = self.kernel.compare("arith.cmpi", "sgt", trips, zero)
        return self.kernel.branch(condition, values, then, otherwise)

    # -- results

    def store(self, name, value, mask):
        address = self.kernel.addresses(name, value.shape)
        self.kernel.store(address, value, mask)


