// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Any of equal elements: no comparison of indices.
// CHECK-LABEL: tt.func public @any(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]]:2 = "tt.reduce"(%[[CST]], %[[V0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG0:.+]]: f32, %[[ARG1:.+]]: i32, %[[ARG2:.+]]: f32, %[[ARG3:.+]]: i32):
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf olt, %[[ARG0]], %[[ARG2]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.select %[[V2]], %[[ARG0]], %[[ARG2]] : f32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V2]], %[[ARG1]], %[[ARG3]] : i32
// CHECK-NEXT: tt.reduce.return %[[V3]], %[[V4]] : f32, i32
// CHECK-NEXT: }) : (tensor<4xf32>, tensor<4xi32>) -> (f32, i32)
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "any" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %c2 = cm.constant 0 : i32
  %false = cm.constant false
  %2 = cm.invoke "oracle.code.triton.Triton::argmin(oracle.code.triton.Tensor, int, boolean, boolean):oracle.code.triton.Tensor"(%1, %c2, %false, %false) : (!Tensor, i32, i1, i1) -> !Tensor
  cm.return
}
}

// -----

// Along the first of two axes, and along the last.
// CHECK-LABEL: tt.func public @cats(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<2x4xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0> : tensor<2x4xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.join %[[CST]], %[[CST_0]] : tensor<2x4xi32> -> tensor<2x4x2xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.trans %[[V0]] {order = array<i32: 2, 0, 1>} : tensor<2x4x2xi32> -> tensor<2x2x4xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.reshape %[[V1]] : tensor<2x2x4xi32> -> tensor<4x4xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.join %[[CST]], %[[CST]] : tensor<2x4xi32> -> tensor<2x4x2xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.trans %[[V3]] {order = array<i32: 0, 2, 1>} : tensor<2x4x2xi32> -> tensor<2x2x4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.reshape %[[V4]] : tensor<2x2x4xi32> -> tensor<2x8xi32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "cats" body () -> none {
  %c0 = cm.constant i32 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 0 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c3) : (!Tensor, !Tensor, i32) -> !Tensor
  %c4 = cm.constant 1 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %1, %c4) : (!Tensor, !Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Other names.
// CHECK-LABEL: tt.func public @names(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<2x4xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.reshape %[[CST]] allow_reorder : tensor<2x4xi32> -> tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.expand_dims %[[CST]] {axis = 0 : i32} : tensor<2x4xi32> -> tensor<1x2x4xi32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "names" body () -> none {
  %c0 = cm.constant i32 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::view(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.constant 0 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::unsqueeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c4) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Sums in fewer bits.
// CHECK-LABEL: tt.func public @imprecise(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<32x32xf8E4M3FN>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT: %[[V0:.+]] = tt.dot %[[CST]], %[[CST]], %[[CST_0]], inputPrecision = tf32 {maxNumImpreciseAcc = 1024 : i32} : tensor<32x32xf8E4M3FN> * tensor<32x32xf8E4M3FN> -> tensor<32x32xf32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "imprecise" body () -> none {
  %c0 = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  %c1 = cm.constant 32 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c1) : (!Class, i32, i32) -> !Tensor
  %c2 = cm.constant f32 -> !Class
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c1, %c1) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 1024 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %1, %2, %c3) : (!Tensor, !Tensor, !Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Bits instead of numbers.
// CHECK-LABEL: tt.func public @bits(
// CHECK-SAME:  )
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.print " x: " {hex = true, isSigned = array<i32: 1, 1>} : %[[V0]], %[[C1_I32]] : tensor<4xi32>, i32
// CHECK-NEXT: tt.return
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "bits" body () -> none {
  %c0 = cm.constant "x" -> !String
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  cm.invoke "oracle.code.triton.Triton::devicePrintHex(java.lang.String, oracle.code.triton.Tensor, int):void"(%c0, %1, %c3) : (!String, !Tensor, i32) -> none
  cm.return
}
}
