// RUN: cm2tt-opt %s -cm2tt-ttg-insert-barriers | FileCheck %s

#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
!t = tensor<128xf32, #r>
!m = !ttg.memdesc<128xf32, #m>
!b = !ttg.memdesc<128xf32, #m, buffers = 3>
!p = tensor<128x!tt.ptr<f32>, #r>

// An iteration and the next: both hazards.
// CHECK-LABEL: @loop
tt.func @loop(%x: !t, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  // CHECK-NOT: gpu.barrier
  // CHECK: scf.for
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: }
  scf.for %i = %c0 to %n step %c1 : i32 {
    ttg.local_store %x, %m : !t -> !m
    %y = ttg.local_load %m : !m -> !t
  }
  tt.return
}

// What only the code before the loop wrote is waited for there.
// CHECK-LABEL: @before_the_loop
tt.func @before_the_loop(%x: !t, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: ttg.local_alloc
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: }
  %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!t) -> !m
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      %y = ttg.local_load %m : !m -> !t
    }
  }
  tt.return
}

// Only the branch that reads waits; behind, what either did is pending.
// CHECK-LABEL: @branch
tt.func @branch(%x: !t, %c: i1) {
  // CHECK: ttg.local_alloc
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!t) -> !m
  scf.if %c {
    %y = ttg.local_load %m : !m -> !t
  }
  ttg.local_store %x, %m : !t -> !m
  tt.return
}

// CHECK-LABEL: @while
tt.func @while(%x: !t, %c: i1) {
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  // CHECK: scf.while
  // CHECK: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: scf.condition
  // CHECK: } do {
  // CHECK: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  scf.while : () -> () {
    %y = ttg.local_load %m : !m -> !t
    scf.condition(%c)
  } do {
    ttg.local_store %x, %m : !t -> !m
    scf.yield
  }
  tt.return
}

// CHECK-LABEL: @blocks
tt.func @blocks(%x: !t, %c: i1) {
  // CHECK: ^bb1:
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: cf.cond_br
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  cf.br ^body
^body:
  ttg.local_store %x, %m : !t -> !m
  %y = ttg.local_load %m : !m -> !t
  cf.cond_br %c, ^body, ^end
^end:
  tt.return
}

// A pipelined loop: one barrier an iteration, behind the wait, which also lets
// the copy have the buffer that was read the iteration before.
// CHECK-LABEL: @pipeline
tt.func @pipeline(%p: !p, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %before = arith.constant -1 : i32
  %b = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !b
  %b0 = ttg.memdesc_index %b[%c0] : !b -> !m
  %t0 = ttg.async_copy %p, %b0 : !p -> !m
  %g0 = ttg.async_commit %t0
  %b1 = ttg.memdesc_index %b[%c1] : !b -> !m
  %t1 = ttg.async_copy %p, %b1 : !p -> !m
  %g1 = ttg.async_commit %t1
  // CHECK: scf.for
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.async_wait
  // CHECK-NOT: ttg.local_load
  // CHECK: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.async_wait
  // CHECK-NEXT: tt.return
  scf.for %i = %c0 to %n step %c1 iter_args(%in = %c1, %out = %before) -> (i32, i32) : i32 {
    %insert = ttg.next_buffer %in of 3
    %extract = ttg.next_buffer %out of 3
    ttg.async_wait {pending = 1 : i32}
    %from = ttg.memdesc_index %b[%extract] : !b -> !m
    %y = ttg.local_load %from : !m -> !t
    %to = ttg.memdesc_index %b[%insert] : !b -> !m
    %t = ttg.async_copy %p, %to : !p -> !m
    %g = ttg.async_commit %t
    scf.yield %insert, %extract : i32, i32
  }
  ttg.async_wait {pending = 0 : i32}
  tt.return
}
