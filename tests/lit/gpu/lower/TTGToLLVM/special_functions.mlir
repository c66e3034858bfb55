// RUN: env CM2TT_LIBDEVICE=none cm2tt-opt %s --cm2tt-ttg-to-llvm | FileCheck %s

// Functions that C's library lacks are our code where libdevice is not
// installed. Floats are computed as double.

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @functions
  // CHECK-NOT: __nv_
  // CHECK: llvm.fpext %{{.+}} : f32 to f64
  // CHECK: llvm.intr.sqrt(%{{.+}}) : (f64) -> f64
  // CHECK: llvm.fptrunc %{{.+}} : f64 to f32
  // CHECK: llvm.intr.roundeven(%{{.+}}) : (f64) -> f64
  // CHECK-NOT: __nv_
  tt.func public @functions(%p: !tt.ptr<f32>, %q: !tt.ptr<f64>, %x: f32, %y: f64) {
    %0 = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_frsqrt_rn"} : (f32) -> f32
    %1 = tt.extern_elementwise %y {libname = "", libpath = "", pure = true, symbol = "__nv_cospi"} : (f64) -> f64
    tt.store %p, %0 : !tt.ptr<f32>
    tt.store %q, %1 : !tt.ptr<f64>
    tt.return
  }
}
