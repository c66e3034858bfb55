# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exchange within a warp: `shfl`, `redux`, `vote`, `activemask`."""

import numpy as np

from . import kinds
from . import machine
from .machine import WARP
from .operations import instruction, kind_of, only

ALL = 0xFFFFFFFF


def whole(lanes, mask):
    """Raises an error unless the mask has all lanes, and all lanes of the warps run."""
    if (mask != ALL).any() or len(lanes) % WARP:
        raise machine.PtxError("a mask that does not name all lanes of the warp")


@instruction("shfl", warps=True)
def _shuffle(one):
    only(one, "idx", "bfly", "up", "down")
    kind, u32 = kind_of(one), kinds.find("u32")
    results = machine.items(one.operands[0])
    write = machine.target(one, results[0], kind)
    valid = (
        machine.target(one, results[1], kinds.find("pred"))
        if len(results) > 1
        else None
    )
    value = machine.source(one, one.operands[1], kind)
    reads = [machine.source(one, x, u32) for x in one.operands[2:]]

    def run(blocks, lanes):
        b, c, mask = (read(blocks, lanes).astype(np.int64) for read in reads)
        whole(lanes, mask)
        lane = np.arange(len(lanes)) % WARP
        segment, clamp = (c >> 8) & 31, c & 31
        top, bottom = (lane & segment) | (clamp & ~segment), lane & segment
        b = b & 31
        if "up" in one.words:
            source = lane - b
            inside = source >= top
        elif "down" in one.words:
            source = lane + b
            inside = source <= top
        elif "bfly" in one.words:
            source = lane ^ b
            inside = source <= top
        else:
            source = bottom | (b & ~segment)
            inside = source <= top
        source = np.where(inside, source, lane) + np.arange(len(lanes)) // WARP * WARP
        values = value(blocks, lanes)[source]
        write(blocks, lanes, values)
        if valid:
            valid(blocks, lanes, inside)

    return run


_REDUCE = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
           "or": np.bitwise_or, "xor": np.bitwise_xor}  # fmt: skip


@instruction("redux", warps=True)
def _reduce(one):
    only(one, *_REDUCE)
    kind = kind_of(one)
    write = machine.target(one, one.operands[0], kind)
    value = machine.source(one, one.operands[1], kind)
    mask = machine.source(one, one.operands[2], kinds.find("u32"))
    function = next(_REDUCE[word] for word in one.words if word in _REDUCE)

    def run(blocks, lanes):
        whole(lanes, mask(blocks, lanes))
        values = value(blocks, lanes)
        rows = function.reduce(values.reshape(-1, WARP), axis=1, dtype=values.dtype)
        write(blocks, lanes, np.repeat(rows, WARP))

    return run


@instruction("vote", warps=True)
def _vote(one):
    only(one, "ballot", "any", "all")
    predicate, u32 = kinds.find("pred"), kinds.find("u32")
    kind = u32 if "ballot" in one.words else predicate
    write = machine.target(one, one.operands[0], kind)
    value = machine.source(one, one.operands[1], predicate)
    mask = machine.source(one, one.operands[2], u32)

    def run(blocks, lanes):
        whole(lanes, mask(blocks, lanes))
        rows = value(blocks, lanes).reshape(-1, WARP)
        if "ballot" in one.words:
            found = (rows.astype(np.uint64) << np.arange(WARP, dtype=np.uint64)).sum(1)
        else:
            found = rows.any(1) if "any" in one.words else rows.all(1)
        write(blocks, lanes, np.repeat(found, WARP).astype(kind.raw))

    return run
