// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Functions of libdevice that C's library lacks, of float and double.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "special" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::cospi(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::sinpi(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::erfcx(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::erfinv(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::erfcinv(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::normcdf(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::normcdfinv(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::rcbrt(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::rsqrtRn(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::cospi(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::erfcinv(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::rcbrt(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::rcp64h(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::rhypot(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::norm3d(float, float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %f, %1) : (f32, f32, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %17 = cm.invoke "oracle.code.triton.Triton::norm4d(oracle.code.triton.Tensor, float, float, float):oracle.code.triton.Tensor"(%1, %f, %f, %f) : (!Tensor, f32, f32, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %18 = cm.invoke "oracle.code.triton.Triton::rnorm3d(float, float, float):oracle.code.triton.Tensor"(%f, %f, %f) : (f32, f32, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %19 = cm.invoke "oracle.code.triton.Triton::rnorm4d(float, oracle.code.triton.Tensor, float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1, %f, %1) : (f32, !Tensor, f32, !Tensor) -> !Tensor
  cm.return
}
}
