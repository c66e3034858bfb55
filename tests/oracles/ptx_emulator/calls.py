# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of the driver's functions: `vprintf` and `__assertfail`.

Not here: functions of the module (program.py).
"""

import re
import struct

import numpy as np

from .operations import BUILDERS, HINTS
from . import machine
from .memory import GLOBAL_BASE
from .program import Group, PtxError

_CONVERSION = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(hh|h|ll|l)?([diouxXeEfFgGcsp%])")


def _text(blocks, address):
    """A text in global memory that ends with a zero."""
    raw = blocks.launch.memory.raw
    begin = int(address) - GLOBAL_BASE
    return bytes(raw[begin : begin + 4096]).split(b"\0")[0].decode()


def _format(blocks, lane, text, place):
    """The output of printf for a format and numbers in local memory."""
    local = blocks.local
    cursor = 0

    def value(found):
        nonlocal cursor
        length, kind = found.groups()
        if kind == "%":
            return "%"
        wide = kind in "eEfFgGsp" or length in ("l", "ll")
        size = 8 if wide else 4
        cursor = -(-cursor // size) * size
        begin = lane * local.stride + place + cursor
        raw = bytes(local.raw[begin : begin + size])
        cursor += size
        if kind == "s":
            return _text(blocks, int.from_bytes(raw, "little"))
        letter = "d" if kind in "eEfFgG" else "q" if wide else "i"
        if kind in "ouxXp":
            letter = letter.upper()
        number = struct.unpack("<" + letter, raw)[0]
        pattern = re.sub(r"(hh|h|ll|l)", "", found.group()).replace("p", "#x")
        return pattern.replace("u", "d") % number

    return _CONVERSION.sub(value, text)


def _arguments(blocks, one):
    """Values of the parameters of a call, by lane."""
    names = one.operands[-1].items if isinstance(one.operands[-1], Group) else ()
    missing = [x.name for x in names if (x.name, 0) not in blocks.parameters]
    if missing:
        raise PtxError(f"a parameter is not set: {missing[0]}")
    return [blocks.parameters[x.name, 0] for x in names]


def _print(one, blocks, lanes):
    text, place = _arguments(blocks, one)
    for lane in lanes.ids:
        line = _format(blocks, int(lane), _text(blocks, text[lane]), int(place[lane]))
        blocks.launch.output.append(line)
    results = one.operands[0].items
    blocks.parameters[results[0].name, 0] = np.ones(blocks.total, np.uint32)


def _assert(one, blocks, lanes):
    message, file, line, *_ = _arguments(blocks, one)
    lane = lanes.ids[0]
    text, name = _text(blocks, message[lane]), _text(blocks, file[lane])
    raise PtxError(
        f"CUDA_ERROR_ASSERT: {text} ({name}:{line[lane]}), block"
        f" {blocks.program[lane]}, thread {blocks.thread[lane]}"
    )


_FUNCTIONS = {"vprintf": _print, "__assertfail": _assert}


def _call(one, kernel):
    names = [x.name for x in one.operands if not isinstance(x, Group)]
    function = _FUNCTIONS.get(names[0]) if names else None
    if function is None or any(w not in HINTS for w in one.words[1:]):
        raise one.fail("an unknown function")
    return machine.Step(one, lambda blocks, lanes: function(one, blocks, lanes))


BUILDERS["call"] = _call
