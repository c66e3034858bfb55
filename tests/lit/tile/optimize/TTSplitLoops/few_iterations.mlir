// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(tt.func(cm2tt-tt-split-loops))' --split-input-file --verify-diagnostics | FileCheck %s

// A window of three rows: one loop with masks is less code than two.

// CHECK-LABEL: @window
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
tt.func public @window(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %n: i32, %stride: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %none = arith.constant dense<0.0> : tensor<1024xf16>
  %at = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %limit = tt.splat %n : i32 -> tensor<1024xi32>
  // expected-remark @below {{the loop is not split: it has few iterations}}
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (tensor<1024xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<1024xi32>
    %index = arith.addi %is, %at : tensor<1024xi32>
    %mask = arith.cmpi slt, %index, %limit : tensor<1024xi32>
    %base = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %where = tt.addptr %base, %index : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
    %x = tt.load %where, %mask, %none : tensor<1024x!tt.ptr<f16>>
    %wide = arith.extf %x : tensor<1024xf16> to tensor<1024xf32>
    %sum = arith.addf %acc, %wide : tensor<1024xf32>
    scf.yield %sum : tensor<1024xf32>
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %to = tt.addptr %outs, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %to, %r : tensor<1024x!tt.ptr<f32>>
  tt.return
}
