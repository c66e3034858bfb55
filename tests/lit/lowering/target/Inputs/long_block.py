# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel whose loop becomes one block of many instructions: copies of
rows of 4096 elements whose length no vector divides (with 1 warp, 128 a
thread)."""

import sys

ROWS = int(sys.argv[1])

print("""tt.func @long_block(%x: !tt.ptr<i16>, %y: !tt.ptr<i16>, %n: i32, %d: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %l = arith.extsi %r : tensor<4096xi32> to tensor<4096xi64>
  %e = tt.splat %d : i64 -> tensor<4096xi64>
  %m = arith.cmpi slt, %l, %e : tensor<4096xi64>
  %s = tt.splat %x : !tt.ptr<i16> -> tensor<4096x!tt.ptr<i16>>
  %t = tt.splat %y : !tt.ptr<i16> -> tensor<4096x!tt.ptr<i16>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %j = arith.extsi %i : i32 to i64
    %o = arith.muli %j, %d : i64""")
for i in range(ROWS):
    print(f"""    %k{i} = arith.constant {i} : i64
    %o{i} = arith.addi %o, %k{i} : i64
    %a{i} = tt.splat %o{i} : i64 -> tensor<4096xi64>
    %b{i} = arith.addi %a{i}, %l : tensor<4096xi64>
    %p{i} = tt.addptr %s, %b{i} : tensor<4096x!tt.ptr<i16>>, tensor<4096xi64>
    %v{i} = tt.load %p{i}, %m : tensor<4096x!tt.ptr<i16>>
    %q{i} = tt.addptr %t, %b{i} : tensor<4096x!tt.ptr<i16>>, tensor<4096xi64>
    tt.store %q{i}, %v{i}, %m : tensor<4096x!tt.ptr<i16>>""")
print("""  }
  tt.return
}""")
