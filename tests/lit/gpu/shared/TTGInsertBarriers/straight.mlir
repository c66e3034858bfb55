// RUN: cm2tt-opt %s -cm2tt-ttg-insert-barriers | FileCheck %s

// Straight-line code: a barrier where accesses conflict, and none elsewhere.

#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
!t = tensor<128xf32, #r>
!m = !ttg.memdesc<128xf32, #m>
!b = !ttg.memdesc<128xf32, #m, buffers = 3>

// Reading what was written.
// CHECK-LABEL: @read_after_write
tt.func @read_after_write(%x: !t) {
  // CHECK: ttg.local_alloc
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!t) -> !m
  %y = ttg.local_load %m : !m -> !t
  %z = ttg.local_load %m : !m -> !t
  tt.return
}

// Writing what was read, and what was written.
// CHECK-LABEL: @write_after_read
tt.func @write_after_read(%x: !t) {
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  // CHECK: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store
  %y = ttg.local_load %m : !m -> !t
  ttg.local_store %x, %m : !t -> !m
  ttg.local_store %y, %m : !t -> !m
  tt.return
}

// What lies apart needs none; what lies where other tiles were does.
// CHECK-LABEL: @places
tt.func @places(%x: !t) {
  // CHECK: ttg.local_alloc
  // CHECK-NEXT: ttg.local_alloc
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_alloc
  %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!t) -> !m
  %n = ttg.local_alloc %x {ttg.offset = 512 : i32} : (!t) -> !m
  %y = ttg.local_load %m : !m -> !t
  %z = ttg.local_load %n : !m -> !t
  %o = ttg.local_alloc %z {ttg.offset = 256 : i32} : (!t) -> !m
  tt.return
}

// Buffers by constant numbers lie apart; by others they do not.
// CHECK-LABEL: @buffers
tt.func @buffers(%x: !t, %i: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !b
  %b0 = ttg.memdesc_index %b[%c0] : !b -> !m
  %b1 = ttg.memdesc_index %b[%c1] : !b -> !m
  %bi = ttg.memdesc_index %b[%i] : !b -> !m
  // CHECK: ttg.local_store
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  ttg.local_store %x, %b0 : !t -> !m
  %y = ttg.local_load %b1 : !m -> !t
  %z = ttg.local_load %bi : !m -> !t
  tt.return
}

// A barrier that is there counts.
// CHECK-LABEL: @present
tt.func @present(%x: !t) {
  // CHECK-COUNT-1: gpu.barrier
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!t) -> !m
  gpu.barrier
  %y = ttg.local_load %m : !m -> !t
  tt.return
}

// A copy is there for all behind a barrier behind the wait.
// CHECK-LABEL: @copy
tt.func @copy(%p: tensor<128x!tt.ptr<f32>, #r>) {
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  // CHECK: ttg.async_copy
  // CHECK-NEXT: ttg.async_commit
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.async_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.async_copy
  %t = ttg.async_copy %p, %m : tensor<128x!tt.ptr<f32>, #r> -> !m
  %g = ttg.async_commit %t
  gpu.barrier
  ttg.async_wait %g {pending = 0 : i32}
  %y = ttg.local_load %m : !m -> !t
  %u = ttg.async_copy %p, %m : tensor<128x!tt.ptr<f32>, #r> -> !m
  tt.return
}

// A wait for older groups does not end the youngest.
// CHECK-LABEL: @younger_copy
tt.func @younger_copy(%p: tensor<128x!tt.ptr<f32>, #r>) {
  // CHECK: ttg.async_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.async_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  %n = ttg.local_alloc {ttg.offset = 512 : i32} : () -> !m
  %t = ttg.async_copy %p, %m : tensor<128x!tt.ptr<f32>, #r> -> !m
  %g = ttg.async_commit %t
  %u = ttg.async_copy %p, %n : tensor<128x!tt.ptr<f32>, #r> -> !m
  %h = ttg.async_commit %u
  ttg.async_wait %g {pending = 1 : i32}
  %y = ttg.local_load %m : !m -> !t
  ttg.async_wait %h {pending = 0 : i32}
  %z = ttg.local_load %n : !m -> !t
  tt.return
}

// Memory that is given away is waited for.
// CHECK-LABEL: @forgotten_copy
tt.func @forgotten_copy(%p: tensor<128x!tt.ptr<f32>, #r>, %x: !t) {
  // CHECK: ttg.async_commit
  // CHECK-NEXT: ttg.async_wait
  // CHECK-SAME: pending = 0
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_alloc
  %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !m
  %t = ttg.async_copy %p, %m : tensor<128x!tt.ptr<f32>, #r> -> !m
  %g = ttg.async_commit %t
  %n = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!t) -> !m
  tt.return
}
