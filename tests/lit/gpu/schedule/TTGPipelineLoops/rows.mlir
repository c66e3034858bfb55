// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_90a -cm2tt-ttg-pipeline-loops=num-stages=2 | FileCheck %s

// Products of warp groups do not read the buffers of a row, which is loaded from them
// into registers: its copies start before the products of the iteration, which they
// have all of to arrive. The words are loaded where they are used.
// CHECK-LABEL: tt.func public @row
// CHECK: scf.for
// CHECK: ttg.async_wait
// CHECK-NOT: ttg.warp_group_dot
// CHECK: ttg.async_copy
// CHECK-NOT: ttg.local_load
// CHECK: ttg.warp_group_dot
// CHECK: ttg.local_load
// CHECK: ttg.warp_group_dot
// CHECK-NOT: ttg.async_copy
// CHECK: scf.yield
tt.func public @row(%f: f16, %p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.splat %f : f16 -> tensor<64x64xf16>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<64xi32>
    %at = arith.addi %is, %range : tensor<64xi32>
    %q = tt.addptr %ps, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %q : tensor<64x!tt.ptr<f32>>
    %s = tt.dot %x, %x, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %v0 = tt.expand_dims %v {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
    %vs = tt.broadcast %v0 : tensor<1x64xf32> -> tensor<64x64xf32>
    %m = arith.mulf %s, %vs : tensor<64x64xf32>
    %h = arith.truncf %m : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tt.dot %h, %x, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %w = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %a = tt.reshape %w : tensor<4096xi32> -> tensor<64x64xi32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %op = tt.addptr %os, %a : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %op, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
