// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-insert-barriers | FileCheck %s

#one = #ttg.shared<{offset = []}, rank = 1>
!barrier = !ttg.memdesc<1xi64, #one>
#flat = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
#back = #ttg.linear<{register = [], lane = [[64], [32], [16], [8], [4]], warp = [[1], [2]]}>
#x = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
!tile = !ttg.memdesc<128xf32, #flat>
!tiles = !ttg.memdesc<128xf32, #flat, buffers = 3>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {

// The producer is a barrier. What it does needs no other one, and neither do
// reports, but the end of the barrier does.
// CHECK-LABEL: tt.func public @kernel
// CHECK: ttg.mbarrier_init
// CHECK-NEXT: ttg.local_store
// CHECK-NEXT: ttg.producer {
// CHECK-NOT: gpu.barrier
// CHECK: ttg.local_load
// CHECK-NEXT: ttg.mbarrier_arrive
// CHECK-NEXT: ttg.mbarrier_arrive
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: ttg.mbarrier_inval
tt.func public @kernel(%p: tensor<128x!tt.ptr<f32>, #back>, %v: tensor<128xf32, #x>, %i: i32) {
  %b = ttg.local_alloc : () -> !barrier
  %m = ttg.local_alloc : () -> !tile
  ttg.mbarrier_init %b {count = 4 : i32} : !barrier
  ttg.local_store %v, %m : tensor<128xf32, #x> -> !tile
  ttg.producer {
    ttg.mbarrier_wait %b, %i : !barrier
    ttg.producer_end
  }
  %l = ttg.local_load %m : !tile -> tensor<128xf32, #back>
  ttg.mbarrier_arrive %b after %m : !barrier, !tile
  ttg.mbarrier_arrive %b after %m : !barrier, !tile
  ttg.mbarrier_inval %b : !barrier
  // Where the barrier was, so that it has to end.
  %ms = ttg.local_alloc : () -> !tiles
  tt.store %p, %l : tensor<128x!tt.ptr<f32>, #back>
  tt.return
}
}
