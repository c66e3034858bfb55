// RUN: cm2tt-opt %s -verify-diagnostics --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)' | FileCheck %s
// RUN: cm2tt-opt %s -verify-diagnostics --pass-pipeline='builtin.module(cm2tt-tt-make-persistent,cm2tt-tt-make-persistent)' | FileCheck %s

// Atomic accesses that no loop waits for: the programs of split sums. Loops by
// plain loads do not wait either. A kernel is made persistent once.
// CHECK-LABEL: tt.func public @atomics
// CHECK-SAME: attributes {tt.persistent = 1 : i32}
// CHECK: scf.for
// CHECK: scf.while
// CHECK: scf.for
// CHECK: tt.atomic_rmw fadd, acq_rel
// CHECK: tt.atomic_rmw add, acq_rel
// CHECK-NOT: scf.for

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @atomics(%t: !tt.tensordesc<tensor<64x64xf16>>, %x: !tile, %p: !tt.ptr<i32>, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  %z = scf.while (%i = %c0) : (i32) -> i32 {
    %v = tt.load %p : !tt.ptr<i32>
    %go = arith.cmpi slt, %i, %v : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %j = arith.addi %i, %c1 : i32
    scf.yield %j : i32
  }
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %t[%c0, %k] : !tt.tensordesc<tensor<64x64xf16>> -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %mask = arith.constant dense<true> : tensor<64x64xi1>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %o, %r, %mask : (tensor<64x64x!tt.ptr<f32>>, !sum, tensor<64x64xi1>) -> !sum
  %count = tt.atomic_rmw add, acq_rel, gpu, %p, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}
