// RUN: cm2tt-opt %s "-pass-pipeline=builtin.module(tt.func(cm2tt-tt-decompose-dots{target=cpu}))" | FileCheck %s
// RUN: cm2tt-opt %s "-pass-pipeline=builtin.module(tt.func(cm2tt-tt-decompose-dots{target=cpu:x86-64-v3}))" | FileCheck %s

// CHECK-LABEL: tt.func @bf16
// CHECK: %[[A:.+]] = arith.extf %arg0 : tensor<8x16xbf16> to tensor<8x16xf32>
// CHECK: %[[B:.+]] = arith.extf %arg1 : tensor<16x8xbf16> to tensor<16x8xf32>
// CHECK: tt.dot %[[A]], %[[B]], %arg2 : tensor<8x16xf32> * tensor<16x8xf32> -> tensor<8x8xf32>
tt.func @bf16(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<8x16xbf16> * tensor<16x8xbf16> -> tensor<8x8xf32>
  tt.return %d : tensor<8x8xf32>
}

// Each of its own format, in f32 at once; a batch.
// CHECK-LABEL: tt.func @float8
// CHECK: %[[A:.+]] = tt.fp_to_fp %arg0 : tensor<2x8x16xf8E5M2> -> tensor<2x8x16xf32>
// CHECK: %[[B:.+]] = tt.fp_to_fp %arg1 : tensor<2x16x8xf8E4M3FN> -> tensor<2x16x8xf32>
// CHECK: tt.dot %[[A]], %[[B]], %arg2 : tensor<2x8x16xf32>
tt.func @float8(%a: tensor<2x8x16xf8E5M2>, %b: tensor<2x16x8xf8E4M3FN>, %c: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %d = tt.dot %a, %b, %c {maxNumImpreciseAcc = 128 : i32} : tensor<2x8x16xf8E5M2> * tensor<2x16x8xf8E4M3FN> -> tensor<2x8x8xf32>
  tt.return %d : tensor<2x8x8xf32>
}

// CHECK-LABEL: tt.func @i8
// CHECK: %[[A:.+]] = arith.extsi %arg0 : tensor<8x16xi8> to tensor<8x16xi32>
// CHECK: %[[B:.+]] = arith.extsi %arg1 : tensor<16x8xi8> to tensor<16x8xi32>
// CHECK: tt.dot %[[A]], %[[B]], %arg2 : tensor<8x16xi32> * tensor<16x8xi32> -> tensor<8x8xi32>
tt.func @i8(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %c: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %d = tt.dot %a, %b, %c : tensor<8x16xi8> * tensor<16x8xi8> -> tensor<8x8xi32>
  tt.return %d : tensor<8x8xi32>
}

// What a loop carries stays an f16: it is rounded in each turn.
// CHECK-LABEL: tt.func @f16_sum
// CHECK: scf.for {{.*}} iter_args(%[[S:.+]] = %arg2) -> (tensor<8x8xf16>)
// CHECK:   %[[C:.+]] = arith.extf %[[S]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK:   %[[D:.+]] = tt.dot %{{.+}}, %{{.+}}, %[[C]] : {{.*}} -> tensor<8x8xf32>
// CHECK:   %[[T:.+]] = arith.truncf %[[D]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK:   scf.yield %[[T]]
tt.func @f16_sum(%a: tensor<8x16xf16>, %b: tensor<16x8xf16>, %c: tensor<8x8xf16>, %n: i32) -> tensor<8x8xf16> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (tensor<8x8xf16>) : i32 {
    %d = tt.dot %a, %b, %s : tensor<8x16xf16> * tensor<16x8xf16> -> tensor<8x8xf16>
    scf.yield %d : tensor<8x8xf16>
  }
  tt.return %r : tensor<8x8xf16>
}

// CHECK-LABEL: tt.func @wide
// CHECK-NEXT: tt.dot %arg0, %arg1, %arg2 : tensor<8x16xf32> * tensor<16x8xf32> -> tensor<8x8xf32>
// CHECK-NEXT: tt.dot %arg3, %arg4, %arg5 : tensor<8x16xf64> * tensor<16x8xf64> -> tensor<8x8xf64>
// CHECK-NEXT: tt.return
tt.func @wide(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>, %e: tensor<8x16xf64>, %f: tensor<16x8xf64>, %g: tensor<8x8xf64>) -> (tensor<8x8xf32>, tensor<8x8xf64>) {
  %d = tt.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<8x16xf32> * tensor<16x8xf32> -> tensor<8x8xf32>
  %h = tt.dot %e, %f, %g, inputPrecision = tf32 : tensor<8x16xf64> * tensor<16x8xf64> -> tensor<8x8xf64>
  tt.return %d, %h : tensor<8x8xf32>, tensor<8x8xf64>
}
