// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Bins are cleared, counted by atomics and read; threads with copies and
// elements without a true mask do not count.

#a = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[0]]}>
#h = #ttg.linear<{register = [], lane = [[1], [2], [4], [0], [0]], warp = [[0]]}>
// CHECK: module attributes {{.*}}ttg.shared = 32 : i32
// CHECK-LABEL: llvm.func @histogram
// CHECK: llvm.inline_asm {{.*}}"@$0 st.shared.b32 [$1+0], $2;"
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.inline_asm {{.*}}"@$1 red.shared.add.u32 [$0], 1;"
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} : !llvm.ptr<3>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @histogram(%q: tensor<64x!tt.ptr<i32>, #a>, %m: tensor<64x!tt.ptr<i1>, #a>, %o: tensor<8x!tt.ptr<i32>, #h>) {
  %v = tt.load %q : tensor<64x!tt.ptr<i32>, #a>
  %k = tt.load %m : tensor<64x!tt.ptr<i1>, #a>
  %h = tt.histogram %v, %k : tensor<64xi32, #a> -> tensor<8xi32, #h>
  tt.store %o, %h : tensor<8x!tt.ptr<i32>, #h>
  tt.return
}
}
