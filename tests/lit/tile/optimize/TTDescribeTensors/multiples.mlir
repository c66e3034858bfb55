// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -cm2tt-tt-describe-tensors=assumes-multiples | FileCheck %s

// A launcher that checks which numbers are multiples of 16 bytes: of a stride,
// nothing has to be known.

// CHECK-LABEL: tt.func public @unknown_stride(
// CHECK-SAME: strides = [array<i64: 1, 5>, array<i64: 1>]
// CHECK: tt.descriptor_load
tt.func public @unknown_stride(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32, %o: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero_x = arith.constant dense<0.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %px = tt.get_program_id x : i32
  %i = arith.muli %px, %c64 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %rows, %ms : tensor<64xi32>
  %rm1 = tt.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %rm = tt.broadcast %rm1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rw = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %ss = tt.splat %s : i32 -> tensor<64x64xi32>
  %ro = arith.muli %rw, %ss : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %ls = tt.splat %l : i32 -> tensor<64xi32>
    %kk = arith.addi %ls, %range : tensor<64xi32>
    %kl = tt.splat %K : i32 -> tensor<64xi32>
    %ki = arith.cmpi slt, %kk, %kl : tensor<64xi32>
    %km1 = tt.expand_dims %ki {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %km = tt.broadcast %km1 : tensor<1x64xi1> -> tensor<64x64xi1>
    %k1 = tt.expand_dims %kk {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %kw = tt.broadcast %k1 : tensor<1x64xi32> -> tensor<64x64xi32>
    %sum = arith.addi %ro, %kw : tensor<64x64xi32>
    %p = tt.addptr %b, %sum : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %m = arith.andi %rm, %km : tensor<64x64xi1>
    %x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}

// Only of one that is known not to be one.

// VARIANT: constant_stride
tt.func public @constant_stride(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32, %o: i32) -> tensor<64x64xf32> {
%ss = arith.constant dense<100> : tensor<64x64xi32>
// expected-remark @+1 {{the load is not a bulk tensor copy: a stride is not known to be a multiple of 16 bytes}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
