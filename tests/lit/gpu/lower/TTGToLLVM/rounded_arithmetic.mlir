// RUN: cm2tt-opt %s --cm2tt-ttg-to-llvm | FileCheck %s

// Arithmetic with a rounding is one instruction, without libdevice.

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @functions
  // CHECK-NOT: __nv_
  // CHECK: %[[N:.+]] = llvm.fneg
  // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rm.f"(%{{.+}}, %[[N]])
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.rp.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.fma.rz.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rn.d"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.rm.d"
  // CHECK-NOT: __nv_
  tt.func public @functions(%p: !tt.ptr<f32>, %q: !tt.ptr<f64>, %x: f32, %y: f64) {
    %0 = tt.extern_elementwise %x, %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fsub_rd"} : (f32, f32) -> f32
    %1 = tt.extern_elementwise %0 {libname = "", libpath = "", pure = true, symbol = "__nv_frcp_ru"} : (f32) -> f32
    %2 = tt.extern_elementwise %1, %x, %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fmaf_rz"} : (f32, f32, f32) -> f32
    %3 = tt.extern_elementwise %y {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_dsqrt_rn"} : (f64) -> f64
    %4 = tt.extern_elementwise %y, %3 {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_ddiv_rd"} : (f64, f64) -> f64
    tt.store %p, %2 : !tt.ptr<f32>
    tt.store %q, %4 : !tt.ptr<f64>
    tt.return
  }
}
