// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s

// A float is computed as double; what the nearest one lacks says whether its
// neighbour is the result.

// CHECK-LABEL: llvm.func internal @product.program
// CHECK: %[[P:.+]] = arith.mulf %{{.+}}, %{{.+}} : vector<[[N:.+]]xf64>
// CHECK: math.fma
// CHECK: %[[R:.+]] = arith.truncf %[[P]] : vector<[[N]]xf64> to vector<[[N]]xf32>
// CHECK: %[[B:.+]] = arith.extf %[[R]]
// CHECK: arith.subf %[[P]], %[[B]]
// CHECK: arith.bitcast %{{.+}} : vector<[[N]]xi32> to vector<[[N]]xf32>
tt.func public @product(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %q : tensor<64x!tt.ptr<f32>>
  %0 = tt.extern_elementwise %x, %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_fmul_ru"} : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  tt.store %q, %0 : tensor<64x!tt.ptr<f32>>
  tt.return
}

// To the nearest, there is no more to do.
// CHECK-LABEL: llvm.func internal @nearest.program
// CHECK: arith.divf %{{.+}}, %{{.+}} : f64
// CHECK-NOT: math.fma
// CHECK: llvm.store
tt.func public @nearest(%p: !tt.ptr<f64>, %x: f64) {
  %0 = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_drcp_rn"} : (f64) -> f64
  tt.store %p, %0 : !tt.ptr<f64>
  tt.return
}
