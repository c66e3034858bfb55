#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles in shared memory of random layouts have the right elements.

Usage: check_shared_tiles.py CM2TT [--gpu] [--seeds=FIRST:COUNT]

A kernel loads a tile, stores it to shared memory, loads it from there in another
layout, and stores that. The layouts are random: permutations of the bits of the
element's number, sums of bits, and copies in lanes, warps and registers. In many,
lanes would meet in a bank of shared memory, so that they exchange registers; the
test fails if that is never the case.
"""

import ctypes
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles")

import device  # noqa: E402
from ptx_emulator import emulator  # noqa: E402

TYPES = {"i8": "u1", "i16": "u2", "f16": "u2", "i32": "u4", "f32": "u4", "i64": "u8"}
TARGETS = ("sm_80", "sm_90a")
LANE_BITS = 5

KERNEL = """
#a = {first}
#b = {second}
#memory = #ttg.shared<{{offset = [{memory}]}}>
!memory = !ttg.memdesc<{size}x{element}, #memory>
!p = !tt.ptr<{element}>
module attributes {{"ttg.num-warps" = {warps} : i32, ttg.target = "{target}", "ttg.threads-per-warp" = 32 : i32}} {{
tt.func public @move(%from: !p, %to: !p) {{
  %at_a = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32, #a>
  %at_b = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32, #b>
  %froms = tt.splat %from : !p -> tensor<{size}x!p, #a>
  %tos = tt.splat %to : !p -> tensor<{size}x!p, #b>
  %p = tt.addptr %froms, %at_a : tensor<{size}x!p, #a>, tensor<{size}xi32, #a>
  %q = tt.addptr %tos, %at_b : tensor<{size}x!p, #b>, tensor<{size}xi32, #b>
  %x = tt.load %p : tensor<{size}x!p, #a>
  %m = ttg.local_alloc %x : (tensor<{size}x{element}, #a>) -> !memory
  %y = ttg.local_load %m : !memory -> tensor<{size}x{element}, #b>
  tt.store %q, %y : tensor<{size}x!p, #b>
  tt.return
}}
}}
"""


def random_bases(rng, bits, sums):
    """Independent vectors: the bits in random order, some of them sums."""
    bases = [1 << bit for bit in range(bits)]
    for _ in range(sums):
        to, other = rng.sample(range(bits), 2)
        bases[to] ^= bases[other]  # keeps them independent
    return bases


def list_of(bases):
    return ", ".join(f"[{basis}]" for basis in bases)


def random_layout(rng, bits, warp_bits):
    """A layout of 2^bits elements, in text; some threads and registers have copies."""
    bases = random_bases(rng, bits, rng.choice([0, 0, 1, 2, 4]))
    contiguous = rng.randrange(4)  # bits in the lowest registers, for vectors
    rest = bases[contiguous:]
    rng.shuffle(rest)
    bases = bases[:contiguous] + rest
    threads = LANE_BITS + warp_bits
    copies = set(rng.sample(range(threads), rng.choice([0, 0, 0, 1, 2])))
    registers = bases[: bits - threads + len(copies)]
    moved = iter(bases[len(registers) :])
    of_threads = [0 if bit in copies else next(moved) for bit in range(threads)]
    if rng.random() < 0.2:
        registers.insert(rng.randrange(len(registers) + 1), 0)
    return (f"#ttg.linear<{{register = [{list_of(registers)}], lane ="
            f" [{list_of(of_threads[:LANE_BITS])}], warp ="
            f" [{list_of(of_threads[LANE_BITS:])}]}}>")  # fmt: skip


def random_kernel(seed):
    """The text of a kernel, and what it is about."""
    rng = random.Random(seed)
    warp_bits = rng.randrange(3)
    bits = rng.randrange(7 + warp_bits, 11 + warp_bits)
    facts = {
        "element": rng.choice(list(TYPES)), "size": 1 << bits,
        "warps": 1 << warp_bits, "target": rng.choice(TARGETS),
    }  # fmt: skip
    memory = random_bases(rng, bits, rng.choice([0, 1, 3, 5, 8]))
    if rng.random() < 0.4:
        rng.shuffle(memory)
    layouts = {name: random_layout(rng, bits, warp_bits) for name in ("first", "second")}
    return KERNEL.format(**facts, **layouts, memory=list_of(memory)), facts


def compile_text(cm2tt, text, target, folder):
    """The paths of PTX and metadata."""
    paths = [os.path.join(folder, f"kernel.{suffix}") for suffix in ("ttg", "ptx", "json")]
    with open(paths[0], "w") as file:
        file.write(text)
    subprocess.run([cm2tt, paths[0], f"--target={target}", "-o", paths[1],
                    f"--metadata={paths[2]}"], check=True)  # fmt: skip
    return paths[1:]


def check(cm2tt, board, seed, folder):
    """The problem of one kernel, empty if it is right, and whether it selects."""
    text, facts = random_kernel(seed)
    ptx, metadata = compile_text(cm2tt, text, facts["target"], folder)
    with open(metadata) as file:
        shared = json.load(file)["sharedBytes"]
    with open(ptx) as file:
        selects = re.search(r"\bselp\b", file.read()) is not None
    dtype = np.dtype(TYPES[facts["element"]])
    values = np.random.default_rng(seed).integers(
        0, np.iinfo(dtype).max, facts["size"], dtype=dtype, endpoint=True
    )
    board.free_all()
    opened, module = board.open(
        ptx, {"name": "move", "numWarps": facts["warps"], "sharedBytes": shared}
    )
    arrays = [board.array(values), board.array(np.zeros_like(values))]
    board.start(opened, (1, 1, 1), [ctypes.c_uint64(x.address) for x in arrays])
    wrong = int((arrays[1].fetch() != values).sum())
    board.unload(module)
    return f"{wrong} of {values.size} wrong" if wrong else "", selects


def main(cm2tt, *options):
    board = device.Device() if "--gpu" in options else emulator.Emulator()
    print(board.name())
    first, count = 0, 60
    for option in options:
        if option.startswith("--seeds="):
            first, count = map(int, option.split("=")[1].split(":"))
    problems, exchanged = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            try:
                problem, selects = check(cm2tt, board, seed, folder)
            except Exception as error:
                problem, selects = f"{type(error).__name__}: {error}", False
            exchanged += selects
            if problem:
                problems.append(f"seed {seed}: {problem}")
    print("\n".join(problems))
    print(f"{count} kernels, {exchanged} with selects, {len(problems)} problems")
    return 1 if problems or exchanged < count // 4 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
