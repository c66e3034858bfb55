// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-to-ttg="target=sm_90a num-warps=4" -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// A thread loads an address once for all of its elements. Channels have 16
// elements or a multiple, so that the 8 of a thread have one coefficient, and
// the layout is the one in which they do.

// CHECK-LABEL: llvm.func @once(
// CHECK: ld.global.b16
// CHECK-NOT: ld.global
// CHECK: st.global.v4.b32
tt.func public @once(%w: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %size = tt.splat %n : i32 -> tensor<1024xi32>
  %channel = arith.divsi %c, %size : tensor<1024xi32>
  %ws = tt.splat %w : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %p = tt.addptr %ws, %channel : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<f16>>
  %os = tt.splat %o : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %q = tt.addptr %os, %c : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %q, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}

// CHECK-LABEL: llvm.func @masked(
// CHECK: ld.global.b16
// CHECK-NOT: ld.global
// CHECK: st.global.v4.b32
// VARIANT: masked
%mask = arith.cmpi slt, %c, %size : tensor<1024xi32>
%zero = arith.constant dense<0.0> : tensor<1024xf16>
%v = tt.load %p, %mask, %zero : tensor<1024x!tt.ptr<f16>>

// The values elsewhere differ.
// CHECK-LABEL: llvm.func @others(
// CHECK-COUNT-8: ld.global.b16
// CHECK: st.global.v4.b32
// VARIANT: others
%mask = arith.cmpi slt, %c, %size : tensor<1024xi32>
%other = arith.sitofp %c : tensor<1024xi32> to tensor<1024xf16>
%v = tt.load %p, %mask, %other : tensor<1024x!tt.ptr<f16>>

// Each load counts.
// CHECK-LABEL: llvm.func @volatile(
// CHECK-COUNT-8: ld.volatile.global.b16
// CHECK: st.global.v4.b32
// VARIANT: volatile
%v = tt.load %p {isVolatile = true} : tensor<1024x!tt.ptr<f16>>
