// RUN: %variants %s | cm2tt-opt --pass-pipeline='builtin.module(tt.func(cm2tt-tt-split-loops))' --split-input-file | FileCheck %s

// A mask that becomes true, of columns that do not wrap: the second part has
// the last iteration in any case. In split_loops.mlir it has not.

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @flags
// CHECK-NOT: arith.andi
// CHECK: scf.for
// CHECK: arith.cmpi sgt
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: tt.return
tt.func public @flags(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn overflow<nsw> : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sgt, %cols, %rows : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// VARIANT: widths
// Numbers of 64 bits.

// CHECK-LABEL: @widths
// CHECK-NOT: arith.andi
// CHECK: scf.for
// CHECK: arith.cmpi sgt
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: tt.return
%c0l = arith.constant 0 : i64
%rnl = arith.extsi %rn : tensor<32xi32> to tensor<32xi64>
%pidl = arith.extsi %pid : i32 to i64
%c64l = arith.constant 64 : i64
%first = arith.muli %pidl, %c64l : i64
%firsts = tt.splat %first : i64 -> tensor<64xi64>
%rml = arith.extsi %rm : tensor<64xi32> to tensor<64xi64>
%m = arith.addi %firsts, %rml : tensor<64xi64>
%m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xi64> -> tensor<64x1xi64>
%rows = tt.broadcast %m1 : tensor<64x1xi64> -> tensor<64x32xi64>
%il = arith.extsi %i : i32 to i64
%is = tt.splat %il : i64 -> tensor<32xi64>
%n0 = arith.addi %is, %rnl : tensor<32xi64>
%n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
%cols = tt.broadcast %n1 : tensor<1x32xi64> -> tensor<64x32xi64>
%mask = arith.cmpi sgt, %cols, %rows : tensor<64x32xi64>
