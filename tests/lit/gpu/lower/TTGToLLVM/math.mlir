// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s
// RUN: touch %t.bc
// RUN: sed 's|ttg.libdevice = "told"|ttg.libdevice = "%t.bc"|' %s | cm2tt-opt -split-input-file -cm2tt-ttg-to-llvm | FileCheck %s --check-prefix=LIBRARY

// Functions by instructions, by libdevice or by arithmetic; division.

#one = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.libdevice = "none"} {
// Division is approximate, by a constant a multiplication; so is the root.
// There are exact ones.
// CHECK-LABEL: llvm.func @division
// CHECK-DAG: %[[THIRD:.+]] = llvm.mlir.constant(0.333333343 : f32)
// CHECK-DAG: llvm.call_intrinsic "llvm.nvvm.div.full"
// CHECK-DAG: llvm.fmul %{{.+}}, %[[THIRD]]
// CHECK-DAG: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
// CHECK: llvm.return
tt.func public @division(%p: !tt.ptr<f32>, %x: f32, %y: f32) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #one>
  %v = tt.load %s : tensor<32x!tt.ptr<f32>, #one>
  %w = tt.splat %x : f32 -> tensor<32xf32, #one>
  %c = arith.constant dense<3.0> : tensor<32xf32, #one>
  %a = arith.divf %v, %w : tensor<32xf32, #one>
  %b = arith.divf %a, %c : tensor<32xf32, #one>
  %d = math.sqrt %b : tensor<32xf32, #one>
  tt.store %s, %d : tensor<32x!tt.ptr<f32>, #one>
  tt.return
}

// CHECK-LABEL: llvm.func @approximate
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.approx.f"
tt.func public @approximate(%p: !tt.ptr<f32>, %x: f32, %y: f32) {
  %q = tt.approx_divf %x, %y : f32
  tt.store %p, %q : !tt.ptr<f32>
  tt.return
}

// Of scalars it is the same; f64 is exact always.
// CHECK-LABEL: llvm.func @scalars
// CHECK: %[[Q:.+]] = llvm.call_intrinsic "llvm.nvvm.div.full"(%arg1, %arg2)
// CHECK: %[[R:.+]] = llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"(%[[Q]])
// CHECK: %[[I:.+]] = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"(%[[R]])
// CHECK: %[[E:.+]] = llvm.fdiv %[[I]], %arg2 : f32
// CHECK: llvm.intr.sqrt(%[[E]]) : (f32) -> f32
// CHECK: %[[D:.+]] = llvm.fdiv %arg3, %arg3 : f64
// CHECK: llvm.intr.sqrt(%[[D]]) : (f64) -> f64
tt.func public @scalars(%p: !tt.ptr<f32>, %x: f32, %y: f32, %d: f64, %w: !tt.ptr<f64>) {
  %q = arith.divf %x, %y : f32
  %r = math.sqrt %q : f32
  %i = math.rsqrt %r : f32
  %e = tt.precise_divf %i, %y : f32
  %s = tt.precise_sqrt %e : f32
  tt.store %p, %s : !tt.ptr<f32>
  %dq = arith.divf %d, %d : f64
  %ds = math.sqrt %dq : f64
  tt.store %w, %ds : !tt.ptr<f64>
  tt.return
}

// The magnitude of 8 bits is that without the sign; without -0, 0x80 is no
// number and stays.
// CHECK-LABEL: llvm.func @magnitudes
// CHECK-DAG: %[[BITS:.+]] = llvm.mlir.constant(127 : i8) : i8
// CHECK-DAG: %[[NAN:.+]] = llvm.mlir.constant(-128 : i8) : i8
// CHECK-DAG: llvm.and %arg0, %[[BITS]] : i8
// CHECK-DAG: %[[ABS:.+]] = llvm.and %arg1, %[[BITS]] : i8
// CHECK: %[[IS:.+]] = llvm.icmp "eq" %arg1, %[[NAN]] : i8
// CHECK: llvm.select %[[IS]], %{{.+}}, %[[ABS]] : i1, i8
tt.func public @magnitudes(%x: f8E4M3FN, %y: f8E5M2FNUZ, %p: !tt.ptr<f8E4M3FN>, %q: !tt.ptr<f8E5M2FNUZ>) {
  %a = math.absf %x : f8E4M3FN
  tt.store %p, %a : !tt.ptr<f8E4M3FN>
  %b = math.absf %y : f8E5M2FNUZ
  tt.store %q, %b : !tt.ptr<f8E5M2FNUZ>
  tt.return
}

