// RUN: cm2tt-opt %s -cm2tt-tt-lower-block-pointers -canonicalize -cse | FileCheck %s

// The offsets of the block are one scalar, those in the block a tile; the mask
// compares coordinates of 64 bits.
// CHECK-LABEL: tt.func @padded
// CHECK-SAME: %[[P:.+]]: !tt.ptr<f32>, %[[N:.+]]: i64, %[[I:.+]]: i32
tt.func @padded(%p: !tt.ptr<f32>, %n: i64, %i: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  // CHECK-DAG: %[[PAD:.+]] = arith.constant dense<0.000000e+00> : tensor<64xf32>
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : i64
  // CHECK: %[[O:.+]] = arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[R:.+]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // CHECK: %[[E:.+]] = arith.extsi %[[R]] : tensor<64xi32> to tensor<64xi64>
  // CHECK: %[[Q:.+]] = tt.addptr %[[P]], %[[O]] : !tt.ptr<f32>, i64
  // CHECK: %[[S:.+]] = tt.splat %[[Q]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  // CHECK: %[[T:.+]] = tt.addptr %[[S]], %[[E]] : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
  // CHECK: %[[L:.+]] = arith.maxsi %[[N]], %[[ZERO]] : i64
  // CHECK: %[[K:.+]] = tt.splat %[[O]] : i64 -> tensor<64xi64>
  // CHECK: %[[C:.+]] = arith.addi %[[E]], %[[K]] : tensor<64xi64>
  // CHECK: %[[U:.+]] = tt.splat %[[L]] : i64 -> tensor<64xi64>
  // CHECK: %[[M:.+]] = arith.cmpi ult, %[[C]], %[[U]] : tensor<64xi64>
  // CHECK: tt.load %[[T]], %[[M]], %[[PAD]] : tensor<64x!tt.ptr<f32>>
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  %x = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
}

