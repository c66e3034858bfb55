// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// By a shuffle for each register that an index may mean, within a warp.

#w = #ttg.linear<{register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []}>
// CHECK: module attributes {{.*}}ttg.shared = 0 : i32
// CHECK-LABEL: llvm.func @shuffles
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl.sync
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @shuffles(%q: tensor<64x!tt.ptr<f32>, #w>, %n: tensor<64x!tt.ptr<i32>, #w>) {
  %v = tt.load %q : tensor<64x!tt.ptr<f32>, #w>
  %i = tt.load %n : tensor<64x!tt.ptr<i32>, #w>
  %g = tt.gather %v[%i] {axis = 0 : i32} : (tensor<64xf32, #w>, tensor<64xi32, #w>) -> tensor<64xf32, #w>
  tt.store %q, %g : tensor<64x!tt.ptr<f32>, #w>
  tt.return
}
}

// -----

// Else through scratch memory; an index wraps around.

#a = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>
// CHECK: module attributes {{.*}}ttg.shared = 256 : i32
// CHECK-LABEL: llvm.func @memory
// CHECK: llvm.store {{.*}}!llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.and {{.*}} : i32
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> f32
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @memory(%q: tensor<64x!tt.ptr<f32>, #a>, %n: tensor<64x!tt.ptr<i32>, #a>) {
  %v = tt.load %q : tensor<64x!tt.ptr<f32>, #a>
  %i = tt.load %n : tensor<64x!tt.ptr<i32>, #a>
  %g = tt.gather %v[%i] {axis = 0 : i32} : (tensor<64xf32, #a>, tensor<64xi32, #a>) -> tensor<64xf32, #a>
  tt.store %q, %g : tensor<64x!tt.ptr<f32>, #a>
  tt.return
}
}
