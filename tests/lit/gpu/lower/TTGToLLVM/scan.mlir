// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Registers one after the other, then the totals of lanes in five rounds, then
// those of warps through scratch memory: the last lane stores, each thread
// combines the warps in front of its own.

#a = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
// CHECK: module attributes {{.*}}ttg.shared = 16 : i32
// CHECK-LABEL: llvm.func @forward
// CHECK-COUNT-3: llvm.fadd {{.*}}contract
// CHECK-COUNT-5: nvvm.shfl.sync up {{.*}} {return_value_and_is_valid}
// CHECK: nvvm.shfl.sync up
// CHECK: llvm.inline_asm {{.*}}"@$0 st.shared.b32 [$1+0], $2;"
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK-COUNT-2: llvm.fadd
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @forward(%q: tensor<512x!tt.ptr<f32>, #a>) {
  %v = tt.load %q : tensor<512x!tt.ptr<f32>, #a>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.scan.return %c : f32
  }) : (tensor<512xf32, #a>) -> tensor<512xf32, #a>
  tt.store %q, %s : tensor<512x!tt.ptr<f32>, #a>
  tt.return
}
}

// -----

// Backwards: the lanes behind are in front.

#w = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
// CHECK-LABEL: llvm.func @backward
// CHECK-COUNT-5: nvvm.shfl.sync down
// CHECK-NOT: nvvm.shfl.sync
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @backward(%q: tensor<32x!tt.ptr<i32>, #w>) {
  %v = tt.load %q : tensor<32x!tt.ptr<i32>, #w>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.addi %l, %r : i32
    tt.scan.return %c : i32
  }) : (tensor<32xi32, #w>) -> tensor<32xi32, #w>
  tt.store %q, %s : tensor<32x!tt.ptr<i32>, #w>
  tt.return
}
}

// -----

// Registers above the lanes need the total of the lanes in all of them.

#h = #ttg.linear<{register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []}>
// CHECK-LABEL: llvm.func @above
// CHECK: nvvm.shfl.sync idx
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @above(%q: tensor<64x!tt.ptr<i32>, #h>) {
  %v = tt.load %q : tensor<64x!tt.ptr<i32>, #h>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.addi %l, %r : i32
    tt.scan.return %c : i32
  }) : (tensor<64xi32, #h>) -> tensor<64xi32, #h>
  tt.store %q, %s : tensor<64x!tt.ptr<i32>, #h>
  tt.return
}
}

// -----

// Lanes along the axis that are not neighbours: the lane to read from is
// computed.

#g = #ttg.linear<{register = [], lane = [[0, 1], [1, 0], [0, 2], [2, 0], [0, 4]], warp = []}>
// CHECK-LABEL: llvm.func @gaps
// CHECK-NOT: nvvm.shfl.sync up
// CHECK-COUNT-3: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl.sync
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @gaps(%q: tensor<4x8x!tt.ptr<i32>, #g>) {
  %v = tt.load %q : tensor<4x8x!tt.ptr<i32>, #g>
  %s = "tt.scan"(%v) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.addi %l, %r : i32
    tt.scan.return %c : i32
  }) : (tensor<4x8xi32, #g>) -> tensor<4x8xi32, #g>
  tt.store %q, %s : tensor<4x8x!tt.ptr<i32>, #g>
  tt.return
}
}
