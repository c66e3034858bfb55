// RUN: cm2tt-opt %s -cm2tt-ttg-insert-barriers | FileCheck %s

// Products of warp groups read shared memory by themselves: what threads wrote
// is fenced in front of the barrier, and what is read is over when waited for.

#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#r = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>
!c = tensor<64x8xf32, #c>
!r = tensor<64x16xf16, #r>
!a = !ttg.memdesc<64x16xf16, #a>
!as = !ttg.memdesc<64x16xf16, #a, buffers = 4>
!b = !ttg.memdesc<16x8xf16, #b>
!p = tensor<64x16x!tt.ptr<f16>, #r>

module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: @stored
tt.func @stored(%x: !r, %acc: !c) {
  %b = ttg.local_alloc {ttg.offset = 8192 : i32} : () -> !b
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 0 : i32}
  // CHECK-NEXT: ttg.fence_async_shared
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.warp_group_dot
  // CHECK-NEXT: ttg.warp_group_dot_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  %a = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!r) -> !a
  %d = ttg.warp_group_dot %a, %b, %acc {instrN = 8 : i32, isAsync} : !a * !b -> !c
  %e = ttg.warp_group_dot_wait %d {pending = 0 : i32} : (!c) -> !c
  ttg.local_store %x, %a : !r -> !a
  tt.return
}

// The barrier for another reader is that for the product as well.
// CHECK-LABEL: @read_first
tt.func @read_first(%x: !r, %acc: !c) {
  %b = ttg.local_alloc {ttg.offset = 8192 : i32} : () -> !b
  // CHECK: ttg.fence_async_shared
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.warp_group_dot
  %a = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!r) -> !a
  %y = ttg.local_load %a : !a -> !r
  %d = ttg.warp_group_dot %a, %b, %acc {instrN = 8 : i32} : !a * !b -> !c
  tt.return
}

// What no product reads needs no fence.
// CHECK-LABEL: @no_product
tt.func @no_product(%x: !r) {
  // CHECK-NOT: ttg.fence_async_shared
  // CHECK: tt.return
  %a = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!r) -> !a
  %y = ttg.local_load %a : !a -> !r
  tt.return
}

// A pipelined loop in which one product runs while the next is started: with a
// buffer more than copies are ahead, one barrier an iteration does.
// CHECK-LABEL: @pipeline
tt.func @pipeline(%p: !p, %acc: !c, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %before = arith.constant -1 : i32
  %b = ttg.local_alloc {ttg.offset = 8192 : i32} : () -> !b
  %as = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !as
  %a0 = ttg.memdesc_index %as[%c0] : !as -> !a
  %t0 = ttg.async_copy %p, %a0 : !p -> !a
  %g0 = ttg.async_commit %t0
  %a1 = ttg.memdesc_index %as[%c1] : !as -> !a
  %t1 = ttg.async_copy %p, %a1 : !p -> !a
  %g1 = ttg.async_commit %t1
  // CHECK: scf.for
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.async_wait
  // CHECK-NOT: ttg.warp_group_dot
  // CHECK-NOT: ttg.fence_async_shared
  // CHECK: gpu.barrier
  // CHECK-NEXT: ttg.warp_group_dot
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.async_commit
  // CHECK: }
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%in = %c1, %out = %before, %sum = %acc) -> (i32, i32, !c) : i32 {
    %insert = ttg.next_buffer %in of 4
    %extract = ttg.next_buffer %out of 4
    ttg.async_wait {pending = 1 : i32}
    %from = ttg.memdesc_index %as[%extract] : !as -> !a
    %d = ttg.warp_group_dot %from, %b, %sum {instrN = 8 : i32, isAsync} : !a * !b -> !c
    %e = ttg.warp_group_dot_wait %d {pending = 1 : i32} : (!c) -> !c
    %to = ttg.memdesc_index %as[%insert] : !as -> !a
    %t = ttg.async_copy %p, %to : !p -> !a
    %g = ttg.async_commit %t
    scf.yield %insert, %extract, %e : i32, i32, !c
  }
  ttg.async_wait {pending = 0 : i32}
  tt.return
}
}
