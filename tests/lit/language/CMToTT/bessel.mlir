// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Bessel functions, of float and double; orders are ints.
// CHECK-LABEL: tt.func public @bessel(
// CHECK-SAME:  %[[P0:[^:]+]]: f32)
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
// CHECK-NEXT: %[[V2:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_j0f"} : (f32) -> f32
// CHECK-NEXT: %[[V3:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_j1f"} : (f32) -> f32
// CHECK-NEXT: %[[V4:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_y0f"} : (f32) -> f32
// CHECK-NEXT: %[[V5:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_y1f"} : (f32) -> f32
// CHECK-NEXT: %[[V6:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_cyl_bessel_i0f"} : (f32) -> f32
// CHECK-NEXT: %[[V7:.+]] = tt.extern_elementwise %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_cyl_bessel_i1f"} : (f32) -> f32
// CHECK-NEXT: %[[V8:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_j0"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V9:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_y1"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V10:.+]] = tt.extern_elementwise %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_cyl_bessel_i0"} : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: %[[V11:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V12:.+]] = tt.extern_elementwise %[[V11]], %[[P0]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_jnf"} : (i32, f32) -> f32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<4> : tensor<4xi32>
// CHECK-NEXT: %[[V14:.+]] = tt.extern_elementwise %[[CST_0]], %[[CST]] {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_yn"} : (tensor<4xi32>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "bessel" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::j0(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::j1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::y0(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::y1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::cylBesselI0(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::cylBesselI1(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  %8 = cm.invoke "oracle.code.triton.Triton::j0(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::y1(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::cylBesselI0(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %11 = cm.invoke "oracle.code.triton.Triton::jn(int, float):oracle.code.triton.Tensor"(%c1, %f) : (i32, f32) -> !Tensor
  %12 = cm.invoke "oracle.code.triton.Triton::yn(int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c1, %1) : (i32, !Tensor) -> !Tensor
  cm.return
}
}
