// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// The region once for each `pack` registers.

#a = #ttg.linear<{register = [[1], [2], [0]], lane = [[4], [8], [16], [32], [64]], warp = []}>
// CHECK-LABEL: llvm.func @packed
// CHECK-COUNT-4: llvm.fmul
// CHECK-NOT: llvm.fmul
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @packed(%q: tensor<128x!tt.ptr<f32>, #a>) {
  %v = tt.load %q : tensor<128x!tt.ptr<f32>, #a>
  %w = "tt.map_elementwise"(%v) <{pack = 2 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %xx = arith.mulf %x, %x : f32
    %yy = arith.mulf %y, %y : f32
    tt.map_elementwise.return %xx, %yy : f32, f32
  }) : (tensor<128xf32, #a>) -> tensor<128xf32, #a>
  tt.store %q, %w : tensor<128x!tt.ptr<f32>, #a>
  tt.return
}
}

// -----

// Loops and blocks are copied; what the region returns are arguments of the
// block behind.

#w = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.cond_br {{.*}} ^[[BODY:bb[0-9]+]]
// CHECK: llvm.inline_asm {{.*}}st.global
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @loop(%q: tensor<32x!tt.ptr<i32>, #w>) {
  %v = tt.load %q : tensor<32x!tt.ptr<i32>, #w>
  %w = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %r = scf.while (%y = %x) : (i32) -> i32 {
      %more = arith.cmpi sgt, %y, %c1 : i32
      scf.condition(%more) %y : i32
    } do {
    ^bb0(%y: i32):
      %z = arith.divsi %y, %c2 : i32
      scf.yield %z : i32
    }
    tt.map_elementwise.return %r : i32
  }) : (tensor<32xi32, #w>) -> tensor<32xi32, #w>
  tt.store %q, %w : tensor<32x!tt.ptr<i32>, #w>
  tt.return
}
}
