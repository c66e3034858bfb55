# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums, products and casts that promise not to overflow, and keep it, of which
MLIR 22 makes ones that break the promise (llvm#140328): it merges the constants of
two operations and keeps the flag. What compares the result shows it. A reference is
computed in integers of any size, which checks the promises."""

import dataclasses

import numpy as np

from case import Array, Case, out
from kernel_text import Kernel

NUMPY = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
MOST = 2**31 - 1
LEAST = -(2**31)


@dataclasses.dataclass(frozen=True)
class Chain:
    """Operations on x: (`add`, `sub`, `from`, `mul` or `shl`, a constant), where
    `from` subtracts from the constant; or (a cast's name, a type). The result is
    compared with x, or with 0."""

    values: tuple  # of x
    steps: tuple
    predicate: str
    against: str = "x"
    element: str = "i32"
    flag: str = "nsw"
    shape: tuple = ()
    loops: bool = False  # in the body of a loop


CHAINS = {
    # x + (a + b)
    "add-add": Chain((5, 1, 90), (("add", LEAST), ("add", -1)), "slt"),
    # x + (b - a)
    "sub-add": Chain((5, 7, 90), (("sub", MOST), ("add", -2)), "slt"),
    # (a + b) - x
    "from-add": Chain((100, 70), (("from", MOST), ("add", 50)), "sgt", "0"),
    # x + (a - b)
    "add-sub": Chain((5, 1, 90), (("add", LEAST), ("sub", 1)), "slt"),
    # (b - a) - x
    "add-from": Chain((200, 150), (("add", -100), ("from", MOST)), "sgt", "0"),
    # x - (a + b)
    "sub-sub": Chain((5, 9, 90), (("sub", MOST), ("sub", 2)), "slt"),
    # (a - b) - x
    "from-sub": Chain((-100, -80), (("from", LEAST), ("sub", 50)), "slt", "0"),
    # (a + b) - x
    "sub-from": Chain((150, 101), (("sub", 100), ("from", MOST)), "sgt", "0"),
    # x + (b - a)
    "from-from": Chain((4, 2, 90), (("from", 1), ("from", LEAST)), "slt"),
    # x * (a * b)
    "mul-mul": Chain((-1, 0), (("mul", 2**16), ("mul", 2**15)), "slt", "0"),
    "three": Chain((5, 2), (("add", LEAST), ("add", 7), ("sub", 9)), "slt"),
    "unsigned": Chain((10, 3), (("add", 5), ("sub", 7)), "ult", flag="nuw"),
    "unsigned-sub": Chain((2**31, 2**31 + 9), (("sub", 2**31), ("from", 50)), "ult",
                          flag="nuw"),
    "both": Chain((10, 3), (("add", 5), ("sub", 7)), "ult", flag="nsw, nuw"),
    "bytes": Chain((5, 1, 90), (("add", -128), ("add", -1)), "slt", "x", "i8"),
    "words": Chain((5, 3, 90), (("sub", 32767), ("add", -2)), "slt", "x", "i16"),
    "longs": Chain((5, 1, 90), (("add", -(2**63)), ("add", -1)), "slt", "x", "i64"),
    "tile": Chain(tuple(range(3, 67)), (("add", LEAST), ("add", -1)), "slt",
                  shape=(64,)),
    "tile-sub": Chain(tuple(range(2, 66)), (("sub", MOST), ("sub", 2)), "slt",
                      shape=(16, 4)),
    "loop": Chain((5, 1, 90), (("add", LEAST), ("add", -1)), "slt", loops=True),
    "tile-loop": Chain(tuple(range(1, 65)), (("from", 1), ("from", LEAST)), "slt",
                       shape=(64,), loops=True),
    # The flag of the outer cast is none of both together.
    "trunci": Chain((65536 + 5, 5), (("trunci", "i16"), ("trunci", "i8")), "eq",
                    flag="nuw"),
    "trunci-signed": Chain((65536 - 3, -3), (("trunci", "i16"), ("trunci", "i8")), "eq"),
    "trunci-tile": Chain((*range(32), *range(65536, 65568)), (("trunci", "i16"),
                         ("trunci", "i8")), "eq", flag="nuw", shape=(64,)),
    "trunci-longs": Chain((2**32 + 9, 9), (("trunci", "i32"), ("trunci", "i16")), "eq",
                          element="i64"),
}  # fmt: skip

BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
OPERATIONS = {
    "add": lambda x, constant: x + constant,
    "sub": lambda x, constant: x - constant,
    "from": lambda x, constant: constant - x,
    "mul": lambda x, constant: x * constant,
}
COMPARISONS = {
    "slt": lambda a, b: a < b,
    "sgt": lambda a, b: a > b,
    "ult": lambda a, b: a < b,
    "eq": lambda a, b: a == b,
}


def wrapped(value, bits, signed):
    value %= 2**bits
    return value - 2**bits if signed and value >= 2 ** (bits - 1) else value


def expected(chain, x):
    """Whether the comparison holds for x; the promises must, too."""
    signed = "nsw" in chain.flag
    result, bits = x, BITS[chain.element]
    for k, (step, operand) in enumerate(chain.steps):
        if step == "trunci":
            bits = BITS[operand]
            value = wrapped(result, bits, signed)
            assert k == 0 or value == result, "the last cast keeps its promise"
        else:
            value = OPERATIONS[step](result, operand)
            assert value == wrapped(value, bits, signed), "it overflows"
        result = value
    return COMPARISONS[chain.predicate](result, x if chain.against == "x" else 0)


def write_steps(kernel, chain, x):
    """The operations, and the comparison as i32."""
    flags = f" overflow<{chain.flag}>"
    result = x
    for k, (step, operand) in enumerate(chain.steps):
        if step == "trunci":
            result = kernel.cast("arith.trunci", result, operand, flags if k else "")
            continue
        operand = wrapped(operand, BITS[chain.element], signed=True)
        constant = kernel.constant(operand, chain.element, x.shape)
        pair = (constant, result) if step == "from" else (result, constant)
        name = "sub" if step == "from" else step
        result = kernel.binary(f"arith.{name}i", *pair, flags)
    if chain.steps[-1][0] == "trunci":
        extension = "arith.extsi" if "nsw" in chain.flag else "arith.extui"
        result = kernel.cast(extension, result, chain.element)
    other = x if chain.against == "x" else kernel.constant(0, chain.element, x.shape)
    holds = kernel.compare("arith.cmpi", chain.predicate, result, other)
    return kernel.cast("arith.extui", holds, "i32")


def case(name, chain):
    shape = chain.shape or (len(chain.values),)

    def build(symbol):
        arguments = [("out", "*i32:16"), ("in", f"*{chain.element}:16")]
        kernel = Kernel(symbol, arguments)
        if chain.shape:
            x = kernel.load_tile("in", chain.shape)
            starts = [kernel.constant(0, "i32", chain.shape)]
        else:
            offset = kernel.program_id()
            x = kernel.load(kernel.addptr(kernel["in"], offset))
            starts = [kernel.constant(0, "i32")]
        if chain.loops:
            bounds = [kernel.constant(k, "i32") for k in (0, 3, 1)]
            body = lambda _, carried: [kernel.add(carried[0], write_steps(kernel, chain, x))]
            result = kernel.loop(bounds, starts, body)[0]
        else:
            result = write_steps(kernel, chain, x)
        kernel.store_tile("out", result, offset=None if chain.shape else offset)
        return kernel

    def make(rng):
        x = np.array(chain.values, object)
        holds = [expected(chain, int(value)) for value in x]
        want = np.array(holds, np.int32) * (3 if chain.loops else 1)
        bits = BITS[chain.element]
        x = [wrapped(int(value), bits, signed=True) for value in x]
        kind = NUMPY[chain.element]
        return [out("i32", want.reshape(shape)),
                Array(chain.element, np.array(x, kind).reshape(shape))]  # fmt: skip

    grid = (1, 1, 1) if chain.shape else (len(chain.values), 1, 1)
    return Case(f"overflow/{name}", build, make, grid=grid)


def cases():
    for name, chain in CHAINS.items():
        yield case(name, chain)
