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

// Copies before the loop are to the buffers that its first iterations read. The
// barrier in the middle is enough for a copy at the begin of each iteration: it
// is after the last reads of that buffer, and before the next ones.
// CHECK-LABEL: @copy_first
tt.func @copy_first(%p: !p, %x: !t, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %before = arith.constant -1 : i32
  %b = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !b
  %b0 = ttg.memdesc_index %b[%c0] : !b -> !m
  %t0 = ttg.async_copy %p, %b0 : !p -> !m
  %g0 = ttg.async_commit %t0
  %b1 = ttg.memdesc_index %b[%c1] : !b -> !m
  %t1 = ttg.async_copy %p, %b1 : !p -> !m
  %g1 = ttg.async_commit %t1
  // CHECK: scf.for
  // CHECK: ttg.async_wait
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.async_copy
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.local_alloc %
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.memdesc_index
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: scf.yield
  scf.for %i = %c0 to %n step %c1 iter_args(%in = %c1, %out = %before) -> (i32, i32) : i32 {
    %insert = ttg.next_buffer %in of 3
    %extract = ttg.next_buffer %out of 3
    ttg.async_wait {pending = 1 : i32}
    %to = ttg.memdesc_index %b[%insert] : !b -> !m
    %t = ttg.async_copy %p, %to : !p -> !m
    %g = ttg.async_commit %t
    %m = ttg.local_alloc %x {ttg.offset = 2048 : i32} : (!t) -> !m
    %y = ttg.local_load %m : !m -> !t
    %from = ttg.memdesc_index %b[%extract] : !b -> !m
    %z = ttg.local_load %from : !m -> !t
    gpu.barrier
    scf.yield %insert, %extract : i32, i32
  }
  ttg.async_wait {pending = 0 : i32}
  tt.return
}

// A buffer that the first iteration copies to while the copy before the loop is
// complete, but not read: a barrier in front of the copy.
// CHECK-LABEL: @copy_to_same
tt.func @copy_to_same(%p: !p, %x: !t, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %before = arith.constant -1 : i32
  %b = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !b
  %b0 = ttg.memdesc_index %b[%c0] : !b -> !m
  %t0 = ttg.async_copy %p, %b0 : !p -> !m
  %g0 = ttg.async_commit %t0
  ttg.async_wait {pending = 0 : i32}
  // CHECK: scf.for
  // CHECK: gpu.barrier
  // CHECK-NEXT: ttg.async_copy
  scf.for %i = %c0 to %n step %c1 iter_args(%in = %before) -> (i32) : i32 {
    %insert = ttg.next_buffer %in of 3
    %to = ttg.memdesc_index %b[%insert] : !b -> !m
    %t = ttg.async_copy %p, %to : !p -> !m
    %g = ttg.async_commit %t
    ttg.async_wait {pending = 0 : i32}
    scf.yield %insert : i32
  }
  tt.return
}

// A loop that is entered again: its last reads are of any buffer, so that the
// copies before it need a barrier.
// CHECK-LABEL: @entered_again
tt.func @entered_again(%p: !p, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %before = arith.constant -1 : i32
  %b = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !b
  %b0 = ttg.memdesc_index %b[%c0] : !b -> !m
  // CHECK: scf.for
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.async_copy
  scf.for %j = %c0 to %n step %c1 : i32 {
    %t0 = ttg.async_copy %p, %b0 : !p -> !m
    %g0 = ttg.async_commit %t0
    ttg.async_wait {pending = 0 : i32}
    // CHECK: ttg.async_wait
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: scf.for
    // CHECK-NOT: gpu.barrier
    // CHECK: ttg.local_load
    scf.for %i = %c0 to %n step %c1 iter_args(%out = %before) -> (i32) : i32 {
      %extract = ttg.next_buffer %out of 3
      %from = ttg.memdesc_index %b[%extract] : !b -> !m
      %z = ttg.local_load %from : !m -> !t
      scf.yield %extract : i32
    }
  }
  tt.return
}

// The third iteration copies to the buffer of the copy before the loop. The
// barrier precedes the loop, and is enough for the read after it, also if there
// is no iteration.
// CHECK-LABEL: @third_iteration
tt.func @third_iteration(%p: !p, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !b
  %b0 = ttg.memdesc_index %b[%c0] : !b -> !m
  %t0 = ttg.async_copy %p, %b0 : !p -> !m
  %g0 = ttg.async_commit %t0
  ttg.async_wait {pending = 0 : i32}
  // CHECK: ttg.async_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK: scf.for
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.local_load
  // CHECK: tt.return
  scf.for %i = %c0 to %n step %c1 iter_args(%in = %c0) -> (i32) : i32 {
    %insert = ttg.next_buffer %in of 3
    %to = ttg.memdesc_index %b[%insert] : !b -> !m
    %t = ttg.async_copy %p, %to : !p -> !m
    %g = ttg.async_commit %t
    scf.yield %insert : i32
  }
  %y = ttg.local_load %b0 : !m -> !t
  tt.return
}
