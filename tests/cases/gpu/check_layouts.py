#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions between random layouts, and kernels in two dimensions, on a GPU.

    check_layouts.py build/bin/cm2tt [--cases N] [--seed S]

Each case loads a tile in one random layout, converts it to another and stores
it: the output must be the input, for all layouts. Registers, lanes and
warps are permuted, mixed by XOR, and hold copies. Then tiles in two dimensions
are transposed, and a row is added to each row of a matrix. Each case that is
right is a line that begins with `ok:`. Needs PyTorch; exits with 77 without a GPU.
"""

import argparse
import collections
import ctypes
import json
import os
import random
import subprocess
import sys
import tempfile

import torch

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("bench")
from cuda_driver import Cuda  # noqa: E402

TYPES = {
    "i8": torch.int8,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "i32": torch.int32,
    "f32": torch.float32,
    "i64": torch.int64,
    "f64": torch.float64,
}


def random_layout(rng, bits, warp_bits):
    """Basis vectors of a surjective layout of 2^bits elements, by kind."""
    vectors = [1 << i for i in range(bits)]
    rng.shuffle(vectors)
    for _ in range(rng.choice((0, 0, 3))):  # swizzles
        i, j = rng.sample(range(bits), 2) if bits > 1 else (0, 0)
        if i != j:
            vectors[i] ^= vectors[j]
    threads = 5 + warp_bits
    copies = max(threads - bits, 0) + rng.choice((0, 0, 0, 1))
    copies = min(copies, threads)
    thread_vectors = vectors[: threads - copies] + [0] * copies
    rng.shuffle(thread_vectors)
    registers = vectors[threads - copies :]
    if rng.random() < 0.2:
        registers.insert(rng.randrange(len(registers) + 1), 0)
    return registers, thread_vectors[:5], thread_vectors[5:]


def print_layout(layout):
    names = zip(("register", "lane", "warp"), layout)
    parts = [f"{name} = {[[v] for v in vectors]}" for name, vectors in names]
    return "#ttg.linear<{" + ", ".join(parts) + "}>"


def conversion_ir(source, dest, element, size, warps):
    tile = f"tensor<{size}x%s, #%s>"
    pointer = f"!tt.ptr<{element}>"
    ir = [
        f"#a = {print_layout(source)}",
        f"#b = {print_layout(dest)}",
        f'module attributes {{"ttg.num-warps" = {warps} : i32, ttg.target ='
        ' "sm_90a", "ttg.threads-per-warp" = 32 : i32} {',
        f"tt.func public @move(%in: {pointer}, %out: {pointer}) {{",
    ]
    for name, base, layout in (("p", "%in", "a"), ("q", "%out", "b")):
        index = tile % ("i32", layout)
        pointers = tile % (pointer, layout)
        ir += [
            f"%{name}r = tt.make_range {{end = {size} : i32, start = 0 : i32}}"
            f" : {index}",
            f"%{name}s = tt.splat {base} : {pointer} -> {pointers}",
            f"%{name} = tt.addptr %{name}s, %{name}r : {pointers}, {index}",
        ]
    here, there = tile % (element, "a"), tile % (element, "b")
    ir += [
        f"%x = tt.load %p : {tile % (pointer, 'a')}",
        f"%y = ttg.convert_layout %x : {here} -> {there}",
        f"tt.store %q, %y : {tile % (pointer, 'b')}",
        "tt.return",
        "}",
        "}",
    ]
    return "\n".join(ir)


def matrix_ir(element, rows, columns, transpose):
    """Transposes a tile, or adds a row to each of its rows."""
    shape = f"{rows}x{columns}"
    pointer = f"!tt.ptr<{element}>"
    attributes = "{tt.divisibility = 16 : i32}"
    arguments = ", ".join(
        f"%{name}: {pointer} {attributes}" for name in ("in", "row", "out")
    )
    add = "arith.addf" if "f" in element else "arith.addi"
    text = f"""
