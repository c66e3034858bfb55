// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm | FileCheck %s --implicit-check-not=contract

// No product joins a sum: not in tiles, reductions, scans and maps.

#a = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", tt.no_fp_fusion} {
// CHECK-LABEL: llvm.func @apart
// CHECK: llvm.fmul
// CHECK: llvm.fadd
// CHECK: llvm.return
tt.func public @apart(%p: !tt.ptr<f32>, %q: tensor<128x!tt.ptr<f32>, #a>) {
  %v = tt.load %q : tensor<128x!tt.ptr<f32>, #a>
  %w = arith.mulf %v, %v : tensor<128xf32, #a>
  %s = "tt.reduce"(%w) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<128xf32, #a>) -> f32
  %n = "tt.scan"(%w) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.scan.return %c : f32
  }) : (tensor<128xf32, #a>) -> tensor<128xf32, #a>
  %m = "tt.map_elementwise"(%n) <{pack = 1 : i32}> ({
  ^bb0(%x: f32):
    %y = arith.mulf %x, %x : f32
    tt.map_elementwise.return %y : f32
  }) : (tensor<128xf32, #a>) -> tensor<128xf32, #a>
  tt.store %q, %m : tensor<128x!tt.ptr<f32>, #a>
  tt.store %p, %s : !tt.ptr<f32>
  tt.return
}
}
