#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bulk tensor copies of `ttg` move the right elements.

Usage: check_tensor_copies.py CM2TT [--gpu], in the PTX emulator or on a GPU

A kernel copies blocks of a tensor to shared memory, one after the other through the
same barriers, doubles them in registers, and copies them to another tensor, or adds
them to it. The layouts in shared memory are computed here.
"""

import ctypes
import itertools
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles")

import device  # noqa: E402
from ptx_emulator import emulator  # noqa: E402

WARPS = 4
GROUP_ROWS = 64  # of a box, so that a group of warps can store its own
# Type of `tt`, of NumPy, of the tensor map.
TYPES = [("i8", "u1", "u8"), ("i16", "u2", "u16"), ("f16", "f2", "f16"),
         ("i32", "i4", "s32"), ("f32", "f4", "f32"), ("f64", "f8", "f64")]  # fmt: skip
SHAPES = [(8, 128), (16, 64), (64, 32), (4, 64), (1, 128), (256,), (2, 8, 32), (512, 16)]

KERNEL = """
#memory = #ttg.shared<{{offset = {memory}}}>
#one = #ttg.shared<{{offset = []}}, rank = 1>
#registers = #ttg.linear<{registers}>
!tile = !ttg.memdesc<{block}, #memory>
!buffers = !ttg.memdesc<{block}, #memory, buffers = 2>
!barriers = !ttg.memdesc<1xi64, #one, buffers = 2>
!barrier = !ttg.memdesc<1xi64, #one>
!values = tensor<{block}, #registers>
!desc = !tt.tensordesc<tensor<{block}>>
module attributes {{"ttg.num-warps" = {warps} : i32, ttg.target = "sm_90a", "ttg.threads-per-warp" = 32 : i32}} {{
tt.func public @copy(%from: !desc, %to: !desc, %count: i32) {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant {size} : i32
  %barriers = ttg.local_alloc : () -> !barriers
  %buffers = ttg.local_alloc : () -> !buffers
  ttg.mbarrier_init %barriers : !barriers
  scf.for %i = %zero to %count step %one : i32 {{
    %which = arith.andi %i, %one : i32
    %turn = arith.shrui %i, %one : i32
    %parity = arith.andi %turn, %one : i32
    %at = arith.muli %i, %size : i32
    %barrier = ttg.memdesc_index %barriers[%which] : !barriers -> !barrier
    %m = ttg.memdesc_index %buffers[%which] : !buffers -> !tile
    ttg.tensor_copy %from[{indices}], %m, %barrier : !desc -> !tile, !barrier
    ttg.mbarrier_wait %barrier, %parity : !barrier
    %x = ttg.local_load %m : !tile -> !values
    %y = arith.add{letter} %x, %x : !values
    %n = ttg.local_alloc %y : (!values) -> !tile
    ttg.tensor_store %n, %to[{indices}]{reduce} : !tile -> !desc
    ttg.tensor_store_wait {{pending = 0 : i32}}
  }}
  ttg.mbarrier_inval %barriers : !barriers
  tt.return
}}
}}
"""


def swizzle_of(shape, size):
    """Bytes of the swizzle of a block of elements of `size` bytes; 0 for none."""
    row = shape[-1] * size
    return min(row, 128) if np.prod(shape[:-1]) >= 8 and row >= 32 else 0


def box_of(shape, size):
    box = [min(n, 256) for n in shape]
    swizzle = swizzle_of(shape, size)
    if swizzle:
        box[-1] = swizzle // size
        if len(shape) == 2:
            box[0] = min(box[0], GROUP_ROWS)
    return box


def coordinates(shape, element):
    """The coordinates of an element by its number in row-major order."""
    return [int(x) for x in np.unravel_index(element, shape)]


def memory_bases(shape, size):
    """The elements at the offsets 1, 2, 4, ..., from the order of boxes."""
    box, swizzle = box_of(shape, size), swizzle_of(shape, size)
    columns = range(0, shape[-1], box[-1])
    rows = range(0, shape[0], box[0]) if len(shape) > 1 else [0]
    where = {}
    address = 0
    for column, row in itertools.product(columns, rows):
        for at in np.ndindex(*box):
            first = [*at]
            first[-1] += column
            if len(shape) > 1:
                first[0] += row
            moved = address ^ ((address >> 7 & max(swizzle // 16 - 1, 0)) << 4)
            where[moved // size] = first
            address += size
    return [where[1 << bit] for bit in range(int(np.prod(shape)).bit_length() - 1)]


def register_bases(shape, size):
    """Registers of 16 bytes, then lanes, warps, and more registers."""
    bits = [1 << i for i in range(int(np.prod(shape)).bit_length() - 1)]
    bases = [coordinates(shape, bit) for bit in bits]
    first = (16 // size).bit_length() - 1
    register, rest = bases[:first], bases[first:]
    zero = [0] * len(shape)
    lane, rest = (rest + [zero] * 7)[:5], rest[5:]
    warp, rest = (rest + [zero] * 2)[:2], rest[2:]
    return f"{{register = {register + rest}, lane = {lane}, warp = {warp}}}"


def text_of(shape, name, size, reduce):
    block = "x".join(map(str, shape)) + f"x{name}"
    indices = ["%at"] + ["%zero"] * (len(shape) - 1)
    return KERNEL.format(
        memory=memory_bases(shape, size), registers=register_bases(shape, size),
        block=block, warps=WARPS, size=shape[0], letter=name[0],
        indices=", ".join(indices), reduce=" reduce add" if reduce else "",
    )  # fmt: skip


def compile_text(cm2tt, text, folder):
    paths = [os.path.join(folder, name) for name in ("k.mlir", "k.ptx", "k.json")]
    with open(paths[0], "w") as file:
        file.write(text)
    subprocess.run([cm2tt, paths[0], "--target=sm_90a", "-o", paths[1],
                    f"--metadata={paths[2]}"], check=True)  # fmt: skip
    return paths[1:]


def tensor_map(board, values, box, element, swizzle):
    array = board.array(values)
    strides = [int(x) for x in reversed(values.strides)]
    made = device.TensorMap(array.address, element, list(reversed(values.shape)),
                            strides, list(reversed(box)), swizzle)  # fmt: skip
    return array, board.encode(made)


def check(cm2tt, board, shape, kind, reduce, folder):
    """The problem of one kernel; empty if it is right."""
    name, dtype, element = kind
    size = np.dtype(dtype).itemsize
    ptx, facts = compile_text(cm2tt, text_of(shape, name, size, reduce), folder)
    with open(facts) as file:
        facts = json.load(file)
    rng = np.random.default_rng(0)
    # Blocks 0 to 4; the tensor ends within the last one, at a multiple of 16 bytes.
    more = 16 // size if len(shape) == 1 else 1
    whole = (shape[0] * 5 - max(shape[0] // 2, 1) + more, *shape[1:])
    source = rng.integers(0, 50, whole).astype(dtype)
    before = rng.integers(0, 50, whole).astype(dtype)
    board.free_all()
    metadata = {"name": "copy", "numWarps": WARPS, "sharedBytes": facts["sharedBytes"]}
    opened, module = board.open(ptx, metadata)
    given = (box_of(shape, size), element, swizzle_of(shape, size))
    _, first = tensor_map(board, source, *given)
    array, second = tensor_map(board, before, *given)
    board.start(opened, (1, 1, 1), [first, second, ctypes.c_int32(5)])
    wanted = source + source + (before if reduce else 0)
    wrong = array.fetch() != wanted
    board.unload(module)
    return f"{int(wrong.sum())} of {wrong.size} wrong" if wrong.any() else ""


def main(cm2tt, where="--emulate"):
    board = device.Device() if where == "--gpu" else emulator.Emulator()
    print(board.name())
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for shape, kind, reduce in itertools.product(SHAPES, TYPES, (False, True)):
            size = np.dtype(kind[1]).itemsize
            if reduce and kind[0] not in ("i32", "f32"):
                continue
            count += 1
            try:
                problem = check(cm2tt, board, shape, kind, reduce, folder)
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
            if problem:
                problems.append(f"{shape} {kind[0]} reduce={reduce} {size}: {problem}")
    print("\n".join(problems))
    print(f"{count} kernels, {len(problems)} problems")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
