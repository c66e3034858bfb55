// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s

// Functions that C's library lacks are computed as double, on vectors too.

// CHECK-LABEL: llvm.func internal @functions.program
// CHECK-NOT: __nv_
// CHECK: arith.extf %{{.+}} : vector<[[N:.+]]xf32> to vector<[[N]]xf64>
// CHECK: math.roundeven %{{.+}} : vector<[[N]]xf64>
// CHECK: arith.truncf %{{.+}} : vector<[[N]]xf64> to vector<[[N]]xf32>
// CHECK-NOT: __nv_
tt.func public @functions(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %q : tensor<64x!tt.ptr<f32>>
  %0 = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_sinpif"} : (tensor<64xf32>) -> tensor<64xf32>
  tt.store %q, %0 : tensor<64x!tt.ptr<f32>>
  tt.return
}
