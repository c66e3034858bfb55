// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors -canonicalize -cse | FileCheck %s

// The last stride is 1, whatever the parameter is; other strides are multiples
// of 16 bytes.
// CHECK-LABEL: tt.func @load
// CHECK-SAME: %[[P:.+]]: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %[[N:.+]]: i64, %[[M:.+]]: i64, %[[S:.+]]: i64 {tt.divisibility = 8 : i32}, %{{.+}}: i64, %[[NAN:.+]]: i1, %[[I:.+]]: i32 {tt.divisibility = 16 : i32}, %[[J:.+]]: i32)
tt.func @load(%d: !tt.tensordesc<tensor<8x64xf16>>, %i: i32 {tt.divisibility = 16 : i32}, %j: i32) -> tensor<8x64xf16> {
  // CHECK-DAG: %[[Q:.+]] = arith.constant 0x7E00 : f16
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f16
  // CHECK: %[[A:.+]] = arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[B:.+]] = arith.extsi %[[J]] : i32 to i64
  // CHECK: arith.muli %[[A]], %[[S]] {tt.divisibility = 8 : i32} : i64
  // CHECK: arith.muli %{{.+}}, %{{.+}} {tt.divisibility = 8 : i32} : tensor<8xi64>
  // CHECK: %[[T:.+]] = tt.addptr %{{.+}}, %{{.+}} : tensor<8x64x!tt.ptr<f16>>, tensor<8x64xi64>
  // CHECK: arith.maxsi %[[N]], %{{.+}} : i64
  // CHECK: %[[C:.+]] = arith.cmpi ult, %{{.+}}, %{{.+}} : tensor<8xi64>
  // CHECK: arith.maxsi %[[M]], %{{.+}} : i64
  // CHECK: %[[R:.+]] = arith.cmpi ult, %{{.+}}, %{{.+}} : tensor<64xi64>
  // CHECK: %[[W:.+]] = arith.select %[[NAN]], %[[Q]], %[[ZERO]] : f16
  // CHECK: %[[O:.+]] = tt.splat %[[W]] : f16 -> tensor<8x64xf16>
  // CHECK: tt.load %[[T]], %{{.+}}, %[[O]] cacheModifier = cg evictionPolicy = evict_first : tensor<8x64x!tt.ptr<f16>>
  %x = tt.descriptor_load %d[%i, %j] cacheModifier = cg evictionPolicy = evict_first : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.return %x : tensor<8x64xf16>
}

// A descriptor that the kernel makes; integers are padded with zero only.
// CHECK-LABEL: tt.func @made
// CHECK-SAME: %[[P:.+]]: !tt.ptr<i32>, %[[N:.+]]: i32, %[[I:.+]]: i32
tt.func @made(%p: !tt.ptr<i32>, %n: i32, %i: i32) -> tensor<64xi32> {
  %one = arith.constant 1 : i64
  // CHECK: %[[PAD:.+]] = arith.constant dense<0> : tensor<64xi32>
  // CHECK: arith.extsi %[[N]] : i32 to i64
  // CHECK: tt.load %{{.+}}, %{{.+}}, %[[PAD]]
  %d = tt.make_tensor_descriptor %p, [%n], [%one] : <i32>, <tensor<64xi32>>
  %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xi32>> -> tensor<64xi32>
  tt.return %x : tensor<64xi32>
}

// CHECK-LABEL: tt.func @nan
tt.func @nan(%p: !tt.ptr<f32>, %n: i32, %i: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  // CHECK: %[[PAD:.+]] = arith.constant dense<0x7FC00000> : tensor<64xf32>
  // CHECK: tt.load %{{.+}}, %{{.+}}, %[[PAD]]
  %d = tt.make_tensor_descriptor %p, [%n], [%one] {padding = 2 : i32} : <f32>, <tensor<64xf32>>
  %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  tt.return %x : tensor<64xf32>
}

// The tile lacks a dimension of size 1, which is compared as a scalar.
// CHECK-LABEL: tt.func @squeezed
tt.func @squeezed(%d: !tt.tensordesc<tensor<1x64xf32>>, %x: tensor<64xf32>, %i: i32) {
  // CHECK: arith.cmpi ult, %{{.+}}, %{{.+}} : i64
  // CHECK: arith.cmpi ult, %{{.+}}, %{{.+}} : tensor<64xi64>
  // CHECK-NOT: tensor<1x64
  // CHECK: tt.store %{{.+}}, %{{.+}}, %{{.+}} : tensor<64x!tt.ptr<f32>>
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<1x64xf32>>, tensor<64xf32>
  tt.return
}

// CHECK-LABEL: tt.func @gather
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<16xi16>, %{{.+}}: i32) ->
tt.func @gather(%d: !tt.tensordesc<tensor<1x32xf16>>, %r: tensor<16xi16>, %j: i32) -> tensor<16x32xf16> {
  // CHECK: %[[ROWS:.+]] = arith.extsi %[[R]] : tensor<16xi16> to tensor<16xi64>
  // CHECK: arith.muli %[[ROWS]], %{{.+}} {tt.divisibility = 8 : i32} : tensor<16xi64>
  // CHECK: arith.cmpi ult, %[[ROWS]], %{{.+}} : tensor<16xi64>
  // CHECK: arith.cmpi ult, %{{.+}}, %{{.+}} : tensor<32xi64>
  // CHECK: tt.load %{{.+}}, %{{.+}}, %{{.+}} : tensor<16x32x!tt.ptr<f16>>
  %x = tt.descriptor_gather %d[%r, %j] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<16xi16>, i32) -> tensor<16x32xf16>
  tt.return %x : tensor<16x32xf16>
}

// CHECK-LABEL: tt.func @scatter
tt.func @scatter(%d: !tt.tensordesc<tensor<1x32xf16>>, %r: tensor<16xi32>, %j: i32, %x: tensor<16x32xf16>) {
  // CHECK: tt.store %{{.+}}, %{{.+}}, %{{.+}} : tensor<16x32x!tt.ptr<f16>>
  tt.descriptor_scatter %d[%r, %j], %x : !tt.tensordesc<tensor<1x32xf16>>, tensor<16xi32>, i32, tensor<16x32xf16>
  tt.return
}
