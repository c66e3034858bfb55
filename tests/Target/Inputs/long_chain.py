# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with a chain of operations: long_chain.py KIND LENGTH, of
products and exclusive ors (scalars) or of a pointer's steps (pointers)."""

import sys

KIND, LENGTH = sys.argv[1], int(sys.argv[2])

print("tt.func @long_chain(%x: !tt.ptr<i32>, %n: i32, %m: i32) {")
value = "%n" if KIND == "scalars" else "%x"
for i in range(LENGTH):
    other = "%m" if i % 2 else "%n"
    if KIND == "scalars":
        name = "xori" if i % 2 else "muli"
        print(f"  %{i} = arith.{name} {value}, {other} : i32")
    else:
        print(f"  %{i} = tt.addptr {value}, {other} : !tt.ptr<i32>, i32")
    value = f"%{i}"
if KIND == "scalars":
    print(f"  tt.store %x, {value} : !tt.ptr<i32>")
else:
    print(f"  tt.store {value}, %n : !tt.ptr<i32>")
print("  tt.return\n}")
