# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inline assembly that mixes the elements of a pack: its texts, and what they compute.

The attribute `asm` names a text, `axis` is the axis of the neighbours in a pack: the
one along which the operands are contiguous in memory.
"""

import dataclasses
import typing

import numpy as np

import formats
from values import Data, Unstable


@dataclasses.dataclass(frozen=True)
class Text:
    """Assembly for packs of that many elements. Operands and results are given by
    their types, or by their bits if any type of that width will do; `compute` takes
    and gives arrays whose last axis is the pack."""

    text: str
    constraints: str
    pack: int
    operands: tuple
    results: tuple
    compute: typing.Callable


def words(a):
    """The number of 32 bits of four bytes."""
    parts = a.view(np.uint8).astype(np.uint32) << (8 * np.arange(4, dtype=np.uint32))
    return parts.sum(-1, keepdims=True, dtype=np.uint32)


def spread(a):
    return (words(a) >> (8 * np.arange(4, dtype=np.uint32))).view(np.int32)


def take(*places):
    """Elements of the operands' packs, one after the other."""
    return lambda *a: [np.concatenate(a, -1)[..., list(places)]]


def move(*places):
    """The text that moves whole registers: the sources of each."""
    count = len(places)
    return " ".join(f"mov.b32 ${i}, ${count + n};" for i, n in enumerate(places))


def registers(results, operands):
    return ",".join(["=&r"] * results + ["r"] * operands)


SPREAD = (
    "mov.b32 ${0}, ${4}; shr.u32 ${1}, ${4}, 8; shr.u32 ${2}, ${4}, 16;"
    " shr.u32 ${3}, ${4}, 24;"
)
ADD = (
    "{ .reg .b32 t; and.b32 t, $4, 255; add.u32 $0, t, $8; shr.u32 t, $4, 8;"
    " and.b32 t, t, 255; add.u32 $1, t, $7; shr.u32 t, $4, 16; and.b32 t, t, 255;"
    " add.u32 $2, t, $6; shr.u32 t, $4, 24; add.u32 $3, t, $5; }"
)
PREFIX = (
    "{ .reg .b16 low, high; mov.b32 {low, high}, $1; add.s16 high, low, high;"
    " mov.b32 $0, {low, high}; }"
)
TEXTS = {
    "reverse": Text("prmt.b32 $0, $1, $1, 0x0123;", "=r,r", 4, (8,), (8,),
                    take(3, 2, 1, 0)),
    "rotate": Text("prmt.b32 $0, $1, $1, 0x0321;", "=r,r", 4, (8,), (8,),
                   take(1, 2, 3, 0)),
    "mix": Text("prmt.b32 $0, $1, $2, 0x5140;", "=r,r,r", 4, (8, 8), (8,),
                take(0, 4, 1, 5)),
    "high": Text("prmt.b32 $0, $1, $2, 0x7632;", "=r,r,r", 4, (8, 8), (8,),
                 take(2, 3, 6, 7)),
    "eight": Text(move(1, 0), registers(2, 2), 8, (8,), (8,),
                  take(4, 5, 6, 7, 0, 1, 2, 3)),
    "swap": Text("prmt.b32 $0, $1, $1, 0x1032;", "=r,r", 2, (16,), (16,), take(1, 0)),
    "lows": Text("prmt.b32 $0, $1, $2, 0x5410;", "=r,r,r", 2, (16, 16), (16,),
                 take(0, 2)),
    "halves": Text(move(1, 0), registers(2, 2), 4, (16,), (16,), take(2, 3, 0, 1)),
    "prefix": Text(PREFIX, "=r,r", 2, ("i16",), ("i16",), lambda a: [np.cumsum(a, -1, a.dtype)]),
    "pair": Text(move(1, 0), registers(2, 2), 2, ("i32",), ("i32",), take(1, 0)),
    "four": Text(move(1, 2, 3, 0), registers(4, 4), 4, ("i32",), ("i32",),
                 take(1, 2, 3, 0)),
    "cross": Text("sub.s32 $0, $2, $5; sub.s32 $1, $3, $4;", registers(2, 4), 2,
                  ("i32", "i32"), ("i32",), lambda a, b: [a - b[..., ::-1]]),
    "spread": Text(SPREAD.format(*range(5)),
                   registers(4, 1), 4, ("i8",), ("i32",), lambda a: [spread(a)]),
    "add": Text(ADD, registers(4, 5), 4, ("i8", "i32"), ("i32",),
                lambda a, b: [a.view(np.uint8).astype(np.int32) + b[..., ::-1]]),
    "both": Text("prmt.b32 $0, $5, $5, 0x0123; "
                 + SPREAD.format(1, 2, 3, 4, 5), registers(5, 1), 4,
                 ("i8",), ("i8", "i32"), lambda a: [a[..., ::-1], spread(a)]),
}  # fmt: skip


def fits(element, kind):
    """Whether a type is, or has as many bits as, what a text takes."""
    return element == kind or isinstance(kind, int) and formats.width(element) == kind


def text_of(more):
    one = TEXTS[more["asm"]]
    return one.text, one.constraints, one.pack


def results_of(ins, more, need):
    """The types of results; `need` refuses what does not fit."""
    one, shape = TEXTS[more["asm"]], ins[0].shape
    need(len(ins) == len(one.operands), "operands")
    need(all(v.shape == shape for v in ins), "shapes")
    need(all(fits(v.element, k) for v, k in zip(ins, one.operands)), "elements")
    need(not isinstance(one.operands[0], int)
         or all(v.element == ins[0].element for v in ins), "elements")  # fmt: skip
    need(more["axis"] < len(shape) and shape[more["axis"]] % one.pack == 0, "packs")
    return [(ins[0].element if isinstance(kind, int) else kind, shape)
            for kind in one.results]  # fmt: skip


def compute(machine, op, ins):
    """The results of packs along the axis."""
    one, axis = TEXTS[op.more["asm"]], op.more["axis"]
    if ins[0].values.size < 32 * machine.program.warps * one.pack:
        raise Unstable("threads without a whole pack")
    packs = []
    for data in ins:
        if data.error is not None and data.error.any():
            raise Unstable("the bits of a rounded number")
        rows = np.ascontiguousarray(np.moveaxis(data.values, axis, -1))
        packs.append(rows.reshape(*rows.shape[:-1], -1, one.pack))
    made = []
    for values, result in zip(one.compute(*packs), op.results):
        values = np.moveaxis(values.reshape(rows.shape), -1, axis)
        error = np.zeros(values.shape) if formats.is_float(result.element) else None
        made.append(Data(values, error))
    return made
