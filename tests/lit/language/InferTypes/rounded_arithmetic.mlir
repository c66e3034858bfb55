// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Arithmetic with a rounding has the promoted type.
!Class = !cm.java<"java.lang.Class">
!Rounding = !cm.java<"io.github.cm2tt.lang.Rounding">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["fp32", "fp64"]} {
cm.func "k" body (%f: f32, %d: f64) -> none {
  %e = cm.field.load "io.github.cm2tt.lang.Rounding::RTNE:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %z = cm.field.load "io.github.cm2tt.lang.Rounding::RTZ:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %n = cm.field.load "io.github.cm2tt.lang.Rounding::RTN:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %p = cm.field.load "io.github.cm2tt.lang.Rounding::RTP:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::addRounded(float, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %f, %n) : (f32, f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::subRounded(double, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%d, %d, %p) : (f64, f64, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::mulRounded(float, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %f, %z) : (f32, f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::divRounded(float, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %d, %e) : (f32, f64, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::fmaRounded(float, float, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %f, %f, %n) : (f32, f32, f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::fmaRounded(double, double, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%d, %d, %d, %z) : (f64, f64, f64, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::rcpRounded(float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %p) : (f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::sqrtRounded(double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%d, %n) : (f64, !Rounding) -> !Tensor
  cm.return
}
}
