// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// From the first on, or from the last.
// CHECK-LABEL: tt.func public @running(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[V1:.+]] = "tt.scan"(%[[C0]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[V2:[^:]+]]: f32, %[[V3:[^:]+]]: f32):
// CHECK-NEXT: %[[V4:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: tt.scan.return %[[V4]] : f32
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %[[V5:.+]] = "tt.scan"(%[[C0]]) <{axis = 1 : i32, reverse = true}> ({
// CHECK-NEXT: ^bb0(%[[V2]]: f32, %[[V3]]: f32):
// CHECK-NEXT: %[[V6:.+]] = arith.mulf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: tt.scan.return %[[V6]] : f32
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "running" body () -> none {
  %t = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %m1 = cm.constant -1 : i32
  %a = cm.invoke "oracle.code.triton.Triton::cumsum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::cumprod(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%x, %m1, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}

// -----

// Sums are widened, products are not; bf16 is in both.
// CHECK-LABEL: tt.func public @running_narrow(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<8xbf16>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<8xi8>
// CHECK-NEXT: %[[V2:.+]] = arith.extf %[[C0]] : tensor<8xbf16> to tensor<8xf32>
// CHECK-NEXT: %[[V3:.+]] = "tt.scan"(%[[V2]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[V4:[^:]+]]: f32, %[[V5:[^:]+]]: f32):
// CHECK-NEXT: %[[V6:.+]] = arith.addf %[[V4]], %[[V5]] : f32
// CHECK-NEXT: tt.scan.return %[[V6]] : f32
// CHECK-NEXT: }) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %[[V7:.+]] = arith.extsi %[[C1]] : tensor<8xi8> to tensor<8xi32>
// CHECK-NEXT: %[[V8:.+]] = "tt.scan"(%[[V7]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[V4]]: i32, %[[V5]]: i32):
// CHECK-NEXT: %[[V9:.+]] = arith.addi %[[V4]], %[[V5]] : i32
// CHECK-NEXT: tt.scan.return %[[V9]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT: %[[V10:.+]] = "tt.scan"(%[[C1]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[V4]]: i8, %[[V5]]: i8):
// CHECK-NEXT: %[[V11:.+]] = arith.muli %[[V4]], %[[V5]] : i8
// CHECK-NEXT: tt.scan.return %[[V11]] : i8
// CHECK-NEXT: }) : (tensor<8xi8>) -> tensor<8xi8>
// CHECK-NEXT: %[[V12:.+]] = arith.sitofp %[[C1]] : tensor<8xi8> to tensor<8xbf16>
// CHECK-NEXT: %[[V13:.+]] = "tt.scan"(%[[V12]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[V4]]: bf16, %[[V5]]: bf16):
// CHECK-NEXT: %[[V14:.+]] = arith.mulf %[[V4]], %[[V5]] : bf16
// CHECK-NEXT: tt.scan.return %[[V14]] : bf16
// CHECK-NEXT: }) : (tensor<8xbf16>) -> tensor<8xbf16>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "running_narrow" body () -> none {
  %b = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i = cm.constant i8 -> !Class
  %0 = cm.constant 0 : i32
  %c8 = cm.constant 8 : i32
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %c8) : (!Class, i32) -> !Tensor
  %y = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%i, %c8) : (!Class, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::cumsum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::cumsum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%y, %0) : (!Tensor, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::cumprod(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%y, %0) : (!Tensor, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::cumprod(oracle.code.triton.Tensor, int, java.lang.Class):oracle.code.triton.Tensor"(%y, %0, %b) : (!Tensor, i32, !Class) -> !Tensor
  cm.return
}
}
