// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Bessel functions, of float and double; orders are ints.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "bessel" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::j0(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::j1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::y0(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::y1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::cylBesselI0(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::cylBesselI1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::j0(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::y1(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::cylBesselI0(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::jn(int, float):oracle.code.triton.Tensor"(%c1, %f) : (i32, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::yn(int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c1, %1) : (i32, !Tensor) -> !Tensor
  cm.return
}
}
