# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with a chain of operations: long_chain.py KIND LENGTH, of
products and exclusive ors (scalars), of products with one number (powers), of a
pointer's steps (pointers), or of a pointer's steps, each with a copy of the tile
there (copies)."""

import sys

KIND, LENGTH = sys.argv[1], int(sys.argv[2])
TILE = "tensor<128x!tt.ptr<i32>>"
NUMBERS = "tensor<128xi32>"


def step(i, value):
    """The line of the operation %i on `value`."""
    other = "%m" if i % 2 else "%n"
    if KIND == "scalars":
        name = "xori" if i % 2 else "muli"
        return f"%{i} = arith.{name} {value}, {other} : i32"
    if KIND == "powers":
        return f"%{i} = arith.mulf {value}, %f : f32"
    return f"%{i} = tt.addptr {value}, {other} : !tt.ptr<i32>, i32"


def copy(i, value):
    """The lines of a copy of the tile at `value`, to %y on."""
    return f"""\
  %s{i} = tt.splat {value} : !tt.ptr<i32> -> {TILE}
  %p{i} = tt.addptr %s{i}, %range : {TILE}, {NUMBERS}
  %l{i} = tt.load %p{i} : {TILE}
  tt.store %to, %l{i} : {TILE}"""


POINTER = "!tt.ptr<f32>" if KIND == "powers" else "!tt.ptr<i32>"
print(f"tt.func @long_chain(%x: !tt.ptr<i32>, %y: {POINTER}, %n: i32, %m: i32) {{")
if KIND == "powers":
    print("  %f = tt.load %y : !tt.ptr<f32>")
if KIND == "copies":
    print(f"  %range = tt.make_range {{start = 0 : i32, end = 128 : i32}} : {NUMBERS}")
    print(f"  %all = tt.splat %y : !tt.ptr<i32> -> {TILE}")
    print(f"  %to = tt.addptr %all, %range : {TILE}, {NUMBERS}")
value = {"scalars": "%n", "powers": "%f"}.get(KIND, "%x")
for i in range(LENGTH):
    print(" ", step(i, value))
    value = f"%{i}"
    if KIND == "copies":
        print(copy(i, value))
if KIND == "scalars":
    print(f"  tt.store %x, {value} : !tt.ptr<i32>")
elif KIND == "powers":
    print(f"  tt.store %y, {value} : !tt.ptr<f32>")
elif KIND == "pointers":
    print(f"  tt.store {value}, %n : !tt.ptr<i32>")
print("  tt.return\n}")
