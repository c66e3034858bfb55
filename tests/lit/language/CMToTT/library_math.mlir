// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// libdevice's names, of float and double.
// CHECK-LABEL: tt.func public @library(
// CHECK-SAME:  %[[P0:[^:]+]]: f32)
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
// CHECK-NEXT: %[[V0:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_exp10f"} : (f32) -> f32
// CHECK-NEXT: %[[V1:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_lgammaf"} : (f32) -> f32
// CHECK-NEXT: %[[V2:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_logbf"} : (f32) -> f32
// CHECK-NEXT: %[[V3:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_tgammaf"} : (f32) -> f32
// CHECK-NEXT: %[[V4:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[V4]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V6:.+]] = tt.extern_elementwise %[[V5]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fdim"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V7:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V8:.+]] = tt.splat %[[V7]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V9:.+]] = tt.extern_elementwise %[[V8]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_hypot"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V10:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V11:.+]] = tt.splat %[[V10]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V12:.+]] = tt.extern_elementwise %[[V11]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_nextafter"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V13:.+]] = arith.extf %[[P0]] : f32 to f64
// CHECK-NEXT: %[[V14:.+]] = tt.splat %[[V13]] : f64 -> tensor<4xf64>
// CHECK-NEXT: %[[V15:.+]] = tt.extern_elementwise %[[V14]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_remainder"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V16:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ilogb"} : (tensor<4xf64>) -> tensor<4xi32>
// CHECK-NEXT: %[[V17:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_llrintf"} : (f32) -> i64
// CHECK-NEXT: %[[V18:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_llroundf"} : (f32) -> i64
// CHECK-NEXT: %[[V19:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V20:.+]] = tt.splat %[[P0]] : f32 -> tensor<4xf32>
// CHECK-NEXT: %[[V21:.+]] = tt.extern_elementwise %[[V20]], %[[V19]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ldexpf"} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<3> : tensor<4xi32>
// CHECK-NEXT: %[[V22:.+]] = tt.extern_elementwise %[[CST]], %[[CST_0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ldexp"} : (tensor<4xf64>, tensor<4xi32>) -> tensor<4xf64>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "library" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::exp10(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::lgamma(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::logb(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::tgamma(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::fdim(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::hypot(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  %8 = cm.invoke "oracle.code.triton.Triton::nextafter(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::remainder(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::ilogb(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %11 = cm.invoke "oracle.code.triton.Triton::llrint(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %12 = cm.invoke "oracle.code.triton.Triton::llround(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %c2 = cm.constant 0 : i32
  %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c2, %c1) : (i32, i32) -> !Tensor
  %14 = cm.invoke "oracle.code.triton.Triton::ldexp(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %13) : (f32, !Tensor) -> !Tensor
  %c3 = cm.constant 3 : i32
  %15 = cm.invoke "oracle.code.triton.Triton::ldexp(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
