// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(tt.func(cm2tt-tt-split-loops{max-operations=7}))' --verify-diagnostics | FileCheck %s

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @large
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @large(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !f
  %rm = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rn = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %firsts = tt.splat %first : i32 -> tensor<64xi32>
  %m = arith.addi %firsts, %rm : tensor<64xi32>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rows = tt.broadcast %m1 : tensor<64x1xi32> -> !i
  // expected-remark @below {{the loop is not split: it has 8 operations, and more than 7 are not repeated}}
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sge, %rows, %cols : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
