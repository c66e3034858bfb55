// RUN: cm2tt-opt %s "-pass-pipeline=builtin.module(tt.func(cm2tt-tt-decompose-dots{target=cpu}))" | FileCheck %s

// e2m1, two to a byte along K: the lower bits come first. One scale for 32.
// CHECK-LABEL: tt.func @along_k
// CHECK: %[[BYTES:.+]] = arith.extui %arg0 : tensor<8x32xi8> to tensor<8x32xi32>
// CHECK: %[[LOW:.+]] = arith.andi %[[BYTES]], %{{.+}}
// CHECK: %[[HIGH:.+]] = arith.shrui %[[BYTES]], %{{.+}}
// CHECK: %[[PAIRS:.+]] = tt.join %[[LOW]], %[[HIGH]] : tensor<8x32xi32> -> tensor<8x32x2xi32>
// CHECK-NEXT: %[[BITS:.+]] = tt.reshape %[[PAIRS]] : tensor<8x32x2xi32> -> tensor<8x64xi32>
// CHECK: arith.andi %[[BITS]], %{{.+}}
// CHECK: %[[A:.+]] = arith.bitcast %{{.+}} : tensor<8x64xi32> to tensor<8x64xf32>
// CHECK: %[[EXPONENT:.+]] = arith.extui %arg1 : tensor<8x2xi8> to tensor<8x2xi32>
// CHECK: arith.shli %[[EXPONENT]]
// CHECK: %[[IS0:.+]] = arith.cmpi eq, %[[EXPONENT]]
// CHECK: arith.select %[[IS0]]
// CHECK: %[[IS255:.+]] = arith.cmpi eq, %[[EXPONENT]]
// CHECK: arith.select %[[IS255]]
// CHECK: %[[S:.+]] = arith.bitcast {{.+}} to tensor<8x2xf32>
// CHECK: %[[T:.+]] = tt.expand_dims %[[S]] {axis = 2 : i32}
// CHECK: %[[U:.+]] = tt.broadcast %[[T]] : tensor<8x2x1xf32> -> tensor<8x2x32xf32>
// CHECK: %[[V:.+]] = tt.reshape %[[U]] : tensor<8x2x32xf32> -> tensor<8x64xf32>
// CHECK: %[[SCALED:.+]] = arith.mulf %[[A]], %[[V]]
// CHECK: %[[B:.+]] = arith.extf %arg2 : tensor<64x16xbf16> to tensor<64x16xf32>
// CHECK: tt.dot %[[SCALED]], %[[B]], %arg3 : tensor<8x64xf32> * tensor<64x16xf32> -> tensor<8x16xf32>
tt.func @along_k(%a: tensor<8x32xi8>, %s: tensor<8x2xi8>, %b: tensor<64x16xbf16>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<8x32xi8>, tensor<8x2xi8> * tensor<64x16xbf16> -> tensor<8x16xf32>
  tt.return %d : tensor<8x16xf32>
}

// Of the other operand, K is the rows: numbers are packed along it, and its
// scales, of f8E4M3FN, are transposed.
// CHECK-LABEL: tt.func @rhs
// CHECK: tt.fp_to_fp %arg0 : tensor<8x64xf8E5M2> -> tensor<8x64xf32>
// CHECK: %[[PAIRS:.+]] = tt.join {{.+}} -> tensor<32x16x2xi32>
// CHECK: %[[ROWS:.+]] = tt.trans %[[PAIRS]] {order = array<i32: 0, 2, 1>} : tensor<32x16x2xi32> -> tensor<32x2x16xi32>
// CHECK: tt.reshape %[[ROWS]] : tensor<32x2x16xi32> -> tensor<64x16xi32>
// CHECK: %[[S:.+]] = tt.fp_to_fp %arg2 : tensor<16x4xf8E4M3FN> -> tensor<16x4xf32>
// CHECK: %[[T:.+]] = tt.trans %[[S]] {order = array<i32: 1, 0>} : tensor<16x4xf32> -> tensor<4x16xf32>
// CHECK: %[[U:.+]] = tt.expand_dims %[[T]] {axis = 1 : i32} : tensor<4x16xf32> -> tensor<4x1x16xf32>
// CHECK: tt.reshape {{.+}} : tensor<4x16x16xf32> -> tensor<64x16xf32>
tt.func @rhs(%a: tensor<8x64xf8E5M2>, %b: tensor<32x16xi8>, %s: tensor<16x4xf8E4M3FN>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %d = tt.dot_scaled %a, %b scale %s, %c lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<8x64xf8E5M2> * tensor<32x16xi8>, tensor<16x4xf8E4M3FN> -> tensor<8x16xf32>
  tt.return %d : tensor<8x16xf32>
}

// Packed along M and N, in a batch.
// CHECK-LABEL: tt.func @along_m_and_n
// CHECK: %[[A:.+]] = tt.join {{.+}} -> tensor<2x4x32x2xi32>
// CHECK: %[[ROWS:.+]] = tt.trans %[[A]] {order = array<i32: 0, 1, 3, 2>}
// CHECK: tt.reshape %[[ROWS]] : tensor<2x4x2x32xi32> -> tensor<2x8x32xi32>
// CHECK: tt.reshape {{.+}} : tensor<2x8x1x32xf32> -> tensor<2x8x32xf32>
// CHECK: %[[B:.+]] = tt.join {{.+}} -> tensor<2x32x8x2xi32>
// CHECK-NEXT: tt.reshape %[[B]] : tensor<2x32x8x2xi32> -> tensor<2x32x16xi32>
// CHECK: tt.trans {{.+}} {order = array<i32: 0, 2, 1>} : tensor<2x16x1xf32> -> tensor<2x1x16xf32>
// CHECK: tt.reshape {{.+}} : tensor<2x1x32x16xf32> -> tensor<2x32x16xf32>
// CHECK: tt.dot {{.+}} : tensor<2x8x32xf32> * tensor<2x32x16xf32> -> tensor<2x8x16xf32>
tt.func @along_m_and_n(%a: tensor<2x4x32xi8>, %s: tensor<2x8x1xi8>, %b: tensor<2x32x8xi8>, %t: tensor<2x16x1xi8>, %c: tensor<2x8x16xf32>) -> tensor<2x8x16xf32> {
  %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = true, lhs_k_pack = false, rhs_k_pack = false} : tensor<2x4x32xi8>, tensor<2x8x1xi8> * tensor<2x32x8xi8>, tensor<2x16x1xi8> -> tensor<2x8x16xf32>
  tt.return %d : tensor<2x8x16xf32>
}
