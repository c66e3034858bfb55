# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums with carry, of 32 bits: `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`."""

import numpy as np

from . import kinds
from . import machine
from .operations import instruction, kind_of, only


def _term(one, reads, blocks, lanes):
    """The two operands of the sum or difference; the second may be a product."""
    values = [read(blocks, lanes).astype(np.uint64) for read in reads]
    if len(values) == 2:
        return values
    product = values[0] * values[1]
    part = (
        product >> np.uint64(32)
        if "hi" in one.words
        else product & np.uint64(2**32 - 1)
    )
    return [values[2], part]


@instruction("add.cc", "addc", "sub.cc", "subc", "mad.cc", "madc")
def _carry(one):
    only(one, "cc", "lo", "hi")
    kind = kind_of(one)
    if kind.bits != 32:
        raise one.fail("only 32 bits are known")
    write = machine.target(one, one.operands[0], kinds.find("u32"))
    reads = [machine.source(one, x, kinds.find("u32")) for x in one.operands[1:]]
    subtracts = one.name.startswith("sub")

    def run(blocks, lanes):
        a, b = _term(one, reads, blocks, lanes)
        carry = np.zeros(len(lanes), np.uint64)
        if one.name.endswith("c"):
            carry = blocks.carry[lanes.index].astype(np.uint64)
        # A borrow is the upper half of the difference: all ones.
        total = a - b - carry if subtracts else a + b + carry
        if "cc" in one.words:
            blocks.carry[lanes.index] = (total >> np.uint64(32)) != 0
        write(blocks, lanes, total.astype(np.uint32))

    return run
