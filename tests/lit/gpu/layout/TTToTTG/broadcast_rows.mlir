// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg='num-warps=4 target=sm_90a' -cse | FileCheck %s

// Rows that several rows of a tile share, as the coefficients of rotated
// positions, are loaded in the layout of the tile, though one element for each
// thread costs less: each access of the tile has four elements, and nothing is
// converted.

// CHECK-DAG: #[[$ONCE:.+]] = #ttg.linear<{register = [], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}32], [0]]}>
// CHECK-DAG: #[[$TILE:.+]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [8, 0]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = {{\[\[}}2, 0], [4, 0]]}>
// CHECK-DAG: #[[$WIDE:.+]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [16, 0]], lane = {{\[\[}}0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = {{\[\[}}4, 0], [8, 0]]}>

// CHECK-LABEL: tt.func public @scale_rows
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.load %{{.+}} : tensor<64x!tt.ptr<f32>,
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.load %{{.+}} : tensor<16x64x!tt.ptr<bf16>, #[[$TILE]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}} : tensor<16x64x!tt.ptr<bf16>, #[[$TILE]]>
tt.func public @scale_rows(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %row: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<bf16> {tt.divisibility = 16 : i32}) {
  %c64 = arith.constant dense<64> : tensor<16x1xi32>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %rows = tt.splat %row : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %rowp = tt.addptr %rows, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %rowp : tensor<64x!tt.ptr<f32>>
  %a1 = tt.expand_dims %a {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %ab = tt.broadcast %a1 : tensor<1x64xf32> -> tensor<16x64xf32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %r2 = arith.muli %r1, %c64 : tensor<16x1xi32>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rb = tt.broadcast %r2 : tensor<16x1xi32> -> tensor<16x64xi32>
  %cb = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<16x64xi32>
  %at = arith.addi %rb, %cb : tensor<16x64xi32>
  %xs = tt.splat %x : !tt.ptr<bf16> -> tensor<16x64x!tt.ptr<bf16>>
  %xp = tt.addptr %xs, %at : tensor<16x64x!tt.ptr<bf16>>, tensor<16x64xi32>
  %v = tt.load %xp : tensor<16x64x!tt.ptr<bf16>>
  %w = arith.extf %v : tensor<16x64xbf16> to tensor<16x64xf32>
  %y = arith.mulf %w, %ab : tensor<16x64xf32>
  %z = arith.truncf %y : tensor<16x64xf32> to tensor<16x64xbf16>
  %os = tt.splat %out : !tt.ptr<bf16> -> tensor<16x64x!tt.ptr<bf16>>
  %op = tt.addptr %os, %at : tensor<16x64x!tt.ptr<bf16>>, tensor<16x64xi32>
  tt.store %op, %z : tensor<16x64x!tt.ptr<bf16>>
  tt.return
}

// Where a thread accesses several rows, each access has an address of its own,
// and 16 bytes at a time are cheapest.

// CHECK-LABEL: tt.func public @scale_many_rows
// CHECK: tt.load %{{.+}} : tensor<32x64x!tt.ptr<bf16>, #[[$WIDE]]>
// CHECK: tt.store %{{.+}} : tensor<32x64x!tt.ptr<bf16>, #[[$WIDE]]>
tt.func public @scale_many_rows(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %row: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<bf16> {tt.divisibility = 16 : i32}) {
  %c64 = arith.constant dense<64> : tensor<32x1xi32>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %rows = tt.splat %row : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %rowp = tt.addptr %rows, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %rowp : tensor<64x!tt.ptr<f32>>
  %a1 = tt.expand_dims %a {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %ab = tt.broadcast %a1 : tensor<1x64xf32> -> tensor<32x64xf32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %r2 = arith.muli %r1, %c64 : tensor<32x1xi32>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rb = tt.broadcast %r2 : tensor<32x1xi32> -> tensor<32x64xi32>
  %cb = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %rb, %cb : tensor<32x64xi32>
  %xs = tt.splat %x : !tt.ptr<bf16> -> tensor<32x64x!tt.ptr<bf16>>
  %xp = tt.addptr %xs, %at : tensor<32x64x!tt.ptr<bf16>>, tensor<32x64xi32>
  %v = tt.load %xp : tensor<32x64x!tt.ptr<bf16>>
  %w = arith.extf %v : tensor<32x64xbf16> to tensor<32x64xf32>
  %y = arith.mulf %w, %ab : tensor<32x64xf32>
  %z = arith.truncf %y : tensor<32x64xf32> to tensor<32x64xbf16>
  %os = tt.splat %out : !tt.ptr<bf16> -> tensor<32x64x!tt.ptr<bf16>>
  %op = tt.addptr %os, %at : tensor<32x64x!tt.ptr<bf16>>, tensor<32x64xi32>
  tt.store %op, %z : tensor<32x64x!tt.ptr<bf16>>
  tt.return
}

// In a loop whose product needs the row it becomes a copy to shared memory: it
// is loaded once, and converted for free.

// CHECK-LABEL: tt.func public @scale_products
// CHECK: scf.for
// CHECK: %[[A:.+]] = tt.load %{{.+}} : tensor<64x!tt.ptr<f32>, #[[$ONCE]]>
// CHECK: ttg.convert_layout %[[A]] : tensor<64xf32, #[[$ONCE]]>
tt.func public @scale_products(%k: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = arith.constant dense<2.0> : tensor<64x64xf16>
  %s64 = arith.constant dense<64> : tensor<64x1xi32>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tt.splat %k : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %total = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<64xi32>
    %at = arith.addi %is, %c : tensor<64xi32>
    %p = tt.addptr %rows, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %p : tensor<64x!tt.ptr<f32>>
    %a1 = tt.expand_dims %a {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
    %ab = tt.broadcast %a1 : tensor<1x64xf32> -> tensor<64x64xf32>
    %x = arith.addf %acc, %ab : tensor<64x64xf32>
    %h = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tt.dot %h, %q, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %r1 = tt.expand_dims %c {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r2 = arith.muli %r1, %s64 : tensor<64x1xi32>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rb = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %cb = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %rb, %cb : tensor<64x64xi32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %op = tt.addptr %os, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %op, %total : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
