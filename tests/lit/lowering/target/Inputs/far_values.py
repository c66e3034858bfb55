# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that loads many tiles before it stores them.

    far_values.py KIND TILES > kernel.ttir      the kernel
    far_values.py check X Y TILES KIND          its result, both `.npy` of i32

Arguments: x and y of TILES * 128 integers, the number 128. Values are defined
at its begin and used after all the loops of tiles, in the way of the kind.
"""

import array
import sys

POINTERS = "tensor<128x!tt.ptr<i32>>"
TILE = "tensor<128xi32>"
KINDS = ("pointers", "numbers", "loops", "results", "branches", "nested")


def place(name, base, number):
    print(f"%o{name} = arith.muli %n, %c{number} : i32")
    print(f"%p{name} = tt.addptr {base}, %o{name} : !tt.ptr<i32>, i32")
    print(f"%s{name} = tt.splat %p{name} : !tt.ptr<i32> -> {POINTERS}")
    print(f"%a{name} = tt.addptr %s{name}, %range : {POINTERS}, {TILE}")


def store(kind, i):
    """Stores tile i, and what is known of it since the begin."""
    if kind == "pointers":
        print(f"tt.store %ay{i}, %l{i} : {POINTERS}")
        return
    print(f"%w{i} = tt.splat %k{i} : i32 -> {TILE}")
    print(f"%v{i} = arith.addi %l{i}, %w{i} : {TILE}")
    print(f"tt.store %ay{i}, %v{i} : {POINTERS}")


def define(kind, i):
    """A number of tile i: 3 * n + i, or what `expected` says."""
    print(f"%m{i} = arith.muli %n, %c3 : i32")
    if kind == "results":
        print(f"%k{i} = scf.for %t{i} = %c0 to %n step %c1 iter_args(%z{i} = %c{i})"
              f" -> (i32) : i32 {{ %q{i} = arith.addi %z{i}, %c3 : i32 scf.yield %q{i} : i32 }}")  # fmt: skip
    else:
        print(f"%k{i} = arith.addi %m{i}, %c{i} : i32")


def write(kind, tiles):
    print("tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {")
    for i in range(max(tiles, 4)):
        print(f"%c{i} = arith.constant {i} : i32")
    print(f"%range = tt.make_range {{start = 0 : i32, end = 128 : i32}} : {TILE}")
    for i in range(tiles):
        place(f"x{i}", "%x", i)
        place(f"y{i}", "%y", i)
        if kind != "pointers":
            define(kind, i)
        print(f"%l{i} = tt.load %ax{i} : {POINTERS}")
    if kind in ("loops", "nested"):
        print("scf.for %time = %c0 to %c2 step %c1 : i32 {")
    if kind == "nested":
        print("scf.for %again = %c0 to %c3 step %c2 : i32 {")
    for i in range(tiles):
        if kind == "branches":
            print(f"%b{i} = arith.cmpi sgt, %k{i}, %n : i32")
            print(f"scf.if %b{i} {{")
        store(kind, i)
        if kind == "branches":
            print("}")
    print("}" * {"loops": 1, "nested": 2}.get(kind, 0))
    print("tt.return }")


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    return array.array("i", data[10 + int.from_bytes(data[8:10], "little") :])


def check(x, y, tiles, kind):
    x, y = load(x), load(y)
    assert len(x) == len(y) == tiles * 128 and any(x), "no numbers"
    wrong = 0
    for i in range(tiles * 128):
        known = 0 if kind == "pointers" else i // 128 + 3 * 128
        wrong += (y[i] - x[i] - known) % 2**32 != 0
    assert not wrong, f"{kind}: {wrong} of {len(y)} are wrong"


if sys.argv[1] == "check":
    check(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5])
else:
    write(sys.argv[1], int(sys.argv[2]))
