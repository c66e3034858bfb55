// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// Consumers load a row that scales a tile by pointers.
// CHECK-LABEL: tt.func public @row
// CHECK: ttg.producer {
// CHECK-NOT: tt.load
// CHECK: ttg.producer_end
// CHECK: scf.for
// CHECK: ttg.mbarrier_wait
// CHECK: tt.load %{{.+}} : tensor<64x!tt.ptr<f32>,
// CHECK: scf.yield

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @row(%q: !desc, %k: !desc, %p: !tt.ptr<f32>, %o: !desc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %is = tt.splat %i : i32 -> tensor<64xi32>
    %at = arith.addi %is, %range : tensor<64xi32>
    %pa = tt.addptr %ps, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %pa : tensor<64x!tt.ptr<f32>>
    %v0 = tt.expand_dims %v {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
    %vs = tt.broadcast %v0 : tensor<1x64xf32> -> tensor<64x64xf32>
    %m = arith.mulf %s, %vs : !sum
    %h = arith.truncf %m : !sum to !tile
    %d = tt.dot %h, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %h = arith.truncf %r : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}
