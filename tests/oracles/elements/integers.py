# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations of `arith` on integers, of NumPy arrays.

Operands and results are of signed types, as `formats` stores them; operations
on unsigned numbers reinterpret the bits.
"""

import numpy as np


def unsigned(a):
    return a.view(np.dtype(f"u{a.dtype.name}"))


def signed(a):
    return a.view(np.dtype(a.dtype.name.lstrip("u")))


def divide(a, b):
    """Rounds towards zero."""
    return (a - np.fmod(a, b)) // b


# By the names in `arith`; defined for all operands.
ARITHMETIC = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply,
    "andi": np.bitwise_and, "ori": np.bitwise_or, "xori": np.bitwise_xor,
    "maxsi": np.maximum, "minsi": np.minimum,
    "maxui": lambda a, b: signed(np.maximum(unsigned(a), unsigned(b))),
    "minui": lambda a, b: signed(np.minimum(unsigned(a), unsigned(b))),
}  # fmt: skip
# The distance is from 0 to the width - 1.
SHIFTS = {
    "shli": np.left_shift, "shrsi": np.right_shift,
    "shrui": lambda a, b: signed(unsigned(a) >> unsigned(b)),
}  # fmt: skip
# The divisor is not 0, and the quotient is representable.
DIVISIONS = {
    "divsi": divide, "remsi": np.fmod,
    "divui": lambda a, b: signed(unsigned(a) // unsigned(b)),
    "remui": lambda a, b: signed(unsigned(a) % unsigned(b)),
}  # fmt: skip
# The predicates of `arith.cmpi`.
PREDICATES = {
    "eq": np.equal, "ne": np.not_equal, "slt": np.less, "sle": np.less_equal,
    "sgt": np.greater, "sge": np.greater_equal,
    "ult": lambda a, b: unsigned(a) < unsigned(b),
    "ule": lambda a, b: unsigned(a) <= unsigned(b),
    "ugt": lambda a, b: unsigned(a) > unsigned(b),
    "uge": lambda a, b: unsigned(a) >= unsigned(b),
}  # fmt: skip
