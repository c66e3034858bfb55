// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Conversions with a rounding, to and from integers, and of double to float.
!Class = !cm.java<"java.lang.Class">
!Rounding = !cm.java<"io.github.cm2tt.lang.Rounding">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i64", "fp32", "fp64"]} {
cm.func "k" body (%l: i64, %f: f32, %d: f64) -> none {
  %ci32 = cm.constant i32 -> !Class
  %cui64 = cm.constant ui64 -> !Class
  %cf32 = cm.constant f32 -> !Class
  %e = cm.field.load "io.github.cm2tt.lang.Rounding::RTNE:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %z = cm.field.load "io.github.cm2tt.lang.Rounding::RTZ:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %n = cm.field.load "io.github.cm2tt.lang.Rounding::RTN:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %p = cm.field.load "io.github.cm2tt.lang.Rounding::RTP:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%ci32, %f, %p) : (!Class, f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%cui64, %d, %n) : (!Class, f64, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%ci32, %f, %e) : (!Class, f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%ci32, %f, %z) : (!Class, f32, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, long, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%cf32, %l, %n) : (!Class, i64, !Rounding) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%cf32, %d, %p) : (!Class, f64, !Rounding) -> !Tensor
  cm.return
}
}
