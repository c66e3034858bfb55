// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Along the rows.
// CHECK-LABEL: tt.func public @rows(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<2x4xf16>
// CHECK-NEXT: %[[V0:.+]] = arith.extf %[[CST]] : tensor<2x4xf16> to tensor<2x4xf32>
// CHECK-NEXT: %[[V1:.+]] = "tt.reduce"(%[[V0]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG0:.+]]: f32, %[[ARG1:.+]]: f32):
// CHECK-NEXT: %[[V10:.+]] = arith.maxnumf %[[ARG0]], %[[ARG1]] : f32
// CHECK-NEXT: tt.reduce.return %[[V10]] : f32
// CHECK-NEXT: }) : (tensor<2x4xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[V2:.+]] = tt.expand_dims %[[V1]] {axis = 1 : i32} : tensor<2xf32> -> tensor<2x1xf32>
// CHECK-NEXT: %[[V3:.+]] = tt.broadcast %[[V2]] : tensor<2x1xf32> -> tensor<2x4xf32>
// CHECK-NEXT: %[[V4:.+]] = arith.subf %[[V0]], %[[V3]] : tensor<2x4xf32>
// CHECK-NEXT: %[[V5:.+]] = math.exp %[[V4]] : tensor<2x4xf32>
// CHECK-NEXT: %[[V6:.+]] = "tt.reduce"(%[[V5]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG0]]: f32, %[[ARG1]]: f32):
// CHECK-NEXT: %[[V10]] = arith.addf %[[ARG0]], %[[ARG1]] : f32
// CHECK-NEXT: tt.reduce.return %[[V10]] : f32
// CHECK-NEXT: }) : (tensor<2x4xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[V7:.+]] = tt.expand_dims %[[V6]] {axis = 1 : i32} : tensor<2xf32> -> tensor<2x1xf32>
// CHECK-NEXT: %[[V8:.+]] = tt.broadcast %[[V7]] : tensor<2x1xf32> -> tensor<2x4xf32>
// CHECK-NEXT: %[[V9:.+]] = arith.divf %[[V5]], %[[V8]] : tensor<2x4xf32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "rows" body () -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// Along the columns, with a correctly rounded quotient.
// CHECK-LABEL: tt.func public @columns(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<2x4xf16>
// CHECK-NEXT: %[[V0:.+]] = arith.extf %[[CST]] : tensor<2x4xf16> to tensor<2x4xf32>
// CHECK-NEXT: %[[V1:.+]] = "tt.reduce"(%[[V0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG0:.+]]: f32, %[[ARG1:.+]]: f32):
// CHECK-NEXT: %[[V10:.+]] = arith.maxnumf %[[ARG0]], %[[ARG1]] : f32
// CHECK-NEXT: tt.reduce.return %[[V10]] : f32
// CHECK-NEXT: }) : (tensor<2x4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[V2:.+]] = tt.expand_dims %[[V1]] {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf32>
// CHECK-NEXT: %[[V3:.+]] = tt.broadcast %[[V2]] : tensor<1x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT: %[[V4:.+]] = arith.subf %[[V0]], %[[V3]] : tensor<2x4xf32>
// CHECK-NEXT: %[[V5:.+]] = math.exp %[[V4]] : tensor<2x4xf32>
// CHECK-NEXT: %[[V6:.+]] = "tt.reduce"(%[[V5]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[ARG0]]: f32, %[[ARG1]]: f32):
// CHECK-NEXT: %[[V10]] = arith.addf %[[ARG0]], %[[ARG1]] : f32
// CHECK-NEXT: tt.reduce.return %[[V10]] : f32
// CHECK-NEXT: }) : (tensor<2x4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[V7:.+]] = tt.expand_dims %[[V6]] {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf32>
// CHECK-NEXT: %[[V8:.+]] = tt.broadcast %[[V7]] : tensor<1x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT: %[[V9:.+]] = tt.precise_divf %[[V5]], %[[V8]] : tensor<2x4xf32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "columns" body () -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 0 : i32
  %true = cm.constant true
  %2 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%1, %c3, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}
