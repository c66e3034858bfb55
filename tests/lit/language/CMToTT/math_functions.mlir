// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// In the type of the operand.
// CHECK-LABEL: tt.func public @unary(
// CHECK-SAME:  %[[P0:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = math.acos %[[P0]] : f32
// CHECK-NEXT: %[[V1:.+]] = math.acosh %[[P0]] : f32
// CHECK-NEXT: %[[V2:.+]] = math.asin %[[P0]] : f32
// CHECK-NEXT: %[[V3:.+]] = math.asinh %[[P0]] : f32
// CHECK-NEXT: %[[V4:.+]] = math.atan %[[P0]] : f32
// CHECK-NEXT: %[[V5:.+]] = math.atanh %[[P0]] : f32
// CHECK-NEXT: %[[V6:.+]] = math.cbrt %[[P0]] : f32
// CHECK-NEXT: %[[V7:.+]] = math.cosh %[[P0]] : f32
// CHECK-NEXT: %[[V8:.+]] = math.erfc %[[P0]] : f32
// CHECK-NEXT: %[[V9:.+]] = math.expm1 %[[P0]] : f32
// CHECK-NEXT: %[[V10:.+]] = math.log10 %[[P0]] : f32
// CHECK-NEXT: %[[V11:.+]] = math.log1p %[[P0]] : f32
// CHECK-NEXT: %[[V12:.+]] = math.roundeven %[[P0]] : f32
// CHECK-NEXT: %[[V13:.+]] = math.round %[[P0]] : f32
// CHECK-NEXT: %[[V14:.+]] = math.sinh %[[P0]] : f32
// CHECK-NEXT: %[[V15:.+]] = math.tanh %[[P0]] : f32
// CHECK-NEXT: %[[V16:.+]] = math.trunc %[[P0]] : f32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "unary" body (%f: f32) -> none {
  %1 = cm.invoke "oracle.code.triton.Triton::acos(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::acosh(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::asin(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::asinh(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::atan(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::atanh(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::cbrt(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %8 = cm.invoke "oracle.code.triton.Triton::cosh(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::erfc(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::expm1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %11 = cm.invoke "oracle.code.triton.Triton::log10(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %12 = cm.invoke "oracle.code.triton.Triton::log1p(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %13 = cm.invoke "oracle.code.triton.Triton::rint(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %14 = cm.invoke "oracle.code.triton.Triton::round(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %15 = cm.invoke "oracle.code.triton.Triton::sinh(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %16 = cm.invoke "oracle.code.triton.Triton::tanh(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %17 = cm.invoke "oracle.code.triton.Triton::trunc(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  cm.return
}
}

// -----

// 16 bits as float; the result is rounded.
// CHECK-LABEL: tt.func public @binary(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf16>
// CHECK-NEXT: %[[V0:.+]] = arith.extf %[[CST]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: %[[V1:.+]] = arith.extf %[[CST]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: %[[V2:.+]] = math.atan2 %[[V0]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:.+]] = arith.truncf %[[V2]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[V4:.+]] = arith.extf %[[CST]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: %[[V5:.+]] = arith.extf %[[CST]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: %[[V6:.+]] = math.copysign %[[V4]], %[[V5]] : tensor<4xf32>
// CHECK-NEXT: %[[V7:.+]] = arith.truncf %[[V6]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
// CHECK-NEXT: %[[V8:.+]] = arith.extf %[[CST]] : tensor<4xf16> to tensor<4xf64>
// CHECK-NEXT: %[[V9:.+]] = math.powf %[[V8]], %[[CST_0]] : tensor<4xf64>
// CHECK-NEXT: %[[V10:.+]] = arith.extf %[[CST]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: %[[V11:.+]] = math.tanh %[[V10]] : tensor<4xf32>
// CHECK-NEXT: %[[V12:.+]] = arith.truncf %[[V11]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "binary" body () -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::atan2(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %1) : (!Tensor, !Tensor) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::copysign(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %1) : (!Tensor, !Tensor) -> !Tensor
  %c2 = cm.constant f64 -> !Class
  %4 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c1) : (!Class, i32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::pow(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %4) : (!Tensor, !Tensor) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::tanh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  cm.return
}
}
