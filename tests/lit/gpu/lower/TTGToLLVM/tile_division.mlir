// RUN: cm2tt-opt %s --cm2tt-ttg-to-llvm | FileCheck %s

// Tiles are divided without care of -1, as Triton does it; scalars are not
// (math.mlir).

#one = #ttg.linear<{register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @divide
  // CHECK-NOT: llvm.select
  // CHECK-COUNT-2: llvm.sdiv
  // CHECK-COUNT-2: llvm.srem
  // CHECK-NOT: llvm.select
  // CHECK: llvm.return
  tt.func public @divide(%p: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #one>
    %d = tt.splat %n : i32 -> tensor<64xi32, #one>
    %q = arith.divsi %r, %d : tensor<64xi32, #one>
    %m = arith.remsi %r, %d : tensor<64xi32, #one>
    %x = arith.xori %q, %m : tensor<64xi32, #one>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #one>
    %a = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>, #one>, tensor<64xi32, #one>
    tt.store %a, %x : tensor<64x!tt.ptr<i32>, #one>
    tt.return
  }
}
