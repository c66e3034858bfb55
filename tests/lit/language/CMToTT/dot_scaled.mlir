// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Without an accumulator it is zero. A format says along which dimension bytes
// have two numbers.
// CHECK-LABEL: tt.func public @dot_scaled(
// CHECK: %[[R1:.+]] = tt.dot_scaled %[[A:.+]] scale %[[S:.+]], %[[B:.+]], %{{.+}} lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x32xbf16> -> tensor<16x32xf32>
// CHECK: %[[R2:.+]] = tt.dot_scaled %[[A]] scale %[[S]], %{{.+}} scale %{{.+}}, %[[R1]] lhs = e2m1 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xi8>, tensor<32x2xi8> -> tensor<16x32xf32>
// CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
// CHECK: tt.dot_scaled %[[A]] scale %[[S]], %[[B]], %[[ZERO]] lhs = e2m1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "dot_scaled" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %u8 = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u8, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %f = cm.constant f32 -> !Class
  %c = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  %E2M1_OUTER = cm.field.load "oracle.code.triton.ScaledFormat::E2M1_OUTER:oracle.code.triton.ScaledFormat" : () -> !Format
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16, %c) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format, !Tensor) -> !Tensor
  %o = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u8, %i64, %i16) : (!Class, i32, i32) -> !Tensor
  %t = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i32, %i2) : (!Class, i32, i32) -> !Tensor
  %r2 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %s, %E2M1, %o, %t, %E2M1_OUTER, %r1) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format, !Tensor) -> !Tensor
  %r3 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}