// Numbers of 16 bits by f32; bounds that are symmetric by one instruction, if NaN
// stays NaN. Else the result for NaN is the lower bound, and that instruction would
// give the bound of NaN's sign.
// CHECK-LABEL: llvm.func @halves
// CHECK: %[[W:.+]] = llvm.fpext %{{.+}} : f16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%[[W]])
// CHECK: llvm.fptrunc
// CHECK: %[[MOST:.+]] = llvm.intr.maxnum
// CHECK: llvm.intr.minnum(%[[MOST]], %{{.+}})
// CHECK: llvm.call_intrinsic "llvm.nvvm.fmin.nan.xorsign.abs.f"
// CHECK-NOT: xorsign
tt.func public @halves(%p: !tt.ptr<f16>, %q: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f16>
  %y = math.exp2 %x : f16
  tt.store %p, %y : !tt.ptr<f16>
  %z = tt.load %q : !tt.ptr<f32>
  %least = arith.constant -2.0 : f32
  %most = arith.constant 2.0 : f32
  %w = tt.clampf %z, %least, %most, propagateNan = none : f32
  %v = tt.clampf %w, %least, %most, propagateNan = all : f32
  tt.store %q, %v : !tt.ptr<f32>
  tt.return
}

// Without libdevice.
// CHECK-LABEL: llvm.func @expanded
// CHECK-NOT: __nv
// CHECK: llvm.intr.fma
// CHECK-NOT: __nv
// CHECK: llvm.return
tt.func public @expanded(%p: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f32>
  %y = math.sin %x : f32
  %z = tt.extern_elementwise %y {libname = "", libpath = "", pure = true, symbol = "__nv_erff"} : (f32) -> f32
  tt.store %p, %z : !tt.ptr<f32>
  tt.return
}

// The least integer by -1 is itself.
// CHECK-LABEL: llvm.func @java_division
// CHECK: %[[IS:.+]] = llvm.icmp "eq" %arg1, %{{.+}} : i32
// CHECK: %[[D:.+]] = llvm.select %[[IS]], %{{.+}}, %arg1 : i1, i32
// CHECK: %[[Q:.+]] = llvm.sdiv %arg0, %[[D]] : i32
// CHECK: %[[N:.+]] = llvm.sub %{{.+}}, %arg0 : i32
// CHECK: llvm.select %[[IS]], %[[N]], %[[Q]] : i1, i32
// CHECK: llvm.srem %arg0, %[[D]] : i32
// CHECK: llvm.sdiv %arg0, %{{.+}} : i32
// CHECK-NOT: llvm.select
// CHECK: llvm.return
tt.func public @java_division(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %q = arith.divsi %a, %b : i32
  tt.store %p, %q : !tt.ptr<i32>
  %r = arith.remsi %a, %b : i32
  tt.store %p, %r : !tt.ptr<i32>
  %c = arith.constant 7 : i32
  %s = arith.divsi %a, %c : i32
  tt.store %p, %s : !tt.ptr<i32>
  tt.return
}
}

// -----

#one = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.libdevice = "told"} {
// LIBRARY-LABEL: llvm.func @library
// LIBRARY: llvm.fpext %{{.+}} : f16 to f32
// LIBRARY: llvm.call @__nv_tanhf(%{{.+}}) : (f32) -> f32
// LIBRARY: llvm.fptrunc %{{.+}} : f32 to f16
// LIBRARY: llvm.call @__nv_powf(%{{.+}}, %{{.+}}) : (f32, f32) -> f32
// LIBRARY-NOT: llvm.call @__nv_exp2f
// LIBRARY: llvm.func @__nv_tanhf(f32) -> f32 attributes {{{.*}}ttg.library = "{{.+}}.bc"}
// LIBRARY: llvm.func @__nv_powf(f32, f32) -> f32
tt.func public @library(%p: !tt.ptr<f32>, %h: !tt.ptr<f16>) {
  %x = tt.load %h : !tt.ptr<f16>
  %y = math.tanh %x : f16
  tt.store %h, %y : !tt.ptr<f16>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #one>
  %v = tt.load %s : tensor<32x!tt.ptr<f32>, #one>
  %w = tt.extern_elementwise %v, %v {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (tensor<32xf32, #one>, tensor<32xf32, #one>) -> tensor<32xf32, #one>
  %e = math.exp2 %w : tensor<32xf32, #one>
  tt.store %s, %e : tensor<32x!tt.ptr<f32>, #one>
  tt.return
}
}
