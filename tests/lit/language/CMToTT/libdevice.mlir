// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Functions of libdevice are calls by its names, for each type; truth values are compared with 0.
// CHECK-LABEL: tt.func public @k(
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_brev"}}} : (tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_brevll"}}} : (i64) -> i64
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_clz"}}} : (tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_clzll"}}} : (i64) -> i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ffs"}}} : (tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ffsll"}}} : (i64) -> i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_popc"}}} : (tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_popcll"}}} : (i64) -> i32
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_hadd"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_uhadd"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_rhadd"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_urhadd"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_mul24"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_umul24"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_mulhi"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_umulhi"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_mul64hi"}}} : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi64>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_sad"}}} : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_usad"}}} : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_byte_perm"}}} : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_finitef"}}} : (f32) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_isfinited"}}} : (f64) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_isinff"}}} : (f32) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_isinfd"}}} : (f64) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_isnanf"}}} : (f32) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_isnand"}}} : (f64) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_signbitf"}}} : (f32) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_signbitd"}}} : (f64) -> i32
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_saturatef"}}} : (f32) -> f32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_double2hiint"}}} : (f64) -> i32
// CHECK: tt.extern_elementwise %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_double2loint"}}} : (f64) -> i32
// CHECK: tt.extern_elementwise %{{.+}}, %{{.+}} {{{libname = "libdevice", libpath = "", pure = true, symbol = "__nv_hiloint2double"}}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xf64>
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32", "i64", "fp32", "fp64"]} {
cm.func "k" body (%n: i32, %l: i64, %f: f32, %d: f64) -> none {
  %c0 = cm.constant 0 : i32
  %c8 = cm.constant 8 : i32
  %cu = cm.constant ui32 -> !Class
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c8) : (i32, i32) -> !Tensor
  %u = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%cu, %x) : (!Class, !Tensor) -> !Tensor
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::brev(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::brev(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::clz(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::clz(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::ffs(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::ffs(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::popc(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::popc(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::hadd(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  %v9 = cm.invoke "io.github.cm2tt.lang.Triton::hadd(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  %v10 = cm.invoke "io.github.cm2tt.lang.Triton::rhadd(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  %v11 = cm.invoke "io.github.cm2tt.lang.Triton::rhadd(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  %v12 = cm.invoke "io.github.cm2tt.lang.Triton::mul24(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  %v13 = cm.invoke "io.github.cm2tt.lang.Triton::mul24(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  %v14 = cm.invoke "io.github.cm2tt.lang.Triton::mulhi(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  %v15 = cm.invoke "io.github.cm2tt.lang.Triton::mulhi(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  %v16 = cm.invoke "io.github.cm2tt.lang.Triton::mulhi(io.github.cm2tt.lang.Tensor, long):io.github.cm2tt.lang.Tensor"(%x, %l) : (!Tensor, i64) -> !Tensor
  %v17 = cm.invoke "io.github.cm2tt.lang.Triton::sad(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %x, %n) : (!Tensor, !Tensor, i32) -> !Tensor
  %v18 = cm.invoke "io.github.cm2tt.lang.Triton::sad(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%u, %u, %n) : (!Tensor, !Tensor, i32) -> !Tensor
  %v19 = cm.invoke "io.github.cm2tt.lang.Triton::bytePerm(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%x, %n, %n) : (!Tensor, i32, i32) -> !Tensor
  %v20 = cm.invoke "io.github.cm2tt.lang.Triton::isfinite(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  %v21 = cm.invoke "io.github.cm2tt.lang.Triton::isfinite(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  %v22 = cm.invoke "io.github.cm2tt.lang.Triton::isinf(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  %v23 = cm.invoke "io.github.cm2tt.lang.Triton::isinf(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  %v24 = cm.invoke "io.github.cm2tt.lang.Triton::isnan(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  %v25 = cm.invoke "io.github.cm2tt.lang.Triton::isnan(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  %v26 = cm.invoke "io.github.cm2tt.lang.Triton::signbit(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  %v27 = cm.invoke "io.github.cm2tt.lang.Triton::signbit(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  %v28 = cm.invoke "io.github.cm2tt.lang.Triton::saturate(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  %v29 = cm.invoke "io.github.cm2tt.lang.Triton::highWord(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  %v30 = cm.invoke "io.github.cm2tt.lang.Triton::lowWord(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  %v31 = cm.invoke "io.github.cm2tt.lang.Triton::joinWords(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
