// RUN: %variants %s | cm2tt-opt --pass-pipeline='builtin.module(tt.func(cm2tt-tt-split-loops))' --split-input-file --verify-diagnostics | FileCheck %s


// The second part of a loop that was split by hand: the diagonal.

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @unordered
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @unordered(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  // expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi ne, %rows, %cols : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// VARIANT: by_hand
// CHECK-LABEL: @by_hand
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
%end = arith.addi %first, %c64 : i32
// expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
%r = scf.for %i = %first to %end step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %rows, %cols : !i

// VARIANT: dynamic_step
// CHECK-LABEL: @dynamic_step
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
// expected-remark @below {{the loop is not split: its step is not a positive constant, or large}}
%r = scf.for %i = %c0 to %n step %w iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %rows, %cols : !i

// VARIANT: wide
// CHECK-LABEL: @wide
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
%l0 = arith.constant 0 : i64
%ls = arith.constant 32 : i64
%hi = arith.extsi %n : i32 to i64
// expected-remark @below {{the loop is not split: it does not count signed integers of 32 bits}}
%r = scf.for %i = %l0 to %hi step %ls iter_args(%acc = %zero) -> (!f) : i64 {
%i32 = arith.trunci %i : i64 to i32
%is = tt.splat %i32 : i32 -> tensor<32xi32>
%mask = arith.cmpi sge, %rows, %cols : !i

// VARIANT: unsigned
// CHECK-LABEL: @unsigned
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
%mask = arith.cmpi uge, %rows, %cols : !i

// VARIANT: invariant
// CHECK-LABEL: @invariant
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
%ns = tt.splat %n : i32 -> !i
// expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi slt, %rows, %ns : !i

// VARIANT: not_affine
// CHECK-LABEL: @not_affine
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
%square = arith.muli %cols, %cols : !i
%mask = arith.cmpi sge, %rows, %square : !i

// VARIANT: other_values
// CHECK-LABEL: @other_values
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @other_values(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %given: !i) {
%mask = arith.cmpi sge, %given, %cols : !i

// VARIANT: too_late
// True in no iteration: the last columns begin with 32.

// CHECK-LABEL: @too_late
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
%all = arith.constant dense<40> : !i
// expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
%r = scf.for %i = %c0 to %c64 step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %cols, %all : !i

// VARIANT: only_counts
// CHECK-LABEL: @only_counts
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tt.return
// expected-remark @below {{the loop is not split: what its comparisons select, or mask, is as quick with them}}
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %rows, %cols : !i
%d = tt.dot %x, %y, %acc : !x * !y -> !f
%bits = arith.extui %mask : !b to !i
%value = arith.sitofp %bits : !i to !f
%s = arith.addf %d, %value : !f

// VARIANT: no_product
// Loops without a product and a load, or with another loop, are not considered.

// CHECK-LABEL: @no_product
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
// WITHOUT: %d
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %rows, %cols : !i
%s = arith.select %mask, %zero, %acc : !b, !f

// VARIANT: wraps
// CHECK-LABEL: @wraps
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
// expected-remark @below {{the loop is not split: values that wrap are the only reason for a second part}}
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%twice = arith.addi %cols, %cols : !i
%mask = arith.cmpi sge, %twice, %cols : !i
