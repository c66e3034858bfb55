// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)' | FileCheck %s

// What an atomic that acquires tells of is loaded after it, in each program.
// CHECK-LABEL: tt.func public @acquires
// CHECK-NOT: tt.load
// CHECK: scf.for
// CHECK: tt.atomic_rmw
// CHECK: tt.load
// CHECK: tt.dot
!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @acquires(%ap: !tt.ptr<f16>, %op: !tt.ptr<f32>, %sizes: !tt.ptr<i32>, %flag: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %one = arith.constant 1 : i64
  %stride = arith.constant 64 : i64
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %found = tt.atomic_rmw add, acq_rel, gpu, %flag, %p, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %rows = tt.load %sizes : !tt.ptr<i32>
  %a = tt.make_tensor_descriptor %ap, [%rows, %n], [%stride, %one] : !tt.ptr<f16>, !desc
  %m = arith.addi %p, %found : i32
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
