// RUN: cm2tt-opt %s -cm2tt-tt-reduce-strength -cm2tt-test-print-axis-info -o /dev/null 2>&1 | FileCheck %s

// What was known of the carried tiles is known of what is made of the scalars:
// 128 neighbours, of which the first is aligned as the first one was and as all
// amounts are.
tt.func @aligned(%base: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %step: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant dense<64> : tensor<128xi32>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %splat = tt.splat %base : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %p0 = tt.addptr %splat, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %by = tt.splat %step : i32 -> tensor<128xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %o = %range) -> (tensor<128x!tt.ptr<f32>>, tensor<128xi32>) : i32 {
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} contiguity [128], divisibility [16], constancy [1]
    %q = tt.bitcast %p : tensor<128x!tt.ptr<f32>> -> tensor<128x!tt.ptr<i32>>
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} contiguity [128], divisibility [64], constancy [1], presumably not negative
    %u = arith.addi %o, %c64 : tensor<128xi32>
    tt.store %q, %u : tensor<128x!tt.ptr<i32>>
    %s = tt.addptr %p, %by : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %t = arith.addi %o, %c64 : tensor<128xi32>
    scf.yield %s, %t : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  }
  tt.return
}
