// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-pipeline-loops=num-stages=3 -cm2tt-tt-simplify-iter-args | FileCheck %s

// Two loads that feed a product: copies two iterations ahead, three buffers.
// The wait for `a` stands with that for `b`, as nothing is between.

#load = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []}>
#c = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []}>
#a = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = []}>
#b = #ttg.linear<{register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0]], lane = [[0, 4], [0, 8], [0, 0], [0, 0], [0, 0]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: tt.func @product(
// CHECK-SAME:    %[[P:.*]]: tensor<16x16x!tt.ptr<f32>, #{{.*}}>{{.*}}, %[[Q:.*]]: tensor<16x16x!tt.ptr<f32>, #{{[^>]*}}>{{.*}}, %[[N:.*]]: i32
tt.func @product(%p: tensor<16x16x!tt.ptr<f32>, #load> {tt.divisibility = 16 : i32, tt.contiguity = 16 : i32}, %q: tensor<16x16x!tt.ptr<f32>, #load> {tt.divisibility = 16 : i32, tt.contiguity = 16 : i32}, %n: i32, %out: tensor<16x16x!tt.ptr<f32>, #c>) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #c>
  %step = arith.constant dense<16> : tensor<16x16xi32, #load>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %pp = %p, %qq = %q) -> (tensor<16x16xf32, #c>, tensor<16x16x!tt.ptr<f32>, #load>, tensor<16x16x!tt.ptr<f32>, #load>) : i32 {
    %x = tt.load %pp : tensor<16x16x!tt.ptr<f32>, #load>
    %xa = ttg.convert_layout %x : tensor<16x16xf32, #load> -> tensor<16x16xf32, #a>
    %y = tt.load %qq : tensor<16x16x!tt.ptr<f32>, #load>
    %yb = ttg.convert_layout %y : tensor<16x16xf32, #load> -> tensor<16x16xf32, #b>
    %d = tt.dot %xa, %yb, %acc : tensor<16x16xf32, #a> * tensor<16x16xf32, #b> -> tensor<16x16xf32, #c>
    %p2 = tt.addptr %pp, %step : tensor<16x16x!tt.ptr<f32>, #load>, tensor<16x16xi32, #load>
    %q2 = tt.addptr %qq, %step : tensor<16x16x!tt.ptr<f32>, #load>, tensor<16x16xi32, #load>
    scf.yield %d, %p2, %q2 : tensor<16x16xf32, #c>, tensor<16x16x!tt.ptr<f32>, #load>, tensor<16x16x!tt.ptr<f32>, #load>
  }
  tt.store %out, %r#0 : tensor<16x16x!tt.ptr<f32>, #c>
  tt.return
}
}

// CHECK:     %[[ABUF:.*]] = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #{{.*}}, buffers = 3>
// CHECK-NEXT: %[[BBUF:.*]] = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #{{.*}}, buffers = 3>
// The first two iterations' copies, masked off where there is no iteration.
// CHECK-COUNT-4: ttg.async_commit
// CHECK:     scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step {{.*}} iter_args(%[[ACC:[^ ]*]] = %{{[^,]*}}, %[[PP:[^ ]*]] = %{{[^,]*}}, %[[QQ:[^ ]*]] = %{{[^,]*}}, %[[IN:[^ ]*]] = %{{[^,]*}}, %[[OUT:[^ ]*]] = %{{[^)]*}})
// CHECK:       %[[EXISTS:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NEXT:  ttg.async_wait {pending = 2 : i32}
// CHECK:       %[[WRAPPED:.*]] = ttg.next_buffer %[[IN]] of 3
// CHECK:       %[[AIN:.*]] = ttg.memdesc_index %[[ABUF]][%[[WRAPPED]]]
// CHECK:       %[[MASK:.*]] = tt.splat %[[EXISTS]]
// CHECK:       ttg.async_copy %[[PP]], %[[AIN]] mask %[[MASK]]
// CHECK:       %[[BIN:.*]] = ttg.memdesc_index %[[BBUF]][%[[WRAPPED]]]
// CHECK:       ttg.async_copy %[[QQ]], %[[BIN]]
// CHECK:       %[[READS:.*]] = ttg.next_buffer %[[OUT]] of 3
// CHECK:       %[[AOUT:.*]] = ttg.memdesc_index %[[ABUF]][%[[READS]]]
// CHECK:       %[[A:.*]] = ttg.local_load %[[AOUT]]
// CHECK:       %[[BOUT:.*]] = ttg.memdesc_index %[[BBUF]][%[[READS]]]
// CHECK:       %[[B:.*]] = ttg.local_load %[[BOUT]]
// CHECK:       tt.dot %[[A]], %[[B]], %[[ACC]]
// CHECK:     ttg.async_wait {pending = 0 : i32}

// -----

// Indices that are loaded for the address of a load: three levels of stages.
// The index load starts two iterations ahead, and is waited for one ahead.

#v = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: tt.func @gather(
tt.func @gather(%p: tensor<32x!tt.ptr<i32>, #v>, %q: tensor<32x!tt.ptr<f32>, #v>, %n: i32, %out: tensor<32x!tt.ptr<f32>, #v>) {
  %zero = arith.constant dense<0.0> : tensor<32xf32, #v>
  %step = arith.constant dense<32> : tensor<32xi32, #v>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %pp = %p) -> (tensor<32xf32, #v>, tensor<32x!tt.ptr<i32>, #v>) : i32 {
    %at = tt.load %pp : tensor<32x!tt.ptr<i32>, #v>
    %qq = tt.addptr %q, %at : tensor<32x!tt.ptr<f32>, #v>, tensor<32xi32, #v>
    %x = tt.load %qq : tensor<32x!tt.ptr<f32>, #v>
    %sum = arith.addf %acc, %x : tensor<32xf32, #v>
    %p2 = tt.addptr %pp, %step : tensor<32x!tt.ptr<i32>, #v>, tensor<32xi32, #v>
    scf.yield %sum, %p2 : tensor<32xf32, #v>, tensor<32x!tt.ptr<i32>, #v>
  } {tt.num_stages = 3 : i32}
  tt.store %out, %r#0 : tensor<32x!tt.ptr<f32>, #v>
  tt.return
}
}

// CHECK-COUNT-2: ttg.local_alloc : () -> !ttg.memdesc<{{.*}}, buffers = 2>
// CHECK:     scf.for
// CHECK-DAG:   ttg.async_copy {{.*}}!tt.ptr<i32>
// CHECK-DAG:   ttg.async_copy {{.*}}!tt.ptr<f32>
// CHECK:       arith.addf
