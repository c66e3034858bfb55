// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// Grid, element-wise, shape and debugging operations. Memory is in
// ops_memory.mlir, regions and products are in ops_compute.mlir.

// CHECK-LABEL: tt.func public @grid(
tt.func public @grid() attributes {noinline = false} {
  // CHECK: tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK: tt.get_program_id y : i32
  %1 = tt.get_program_id y : i32
  // CHECK: tt.get_program_id z : i32
  %2 = tt.get_program_id z : i32
  // CHECK: tt.get_num_programs z : i32
  %3 = tt.get_num_programs z : i32
  // CHECK: tt.make_range {end = 64 : i32, start = -64 : i32} : tensor<128xi32>
  %4 = tt.make_range {end = 64 : i32, start = -64 : i32} : tensor<128xi32>
  tt.return
}

// CHECK-LABEL: tt.func @casts(
tt.func @casts(%i: i64, %p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<f32, 3>,
               %x: tensor<8xf32>, %y: f8E5M2) {
  // CHECK: tt.int_to_ptr %{{.*}} : i64 -> !tt.ptr<f16>
  %0 = tt.int_to_ptr %i : i64 -> !tt.ptr<f16>
  // CHECK: tt.ptr_to_int %{{.*}} : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>
  %1 = tt.ptr_to_int %p : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>
  // CHECK: tt.bitcast %{{.*}} : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i32>>
  %2 = tt.bitcast %p : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i32>>
  // CHECK: tt.bitcast %{{.*}} : !tt.ptr<f32, 3> -> !tt.ptr<!tt.ptr<i4>, 3>
  %3 = tt.bitcast %q : !tt.ptr<f32, 3> -> !tt.ptr<!tt.ptr<i4>, 3>
  // CHECK: tt.bitcast %{{.*}} : tensor<8xf32> -> tensor<8xi32>
  %4 = tt.bitcast %x : tensor<8xf32> -> tensor<8xi32>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtz : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %5 = tt.fp_to_fp %x, rounding = rtz : tensor<8xf32> -> tensor<8xf8E4M3FN>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne : tensor<8xf32> -> tensor<8xf8E4M3FNUZ>
  %6 = tt.fp_to_fp %x, rounding = rtne : tensor<8xf32> -> tensor<8xf8E4M3FNUZ>
  // CHECK: tt.fp_to_fp %{{.*}} : f8E5M2 -> f8E5M2FNUZ
  %7 = tt.fp_to_fp %y : f8E5M2 -> f8E5M2FNUZ
  tt.return
}

// CHECK-LABEL: tt.func @arithmetic(
tt.func @arithmetic(%p: tensor<8x!tt.ptr<f32>>, %i: tensor<8xi64>, %s: f64,
                    %x: tensor<8xf32>, %q: !tt.ptr<i1>, %j: i32,
                    %k: tensor<8xi32>) {
  // CHECK: tt.addptr %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  %0 = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  // CHECK: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<i1>, i32
  %1 = tt.addptr %q, %j : !tt.ptr<i1>, i32
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = none : tensor<8xf32>
  %2 = tt.clampf %x, %x, %x, propagateNan = none : tensor<8xf32>
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = all : f64
  %3 = tt.clampf %s, %s, %s, propagateNan = all : f64
  // CHECK: tt.precise_sqrt %{{.*}} : tensor<8xf32>
  %4 = tt.precise_sqrt %x : tensor<8xf32>
  // CHECK: tt.precise_divf %{{.*}}, %{{.*}} : f64
  %5 = tt.precise_divf %s, %s : f64
  // CHECK: tt.mulhiui %{{.*}}, %{{.*}} : tensor<8xi64>
  %6 = tt.mulhiui %i, %i : tensor<8xi64>
  // CHECK: tt.dp4a %{{.*}}, %{{.*}}, %{{.*}} : i32
  %7 = tt.dp4a %j, %j, %j : i32
  // CHECK: tt.dp4a unsigned %{{.*}}, %{{.*}}, %{{.*}} : i32
  %8 = tt.dp4a unsigned %j, %j, %j : i32
  // CHECK: tt.dp4a %{{.*}}, unsigned %{{.*}}, %{{.*}} {a = 1 : i32} : i32
  %9 = tt.dp4a %j, unsigned %j, %j {a = 1 : i32} : i32
  // CHECK: tt.dp4a unsigned %{{.*}}, unsigned %{{.*}}, %{{.*}} : tensor<8xi32>
  %10 = tt.dp4a unsigned %k, unsigned %k, %k : tensor<8xi32>
  tt.return
}

// CHECK-LABEL: tt.func @foreign(
tt.func @foreign(%x: tensor<8xf32>, %s: f32, %i: tensor<8xi8>) {
  // CHECK: tt.extern_elementwise %{{.*}}, %{{.*}} {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (f32, f32) -> f32
  %0 = tt.extern_elementwise %s, %s {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (f32, f32) -> f32
  // CHECK: tt.extern_elementwise %{{.*}} {libname = "l", libpath = "p", pure = false, symbol = "f"} : (tensor<8xf32>) -> tensor<8xi1>
  %1 = tt.extern_elementwise %x {libname = "l", libpath = "p", pure = false, symbol = "f"} : (tensor<8xf32>) -> tensor<8xi1>
  // CHECK: tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %{{.*}} : tensor<8xi8> -> tensor<8xi8>
  %2 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %i : tensor<8xi8> -> tensor<8xi8>
  // CHECK: tt.elementwise_inline_asm "g" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = false} %{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xi8> -> tensor<8xf32>, tensor<8xi32>
  %3:2 = tt.elementwise_inline_asm "g" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = false} %x, %i : tensor<8xf32>, tensor<8xi8> -> tensor<8xf32>, tensor<8xi32>
  // CHECK: tt.elementwise_inline_asm "mov" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i64
  %4 = tt.elementwise_inline_asm "mov" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i64
  tt.return
}

