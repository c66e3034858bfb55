# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor maps that a kernel creates: `tensormap.replace` in shared memory,
`tensormap.cp_fenceproxy` to global memory, and the fence after it.

A map that was copied must not be used by a block before the fence.
"""

import numpy as np

import device
from . import bulk_copies
from . import kinds
from . import machine
from .movement import address_bits, address_of
from .operations import instruction
from .program import PtxError

_ELEMENTS = ("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", None, "f64", "bf16")
_SWIZZLES = (0, 32, 64, 128)
_DIMENSIONS = 5


def _decode(field, value):
    """The value of a field for a TensorMap."""
    tables = {"elemtype": _ELEMENTS, "swizzle_mode": _SWIZZLES,
              "fill_mode": (False, True), "interleave_layout": (0,)}  # fmt: skip
    if field not in tables:
        return value
    if value >= len(tables[field]) or tables[field][value] is None:
        raise PtxError(f"unknown {field} {value}")
    return tables[field][value]


class _Fields:
    """The fields of a map in shared memory that have been replaced."""

    def __init__(self):
        self.fields = {}

    def pack(self):
        get = self.fields.get
        rank = get("rank")
        if rank is None or not 0 <= rank < _DIMENSIONS:
            raise PtxError("a tensor map without a rank")

        def each(name, count):
            numbers = [get((name, i)) for i in range(count)]
            if None in numbers:
                raise PtxError(f"a tensor map without all of its {name}")
            return [int(x) for x in numbers]

        for name in ("global_address", "elemtype", "swizzle_mode", "fill_mode",
                     "interleave_layout"):  # fmt: skip
            if name not in self.fields:
                raise PtxError(f"a tensor map without {name}")
        if each("element_stride", rank + 1) != [1] * (rank + 1):
            raise PtxError("an element stride that is not 1")
        made = bulk_copies.TensorMap(
            int(get("global_address")), get("elemtype"), each("global_dim", rank + 1),
            [0] + each("global_stride", rank), each("box_dim", rank + 1),
            get("swizzle_mode"), get("fill_mode"),
        )  # fmt: skip
        if 0 in made.shape:
            raise PtxError("a tensor map of an empty tensor")
        if made.address % 16 or any(x % 16 for x in made.strides):
            raise PtxError("a tensor map whose address or stride is no multiple of 16")
        return made.pack()


def _maps(blocks):
    """Maps in shared memory, by block and address."""
    if not hasattr(blocks, "tensor_maps"):
        blocks.tensor_maps = {}
    return blocks.tensor_maps


@instruction("tensormap")
def _replace(one):
    if not one.has("replace", "tile", "b1024"):
        raise one.fail("unknown words")
    field, kind = one.words[3], kinds.find({"b32": "u32", "b64": "u64"}[one.words[-1]])
    place = address_of(
        one, one.operands[0], address_bits(one, one.operands[0], "shared")
    )
    name = (field, one.operands[1].value) if len(one.operands) == 3 else field
    value = machine.source(one, one.operands[-1], kind)

    def run(blocks, lanes):
        for block, address, number in zip(
            blocks.block[lanes.ids], place(blocks, lanes), value(blocks, lanes)
        ):
            if address % device.MAP_BYTES:
                raise PtxError("a tensor map that is no multiple of 128")
            made = _maps(blocks).setdefault((int(block), int(address)), _Fields())
            made.fields[name] = _decode(field, int(number))

    return run


@instruction("tensormap.cp_fenceproxy", warps=True)
def _publish(one):
    to = address_of(one, one.operands[0], 64)
    place = address_of(
        one, one.operands[1], address_bits(one, one.operands[1], "shared")
    )

    def run(blocks, lanes):
        numbers = blocks.block[lanes.ids]
        shared = place(blocks, lanes)
        where = {*zip(numbers.tolist(), to(blocks, lanes).tolist(), shared.tolist())}
        for block, target, source in where:
            if target % device.MAP_BYTES:
                raise PtxError("a tensor map that is no multiple of 128")
            made = _maps(blocks).pop((block, source), None)
            if made is None:
                raise PtxError("copies a tensor map that no thread has written")
            packed = made.pack().ljust(device.MAP_BYTES, b"\0")
            memory = blocks.launch.memory
            first = int(memory.offsets(np.array([target], np.uint64), 1)[0])
            memory.raw[first : first + len(packed)] = np.frombuffer(packed, np.uint8)
            blocks.launch.unfenced_maps.setdefault(target, set()).add(block)

    return run


@instruction("fence.tensormap::generic")
def _fence(one):
    if not one.has("acquire") or one.operands[1].value != device.MAP_BYTES:
        raise one.fail("unknown words")
    place = address_of(one, one.operands[0], 64)

    def run(blocks, lanes):
        for block, address in {
            *zip(blocks.block[lanes.ids].tolist(), place(blocks, lanes).tolist())
        }:
            blocks.launch.unfenced_maps.get(address, set()).discard(block)

    return run
