// RUN: cm2tt-opt %s -cm2tt-ttg-alternate-groups | FileCheck %s

#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]}>
module attributes {"ttg.num-warps" = 8 : i32, "ttg.total-num-warps" = 12 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {

// All groups meet in the loop: a group must not wait there for another one.
// CHECK-LABEL: tt.func public @meet
// CHECK-NOT: barrier.cta
// CHECK: gpu.barrier
tt.func public @meet(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #c>
  %a = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #a>
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b>
  ttg.producer {
    ttg.producer_end
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %s = ttg.warp_group_dot %a, %b, %zero {instrN = 64 : i32, isAsync} : !ttg.memdesc<128x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<128x64xf32, #c>
    %o = ttg.warp_group_dot %a, %b, %zero {instrN = 64 : i32, isAsync} : !ttg.memdesc<128x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<128x64xf32, #c>
    %w = ttg.warp_group_dot_wait %s {pending = 1 : i32} : (tensor<128x64xf32, #c>) -> tensor<128x64xf32, #c>
    gpu.barrier
    %x = ttg.warp_group_dot_wait %o {pending = 0 : i32} : (tensor<128x64xf32, #c>) -> tensor<128x64xf32, #c>
  }
  tt.return
}
}
