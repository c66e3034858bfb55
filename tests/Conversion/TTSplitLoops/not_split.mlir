// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(tt.func(cm2tt-tt-split-loops{remarks=true}))' --split-input-file --verify-diagnostics | FileCheck %s

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// The second part of a loop that was split by hand: the diagonal.

// CHECK-LABEL: @by_hand
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @by_hand(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  %end = arith.addi %first, %c64 : i32
  // expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
  %r = scf.for %i = %first to %end step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
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

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @dynamic_step
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @dynamic_step(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  // expected-remark @below {{the loop is not split: its step is not a positive constant, or large}}
  %r = scf.for %i = %c0 to %n step %w iter_args(%acc = %zero) -> (!f) : i32 {
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

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @wide
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @wide(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  %l0 = arith.constant 0 : i64
  %ls = arith.constant 32 : i64
  %hi = arith.extsi %n : i32 to i64
  // expected-remark @below {{the loop is not split: it does not count signed integers of 32 bits}}
  %r = scf.for %i = %l0 to %hi step %ls iter_args(%acc = %zero) -> (!f) : i64 {
    %i32 = arith.trunci %i : i64 to i32
    %is = tt.splat %i32 : i32 -> tensor<32xi32>
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

// -----

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

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @unsigned
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @unsigned(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
    %mask = arith.cmpi uge, %rows, %cols : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @invariant
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @invariant(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  %ns = tt.splat %n : i32 -> !i
  // expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi slt, %rows, %ns : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @not_affine
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @not_affine(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
    %square = arith.muli %cols, %cols : !i
    %mask = arith.cmpi sge, %rows, %square : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @other_values
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @other_values(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %given: !i) {
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
    %mask = arith.cmpi sge, %given, %cols : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// True in no iteration: the last columns begin with 32.

// CHECK-LABEL: @too_late
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @too_late(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  %all = arith.constant dense<40> : !i
  // expected-remark @below {{the loop is not split: no comparison in it is known to be true for all elements in some iterations, but not in all}}
  %r = scf.for %i = %c0 to %c64 step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sge, %cols, %all : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @only_counts
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @only_counts(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  // expected-remark @below {{the loop is not split: what its comparisons select, or mask, is as quick with them}}
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sge, %rows, %cols : !i
    %d = tt.dot %x, %y, %acc : !x * !y -> !f
    %bits = arith.extui %mask : !b to !i
    %value = arith.sitofp %bits : !i to !f
    %s = arith.addf %d, %value : !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// Loops without a product and a load, or with another loop, are not considered.

// CHECK-LABEL: @no_product
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @no_product(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sge, %rows, %cols : !i
    %s = arith.select %mask, %zero, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @wraps
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @wraps(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
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
  // expected-remark @below {{the loop is not split: values that wrap are the only reason for a second part}}
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %twice = arith.addi %cols, %cols : !i
    %mask = arith.cmpi sge, %twice, %cols : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