tt.func public @matrix({arguments}) {{
  %i = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : tensor<{rows}xi32>
  %j = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32>
  %i2 = tt.expand_dims %i {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
  %j2 = tt.expand_dims %j {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
  %width = arith.constant dense<{columns}> : tensor<{rows}x1xi32>
  %height = arith.constant dense<{rows}> : tensor<1x{columns}xi32>
  %iw = arith.muli %i2, %width : tensor<{rows}x1xi32>
  %jh = arith.muli %j2, %height : tensor<1x{columns}xi32>
  %iwb = tt.broadcast %iw : tensor<{rows}x1xi32> -> tensor<{shape}xi32>
  %ib = tt.broadcast %i2 : tensor<{rows}x1xi32> -> tensor<{shape}xi32>
  %jb = tt.broadcast %j2 : tensor<1x{columns}xi32> -> tensor<{shape}xi32>
  %jhb = tt.broadcast %jh : tensor<1x{columns}xi32> -> tensor<{shape}xi32>
  %off = arith.addi %iwb, %jb : tensor<{shape}xi32>
  %toff = arith.addi %jhb, %ib : tensor<{shape}xi32>
  %ins = tt.splat %in : {pointer} -> tensor<{shape}x{pointer}>
  %p = tt.addptr %ins, %off : tensor<{shape}x{pointer}>, tensor<{shape}xi32>
  %x = tt.load %p : tensor<{shape}x{pointer}>
  %rs = tt.splat %row : {pointer} -> tensor<{columns}x{pointer}>
  %rp = tt.addptr %rs, %j : tensor<{columns}x{pointer}>, tensor<{columns}xi32>
  %r = tt.load %rp : tensor<{columns}x{pointer}>
  %r2 = tt.expand_dims %r {{axis = 0 : i32}} : tensor<{columns}x{element}> -> tensor<1x{columns}x{element}>
  %rb = tt.broadcast %r2 : tensor<1x{columns}x{element}> -> tensor<{shape}x{element}>
  %y = {add} %x, %rb : tensor<{shape}x{element}>
  %outs = tt.splat %out : {pointer} -> tensor<{shape}x{pointer}>
  %q = tt.addptr %outs, %{"toff" if transpose else "off"} : tensor<{shape}x{pointer}>, tensor<{shape}xi32>
  tt.store %q, %y : tensor<{shape}x{pointer}>
  tt.return
}}
"""
    return "module {" + text + "}"


class Runner:
    def __init__(self, cm2tt):
        self.cm2tt, self.cuda = cm2tt, Cuda()
        self.folder = tempfile.mkdtemp()

    def run(self, ir, warps, tensors):
        """Compiles `ir` and runs one program of it."""
        source = os.path.join(self.folder, "kernel.mlir")
        ptx = os.path.join(self.folder, "kernel.ptx")
        facts = os.path.join(self.folder, "kernel.json")
        with open(source, "w") as file:
            file.write(ir)
        command = [
            self.cm2tt, source, "-o", ptx, f"--metadata={facts}",
            "--target=sm_90a", f"--num-warps={warps}",
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr + ir)
        with open(ptx, "rb") as code, open(facts) as text:
            image, metadata = code.read(), json.load(text)
        function = self.cuda.load(
            image, metadata.get("symbol", metadata["name"]), metadata["sharedBytes"]
        )
        arguments = [ctypes.c_uint64(t.data_ptr()) for t in tensors]
        self.cuda.launch(function, metadata, (1, 1, 1), arguments)
        torch.cuda.synchronize()
        return image.decode()


def random_tensor(dtype, shape):
    if dtype.is_floating_point:
        return torch.randn(shape, device="cuda").to(dtype)
    limit = 100 if dtype == torch.int8 else 1 << 30
    return torch.randint(-limit, limit, shape, device="cuda").to(dtype)


def kind_of(ptx):
    if "st.shared" in ptx:
        return "shared"
    return "shuffle" if "shfl" in ptx else "registers"


def check_conversions(runner, rng, cases):
    kinds = collections.Counter()
    for case in range(cases):
        element = rng.choice(list(TYPES))
        bits, warp_bits = rng.randint(1, 12), rng.randint(0, 3)
        source = random_layout(rng, bits, warp_bits)
        dest = random_layout(rng, bits, warp_bits)
        if rng.random() < 0.5:  # differ little, so that shuffles suffice
            dest = tuple(list(part) for part in source)
            i, j = rng.randrange(5), rng.randrange(5)
            dest[1][i], dest[1][j] = dest[1][j], dest[1][i]
            if dest[0] and rng.random() < 0.5:
                k = rng.randrange(len(dest[0]))
                dest[1][i], dest[0][k] = dest[0][k], dest[1][i]
        warps = 1 << warp_bits
        x = random_tensor(TYPES[element], (1 << bits,))
        out = torch.zeros_like(x)
        ir = conversion_ir(source, dest, element, 1 << bits, warps)
        ptx = runner.run(ir, warps, (x, out))
        kinds[kind_of(ptx)] += 1
        if not torch.equal(x, out):
            raise RuntimeError(f"case {case} is wrong:\n{ir}\n{ptx}")
        print(f"ok: conversion {case} of {1 << bits} {element}")
    return kinds


def check_matrices(runner):
    kinds = collections.Counter()
    for element in ("f16", "f32", "i64", "i8"):
        for rows, columns in ((32, 32), (64, 16), (8, 128), (128, 64), (2, 2)):
            for warps in (1, 4, 8):
                for transpose in (False, True):
                    x = random_tensor(TYPES[element], (rows, columns))
                    row = random_tensor(TYPES[element], (columns,))
                    expected = x + row
                    if transpose:
                        expected = expected.t().contiguous()
                    out = torch.zeros_like(expected)
                    ir = matrix_ir(element, rows, columns, transpose)
                    kinds[kind_of(runner.run(ir, warps, (x, row, out)))] += 1
                    case = (
                        f"{element} {rows}x{columns}, {warps} warps,"
                        f" transpose {transpose}"
                    )
                    if not torch.equal(out, expected):
                        raise RuntimeError(f"{case}: wrong")
                    print("ok:", case)
    return kinds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cm2tt")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("no GPU: skipped")
        sys.exit(77)
    runner = Runner(options.cm2tt)
    rng = random.Random(options.seed)
    torch.manual_seed(options.seed)
    print("matrices:", dict(check_matrices(runner)))
    print("conversions:", dict(check_conversions(runner, rng, options.cases)))
    print("all right, seed", options.seed)


if __name__ == "__main__":
    main()
