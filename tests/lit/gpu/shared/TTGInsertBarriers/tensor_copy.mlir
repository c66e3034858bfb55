// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-insert-barriers | FileCheck %s

// A barrier of the block separates the initialisation of barriers from the first
// copy, and what threads have read from the copy that writes there. The data of a
// copy needs a wait alone. A store needs a fence, and a barrier after it.

#m = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]}>
#b = #ttg.shared<{offset = []}, rank = 1>
#r = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]}>
!tile = !ttg.memdesc<8x16xi8, #m>
!tiles = !ttg.memdesc<8x16xi8, #m, buffers = 4>
!barrier = !ttg.memdesc<1xi64, #b>
!desc = !tt.tensordesc<tensor<8x16xi8>>
!values = tensor<8x16xi8, #r>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: tt.func public @loop
tt.func public @loop(%from: !desc, %to: !desc, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = ttg.local_alloc : () -> !barrier
  %m = ttg.local_alloc : () -> !tile
  // CHECK: ttg.mbarrier_init
  // CHECK-NEXT: scf.for
  ttg.mbarrier_init %b : !barrier
  scf.for %i = %zero to %n step %one : i32 {
    %parity = arith.andi %i, %one : i32
    // CHECK: gpu.barrier
    // CHECK-NEXT: ttg.tensor_copy
    ttg.tensor_copy %from[%i, %zero], %m, %b : !desc -> !tile, !barrier
    // CHECK-NEXT: ttg.mbarrier_wait
    ttg.mbarrier_wait %b, %parity : !barrier
    // CHECK-NEXT: ttg.local_load
    %x = ttg.local_load %m : !tile -> !values
    // CHECK-NEXT: ttg.local_alloc %
    %n1 = ttg.local_alloc %x : (!values) -> !tile
    // CHECK-NEXT: ttg.fence_async_shared
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: ttg.tensor_store
    ttg.tensor_store %n1, %to[%i, %zero] : !tile -> !desc
    // CHECK-NEXT: ttg.tensor_store_wait
    ttg.tensor_store_wait {pending = 0 : i32}
  }
  // CHECK: gpu.barrier
  // CHECK-NEXT: ttg.mbarrier_inval
  ttg.mbarrier_inval %b : !barrier
  // Where the barrier was, so that it has to end.
  %ms = ttg.local_alloc : () -> !tiles
  tt.return
}

// A store reads its tile until a wait, before the next write to the same memory:
// here two stores may run. The last ones are waited for at the end.
// CHECK-LABEL: tt.func public @stores
tt.func public @stores(%to: !desc, %n: i32, %x: !values) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bs = ttg.local_alloc : () -> !tile
  %cs = ttg.local_alloc : () -> !tile
  // CHECK: scf.for
  scf.for %i = %zero to %n step %one : i32 {
    // CHECK-NEXT: ttg.tensor_store_wait {pending = 1 : i32}
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: ttg.local_store
    ttg.local_store %x, %bs : !values -> !tile
    // CHECK-NEXT: ttg.fence_async_shared
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: ttg.tensor_store
    ttg.tensor_store %bs, %to[%i, %zero] : !tile -> !desc
    // CHECK-NEXT: ttg.tensor_store_wait {pending = 1 : i32}
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: ttg.local_store
    ttg.local_store %x, %cs : !values -> !tile
    // CHECK-NEXT: ttg.fence_async_shared
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: ttg.tensor_store
    ttg.tensor_store %cs, %to[%i, %zero] : !tile -> !desc
  }
  // CHECK: ttg.tensor_store_wait {pending = 0 : i32}
  // CHECK-NEXT: tt.return
  tt.return
}
}