// CHECK-LABEL: tt.func @nan
tt.func @nan(%p: !tt.ptr<f16>, %n: i64, %i: i32) -> tensor<64xf16> {
  %one = arith.constant 1 : i64
  // CHECK: arith.constant dense<0x7E00> : tensor<64xf16>
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf16>>
  %x = tt.load %b {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<64xf16>>
  tt.return %x : tensor<64xf16>
}

// No other value without padding; modifiers stay.
// CHECK-LABEL: tt.func @modifiers
tt.func @modifiers(%p: !tt.ptr<f32>, %n: i64, %i: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  // CHECK: tt.load %{{[^,]+}}, %{{[^,]+}} cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  %x = tt.load %b cacheModifier = cg evictionPolicy = evict_last {boundaryCheck = array<i32: 0>, isVolatile = true} : !tt.ptr<tensor<64xf32>>
  // CHECK: tt.store %{{[^,]+}}, %{{[^,]+}} cacheModifier = cs {ignore_cta} : tensor<64x!tt.ptr<f32>>
  tt.store %b, %x cacheModifier = cs {ignore_cta} : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
}

// Two dimensions, of which one is checked; a stride of 1 has no product.
// CHECK-LABEL: tt.func @matrix
// CHECK-SAME: %[[P:.+]]: !tt.ptr<i8>, %[[V:.+]]: tensor<8x16xi8>, %[[N:.+]]: i64, %[[K:.+]]: i64, %[[I:.+]]: i32, %[[J:.+]]: i32
tt.func @matrix(%p: !tt.ptr<i8>, %v: tensor<8x16xi8>, %n: i64, %k: i64, %i: i32, %j: i32) {
  %one = arith.constant 1 : i64
  // CHECK: %[[A:.+]] = arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[B:.+]] = arith.extsi %[[J]] : i32 to i64
  // CHECK: %[[ROW:.+]] = arith.muli %[[A]], %[[K]] : i64
  // CHECK: arith.muli %{{.+}}, %{{.+}} : tensor<8xi64>
  // CHECK: tt.expand_dims %{{.+}} {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
  // CHECK: tt.broadcast %{{.+}} : tensor<8x1xi64> -> tensor<8x16xi64>
  // CHECK: arith.addi %[[ROW]], %[[B]] : i64
  // CHECK: tt.expand_dims %{{.+}} {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
  // CHECK: tt.broadcast %{{.+}} : tensor<1x16xi64> -> tensor<8x16xi64>
  // CHECK: arith.cmpi ult, %{{.+}}, %{{.+}} : tensor<16xi64>
  // CHECK-NOT: arith.cmpi
  // CHECK: tt.store %{{.+}}, %[[V]], %{{.+}} : tensor<8x16x!tt.ptr<i8>>
  %b = tt.make_tensor_ptr %p, [%n, %k], [%k, %one], [%i, %j] {order = array<i32: 1, 0>} : <tensor<8x16xi8>>
  tt.store %b, %v {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8x16xi8>>
  tt.return
}

// A dimension of size 1 is checked as a scalar.
// CHECK-LABEL: tt.func @row
tt.func @row(%p: !tt.ptr<f32>, %n: i64, %k: i64, %i: i32, %j: i32) -> tensor<1x16xf32> {
  %one = arith.constant 1 : i64
  // CHECK: %[[C:.+]] = arith.cmpi ult, %{{.+}}, %{{.+}} : i64
  // CHECK: tt.splat %[[C]] : i1 -> tensor<1x16xi1>
  %b = tt.make_tensor_ptr %p, [%n, %k], [%k, %one], [%i, %j] {order = array<i32: 1, 0>} : <tensor<1x16xf32>>
  %x = tt.load %b {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<1x16xf32>>
  tt.return %x : tensor<1x16xf32>
}

// Blocks of pointers are padded with null.
// CHECK-LABEL: tt.func @pointers
tt.func @pointers(%p: !tt.ptr<!tt.ptr<f32>>, %n: i64, %i: i32) -> tensor<64x!tt.ptr<f32>> {
  %one = arith.constant 1 : i64
  // CHECK: %[[Z:.+]] = arith.constant dense<0> : tensor<64xi64>
  // CHECK: %[[NULL:.+]] = tt.int_to_ptr %[[Z]] : tensor<64xi64> -> tensor<64x!tt.ptr<f32>>
  // CHECK: tt.load %{{.+}}, %{{.+}}, %[[NULL]] : tensor<64x!tt.ptr<!tt.ptr<f32>>>
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64x!tt.ptr<f32>>>
  %x = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64x!tt.ptr<f32>>>
  tt.return %x : tensor<64x!tt.ptr<f32>>
}

// Steps of 32 bits are added to offsets of 64 bits.
// CHECK-LABEL: tt.func @advance
// CHECK-SAME: %{{.+}}: !tt.ptr<f32>, %[[I:.+]]: i32, %[[J:.+]]: i32
tt.func @advance(%p: !tt.ptr<f32>, %i: i32, %j: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  // CHECK: %[[A:.+]] = arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[B:.+]] = arith.extsi %[[J]] : i32 to i64
  // CHECK: %[[O:.+]] = arith.addi %[[A]], %[[B]] : i64
  // CHECK: tt.addptr %{{.+}}, %[[O]] : !tt.ptr<f32>, i64
  %b = tt.make_tensor_ptr %p, [%one], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  %c = tt.advance %b, [%j] : <tensor<64xf32>>
  %x = tt.load %c : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
}

// Pointers to elements do not change.
// CHECK-LABEL: tt.func @elements
// CHECK-NEXT: tt.load %{{.+}} : tensor<64x!tt.ptr<f32>>
tt.func @elements(%p: tensor<64x!tt.ptr<f32>>) -> tensor<64xf32> {
  %x = tt.load %p : tensor<64x!tt.ptr<f32>>
  tt.return %x : tensor<64xf32>
}
