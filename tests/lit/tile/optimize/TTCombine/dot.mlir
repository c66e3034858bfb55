// RUN: cm2tt-opt %s -cm2tt-tt-combine | FileCheck %s

// CHECK-LABEL: tt.func @accumulate
// CHECK: %[[D:.+]] = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32
// CHECK-NEXT: %[[E:.+]] = tt.dot %arg0, %arg1, %[[D]]
// CHECK-NEXT: tt.return %[[E]]
tt.func @accumulate(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tt.dot %a, %b, %zero, inputPrecision = tf32 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %r = arith.addf %d, %c : tensor<64x64xf32>
  %e = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %s = arith.addf %r, %e : tensor<64x64xf32>
  tt.return %s : tensor<64x64xf32>
}

// CHECK-LABEL: tt.func @integers
// CHECK: %[[D:.+]] = tt.dot %arg0, %arg1, %arg2 {maxNumImpreciseAcc = 8 : i32}
// CHECK-NEXT: tt.return %[[D]]
tt.func @integers(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %zero = arith.constant dense<0> : tensor<64x64xi32>
  %d = tt.dot %a, %b, %zero {maxNumImpreciseAcc = 8 : i32} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xi32>
  %r = arith.addi %c, %d : tensor<64x64xi32>
  tt.return %r : tensor<64x64xi32>
}

// An accumulator that is not zero, a product of two uses, one that is imprecise
// and one in front of a loop.
// CHECK-LABEL: tt.func @kept
// CHECK-COUNT-5: arith.addf
tt.func @kept(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>, %n: i32) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = tt.dot %a, %b, %c : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %r = arith.addf %d, %c : tensor<64x64xf32>
  %e = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %s = arith.addf %r, %e : tensor<64x64xf32>
  %t = arith.addf %s, %e : tensor<64x64xf32>
  %f = tt.dot %a, %b, %zero {maxNumImpreciseAcc = 8 : i32} : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %u = arith.addf %t, %f : tensor<64x64xf32>
  %g = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %v = scf.for %i = %c0 to %n step %c1 iter_args(%x = %u) -> (tensor<64x64xf32>) : i32 {
    %y = arith.addf %x, %g : tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  tt.return %v : tensor<64x64xf32>
}

// A sum of products, plus an accumulator.
// CHECK-LABEL: tt.func @sum_of_products
// CHECK: %[[B:.+]] = tt.reshape %arg1 : tensor<1x32x16xf32> -> tensor<32x16xf32>
// CHECK: %[[D:.+]] = tt.dot %arg0, %[[B]], %arg2 : tensor<64x32xf32> * tensor<32x16xf32> -> tensor<64x16xf32>
// CHECK-NEXT: tt.return %[[D]]
tt.func @sum_of_products(%a: tensor<64x32xf32>, %b: tensor<1x32x16xf32>, %c: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %e = tt.expand_dims %a {axis = 2 : i32} : tensor<64x32xf32> -> tensor<64x32x1xf32>
  %x = tt.broadcast %e : tensor<64x32x1xf32> -> tensor<64x32x16xf32>
  %y = tt.broadcast %b : tensor<1x32x16xf32> -> tensor<64x32x16xf32>
  %p = arith.mulf %y, %x : tensor<64x32x16xf32>
  %s = "tt.reduce"(%p) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %q = arith.addf %l, %r : f32
    tt.reduce.return %q : f32
  }) : (tensor<64x32x16xf32>) -> tensor<64x16xf32>
  %r = arith.addf %s, %c : tensor<64x16xf32>
  tt.return %r : tensor<64x16xf32>
}

// A maximum, another axis, a small dimension, a factor that is whole.
// CHECK-LABEL: tt.func @other_sums
// CHECK-NOT: tt.dot
tt.func @other_sums(%a: tensor<64x32x1xf32>, %b: tensor<1x32x16xf32>, %c: tensor<1x32x8xf32>, %d: tensor<64x32x16xf32>) -> (tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x8xf32>, tensor<64x16xf32>) {
  %x = tt.broadcast %a : tensor<64x32x1xf32> -> tensor<64x32x16xf32>
  %y = tt.broadcast %b : tensor<1x32x16xf32> -> tensor<64x32x16xf32>
  %p = arith.mulf %x, %y : tensor<64x32x16xf32>
  %s = "tt.reduce"(%p) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %m = arith.maxnumf %l, %r : f32
    tt.reduce.return %m : f32
  }) : (tensor<64x32x16xf32>) -> tensor<64x16xf32>
  %q = arith.mulf %x, %y : tensor<64x32x16xf32>
  %t = "tt.reduce"(%q) <{axis = 2 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %m = arith.addf %l, %r : f32
    tt.reduce.return %m : f32
  }) : (tensor<64x32x16xf32>) -> tensor<64x32xf32>
  %z = tt.broadcast %a : tensor<64x32x1xf32> -> tensor<64x32x8xf32>
  %w = tt.broadcast %c : tensor<1x32x8xf32> -> tensor<64x32x8xf32>
  %o = arith.mulf %z, %w : tensor<64x32x8xf32>
  %u = "tt.reduce"(%o) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %m = arith.addf %l, %r : f32
    tt.reduce.return %m : f32
  }) : (tensor<64x32x8xf32>) -> tensor<64x8xf32>
  %n = arith.mulf %x, %d : tensor<64x32x16xf32>
  %v = "tt.reduce"(%n) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %m = arith.addf %l, %r : f32
    tt.reduce.return %m : f32
  }) : (tensor<64x32x16xf32>) -> tensor<64x16xf32>
  tt.return %s, %t, %u, %v : tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x8xf32>, tensor<64x16xf32>
}
