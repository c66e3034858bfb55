// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)' | FileCheck %s

// Descriptors, scalars and constants leave the loop, and loads of scalars from
// memory that the kernel does not write. Tiles stay, and so do volatile loads'
// like: those of memory that is written.
// CHECK-LABEL: tt.func public @hoist
// CHECK-SAME: (%[[AP:[^:]+]]: !tt.ptr<f16>, %[[OP:[^:]+]]: !tt.ptr<f32>, %[[SIZES:[^:]+]]: !tt.ptr<i32>, %[[N:[^:]+]]: i32
// CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<64x64xf32>
// CHECK-DAG: tt.make_tensor_descriptor %[[AP]]
// CHECK-DAG: tt.load %[[SIZES]]
// CHECK-DAG: arith.muli %[[N]], %[[N]]
// CHECK: scf.for
// CHECK-DAG: tt.make_range
// CHECK-DAG: tt.load %[[OP]]
// CHECK: scf.for
// CHECK: tt.dot

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @hoist(%ap: !tt.ptr<f16>, %op: !tt.ptr<f32>, %sizes: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %one = arith.constant 1 : i64
  %stride = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %rows = tt.load %sizes : !tt.ptr<i32>
  %first = tt.load %op : !tt.ptr<f32>
  %a = tt.make_tensor_descriptor %ap, [%rows, %n], [%stride, %one] : !tt.ptr<f16>, !desc
  %square = arith.muli %n, %n : i32
  %m = arith.addi %p, %square : i32
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %f = tt.splat %first : f32 -> !sum
  %s = arith.addf %r, %f : !sum
  %row = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %all = tt.broadcast %row : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %at = tt.addptr %o, %all : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %at, %s : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
