# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients and remainders of neighbours by a number that is the same for all:
dividends that are negative, that wrap, and that are multiples of the divisor; divisors
of both signs, the least number among them, which neighbours divide and do not."""

import numpy as np

from case import Case, Scalar, out
from kernel_text import Kernel

SIZE = 512
PROGRAMS = 2
MORE = 1_000_003
# With a dash: both results in one kernel.
OPERATIONS = ("divsi", "remsi", "divui", "remui", "remsi-divsi", "divui-remui")


def wrapped(bits, values):
    """Integers of any size as stored ones."""
    half = 1 << (bits - 1)
    return [(int(x) + half) % (1 << bits) - half for x in values]


def evaluate_one(operation, bits, first, divisor):
    results = []
    for x in wrapped(bits, (first + i for i in range(PROGRAMS * SIZE))):
        y = divisor
        if operation[3] == "u":
            x, y = x % (1 << bits), y % (1 << bits)
        quotient = abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)
        results.append(quotient if operation[:3] == "div" else x - quotient * y)
    return np.array(wrapped(bits, results), f"i{bits // 8}")


def evaluate(operation, bits, first, divisor):
    """The results, by xor with other numbers: many are zero."""
    results = np.arange(MORE, MORE + PROGRAMS * SIZE, dtype=f"i{bits // 8}")
    for each in operation.split("-"):
        results ^= evaluate_one(each, bits, first, divisor)
    return results


def quotient_case(operation, element, first, divisor, is_known=True, warps=1):
    bits = int(element[1:])

    def build(symbol):
        known = ":16" if is_known else ""
        kernel = Kernel(symbol, [("out", f"*{element}:16"), ("first", f"{element}:16"),
                                 ("divisor", f"{element}{known}")])  # fmt: skip
        size = kernel.constant(SIZE, "i32")
        start = kernel.binary("arith.muli", kernel.program_id(), size)
        at = kernel.binary("arith.addi", kernel.splat(start, (SIZE,)), kernel.range(SIZE))
        number = at if bits == 32 else kernel.cast("arith.extsi", at, element)
        dividend = kernel.binary(
            "arith.addi", kernel.splat(kernel["first"], (SIZE,)), number
        )
        divisors = kernel.splat(kernel["divisor"], (SIZE,))
        more = kernel.constant(MORE, element, (SIZE,))
        result = kernel.binary("arith.addi", number, more)
        for each in operation.split("-"):
            more = kernel.binary(f"arith.{each}", dividend, divisors)
            result = kernel.binary("arith.xori", result, more)
        target = kernel.addptr(kernel.splat(kernel["out"], (SIZE,)), at)
        kernel.store(target, result)
        return kernel

    def make(rng):
        want = evaluate(operation, bits, first, divisor)
        return [out(element, want), Scalar(element, first),
                Scalar(element, divisor)]  # fmt: skip

    text = "" if is_known else "-unknown"
    return Case(
        f"quotients/{operation}-{element}-{first}-by-{divisor}{text}-w{warps}", build, make,
        warps=warps, grid=(PROGRAMS, 1, 1),
    )  # fmt: skip


def cases():
    for operation in OPERATIONS:
        for element, least in (("i32", -(2**31)), ("i64", -(2**63))):
            for divisor in (16, 48, -16, -48, least):
                for first in (0, -SIZE - 16, least, -least - SIZE):
                    yield quotient_case(operation, element, first, divisor)
            yield quotient_case(operation, element, -SIZE, 100, is_known=False)
            yield quotient_case(operation, element, -SIZE, 32, warps=4)
        # Numbers of 32 bits, without a sign, and others, in one thread.
        for first in (0, 2**31 - SIZE, 2**32 - SIZE, 2**33, -SIZE):
            for divisor in (7, 2**32 - 5, 2**32 + 16, -3):
                yield quotient_case(operation, "i64", first, divisor, is_known=False)
