# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Java's numbers and operators (JLS 4.2, 5.1, 15), on Python's.

A float is a Python float that a 32-bit float holds exactly. Sums, products and
quotients of such, computed in double precision and rounded, are what a 32-bit
machine computes.
"""

import math
import struct

BITS = {"int": 32, "long": 64}


def wrap(type_, value):
    """An integer modulo the type's width, signed."""
    bits = BITS[type_]
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def to_float(value):
    """The nearest 32-bit float, of a float or an integer."""
    if isinstance(value, int):
        value = round_integer(value)
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def round_integer(value):
    """An integer as a float of 24 bits, ties to even, rounded once."""
    size = abs(value)
    extra = size.bit_length() - 24
    if extra > 0:
        kept, rest, half = size >> extra, size % (1 << extra), 1 << (extra - 1)
        kept += rest > half or (rest == half and kept & 1)
        size = kept << extra
    return float(-size if value < 0 else size)


def float_bits(value):
    """As an int; all NaNs are one."""
    if math.isnan(value):
        return 0x7FC00000
    return struct.unpack("<i", struct.pack("<f", value))[0]


def convert(from_, to, value):
    """Java's cast between number types."""
    if from_ == to:
        return value
    if to == "float":
        return to_float(value)
    if from_ != "float":
        return wrap(to, value)
    if math.isnan(value):
        return 0
    most = (1 << (BITS[to] - 1)) - 1
    if math.isinf(value):
        return most if value > 0 else -most - 1
    return max(-most - 1, min(most, math.trunc(value)))


def divide(left, right):
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def divide_floats(left, right):
    if right:
        return left / right
    if not left or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


INTEGER_OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "%": lambda a, b: a - divide(a, b) * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
FLOAT_OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide_floats,
}
COMPARISONS = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
SHIFTS = ("<<", ">>", ">>>")


def binary(type_, op, left, right):
    """The value of `left op right`, which has that type."""
    if type_ == "float":
        return to_float(FLOAT_OPERATORS[op](left, right))
    if type_ == "boolean":
        return INTEGER_OPERATORS[op](left, right)
    bits = BITS[type_]
    if op in SHIFTS:
        distance = right & (bits - 1)
        if op == ">>>":
            left &= (1 << bits) - 1
        shifted = left << distance if op == "<<" else left >> distance
        return wrap(type_, shifted)
    return wrap(type_, INTEGER_OPERATORS[op](left, right))


def unary(type_, op, value):
    if op == "!":
        return not value
    if op == "~":
        return ~value
    return -value if type_ == "float" else wrap(type_, -value)


def promoted(left, right):
    """The type in which Java computes with numbers of two types."""
    for type_ in ("float", "long"):
        if type_ in (left, right):
            return type_
    return left


def operand_types(op, left, right):
    """The types to which Java converts the operands of a compound assignment,
    such as `left += right`; the first of them is that of the operation, too."""
    if op in SHIFTS or left == "boolean":
        return left, right
    return (promoted(left, right),) * 2
