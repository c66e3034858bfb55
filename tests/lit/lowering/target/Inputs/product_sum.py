# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that adds the products of two tiles of 256 elements a thread (1
warp)."""

TILE = "tensor<8192x{}>"
HALF, WIDE = TILE.format("f16"), TILE.format("f32")
POINTERS, INDEX = TILE.format("!tt.ptr<f16>"), TILE.format("i32")

print(f"""tt.func @product_sum(%x: !tt.ptr<f16> {{tt.divisibility = 16 : i32}},
    %y: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %z: !tt.ptr<f32>) {{
  %r = tt.make_range {{end = 8192 : i32, start = 0 : i32}} : {INDEX}""")
for name in "xy":
    print(f"""  %{name}0 = tt.splat %{name} : !tt.ptr<f16> -> {POINTERS}
  %{name}1 = tt.addptr %{name}0, %r : {POINTERS}, {INDEX}
  %{name}2 = tt.load %{name}1 : {POINTERS}
  %{name}3 = arith.extf %{name}2 : {HALF} to {WIDE}""")
print(f"""  %p = arith.mulf %x3, %y3 : {WIDE}
  %sum = "tt.reduce"(%p) <{{axis = 0 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }}) : ({WIDE}) -> f32
  tt.store %z, %sum : !tt.ptr<f32>
  tt.return
}}""")
