// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The type is that of the operand.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32", "fp64"]} {
cm.func "k" body (%f: f32, %d: f64) -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::acos(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::acosh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::asin(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::asinh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::atan(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::atanh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::cbrt(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::cosh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::erfc(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::expm1(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::log10(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::log1p(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::rint(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::round(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::sinh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %17 = cm.invoke "oracle.code.triton.Triton::tanh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %18 = cm.invoke "oracle.code.triton.Triton::trunc(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %19 = cm.invoke "oracle.code.triton.Triton::atan2(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%1, %f) : (!Tensor, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %20 = cm.invoke "oracle.code.triton.Triton::copysign(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%1, %f) : (!Tensor, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %21 = cm.invoke "oracle.code.triton.Triton::pow(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%1, %f) : (!Tensor, f32) -> !Tensor
  cm.return
}
}

// -----

// Constants fold.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0.5 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.0471975511965979>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::acos(double):oracle.code.triton.Tensor"(%c0) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::rint(double):oracle.code.triton.Tensor"(%c0) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::round(double):oracle.code.triton.Tensor"(%c0) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::trunc(double):oracle.code.triton.Tensor"(%c0) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0.79370052598409979>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::cbrt(double):oracle.code.triton.Tensor"(%c0) : (f64) -> !Tensor
  cm.return
}
}
