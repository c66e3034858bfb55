// RUN: cm2tt-opt %s --cm2tt-ttg-to-llvm | FileCheck %s

// Functions of libdevice that are some operations are not called.

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @functions
  // CHECK-NOT: __nv_
  // CHECK: llvm.intr.bitreverse(%{{.+}}) : (i32) -> i32
  // CHECK: "llvm.intr.ctlz"(%{{.+}}) <{is_zero_poison = false}> : (i64) -> i64
  // CHECK: llvm.trunc %{{.+}} : i64 to i32
  // CHECK: llvm.intr.ctpop(%{{.+}}) : (i32) -> i32
  // CHECK: llvm.fcmp "uno"
  // CHECK: %[[M:.+]] = llvm.intr.fabs(%{{.+}}) : (f32) -> f32
  // CHECK: llvm.fcmp "olt" %[[M]], %{{.+}} : f32
  // CHECK-NOT: __nv_
  tt.func public @functions(%p: !tt.ptr<i32>, %x: i32, %y: i64, %z: f64, %w: f32) {
    %0 = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_brev"} : (i32) -> i32
    %1 = tt.extern_elementwise %y {libname = "", libpath = "", pure = true, symbol = "__nv_clzll"} : (i64) -> i32
    %2 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_popc"} : (i32) -> i32
    %3 = tt.extern_elementwise %z {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_isnand"} : (f64) -> i32
    %4 = arith.addi %0, %1 : i32
    %5 = arith.addi %2, %3 : i32
    %6 = arith.addi %4, %5 : i32
    %7 = tt.extern_elementwise %w {libname = "", libpath = "", pure = true, symbol = "__nv_finitef"} : (f32) -> i32
    %8 = arith.addi %6, %7 : i32
    tt.store %p, %8 : !tt.ptr<i32>
    tt.return
  }
}
