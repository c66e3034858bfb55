// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s

// Functions of libdevice that are some operations, on vectors too.

// CHECK-LABEL: llvm.func internal @functions.program
// CHECK-NOT: __nv_
// CHECK: llvm.intr.bitreverse(%{{.+}}) : (vector<[[N:.+]]xi32>) -> vector<[[N]]xi32>
// CHECK-DAG: arith.andi %{{.+}} : vector<[[N]]xi32>
// CHECK-DAG: arith.shrsi %{{.+}} : vector<[[N]]xi32>
// CHECK-NOT: __nv_
tt.func public @functions(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %x = tt.load %q : tensor<64x!tt.ptr<i32>>
  %0 = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_brev"} : (tensor<64xi32>) -> tensor<64xi32>
  %1 = tt.extern_elementwise %0, %x {libname = "", libpath = "", pure = true, symbol = "__nv_hadd"} : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  tt.store %q, %1 : tensor<64x!tt.ptr<i32>>
  tt.return
}
