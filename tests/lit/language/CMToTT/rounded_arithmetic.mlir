// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Arithmetic with a rounding is that of libdevice.
// CHECK-LABEL: tt.func public @k(
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fadd_rd"}}} : (f32, f32) -> f32
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_dsub_ru"}}} : (f64, f64) -> f64
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fmul_rz"}}} : (f32, f32) -> f32
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ddiv_rn"}}} : (f64, f64) -> f64
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fmaf_rd"}}} : (f32, f32, f32) -> f32
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fma_rz"}}} : (f64, f64, f64) -> f64
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_frcp_ru"}}} : (f32) -> f32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_dsqrt_rd"}}} : (f64) -> f64
!Class = !cm.java<"java.lang.Class">
!Rounding = !cm.java<"io.github.cm2tt.lang.Rounding">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["fp32", "fp64"]} {
cm.func "k" body (%f: f32, %d: f64) -> none {
  %e = cm.field.load "io.github.cm2tt.lang.Rounding::RTNE:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %z = cm.field.load "io.github.cm2tt.lang.Rounding::RTZ:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %n = cm.field.load "io.github.cm2tt.lang.Rounding::RTN:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %p = cm.field.load "io.github.cm2tt.lang.Rounding::RTP:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::addRounded(float, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %f, %n) : (f32, f32, !Rounding) -> !Tensor
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::subRounded(double, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%d, %d, %p) : (f64, f64, !Rounding) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::mulRounded(float, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %f, %z) : (f32, f32, !Rounding) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::divRounded(float, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %d, %e) : (f32, f64, !Rounding) -> !Tensor
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::fmaRounded(float, float, float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %f, %f, %n) : (f32, f32, f32, !Rounding) -> !Tensor
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::fmaRounded(double, double, double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%d, %d, %d, %z) : (f64, f64, f64, !Rounding) -> !Tensor
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::rcpRounded(float, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%f, %p) : (f32, !Rounding) -> !Tensor
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::sqrtRounded(double, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%d, %n) : (f64, !Rounding) -> !Tensor
  cm.return
}
}
