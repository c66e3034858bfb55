// RUN: cm2tt-opt %s -cm2tt-ttg-pipeline-loops | FileCheck %s

// Of a load that becomes a copy, the other value is a tile that a copy of an earlier
// stage loads and that is converted. The stage of the conversion, which is erased, must
// not become that of an operation that is created later.

// CHECK-LABEL: tt.func public @loaded_other(
// CHECK: scf.for
// CHECK: ttg.async_wait {pending = 2 : i32}
// CHECK-COUNT-2: ttg.async_copy
// CHECK: %[[LOADED:.*]] = ttg.local_load
// CHECK: arith.select %{{.*}}, %[[LOADED]], %arg
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 0], [0, 0]], warp = []}>
#linear1 = #ttg.linear<{register = [[0, 1], [0, 2], [1, 0], [2, 0]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0]], warp = []}>
#linear2 = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
#linear3 = #ttg.linear<{register = [[1], [2], [4], [8], [16]], lane = [[0], [0], [0], [0], [0]], warp = []}>
#linear4 = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [0], [0]], warp = []}>
#linear5 = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = []}>
#linear6 = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []}>
#linear7 = #ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []}>
#linear8 = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 0], [0, 0]], warp = []}>
#linear9 = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = []}>
#linear10 = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[0, 0], [0, 0], [0, 0], [4, 0], [8, 0]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "sm_80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @loaded_other(%arg0: i32, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #linear>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf32, #linear1>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant dense<20> : tensor<32xi32, #linear2>
    %cst_2 = arith.constant dense<20> : tensor<32xi32, #linear3>
    %cst_3 = arith.constant dense<20> : tensor<32xi32, #linear4>
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #linear2>
    %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #linear3>
    %2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #linear4>
    %3 = arith.cmpi slt, %0, %cst_1 : tensor<32xi32, #linear2>
    %4 = arith.cmpi slt, %1, %cst_2 : tensor<32xi32, #linear3>
    %5 = arith.cmpi slt, %2, %cst_3 : tensor<32xi32, #linear4>
    %6 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi1, #linear3> -> tensor<32x1xi1, #linear5>
    %7 = tt.broadcast %6 : tensor<32x1xi1, #linear5> -> tensor<32x32xi1, #linear6>
    %8 = tt.broadcast %6 : tensor<32x1xi1, #linear5> -> tensor<32x32xi1, #linear>
    %9 = tt.expand_dims %3 {axis = 0 : i32} : tensor<32xi1, #linear2> -> tensor<1x32xi1, #linear7>
    %10 = tt.expand_dims %5 {axis = 0 : i32} : tensor<32xi1, #linear4> -> tensor<1x32xi1, #linear8>
    %11 = tt.expand_dims %4 {axis = 0 : i32} : tensor<32xi1, #linear3> -> tensor<1x32xi1, #linear9>
    %12 = tt.broadcast %9 : tensor<1x32xi1, #linear7> -> tensor<32x32xi1, #linear6>
    %13 = tt.broadcast %10 : tensor<1x32xi1, #linear8> -> tensor<32x32xi1, #linear>
    %14 = arith.andi %7, %12 : tensor<32x32xi1, #linear6>
    %15 = arith.andi %8, %13 : tensor<32x32xi1, #linear>
    %16 = tt.broadcast %10 : tensor<1x32xi1, #linear8> -> tensor<16x32xi1, #linear1>
    %17 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32, #linear3> -> tensor<32x1xi32, #linear5>
    %18 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>, #linear5>
    %19 = tt.addptr %18, %17 : tensor<32x1x!tt.ptr<f32>, #linear5>, tensor<32x1xi32, #linear5>
    %20 = tt.broadcast %19 : tensor<32x1x!tt.ptr<f32>, #linear5> -> tensor<32x32x!tt.ptr<f32>, #linear>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<1x32xf32, #linear9>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<1x32xf32, #linear9>
    %21 = arith.select %11, %cst_4, %cst_5 : tensor<1x32xi1, #linear9>, tensor<1x32xf32, #linear9>
    %22 = tt.broadcast %21 : tensor<1x32xf32, #linear9> -> tensor<16x32xf32, #linear10>
    %23 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %cst_0) -> (tensor<16x32xf32, #linear1>)  : i32 {
      %25 = tt.addptr %arg2, %arg3 : !tt.ptr<f32>, i32
      %26 = tt.splat %25 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #linear6>
      %27 = tt.load %26, %14 : tensor<32x32x!tt.ptr<f32>, #linear6>
      %28 = ttg.convert_layout %27 : tensor<32x32xf32, #linear6> -> tensor<32x32xf32, #linear>
      %29 = tt.load %20, %15, %28 : tensor<32x32x!tt.ptr<f32>, #linear>
      %30 = arith.select %8, %29, %cst : tensor<32x32xi1, #linear>, tensor<32x32xf32, #linear>
      %31 = tt.dot %22, %30, %arg4 : tensor<16x32xf32, #linear10> * tensor<32x32xf32, #linear> -> tensor<16x32xf32, #linear1>
      scf.yield %31 : tensor<16x32xf32, #linear1>
    } {tt.num_stages = 5 : i32}
    %24 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>, #linear1>
    tt.store %24, %23, %16 : tensor<16x32x!tt.ptr<f32>, #linear1>
    tt.return
  }
}
