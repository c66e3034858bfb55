# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Promises that an operation on integers does not overflow: the flags `nsw` and `nuw`."""

import operator

import numpy as np

import formats
from values import Unstable

EXACT = {"arith.addi": operator.add, "arith.subi": operator.sub,
         "arith.muli": operator.mul, "arith.trunci": lambda a: a}  # fmt: skip


def numbers(values, bits, flag):
    """Without bounds, of signed integers or of unsigned ones."""
    made = np.asarray(values).astype(object)
    return made % (1 << bits) if flag == "nuw" else made


def check_flags(op, ins, made):
    """Refuses an operation that overflows against one of its flags."""
    widths = [formats.width(v.element) for v in (*op.inputs, *op.results)]
    for flag in op.more["overflow"]:
        *operands, result = (numbers(d.values, bits, flag)
                             for d, bits in zip((*ins, made), widths))  # fmt: skip
        if np.any(EXACT[op.name](*operands) != result):
            raise Unstable("an overflow against a flag")
