# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of instructions, by the first word of their opcodes.

A builder takes an instruction and its kernel and returns a step of machine.py.
It refuses words that it does not know, so that no effect is ever left out.
"""

import numpy as np

from . import kinds
from . import machine

BUILDERS = {}

# Words of opcodes that change nothing here.
HINTS = {"uni", "sync", "aligned"}


def instruction(*names, warps=False):
    """Registers a builder of a function of blocks and lanes."""

    def register(build):
        def make(one, kernel):
            return machine.Step(one, build(one), warps)

        for name in names:
            BUILDERS[name] = make
        return build

    return register


def of_elements(one, build):
    """A function of blocks and lanes that applies to the operands, or to both halves
    of each, what `build` makes of an instruction and its type."""
    packed = one.words[-1].endswith("x2")
    kind = kinds.find(one.words[-1][:-2]) if packed else kind_of(one)
    if packed and (kind is None or kind.bits != 16):
        raise one.fail(f"unknown type {one.words[-1]}")
    function = build(one, kind)
    word = kinds.find("b32") if packed else kind
    write = machine.target(one, one.operands[0], word)
    reads = [machine.source(one, x, word) for x in one.operands[1:]]

    def run(blocks, lanes):
        values = [read(blocks, lanes) for read in reads]
        if packed:
            return write(blocks, lanes, by_halves(function, values, kind))
        return write(blocks, lanes, function(*values))

    return run


def elementwise(*names):
    """Registers a builder that takes an instruction and its type, and returns a
    function of the numbers of the operands."""

    def register(build):
        instruction(*names)(lambda one: of_elements(one, build))
        return build

    return register


def by_halves(function, words, kind):
    """A function of 16-bit numbers on both halves of words."""
    low = function(*(kind.decode(x.astype(np.uint16)) for x in words))
    high = function(
        *(kind.decode((x >> np.uint32(16)).astype(np.uint16)) for x in words)
    )
    low, high = (kind.encode(x).astype(np.uint32) for x in (low, high))
    return low | high << np.uint32(16)


def kind_of(one):
    """The type at the end of an opcode."""
    kind = kinds.find(one.words[-1])
    if kind is None:
        raise one.fail(f"unknown type {one.words[-1]}")
    return kind


def only(one, *allowed):
    """An error if the opcode has words, beside types, that are not allowed."""
    for word in one.words[1:]:
        known = word in allowed or word in HINTS or kinds.find(word.removesuffix("x2"))
        if not known:
            raise one.fail(f"unknown word {word}")


def build(kernel):
    """The steps of a kernel."""
    steps = []
    for one in kernel.instructions:
        # `add.cc` and `cp.async.bulk` have builders of their own; `addc.cc` has that
        # of `addc`.
        special = (f"{one.name}.{word}" for word in ("cc", "bulk", "tensormap::generic", "cp_fenceproxy") if one.has(word))
        make = next(filter(None, map(BUILDERS.get, special)), BUILDERS.get(one.name))
        if make is None:
            raise one.fail("unknown instruction")
        steps.append(make(one, kernel))
    return steps


# -- Control


def _branch(one, kernel):
    only(one)
    return machine.Branch(one, one.target)


def _meet_in_warp(blocks, lanes):
    """A block of one warp has met."""
    if blocks.shared.warps == 1:
        blocks.shared.barrier(np.unique(blocks.block[lanes.ids]))


def _barrier(one, kernel):
    if one.has("warp"):
        return machine.Step(one, _meet_in_warp, warps=True)
    only(one, "arrive")
    if one.guard is not None:
        raise one.fail("a guard of a barrier")
    number = machine.source(one, one.operands[0], kinds.find("u32"))
    wanted = one.operands[1].value if len(one.operands) > 1 else 0
    aligned = one.name == "bar" or one.has("aligned")
    if one.has("arrive"):
        return machine.Arrival(one, number, wanted, aligned)
    return machine.Barrier(one, number, wanted, aligned)


BUILDERS["bra"] = _branch
BUILDERS["ret"] = BUILDERS["exit"] = lambda one, kernel: machine.Exit(one)
BUILDERS["bar"] = BUILDERS["barrier"] = _barrier


@instruction("trap", "brkpt")
def _trap(one):
    def run(blocks, lanes):
        raise machine.PtxError("trap")

    return run


@instruction("griddepcontrol")
def _order_kernels(one):
    only(one, "wait", "launch_dependents")

    def run(blocks, lanes):
        if one.has("wait"):
            blocks.is_early[lanes.ids] = False

    return run


# -- Choice


@instruction("selp")
def _selp(one):
    only(one)
    kind = kind_of(one)
    write = machine.target(one, one.operands[0], kind)
    a, b = (machine.source(one, x, kind) for x in one.operands[1:3])
    chooses = machine.source(one, one.operands[3], kinds.find("pred"))

    def run(blocks, lanes):
        values = np.where(chooses(blocks, lanes), a(blocks, lanes), b(blocks, lanes))
        write(blocks, lanes, values)

    return run


_COMPARE = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
    "gt": np.greater, "ge": np.greater_equal, "lo": np.less, "ls": np.less_equal,
    "hi": np.greater, "hs": np.greater_equal,
}  # fmt: skip


def _comparison(one, kind):
    """The function of a comparison: ordered unless its name ends in `u`."""
    name = one.words[1]
    if name in ("num", "nan"):

        def unordered(a, b):
            return np.isnan(a) | np.isnan(b)

        return unordered if name == "nan" else lambda a, b: ~unordered(a, b)
    if kind.is_float and name == "ne":
        return lambda a, b: (a != b) & ~(np.isnan(a) | np.isnan(b))
    if kind.is_float and name[:-1] in _COMPARE and name.endswith("u"):
        function = _COMPARE[name[:-1]]
        return lambda a, b: function(a, b) | np.isnan(a) | np.isnan(b)
    if name not in _COMPARE:
        raise one.fail(f"unknown comparison {name}")
    return _COMPARE[name]


_COMBINE = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}


@instruction("setp")
def _setp(one):
    kind = kind_of(one)
    only(one, one.words[1], "ftz", *_COMBINE)
    compare = _comparison(one, kind)
    combine = next((_COMBINE[w] for w in one.words[2:] if w in _COMBINE), None)
    predicate = kinds.find("pred")
    write = machine.target(one, one.operands[0], predicate)
    a, b = (machine.source(one, x, kind) for x in one.operands[1:3])
    if (combine is None) != (len(one.operands) == 3):
        raise one.fail("unknown operands")
    other = machine.source(one, one.operands[3], predicate) if combine else None

    def run(blocks, lanes):
        values = compare(a(blocks, lanes), b(blocks, lanes))
        if combine is not None:
            values = combine(values, other(blocks, lanes))
        write(blocks, lanes, values)

    return run
