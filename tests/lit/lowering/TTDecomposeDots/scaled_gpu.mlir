// RUN: cm2tt-opt %s "-pass-pipeline=builtin.module(tt.func(cm2tt-tt-decompose-dots{target=sm_90a}))" | FileCheck %s

// e2m1, two to a byte along K: assembly makes of four bytes four pairs of bf16.
// Scales are decoded before they are repeated.
// CHECK-LABEL: tt.func @along_k
// CHECK: %[[PAIRS:.+]] = tt.elementwise_inline_asm "{{.*}}prmt.b32 h, 0x3f3f3f00, 0x40404040, s;{{.*}}prmt.b32 l, 0xc0800000, 0xc0804000, s;{{.*}}" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true, ttg.any_pack} %arg0 : tensor<64x32xi8> -> tensor<64x32xi32>
// CHECK: %[[LOW:.+]] = arith.trunci %[[PAIRS]] : tensor<64x32xi32> to tensor<64x32xi16>
// CHECK: %[[SHIFTED:.+]] = arith.shrui %[[PAIRS]], %{{.+}} : tensor<64x32xi32>
// CHECK: %[[HIGH:.+]] = arith.trunci %[[SHIFTED]]
// CHECK: %[[BOTH:.+]] = tt.join %[[LOW]], %[[HIGH]] : tensor<64x32xi16> -> tensor<64x32x2xi16>
// CHECK: %[[BITS:.+]] = tt.reshape %[[BOTH]] : tensor<64x32x2xi16> -> tensor<64x64xi16>
// CHECK: %[[A:.+]] = arith.bitcast %[[BITS]] : tensor<64x64xi16> to tensor<64x64xbf16>
// CHECK: %[[EXPONENT:.+]] = arith.extui %arg1 : tensor<64x2xi8> to tensor<64x2xi16>
// CHECK-DAG: arith.constant dense<64> : tensor<64x2xi16>
// CHECK-DAG: %[[IS0:.+]] = arith.cmpi eq, %[[EXPONENT]]
// CHECK: arith.select %[[IS0]]
// CHECK-DAG: arith.constant dense<32704> : tensor<64x2xi16>
// CHECK-DAG: %[[IS255:.+]] = arith.cmpi eq, %[[EXPONENT]]
// CHECK: arith.select %[[IS255]]
// CHECK: %[[S:.+]] = arith.bitcast {{.+}} to tensor<64x2xbf16>
// CHECK: %[[SPREAD:.+]] = tt.reshape {{.+}} : tensor<64x2x32xbf16> -> tensor<64x64xbf16>
// CHECK: %[[SCALED:.+]] = tt.elementwise_inline_asm "{{.*}}fma.rn.bf16x2 $0, $1, $2, zero;{{.*}}" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true, ttg.any_pack} %[[A]], %[[SPREAD]] : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xbf16>
// CHECK: tt.dot %[[SCALED]], %arg2, %arg3, inputPrecision = tf32 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
tt.func @along_k(%a: tensor<64x32xi8>, %s: tensor<64x2xi8>, %b: tensor<64x64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x64xbf16> -> tensor<64x64xf32>
  tt.return %d : tensor<64x64xf32>
}

// 8-bit floats become bf16, and scales of f8E4M3FN, too.
// CHECK-LABEL: tt.func @float8
// CHECK: %[[A:.+]] = tt.fp_to_fp %arg0 : tensor<64x64xf8E5M2> -> tensor<64x64xbf16>
// CHECK: %[[B:.+]] = tt.fp_to_fp %arg1 : tensor<64x64xf8E4M3FN> -> tensor<64x64xbf16>
// CHECK: tt.fp_to_fp %arg2 : tensor<64x4xf8E4M3FN> -> tensor<64x4xbf16>
// CHECK: tt.trans {{.+}} {order = array<i32: 1, 0>} : tensor<64x4xbf16> -> tensor<4x64xbf16>
// CHECK: %[[S:.+]] = tt.reshape {{.+}} : tensor<4x16x64xbf16> -> tensor<64x64xbf16>
// CHECK: %[[SCALED:.+]] = tt.elementwise_inline_asm "{{.*}}fma{{.*}}" {{.*}} %[[B]], %[[S]]
// CHECK: tt.dot %[[A]], %[[SCALED]], %arg3
tt.func @float8(%a: tensor<64x64xf8E5M2>, %b: tensor<64x64xf8E4M3FN>, %s: tensor<64x4xf8E4M3FN>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tt.dot_scaled %a, %b scale %s, %c lhs = e5m2 rhs = e4m3 {fastMath = false} : tensor<64x64xf8E5M2> * tensor<64x64xf8E4M3FN>, tensor<64x4xf8E4M3FN> -> tensor<64x64xf32>
  tt.return %d : tensor<64x64xf32>
}

// Beside f16 both are f16: the product with a scale is rounded once.
// CHECK-LABEL: tt.func @half
// CHECK: tt.elementwise_inline_asm "{{.*}}prmt.b32 h, 0x3e3c3800, 0x46444240, s;{{.*}}prmt.b32 l, 0, 0, s;{{.*}}" {{.*}} %arg1 : tensor<64x32xi8> -> tensor<64x32xi32>
// CHECK: tt.reshape {{.+}} : tensor<64x32x2xi16> -> tensor<64x64xi16>
// CHECK: %[[WIDE:.+]] = arith.extf {{.+}} : tensor<64x64xf16> to tensor<64x64xf32>
// CHECK: %[[SCALED:.+]] = arith.mulf %[[WIDE]], %{{.+}} : tensor<64x64xf32>
// CHECK: %[[B:.+]] = arith.truncf %[[SCALED]] : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK: tt.dot %arg0, %[[B]], %arg3{{.*}} : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
tt.func @half(%a: tensor<64x64xf16>, %b: tensor<64x32xi8>, %s: tensor<64x2xi8>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tt.dot_scaled %a, %b scale %s, %c lhs = fp16 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<64x64xf16> * tensor<64x32xi8>, tensor<64x2xi8> -> tensor<64x64xf32>
  tt.return %d : tensor<64x64xf32>
}

// f16 and bf16 have no common type of 16 bits.
// CHECK-LABEL: tt.func @both
// CHECK: %[[A:.+]] = arith.extf %arg0 : tensor<64x64xf16> to tensor<64x64xf32>
// CHECK: %[[SCALED:.+]] = arith.mulf %[[A]], %{{.+}} : tensor<64x64xf32>
// CHECK: %[[B:.+]] = arith.extf %arg2 : tensor<64x64xbf16> to tensor<64x64xf32>
// CHECK: tt.dot %[[SCALED]], %[[B]], %arg3, inputPrecision = tf32
tt.func @both(%a: tensor<64x64xf16>, %s: tensor<64x2xi8>, %b: tensor<64x64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = fp16 rhs = bf16 {fastMath = false} : tensor<64x64xf16>, tensor<64x2xi8> * tensor<64x64xbf16> -> tensor<64x64xf32>
  tt.return %d : tensor<64x64xf32>
}
