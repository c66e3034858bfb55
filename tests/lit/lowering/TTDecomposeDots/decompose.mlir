// RUN: cm2tt-opt %s "-pass-pipeline=builtin.module(tt.func(cm2tt-tt-decompose-dots{target=sm_80}))" | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: cm2tt-opt %s "-pass-pipeline=builtin.module(tt.func(cm2tt-tt-decompose-dots{target=sm_89}))" | FileCheck %s --check-prefixes=CHECK,SM89

// Small products first, NaN among them is none, the accumulator last.
// CHECK-LABEL: tt.func public @tf32x3
// CHECK: %[[A0:.*]] = arith.andi
// CHECK: %[[A1:.*]] = arith.bitcast %[[A0]]
// CHECK: %[[A2:.*]] = arith.subf %arg0, %[[A1]]
// CHECK: %[[B0:.*]] = arith.andi
// CHECK: %[[B1:.*]] = arith.bitcast %[[B0]]
// CHECK: %[[B2:.*]] = arith.subf %arg1, %[[B1]]
// CHECK: %[[D1:.*]] = tt.dot %[[A2]], %[[B1]], %{{.*}}, inputPrecision = tf32
// CHECK: %[[D2:.*]] = tt.dot %[[A1]], %[[B2]], %[[D1]], inputPrecision = tf32
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[D2]], %[[D2]]
// CHECK: %[[D3:.*]] = arith.select %[[NAN]], %{{.*}}, %[[D2]]
// CHECK: %[[D4:.*]] = tt.dot %[[A1]], %[[B1]], %[[D3]], inputPrecision = tf32
// CHECK: arith.addf %[[D4]], %arg2
tt.func public @tf32x3(%a: tensor<32x16xf32>, %b: tensor<16x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %d = tt.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<32x16xf32> * tensor<16x32xf32> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// CHECK-LABEL: tt.func public @bf16x6
// CHECK-COUNT-6: tt.dot {{.*}} : tensor<32x16xbf16> * tensor<16x32xbf16>
// CHECK-NOT: arith.addf
tt.func public @bf16x6(%a: tensor<32x16xf32>, %b: tensor<16x32xf32>) -> tensor<32x32xf32> {
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  %d = tt.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<32x16xf32> * tensor<16x32xf32> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// Too few rows for parts: scalar products, which need none.
// CHECK-LABEL: tt.func public @too_small
// CHECK-NOT: inputPrecision
// CHECK: tt.dot %arg0, %arg1, %arg2 : tensor<8x16xf32>
tt.func public @too_small(%a: tensor<8x16xf32>, %b: tensor<16x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %d = tt.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<8x16xf32> * tensor<16x32xf32> -> tensor<8x32xf32>
  tt.return %d : tensor<8x32xf32>
}

// CHECK-LABEL: tt.func public @float8
// SM80: tt.dot {{.*}} : tensor<32x32xf16> * tensor<32x32xf16>
// SM89: tt.dot %arg0, %arg1, %arg2 : tensor<32x32xf8E5M2> * tensor<32x32xf8E4M3FN>
tt.func public @float8(%a: tensor<32x32xf8E5M2>, %b: tensor<32x32xf8E4M3FN>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %d = tt.dot %a, %b, %c : tensor<32x32xf8E5M2> * tensor<32x32xf8E4M3FN> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// Scalar sums are in f32.
// CHECK-LABEL: tt.func public @scalar_f16
// CHECK: arith.extf %arg2
// CHECK: tt.dot {{.*}} -> tensor<8x32xf32>
// CHECK: arith.truncf
tt.func public @scalar_f16(%a: tensor<8x16xf16>, %b: tensor<16x32xf16>, %c: tensor<8x32xf16>) -> tensor<8x32xf16> {
  %d = tt.dot %a, %b, %c : tensor<8x16xf16> * tensor<16x32xf16> -> tensor<8x32xf16>
  tt.return %d : tensor<8x32xf16>
}