// CHECK-LABEL: tt.func @shape(
tt.func @shape(%s: f32, %x: tensor<8x4xf32>, %one: tensor<1x1xi16>,
               %v: tensor<8xf32>, %i: tensor<2x4xi32>) {
  // CHECK: tt.splat %{{.*}} : f32 -> tensor<8x4xf32>
  %0 = tt.splat %s : f32 -> tensor<8x4xf32>
  // CHECK: tt.unsplat %{{.*}} : tensor<1x1xi16>
  %1 = tt.unsplat %one : tensor<1x1xi16>
  // CHECK: tt.expand_dims %{{.*}} {axis = 2 : i32} : tensor<8x4xf32> -> tensor<8x4x1xf32>
  %2 = tt.expand_dims %x {axis = 2 : i32} : tensor<8x4xf32> -> tensor<8x4x1xf32>
  // CHECK: tt.reshape %{{.*}} : tensor<8x4xf32> -> tensor<2x16xf32>
  %3 = tt.reshape %x : tensor<8x4xf32> -> tensor<2x16xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder : tensor<8x4xf32> -> tensor<32xf32>
  %4 = tt.reshape %x allow_reorder : tensor<8x4xf32> -> tensor<32xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<32xf32>
  %5 = tt.reshape %x allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<32xf32>
  // CHECK: tt.broadcast %{{.*}} : tensor<8x4x1xf32> -> tensor<8x4x16xf32>
  %6 = tt.broadcast %2 : tensor<8x4x1xf32> -> tensor<8x4x16xf32>
  // CHECK: tt.cat %{{.*}}, %{{.*}} : tensor<8xf32> -> tensor<16xf32>
  %7 = tt.cat %v, %v : tensor<8xf32> -> tensor<16xf32>
  // CHECK: tt.join %{{.*}}, %{{.*}} : tensor<8xf32> -> tensor<8x2xf32>
  %8 = tt.join %v, %v : tensor<8xf32> -> tensor<8x2xf32>
  // CHECK: %{{.*}}, %{{.*}} = tt.split %{{.*}} : tensor<8x2xf32> -> tensor<8xf32>
  %9, %10 = tt.split %8 : tensor<8x2xf32> -> tensor<8xf32>
  // CHECK: tt.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<4x8xf32>
  %11 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<4x8xf32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  %12 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 1 : i32, efficient_layout} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  %13 = tt.gather %x[%i] {axis = 1 : i32, efficient_layout} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  tt.return
}

// CHECK-LABEL: tt.func @debug(
tt.func @debug(%x: tensor<8xi32>, %s: f32, %c: i1, %m: tensor<8xi1>) {
  // CHECK: tt.print " x: " {hex = true, isSigned = array<i32: 1, 0>} : %{{.*}}, %{{.*}} : tensor<8xi32>, f32
  tt.print " x: " {hex = true, isSigned = array<i32: 1, 0>} : %x, %s : tensor<8xi32>, f32
  // CHECK: tt.print "here" {hex = false, isSigned = array<i32>}
  tt.print "here" {hex = false, isSigned = array<i32>}
  // CHECK: tt.assert %{{.*}}, "scalar" : i1
  tt.assert %c, "scalar" : i1
  // CHECK: tt.assert %{{.*}}, "tile" : tensor<8xi1>
  tt.assert %m, "tile" : tensor<8xi1>
  tt.return
}

// CHECK: tt.func private @declared(f32, !tt.ptr<f32> {tt.divisibility = 16 : i32}) -> (f32, i32) attributes {noinline = true}
tt.func private @declared(f32, !tt.ptr<f32> {tt.divisibility = 16 : i32}) -> (f32, i32) attributes {noinline = true}

// CHECK-LABEL: tt.func private @"helper__fp32_(1,)"(
tt.func private @"helper__fp32_(1,)"(%x: f32, %p: !tt.ptr<f32>) -> (f32, i32) attributes {noinline = false} {
  // CHECK: %[[R:.*]]:2 = tt.call @declared(%{{.*}}, %{{.*}}) : (f32, !tt.ptr<f32>) -> (f32, i32)
  %0:2 = tt.call @declared(%x, %p) : (f32, !tt.ptr<f32>) -> (f32, i32)
  // CHECK: tt.return %[[R]]#0, %[[R]]#1 : f32, i32
  tt.return %0#0, %0#1 : f32, i32
}

// Operations of Triton 3.9.
// CHECK-LABEL: tt.func @newer(
tt.func @newer(%x: f32, %t: tensor<8xf32>) {
  // CHECK: tt.approx_divf %{{.*}}, %{{.*}} : f32
  %0 = tt.approx_divf %x, %x : f32
  // CHECK: tt.approx_divf %{{.*}}, %{{.*}} : tensor<8xf32>
  %1 = tt.approx_divf %t, %t : tensor<8xf32>
  // CHECK: tt.grid_dependency_wait
  tt.grid_dependency_wait
  // CHECK: tt.grid_dependency_launch_dependents
  tt.grid_dependency_launch_dependents
  tt.return
}
