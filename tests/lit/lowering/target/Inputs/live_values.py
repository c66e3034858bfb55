# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that keeps four values of each of 128 elements a thread (1
warp): the rounds of a random number generator, and their sum."""

TILE = "tensor<4096xi32>"

print(f"""tt.func @live_values(%x: !tt.ptr<i32>, %seed: i32) {{
  %r = tt.make_range {{end = 4096 : i32, start = 0 : i32}} : {TILE}
  %s = tt.splat %seed : i32 -> {TILE}
  %a0 = arith.muli %r, %s : {TILE}
  %b0 = arith.addi %r, %s : {TILE}
  %c0 = arith.xori %r, %s : {TILE}
  %d0 = arith.ori %r, %s : {TILE}""")
for i in range(4):
    print(f"""  %a{i + 1} = tt.mulhiui %a{i}, %b{i} : {TILE}
  %b{i + 1} = arith.xori %b{i}, %c{i} : {TILE}
  %c{i + 1} = tt.mulhiui %c{i}, %d{i} : {TILE}
  %d{i + 1} = arith.xori %d{i}, %a{i} : {TILE}""")
print(f"""  %e = arith.addi %a4, %b4 : {TILE}
  %f = arith.addi %c4, %d4 : {TILE}
  %g = arith.addi %e, %f : {TILE}
  %sum = "tt.reduce"(%g) <{{axis = 0 : i32}}> ({{
  ^bb0(%p: i32, %q: i32):
    %t = arith.addi %p, %q : i32
    tt.reduce.return %t : i32
  }}) : ({TILE}) -> i32
  tt.store %x, %sum : !tt.ptr<i32>
  tt.return
}}""")
