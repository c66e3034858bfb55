// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// Matrix products and operations with regions.

// CHECK-LABEL: tt.func @dot(
tt.func @dot(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x16xf32>,
             %h: tensor<16x16xf16>, %i: tensor<2x16x32xi8>, %j: tensor<2x32x16xi8>,
             %k: tensor<2x16x16xi32>, %e: tensor<16x32xf8E5M2>, %f: tensor<32x16xf8E4M3FN>) {
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %0 = tt.dot %a, %b, %c, inputPrecision = ieee : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf16>
  %1 = tt.dot %a, %b, %h, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf16>
  // CHECK: tt.dot %{{.*}}, inputPrecision = tf32x3 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf8E5M2> * tensor<32x16xf8E4M3FN> -> tensor<16x16xf32>
  %2 = tt.dot %e, %f, %c, inputPrecision = tf32x3 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf8E5M2> * tensor<32x16xf8E4M3FN> -> tensor<16x16xf32>
  // CHECK: tt.dot %{{.*}}, inputPrecision = bf16x3 : tensor<2x16x32xi8> * tensor<2x32x16xi8> -> tensor<2x16x16xi32>
  %3 = tt.dot %i, %j, %k, inputPrecision = bf16x3 : tensor<2x16x32xi8> * tensor<2x32x16xi8> -> tensor<2x16x16xi32>
  // CHECK: tt.dot %{{.*}}, inputPrecision = bf16x6 :
  %4 = tt.dot %i, %j, %k, inputPrecision = bf16x6 : tensor<2x16x32xi8> * tensor<2x32x16xi8> -> tensor<2x16x16xi32>
  tt.return
}

// CHECK-LABEL: tt.func @dot_scaled(
tt.func @dot_scaled(%a: tensor<64x32xi8>, %as: tensor<64x2xi8>, %b: tensor<64x16xbf16>,
                    %c: tensor<64x16xf32>, %e: tensor<64x64xf8E4M3FN>, %es: tensor<64x4xf8E4M3FN>,
                    %f: tensor<64x8xi8>, %fs: tensor<16x4xf8E4M3FN>) {
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}}, %{{.*}} lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  %0 = tt.dot_scaled %a scale %as, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e4m3 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<64x64xf8E4M3FN>, tensor<64x4xf8E4M3FN> * tensor<64x8xi8>, tensor<16x4xf8E4M3FN> -> tensor<64x16xf32>
  %1 = tt.dot_scaled %e scale %es, %f scale %fs, %c lhs = e4m3 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<64x64xf8E4M3FN>, tensor<64x4xf8E4M3FN> * tensor<64x8xi8>, tensor<16x4xf8E4M3FN> -> tensor<64x16xf32>
  // CHECK: tt.dot_scaled %{{.*}}, %{{.*}}, %{{.*}} lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<64x64xf8E4M3FN> * tensor<64x16xbf16> -> tensor<64x16xf32>
  %2 = tt.dot_scaled %e, %b, %c lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<64x64xf8E4M3FN> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// CHECK-LABEL: tt.func @reduce(
tt.func @reduce(%x: tensor<8x4xf32>, %i: tensor<8x4xi32>, %v: tensor<8xf64>) {
  // CHECK: "tt.reduce"(%{{.*}}) <{axis = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32):
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[L]], %[[R]] : f32
  // CHECK-NEXT: tt.reduce.return %[[S]] : f32
  // CHECK-NEXT: }) : (tensor<8x4xf32>) -> tensor<8xf32>
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<8xf32>
  // CHECK: "tt.reduce"(%{{.*}}, %{{.*}}) <{axis = 0 : i32}> ({
  // CHECK: }) : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %1:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    tt.reduce.return %a, %d : f32, i32
  }) : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  // CHECK: }) : (tensor<8xf64>) -> f64
  %2 = "tt.reduce"(%v) ({
  ^bb0(%l: f64, %r: f64):
    tt.reduce.return %r : f64
  }) {axis = 0 : i32} : (tensor<8xf64>) -> f64
  tt.return
}

// CHECK-LABEL: tt.func @scan(
tt.func @scan(%x: tensor<8x4xf32>) {
  // CHECK: "tt.scan"(%{{.*}}) <{axis = 1 : i32, reverse = true}> ({
  // CHECK: tt.scan.return %{{.*}} : f32
  // CHECK: }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.mulf %l, %r : f32
    tt.scan.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  tt.return
}

// CHECK-LABEL: tt.func @map(
tt.func @map(%x: tensor<8xf32>, %i: tensor<8xi32>, %p: tensor<8x!tt.ptr<f32>>) {
  // CHECK: "tt.map_elementwise"(%{{.*}}, %{{.*}}) <{pack = 2 : i32}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: i32, %{{.*}}: i32):
  // CHECK: cf.cond_br
  // CHECK: tt.map_elementwise.return %{{.*}}, %{{.*}} : i32, i32
  // CHECK: tt.map_elementwise.return %{{.*}}, %{{.*}} : i32, i32
  // CHECK-NEXT: }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xi32>
  %0 = "tt.map_elementwise"(%x, %i) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    %t = arith.cmpf olt, %a, %b : f32
    cf.cond_br %t, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %c, %d : i32, i32
  ^bb2:
    tt.map_elementwise.return %d, %c : i32, i32
  }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xi32>
  // A map may read memory.
  // CHECK: tt.load
  %1 = "tt.map_elementwise"(%p) <{pack = 1 : i32}> ({
  ^bb0(%q: !tt.ptr<f32>):
    %v = tt.load %q : !tt.ptr<f32>
    tt.map_elementwise.return %v : f32
  }) : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @histogram(
tt.func @histogram(%i: tensor<64xi32>, %b: tensor<64xi8>, %m: tensor<64xi1>) {
  // CHECK: tt.histogram %{{.*}} : tensor<64xi8> -> tensor<16xi32>
  %0 = tt.histogram %b : tensor<64xi8> -> tensor<16xi32>
  // CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<64xi32> -> tensor<16xi32>
  %1 = tt.histogram %i, %m : tensor<64xi32> -> tensor<16xi32>
  tt.return
}
