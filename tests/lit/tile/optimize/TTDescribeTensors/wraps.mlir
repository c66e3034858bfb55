// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors -verify-diagnostics | FileCheck %s

// Rows that a remainder repeats are zero in a bulk copy, which is right if they
// are not stored.

// CHECK-LABEL: tt.func public @columns_reduced(
// CHECK: tt.load
tt.func public @columns_reduced(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %c: !tt.ptr<f32>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %px = tt.get_program_id x : i32
  %i = arith.muli %px, %c64 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %wrapped = arith.remsi %rows, %ms : tensor<64xi32>
  %r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %ss = tt.splat %s : i32 -> tensor<64x1xi32>
  %r2 = arith.muli %r1, %ss : tensor<64x1xi32>
  %r3 = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %k1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k2 = tt.broadcast %k1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %r3, %k2 : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %p0 = tt.addptr %b, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %step = arith.constant dense<64> : tensor<64x64xi32>
  %r:2 = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    // expected-remark @+1 {{the load is not a bulk tensor copy: rows that a remainder repeats may be stored}}
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %next : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %sum = "tt.reduce"(%r#0) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %sum1 = tt.expand_dims %sum {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %sums = tt.broadcast %sum1 : tensor<1x64xf32> -> tensor<64x64xf32>
  %e = arith.mulf %r#0, %sums : tensor<64x64xf32>
  %n1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %limit = tt.splat %M : i32 -> tensor<64x1xi32>
  %inside = arith.cmpi slt, %n1, %limit : tensor<64x1xi32>
  %m = tt.broadcast %inside : tensor<64x1xi1> -> tensor<64x64xi1>
  %cr = arith.muli %n1, %ss : tensor<64x1xi32>
  %cw = tt.broadcast %cr : tensor<64x1xi32> -> tensor<64x64xi32>
  %co = arith.addi %cw, %k2 : tensor<64x64xi32>
  %cb = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %cp = tt.addptr %cb, %co : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %cp, %e, %m : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// VARIANT: stored_inside
// CHECK-LABEL: tt.func public @stored_inside(
// CHECK-SAME: extents = [array<i64: 1, 3>, array<i64: 2147483647>]
// CHECK: tt.descriptor_load
// WITHOUT: %sum, ^bb0, %w, tt.reduce.return, }), %sum1, %sums, %e
%x = tt.load %p : tensor<64x64x!tt.ptr<f16>>
// expected-remark @+1 {{the store is not a bulk tensor copy: the address of the tensor is not known to be a multiple of 16}}
tt.store %cp, %r#0, %m : tensor<64x64x!tt.ptr<f32>>

// VARIANT: rows_reduced
// CHECK-LABEL: tt.func public @rows_reduced(
// CHECK: tt.descriptor_load
%x = tt.load %p : tensor<64x64x!tt.ptr<f16>>
%sum = "tt.reduce"(%r#0) <{axis = 1 : i32}> ({
%sum1 = tt.expand_dims %sum {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
%sums = tt.broadcast %sum1 : tensor<64x1xf32> -> tensor<64x64xf32>
// expected-remark @+1 {{the store is not a bulk tensor copy: the address of the tensor is not known to be a multiple of 16}}
tt.store %cp, %e, %m : tensor<64x64x!tt.ptr<f32>>

// VARIANT: other_rows
// CHECK-LABEL: tt.func public @other_rows(
// CHECK: tt.load
// WITHOUT: %sum, ^bb0, %w, tt.reduce.return, }), %sum1, %sums, %e
%inside = arith.cmpi slt, %r1, %limit : tensor<64x1xi32>
tt.store %cp, %r#0, %m : tensor<64x64x!tt.ptr<f32>>

// VARIANT: transposed
// CHECK-LABEL: tt.func public @transposed(
// CHECK: tt.load
// WITHOUT: %sum, ^bb0, %w, tt.reduce.return, }), %sum1, %sums
%e = tt.trans %r#0 {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
