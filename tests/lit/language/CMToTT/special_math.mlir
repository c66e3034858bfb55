// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Functions of libdevice that C's library lacks, of float and double.
// CHECK-LABEL: tt.func public @special(
// CHECK-SAME:  %[[P0:[^:]+]]: f32)
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
// CHECK-NEXT: %[[V2:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_cospif"} : (f32) -> f32
// CHECK-NEXT: %[[V3:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_sinpif"} : (f32) -> f32
// CHECK-NEXT: %[[V4:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_erfcxf"} : (f32) -> f32
// CHECK-NEXT: %[[V5:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_erfinvf"} : (f32) -> f32
// CHECK-NEXT: %[[V6:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_erfcinvf"} : (f32) -> f32
// CHECK-NEXT: %[[V7:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_normcdff"} : (f32) -> f32
// CHECK-NEXT: %[[V8:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_normcdfinvf"} : (f32) -> f32
// CHECK-NEXT: %[[V9:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rcbrtf"} : (f32) -> f32
// CHECK-NEXT: %[[V10:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_frsqrt_rn"} : (f32) -> f32
// CHECK-NEXT: %[[V11:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_cospi"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V12:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_erfcinv"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V13:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rcbrt"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V14:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rcp64h"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V15:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V16:.+]] = tt.splat %[[V15]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V17:.+]] = tt.extern_elementwise %[[V16]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rhypot"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V18:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V19:.+]] = tt.splat %[[V18]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V20:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V21:.+]] = tt.splat %[[V20]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V22:.+]] = tt.extern_elementwise %[[V19]], %[[V21]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_norm3d"} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V23:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V24:.+]] = tt.splat %[[V23]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V25:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V26:.+]] = tt.splat %[[V25]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V27:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V28:.+]] = tt.splat %[[V27]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V29:.+]] = tt.extern_elementwise %[[CST]], %[[V24]], %[[V26]], %[[V28]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_norm4d"} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V30:.+]] = tt.extern_elementwise %[[P0]], %[[P0]], %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rnorm3df"} : (f32, f32, f32) -> f32
// CHECK-NEXT: %[[V31:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V32:.+]] = tt.splat %[[V31]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V33:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V34:.+]] = tt.splat %[[V33]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V35:.+]] = tt.extern_elementwise %[[V32]], %[[CST]], %[[V34]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rnorm4d"} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "special" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::cospi(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::sinpi(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::erfcx(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::erfinv(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::erfcinv(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::normcdf(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %8 = cm.invoke "oracle.code.triton.Triton::normcdfinv(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::rcbrt(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::rsqrtRn(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %11 = cm.invoke "oracle.code.triton.Triton::cospi(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %12 = cm.invoke "oracle.code.triton.Triton::erfcinv(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %13 = cm.invoke "oracle.code.triton.Triton::rcbrt(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %14 = cm.invoke "oracle.code.triton.Triton::rcp64h(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %15 = cm.invoke "oracle.code.triton.Triton::rhypot(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  %16 = cm.invoke "oracle.code.triton.Triton::norm3d(float, float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %f, %1) : (f32, f32, !Tensor) -> !Tensor
  %17 = cm.invoke "oracle.code.triton.Triton::norm4d(oracle.code.triton.Tensor, float, float, float):oracle.code.triton.Tensor"(%1, %f, %f, %f) : (!Tensor, f32, f32, f32) -> !Tensor
  %18 = cm.invoke "oracle.code.triton.Triton::rnorm3d(float, float, float):oracle.code.triton.Tensor"(%f, %f, %f) : (f32, f32, f32) -> !Tensor
  %19 = cm.invoke "oracle.code.triton.Triton::rnorm4d(float, oracle.code.triton.Tensor, float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1, %f, %1) : (f32, !Tensor, f32, !Tensor) -> !Tensor
  cm.return
}
}
