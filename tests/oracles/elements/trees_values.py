# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The reference machine of random trees: integers exactly, floats in double
precision with a bound of the error that the element type allows.

Not here: which operations a tree has (cases_trees.py), and how they are written
(trees_writer.py). A method here and there has the same name and arguments.
"""

import dataclasses

import numpy as np

import formats
import integers

INTEGERS = ("i8", "i16", "i32", "i64")
# Relative errors of functions, in units of the type's epsilon; those of a GPU
# may be approximations.
FUNCTION_UNITS = 16


@dataclasses.dataclass
class Data:
    """Values, and by how much each of them may be off (floats only)."""

    values: np.ndarray
    error: np.ndarray = None

    @property
    def shape(self):
        return self.values.shape


def unit(element):
    """The relative error of rounding to a type."""
    return formats.FLOATS[element].epsilon / 2


def tiny(element):
    """More than a flushed or rounded subnormal number is off."""
    kind = formats.FLOATS[element]
    return 2.0 ** (1 - kind.bias)


BINARY_INTEGERS = {**integers.ARITHMETIC, **integers.SHIFTS, **integers.DIVISIONS}
PREDICATES = {
    **integers.PREDICATES,
    "oeq": np.equal, "une": np.not_equal, "olt": np.less, "ole": np.less_equal,
    "ogt": np.greater, "uge_": np.greater_equal,
}  # fmt: skip
# Functions and their derivatives' bounds, by values and error.
FUNCTIONS = {
    "exp": (np.exp, lambda x, e: np.exp(x + e)),
    "exp2": (np.exp2, lambda x, e: np.exp2(x + e)),
    "sin": (np.sin, lambda x, e: 1.0),
    "cos": (np.cos, lambda x, e: 1.0),
    "sqrt": (np.sqrt, lambda x, e: 0.5 / np.sqrt(np.maximum(x - e, 0.25))),
    "log": (np.log, lambda x, e: 1 / np.maximum(x - e, 0.25)),
}  # fmt: skip


def argument_error(name, element, data):
    """The error of a function's argument. `exp` is computed as `exp2` of a product,
    which is rounded, of a constant that is rounded."""
    rounding = 2 * unit(element) * np.abs(data.values) if name == "exp" else 0
    return data.error + rounding


class Computer:
    """Computes what a Writer would write."""

    def __init__(self, arguments, trips):
        self.arguments, self.trips = arguments, trips

    # -- leaves

    def load(self, element, shape, mask=None, other=None):
        stored = self.arguments[element][: int(np.prod(shape))].reshape(shape)
        if element == "i1":
            return Data(stored != 0)
        data = self.exact(formats.decode(stored, element), element)
        return data if mask is None else self.select(element, mask, data, other)

    def exact(self, values, element):
        is_float = formats.is_float(element)
        return Data(values, np.zeros(values.shape) if is_float else None)

    def constant(self, element, shape, value):
        if formats.is_float(element):
            return self.exact(np.full(shape, float(value)), element)
        kind = bool if element == "i1" else formats.storage(element)
        return Data(np.full(shape, value).astype(kind))

    def range(self, shape, start):
        count = int(np.prod(shape))
        return Data(np.arange(start, start + count, dtype=np.int32).reshape(shape))

    # -- elements

    def integer(self, element, operation, a, b):
        kind = bool if element == "i1" else formats.storage(element)
        with np.errstate(all="ignore"):
            made = BINARY_INTEGERS[operation](a.values, b.values)
        if element != "i1" and made.dtype != kind:
            made = made.view(kind)
        return Data(made)

    def rounded(self, element, values, error):
        """With the error of one rounding more."""
        size = np.abs(values) + error
        return Data(values, error + 1.01 * unit(element) * size + tiny(element))

    def add(self, element, a, b):
        return self.rounded(element, a.values + b.values, a.error + b.error)

    def subtract(self, element, a, b):
        return self.rounded(element, a.values - b.values, a.error + b.error)

    def multiply(self, element, a, b):
        error = np.abs(a.values) * b.error + np.abs(b.values) * a.error
        return self.rounded(element, a.values * b.values, error + a.error * b.error)

    def divide(self, element, a, b):
        """b is 1 at least."""
        values = a.values / b.values
        error = (a.error + np.abs(values) * b.error) / np.maximum(
            b.values - b.error, 0.5
        )
        made = self.rounded(element, values, error)
        made.error += 4 * unit(element) * np.abs(values)
        return made

    def extreme(self, element, operation, a, b):
        function = np.maximum if operation.startswith("max") else np.minimum
        return Data(function(a.values, b.values), np.maximum(a.error, b.error))

    def negate(self, element, a):
        return Data(-a.values, a.error)

    def absolute(self, element, a):
        with np.errstate(all="ignore"):
            return Data(np.abs(a.values), a.error)

    def function(self, element, name, a):
        function, slope = FUNCTIONS[name]
        values = function(a.values)
        error = argument_error(name, element, a)
        error = slope(a.values, error) * error
        units = 2 * FUNCTION_UNITS * unit(element)
        return Data(values, error + units * (np.abs(values) + 1))

    def compare(self, element, predicate, a, b):
        return Data(PREDICATES[predicate](a.values, b.values))

    def select(self, element, condition, a, b):
        error = None
        if a.error is not None:
            error = np.where(condition.values, a.error, b.error)
        return Data(np.where(condition.values, a.values, b.values), error)

    # -- types

    def to_integer(self, source, target, a, is_signed):
        """Between integers; from truth values 0 and 1, or 0 and -1."""
        values = a.values
        if source == "i1":
            values = values.astype(np.int8) * (-1 if is_signed else 1)
        elif not is_signed:
            values = integers.unsigned(values)
        kind = bool if target == "i1" else formats.storage(target)
        if target == "i1":
            return Data((values & 1).astype(bool))
        return Data(values.astype(kind))

    def to_float(self, source, target, a):
        made = self.rounded(target, a.values.astype(np.float64),
                            np.zeros(a.shape))  # fmt: skip
        exact = formats.round_to(made.values, target)
        return self.exact(exact, target)

    def from_float(self, source, target, a):
        return Data(np.trunc(a.values).astype(formats.storage(target)))

    def convert(self, source, target, a):
        """Between floats; exact values become exact ones."""
        if not a.error.any():
            return self.exact(formats.round_to(a.values, target), target)
        if formats.width(target) > formats.width(source) or source == target:
            return a
        return self.rounded(target, a.values, a.error)

    # -- shapes

    def both(self, change, *data):
        errors = [d.error for d in data]
        error = None if errors[0] is None else change(*errors)
        return Data(change(*[d.values for d in data]), error)

    def trans(self, a, order):
        return self.both(lambda x: x.transpose(order), a)

    def reshape(self, a, shape):
        return self.both(lambda x: x.reshape(shape), a)

    def expand(self, a, axis, size):
        return self.both(
            lambda x: np.repeat(np.expand_dims(x, axis), size, axis), a
        )

    def splat(self, element, a, shape):
        return self.both(lambda x: np.broadcast_to(x, shape), a)

    def join(self, a, b):
        return self.both(lambda x, y: np.stack([x, y], -1), a, b)

    def split(self, a):
        return [self.both(lambda x, i=i: x[..., i], a) for i in range(2)]

    def gather(self, a, index, axis):
        return self.both(
            lambda x: np.take_along_axis(x, index.values, axis), a
        )

    # -- many elements

    def reduce(self, element, operation, a, axis):
        if operation == "addf":
            size = (np.abs(a.values) + a.error).sum(axis)
            count = a.shape[axis]
            error = a.error.sum(axis) + count * (
                1.1 * unit(element) * size + tiny(element)
            )
            return Data(a.values.sum(axis), error)
        if formats.is_float(element):
            function = np.max if operation.startswith("max") else np.min
            return Data(function(a.values, axis), a.error.max(axis))
        return Data(self.fold(operation, a.values, axis)[-1])

    def fold(self, operation, values, axis):
        """Running results along an axis, which comes first."""
        values = np.moveaxis(values, axis, 0)
        function, made = BINARY_INTEGERS[operation], [values[0]]
        with np.errstate(all="ignore"):
            for row in values[1:]:
                made.append(function(made[-1], row).view(values.dtype))
        return made

    def scan(self, element, operation, a, axis, reverse):
        if reverse:
            flipped = self.both(lambda x: np.flip(x, axis), a)
            made = self.scan(element, operation, flipped, axis, False)
            return self.both(lambda x: np.flip(x, axis), made)
        if operation == "addf":
            size = (np.abs(a.values) + a.error).cumsum(axis)
            count = a.shape[axis]
            error = a.error.cumsum(axis) + count * (
                1.1 * unit(element) * size + tiny(element)
            )
            return Data(a.values.cumsum(axis), error)
        if formats.is_float(element):
            function = np.maximum if operation.startswith("max") else np.minimum
            return Data(
                function.accumulate(a.values, axis),
                np.maximum.accumulate(a.error, axis),
            )
        made = np.stack(self.fold(operation, a.values, axis))
        return Data(np.moveaxis(made, 0, axis))

    def recurrence(self, a, b, axis, reverse):
        """h[i] = a[i] * h[i - 1] + b[i] of i32, modulo 2^32."""
        if reverse:
            a, b = (self.both(lambda x: np.flip(x, axis), d) for d in (a, b))
            made = self.recurrence(a, b, axis, False)
            return self.both(lambda x: np.flip(x, axis), made)
        factors, summands = (np.moveaxis(d.values, axis, 0) for d in (a, b))
        made = [summands[0]]
        with np.errstate(all="ignore"):
            for factor, summand in zip(factors[1:], summands[1:]):
                made.append(made[-1] * factor + summand)
        return Data(np.moveaxis(np.stack(made), 0, axis))

    def place(self, element, a, axis, greatest):
        """The first index of an axis's greatest or least element."""
        function = np.argmax if greatest else np.argmin
        return Data(function(a.values, axis).astype(np.int32))

    def dot(self, element, result, a, b, c):
        values = a.values.astype(c.values.dtype) @ b.values.astype(c.values.dtype)
        if c.error is None:
            with np.errstate(all="ignore"):
                return Data(values + c.values)
        left, right = np.abs(a.values) + a.error, np.abs(b.values) + b.error
        error = left @ b.error + a.error @ right + c.error
        size = left @ right + np.abs(c.values)
        error += (a.shape[1] + 2) * (unit(result) * size + tiny(result))
        return Data(values + c.values, error)

    # -- control flow

    def loop(self, values, body):
        for trip in range(self.trips):
            values = body(Data(np.array(trip, np.int32)), values)
        return values

    def while_(self, values, body):
        """Runs at least once."""
        for _ in range(max(self.trips, 1)):
            values = body(values)
        return values

    def branch(self, _, then, otherwise):
        return then() if self.trips > 0 else otherwise()
