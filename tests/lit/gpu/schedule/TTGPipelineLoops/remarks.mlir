// RUN: cm2tt-opt %s -verify-diagnostics -cm2tt-ttg-pipeline-loops=num-stages=64 -o /dev/null

// More buffers than there is memory for: two of 1 KiB in each stage.

#load = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []}>
#c = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []}>
#a = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = []}>
#b = #ttg.linear<{register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0]], lane = [[0, 4], [0, 8], [0, 0], [0, 0], [0, 0]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_86"} {
tt.func @large(%p: tensor<16x16x!tt.ptr<f32>, #load> {tt.divisibility = 16 : i32, tt.contiguity = 16 : i32}, %q: tensor<16x16x!tt.ptr<f32>, #load> {tt.divisibility = 16 : i32, tt.contiguity = 16 : i32}, %n: i32, %out: tensor<16x16x!tt.ptr<f32>, #c>) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #c>
  %step = arith.constant dense<16> : tensor<16x16xi32, #load>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @+1 {{the loop runs in 49 stages instead of 64, which need 131072 bytes of shared memory: sm_86 has 101376}}
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
