# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Atomic operations: `atom` and `red`, lane by lane where addresses are equal."""

import numpy as np

from . import kinds
from . import machine
from . import races
from .arithmetic import _larger, _smaller
from .movement import Accessor, address_bits, address_of, count_of, space_of
from .operations import instruction, kind_of
from .program import SINK

_WORDS = {
    "global", "shared", "relaxed", "acquire", "release", "acq_rel", "gpu", "sys",
    "cta", "noftz", "v2", "v4", "v8",
}  # fmt: skip


def _extreme(old, x, of_floats, of_integers):
    return (of_floats if old.dtype.kind == "f" else of_integers)(old, x)


def _operation(one):
    """The function of an atomic operation on a value and its operands."""
    functions = {
        "add": lambda old, x: old + x, "and": lambda old, x: old & x,
        "or": lambda old, x: old | x, "xor": lambda old, x: old ^ x,
        "exch": lambda old, x: np.broadcast_to(x, old.shape),
        "min": lambda old, x: _extreme(old, x, _smaller, np.minimum),
        "max": lambda old, x: _extreme(old, x, _larger, np.maximum),
        "cas": lambda old, expected, x: np.where(old == expected, x, old),
    }  # fmt: skip
    found = [word for word in one.words[1:] if word in functions]
    for word in one.words[1:]:
        known = word in functions or word in _WORDS or word in ("f16x2", "bf16x2")
        if not known and kinds.find(word) is None:
            raise one.fail(f"unknown word {word}")
    if len(found) != 1:
        raise one.fail("unknown operation")
    return functions[found[0]]


def _ranks(index):
    """For each lane, the number of lanes before it that have the same index."""
    order = np.argsort(index, kind="stable")
    ordered = index[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    counts = np.diff(np.r_[starts, len(index)])
    ranks = np.empty(len(index), np.int64)
    ranks[order] = np.arange(len(index)) - np.repeat(starts, counts)
    return ranks


def _apply(words, index, kind, function, operands):
    """Performs the operations; returns the value in memory before each."""
    old = np.zeros(len(index), kind.raw)
    ranks = _ranks(index)
    for rank in range(ranks.max() + 1 if len(ranks) else 0):
        now = ranks == rank
        place = index[now]
        before = words[place]
        old[now] = before
        values = function(kind.decode(before), *(x[now] for x in operands))
        words[place] = kind.encode(values)
    return old


@instruction("atom", "red")
def _atomic(one):
    function, space = _operation(one), space_of(one)
    count, name = count_of(one), one.words[-1]
    halves = 2 if name in ("f16x2", "bf16x2") else 1
    kind = kinds.find(name[:-2]) if halves == 2 else kind_of(one)
    operands = list(one.operands)
    results = (SINK,) * count if one.name == "red" else machine.items(operands.pop(0))
    place, inputs = operands[0], [machine.items(x) for x in operands[1:]]
    word = kinds.find(f"b{kind.bits * halves}") if halves == 2 else kind
    writes = [machine.target(one, x, word) for x in results]
    reads = [[machine.source(one, x[i], word) for x in inputs] for i in range(count)]
    address = address_of(one, place, address_bits(one, place, space))
    accessor = Accessor(space, kind.bits)

    def run(blocks, lanes):
        size = kind.bits // 8 * halves * count
        first = accessor.offsets(blocks, lanes, address(blocks, lanes), size) * (
            halves * count
        )
        words = accessor.memory(blocks).words(kind.bits)
        if space == "global":
            whole = first // (halves * count)
            blocks.note_global(races.ATOMIC, lanes, whole, size)
        if space == "shared":
            warps = blocks.warp[lanes.index]
            blocks.shared.note_atomic(first, warps, kind.bits // 8)
        for i in range(count):
            values = [read(blocks, lanes) for read in reads[i]]
            old = np.zeros(len(lanes), word.raw)
            for half in range(halves):
                part = values if halves == 1 else [_half(x, half, kind) for x in values]
                got = _apply(words, first + i * halves + half, kind, function, part)
                old |= got.astype(word.raw) << word.raw.type(half * kind.bits)
            writes[i](blocks, lanes, word.decode(old))

    return run


def _half(values, half, kind):
    return kind.decode((values >> np.uint32(16 * half)).astype(np.uint16))
