// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Without an accumulator it is zero; the precision is tf32.
// CHECK-LABEL: tt.func public @dot(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0.000000e+00> : tensor<32x64xf16>
// CHECK-NEXT: %[[C2:.+]] = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
// CHECK-NEXT: %[[C3:.+]] = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
// CHECK-NEXT: %[[V4:.+]] = tt.dot %[[C0]], %[[C1]], %[[C3]], inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
// CHECK-NEXT: %[[V5:.+]] = tt.dot %[[C0]], %[[C1]], %[[C2]], inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
// CHECK-NEXT: %[[C6:.+]] = arith.constant dense<0.000000e+00> : tensor<16x64xf16>
// CHECK-NEXT: %[[V7:.+]] = tt.dot %[[C0]], %[[C1]], %[[C6]], inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf16>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "dot" body () -> none {
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %f = cm.constant f32 -> !Class
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %k, %n) : (!Class, i32, i32) -> !Tensor
  %acc = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %m, %n) : (!Class, i32, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b, %acc) : (!Tensor, !Tensor, !Tensor) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, java.lang.Class):oracle.code.triton.Tensor"(%a, %b, %h) : (!Tensor, !Tensor, !Class) -> !Tensor
  cm.return
}
}

// -----

// How floats are multiplied.
// CHECK-LABEL: tt.func public @precisions(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// CHECK-NEXT: %[[V2:.+]] = tt.dot %[[C0]], %[[C0]], %[[C1]] : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT: %[[V3:.+]] = tt.dot %[[C0]], %[[C0]], %[[V2]], inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT: %[[V4:.+]] = tt.dot %[[C0]], %[[C0]], %[[V3]], inputPrecision = tf32x3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT: %[[V5:.+]] = tt.dot %[[C0]], %[[C0]], %[[V4]], inputPrecision = bf16x3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT: %[[V6:.+]] = tt.dot %[[C0]], %[[C0]], %[[V5]], inputPrecision = bf16x6 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!InputPrecision = !cm.java<"oracle.code.triton.InputPrecision">
module attributes {cm.signature = []} {
cm.func "precisions" body () -> none {
  %f = cm.constant f32 -> !Class
  %m = cm.constant 16 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %m, %m) : (!Class, i32, i32) -> !Tensor
  %ieee = cm.field.load "oracle.code.triton.InputPrecision::IEEE:oracle.code.triton.InputPrecision" : () -> !InputPrecision
  %tf32 = cm.field.load "oracle.code.triton.InputPrecision::TF32:oracle.code.triton.InputPrecision" : () -> !InputPrecision
  %tf32x3 = cm.field.load "oracle.code.triton.InputPrecision::TF32X3:oracle.code.triton.InputPrecision" : () -> !InputPrecision
  %bf16x3 = cm.field.load "oracle.code.triton.InputPrecision::BF16X3:oracle.code.triton.InputPrecision" : () -> !InputPrecision
  %bf16x6 = cm.field.load "oracle.code.triton.InputPrecision::BF16X6:oracle.code.triton.InputPrecision" : () -> !InputPrecision
  %1 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision):oracle.code.triton.Tensor"(%a, %a, %ieee) : (!Tensor, !Tensor, !InputPrecision) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision):oracle.code.triton.Tensor"(%a, %a, %1, %tf32) : (!Tensor, !Tensor, !Tensor, !InputPrecision) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision):oracle.code.triton.Tensor"(%a, %a, %2, %tf32x3) : (!Tensor, !Tensor, !Tensor, !InputPrecision) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision):oracle.code.triton.Tensor"(%a, %a, %3, %bf16x3) : (!Tensor, !Tensor, !Tensor, !InputPrecision) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision):oracle.code.triton.Tensor"(%a, %a, %4, %bf16x6) : (!Tensor, !Tensor, !Tensor, !InputPrecision) -> !Tensor
  cm.return
}
}

// -----

// Bytes are summed in int.
// CHECK-LABEL: tt.func public @bytes(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0> : tensor<2x32x32xi8>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<2x32x32xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.dot %[[C0]], %[[C0]], %[[C1]], inputPrecision = tf32 : tensor<2x32x32xi8> * tensor<2x32x32xi8> -> tensor<2x32x32xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "bytes" body () -> none {
  %f = cm.constant i8 -> !Class
  %m = cm.constant 32 : i32
  %2 = cm.constant 2 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %2, %m, %m) : (!Class, i32, i32, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}
