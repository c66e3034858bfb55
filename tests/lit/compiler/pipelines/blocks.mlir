// RUN: cm2tt-opt %s -cm2tt-tt-phase | FileCheck %s --implicit-check-not='!tt.ptr<tensor' --implicit-check-not=tensordesc

// Two blocks that advance alike: the loop carries one offset, and the tiles of
// offsets within the blocks and the masks of the other dimensions are invariant.
// CHECK-LABEL: tt.func @product
// CHECK: %[[A:.+]] = arith.addi %{{.+}}, %{{.+}} : tensor<32x16xi64>
// CHECK: %[[B:.+]] = arith.addi %{{.+}}, %{{.+}} : tensor<16x64xi64>
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}, %[[K:.+]] = %{{.+}}) -> (tensor<32x64xf32>, i64)
// CHECK-NOT: arith.muli {{.+}} tensor
// CHECK: tt.addptr %{{.+}}, %[[A]] : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi64>
// CHECK: tt.addptr %{{.+}}, %[[B]] : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi64>
// CHECK: tt.dot
// CHECK: %[[N:.+]] = arith.addi %[[K]], %{{.+}} : i64
// CHECK: scf.yield %{{.+}}, %[[N]] : tensor<32x64xf32>, i64
tt.func @product(%pa: !tt.ptr<f16>, %pb: !tt.ptr<f16>, %i: i32, %j: i32, %m: i64, %n: i64, %k: i64, %c: i32) -> tensor<32x64xf32> {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = tt.make_tensor_ptr %pa, [%m, %k], [%k, %one], [%i, %c0] {order = array<i32: 1, 0>} : <tensor<32x16xf16>>
  %b = tt.make_tensor_ptr %pb, [%k, %n], [%n, %one], [%c0, %j] {order = array<i32: 1, 0>} : <tensor<16x64xf16>>
  %r:3 = scf.for %l = %c0 to %c step %c16 iter_args(%s = %zero, %ai = %a, %bi = %b) -> (tensor<32x64xf32>, !tt.ptr<tensor<32x16xf16>>, !tt.ptr<tensor<16x64xf16>>) : i32 {
    %x = tt.load %ai {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<32x16xf16>>
    %y = tt.load %bi {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x64xf16>>
    %d = tt.dot %x, %y, %s : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
    %an = tt.advance %ai, [%c0, %c16] : <tensor<32x16xf16>>
    %bn = tt.advance %bi, [%c16, %c0] : <tensor<16x64xf16>>
    scf.yield %d, %an, %bn : tensor<32x64xf32>, !tt.ptr<tensor<32x16xf16>>, !tt.ptr<tensor<16x64xf16>>
  }
  tt.return %r#0 : tensor<32x64xf32>
}

// A descriptor from a helper: after inlining, its padding is a constant.
// CHECK-LABEL: tt.func @described
// CHECK: %[[PAD:.+]] = arith.constant dense<0x7E00> : tensor<8x64xf16>
// CHECK: tt.load %{{.+}}, %{{.+}}, %[[PAD]]
tt.func private @describe(%p: !tt.ptr<f16>, %n: i32, %k: i64) -> !tt.tensordesc<tensor<8x64xf16>> {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%k, %one] {padding = 2 : i32} : <f16>, <tensor<8x64xf16>>
  tt.return %d : !tt.tensordesc<tensor<8x64xf16>>
}
tt.func @described(%p: !tt.ptr<f16>, %n: i32, %k: i64, %i: i32) -> tensor<8x64xf16> {
  %d = tt.call @describe(%p, %n, %k) : (!tt.ptr<f16>, i32, i64) -> !tt.tensordesc<tensor<8x64xf16>>
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.return %x : tensor<8x64xf16>
}
