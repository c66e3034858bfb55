// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Results of floating-point functions have the promoted type.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::exp10(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::lgamma(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::logb(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::tgamma(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::fdim(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::hypot(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::nextafter(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::remainder(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::ilogb(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::llrint(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::llround(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %c2 = cm.constant 0 : i32
  %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c2, %c1) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::ldexp(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %13) : (f32, !Tensor) -> !Tensor
  %c3 = cm.constant 3 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::ldexp(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
