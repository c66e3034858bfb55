// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Rounded to a whole number, then to the nearest integer that the type has.
// CHECK-LABEL: tt.func public @k(
// CHECK: %[[C:.+]] = math.ceil %{{.+}} : f32
// CHECK: arith.fptosi %[[C]] : f32 to i32
// CHECK-COUNT-3: arith.select
// CHECK: %[[F:.+]] = math.floor %{{.+}} : f64
// CHECK: arith.fptoui %[[F]] : f64 to i64
// CHECK-COUNT-3: arith.select
// CHECK: math.roundeven %{{.+}} : f32
// CHECK-COUNT-3: arith.select
// CHECK: arith.fptosi %arg1 : f32 to i32
// CHECK-COUNT-3: arith.select
// The nearest number is compared with the integer.
// CHECK: %[[N:.+]] = arith.sitofp %arg0 : i64 to f32
// CHECK: arith.fptosi %[[N]] : f32 to i64
// CHECK: arith.cmpi sgt, %{{.+}}, %arg0 : i64
// CHECK: tt.bitcast %[[N]] : f32 -> i32
// CHECK: tt.bitcast %{{.+}} : i32 -> f32
// The bits of the double are rounded.
// CHECK: tt.bitcast %arg2 : f64 -> i64
// CHECK: arith.cmpi sge, %{{.+}}, %{{.+}} : i64
// CHECK: math.ceil %{{.+}} : f64
// CHECK: tt.bitcast %{{.+}} : i32 -> f32
// CHECK: arith.truncf %arg2 : f64 to f32
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
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%ci32, %f, %p) : (!Class, f32, !Rounding) -> !Tensor
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%cui64, %d, %n) : (!Class, f64, !Rounding) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%ci32, %f, %e) : (!Class, f32, !Rounding) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%ci32, %f, %z) : (!Class, f32, !Rounding) -> !Tensor
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, long, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%cf32, %l, %n) : (!Class, i64, !Rounding) -> !Tensor
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%cf32, %d, %p) : (!Class, f64, !Rounding) -> !Tensor
  cm.return
}
}
