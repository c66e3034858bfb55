// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg="target=sm_90a num-warps=4" -cm2tt-ttg-pipeline-loops=num-stages=3 | FileCheck %s

// A row whose alignment is unknown cannot be copied by 4 bytes. The loop
// carries the row of the next iteration in registers.
// CHECK-LABEL: tt.func public @scaled
// CHECK: %[[FIRST:.*]] = tt.load {{.*}} : tensor<32x!tt.ptr<f16>
// CHECK: scf.for {{.*}} iter_args({{.*}}%[[ROW:[a-z0-9_]+]] = %[[FIRST]]
// CHECK: ttg.async_wait
// CHECK: %[[NEXT:.*]] = tt.load {{.*}} : tensor<32x!tt.ptr<f16>
// CHECK: tt.expand_dims %[[ROW]]
// CHECK: scf.yield {{.*}}%[[NEXT]]

// The loop may write what is loaded: the load stays where it is.
// CHECK-LABEL: tt.func public @written
// CHECK: scf.for
// CHECK: ttg.local_load
// CHECK: tt.load {{.*}} : tensor<32x!tt.ptr<f16>
// CHECK: tt.dot
tt.func public @scaled(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %w: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %scales: !tt.ptr<f16>, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %rows = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %inner = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %ns = tt.splat %n : i32 -> tensor<16x1xi32>
  %r0 = tt.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %r1 = arith.muli %r0, %ns : tensor<16x1xi32>
  %r2 = tt.broadcast %r1 : tensor<16x1xi32> -> tensor<16x64xi32>
  %k0 = tt.expand_dims %inner {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k1 = tt.broadcast %k0 : tensor<1x64xi32> -> tensor<16x64xi32>
  %xi = arith.addi %r2, %k1 : tensor<16x64xi32>
  %c32 = arith.constant dense<32> : tensor<64x1xi32>
  %w0 = tt.expand_dims %inner {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %w1 = arith.muli %w0, %c32 : tensor<64x1xi32>
  %w2 = tt.broadcast %w1 : tensor<64x1xi32> -> tensor<64x32xi32>
  %n0 = tt.expand_dims %columns {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %n1 = tt.broadcast %n0 : tensor<1x32xi32> -> tensor<64x32xi32>
  %wi = arith.addi %w2, %n1 : tensor<64x32xi32>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%t = %zero) -> (tensor<16x32xf32>) : i32 {
    %xp = tt.addptr %x, %i : !tt.ptr<f16>, i32
    %xs = tt.splat %xp : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
    %xq = tt.addptr %xs, %xi : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
    %a = tt.load %xq : tensor<16x64x!tt.ptr<f16>>
    %wp = tt.addptr %w, %i : !tt.ptr<f16>, i32
    %ws = tt.splat %wp : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
    %wq = tt.addptr %ws, %wi : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %b = tt.load %wq : tensor<64x32x!tt.ptr<f16>>
    %sp = tt.addptr %scales, %i : !tt.ptr<f16>, i32
    %ss = tt.splat %sp : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
    %sq = tt.addptr %ss, %columns : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
    %s = tt.load %sq : tensor<32x!tt.ptr<f16>>
    %s0 = tt.expand_dims %s {axis = 0 : i32} : tensor<32xf16> -> tensor<1x32xf16>
    %s1 = tt.broadcast %s0 : tensor<1x32xf16> -> tensor<64x32xf16>
    %m = arith.mulf %b, %s1 : tensor<64x32xf16>
    %d = tt.dot %a, %m, %t : tensor<16x64xf16> * tensor<64x32xf16> -> tensor<16x32xf32>
    scf.yield %d : tensor<16x32xf32>
  }
  %flat = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %oi = tt.reshape %flat : tensor<512xi32> -> tensor<16x32xi32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %oq = tt.addptr %os, %oi : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  tt.store %oq, %r : tensor<16x32x!tt.ptr<f32>>
  tt.return
}

tt.func public @written(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %w: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %scales: !tt.ptr<f16>, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %rows = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %inner = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %ns = tt.splat %n : i32 -> tensor<16x1xi32>
  %r0 = tt.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %r1 = arith.muli %r0, %ns : tensor<16x1xi32>
  %r2 = tt.broadcast %r1 : tensor<16x1xi32> -> tensor<16x64xi32>
  %k0 = tt.expand_dims %inner {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k1 = tt.broadcast %k0 : tensor<1x64xi32> -> tensor<16x64xi32>
  %xi = arith.addi %r2, %k1 : tensor<16x64xi32>
  %c32 = arith.constant dense<32> : tensor<64x1xi32>
  %w0 = tt.expand_dims %inner {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %w1 = arith.muli %w0, %c32 : tensor<64x1xi32>
  %w2 = tt.broadcast %w1 : tensor<64x1xi32> -> tensor<64x32xi32>
  %n0 = tt.expand_dims %columns {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %n1 = tt.broadcast %n0 : tensor<1x32xi32> -> tensor<64x32xi32>
  %wi = arith.addi %w2, %n1 : tensor<64x32xi32>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%t = %zero) -> (tensor<16x32xf32>) : i32 {
    %xp = tt.addptr %x, %i : !tt.ptr<f16>, i32
    %xs = tt.splat %xp : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
    %xq = tt.addptr %xs, %xi : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
    %a = tt.load %xq : tensor<16x64x!tt.ptr<f16>>
    %wp = tt.addptr %w, %i : !tt.ptr<f16>, i32
    %ws = tt.splat %wp : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
    %wq = tt.addptr %ws, %wi : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %b = tt.load %wq : tensor<64x32x!tt.ptr<f16>>
    %sp = tt.addptr %scales, %i : !tt.ptr<f16>, i32
    %ss = tt.splat %sp : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
    %sq = tt.addptr %ss, %columns : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
    %s = tt.load %sq : tensor<32x!tt.ptr<f16>>
    %s0 = tt.expand_dims %s {axis = 0 : i32} : tensor<32xf16> -> tensor<1x32xf16>
    %s1 = tt.broadcast %s0 : tensor<1x32xf16> -> tensor<64x32xf16>
    %m = arith.mulf %b, %s1 : tensor<64x32xf16>
    %d = tt.dot %a, %m, %t : tensor<16x64xf16> * tensor<64x32xf16> -> tensor<16x32xf32>
    tt.store %sq, %s : tensor<32x!tt.ptr<f16>>
    scf.yield %d : tensor<16x32xf32>
  }
  %flat = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %oi = tt.reshape %flat : tensor<512xi32> -> tensor<16x32xi32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %oq = tt.addptr %os, %oi : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  tt.store %oq, %r : tensor<16x32x!tt.ptr<f32>>
  tt.return
}
