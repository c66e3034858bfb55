// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-insert-barriers | FileCheck %s

// Stores by groups of warps: what a group writes and copies is separated by a
// barrier of the group. Others need one of the block.

#m = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]}>
#r = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0], [0, 0]]}>
!tile = !ttg.memdesc<8x16xi8, #m>
!desc = !tt.tensordesc<tensor<8x16xi8>>
!values = tensor<8x16xi8, #r>
module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: tt.func public @programs
// CHECK-NOT: gpu.barrier
// CHECK: scf.for
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier {ttg.of_group}
// CHECK-NEXT: ttg.local_alloc %
// CHECK-NEXT: ttg.fence_async_shared
// CHECK-NEXT: gpu.barrier {ttg.of_group}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NEXT: {{^ +}$}}
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: tt.return
tt.func public @programs(%to: !desc, %n: i32, %x: !values) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %m = ttg.local_alloc %x {ttg.of_group = array<i64: 64>} : (!values) -> !tile
    ttg.tensor_store %m, %to[%i, %zero] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  }
  tt.return
}

// The memory of another tile is there, too.
// CHECK-LABEL: tt.func public @shared_memory
// CHECK: ttg.local_load
// CHECK-NEXT: gpu.barrier{{$}}
// CHECK-NEXT: ttg.local_alloc %{{.+}} {ttg.of_group = array<i64: 64>, ttg.offset = 0
// CHECK-NEXT: ttg.fence_async_shared
// CHECK-NEXT: gpu.barrier {ttg.of_group}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier{{$}}
// CHECK-NEXT: ttg.local_alloc %{{.+}} {ttg.offset = 0
tt.func public @shared_memory(%to: !desc, %i: i32, %x: !values) -> (!values, !values) {
  %a = ttg.local_alloc %x : (!values) -> !tile
  %y = ttg.local_load %a : !tile -> !values
  %m = ttg.local_alloc %y {ttg.of_group = array<i64: 64>} : (!values) -> !tile
  ttg.tensor_store %m, %to[%i, %i] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  %b = ttg.local_alloc %x : (!values) -> !tile
  %z = ttg.local_load %b : !tile -> !values
  tt.return %y, %z : !values, !values
}

// Two stores whose tiles have the same memory: each group waits for its copies
// of the first. Others, whose rows are not divided so, need all threads.
// CHECK-LABEL: tt.func public @two
// CHECK: ttg.local_alloc %{{.+}} {ttg.of_group = array<i64: 64>, ttg.offset = 0
// CHECK: ttg.tensor_store
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier {ttg.of_group}
// CHECK-NEXT: ttg.local_alloc %{{.+}} {ttg.of_group = array<i64: 64>, ttg.offset = 0
// CHECK-NEXT: ttg.fence_async_shared
// CHECK-NEXT: gpu.barrier {ttg.of_group}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier{{$}}
// CHECK-NEXT: ttg.local_alloc %{{.+}} {ttg.of_group = array<i64: 128>, ttg.offset = 0
tt.func public @two(%to: !desc, %i: i32, %x: !values) {
  %m = ttg.local_alloc %x {ttg.of_group = array<i64: 64>} : (!values) -> !tile
  ttg.tensor_store %m, %to[%i, %i] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  %n = ttg.local_alloc %x {ttg.of_group = array<i64: 64>} : (!values) -> !tile
  ttg.tensor_store %n, %to[%i, %i] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  %o = ttg.local_alloc %x {ttg.of_group = array<i64: 128>} : (!values) -> !tile
  ttg.tensor_store %o, %to[%i, %i] {ttg.of_group = array<i64: 128>} : !tile -> !desc
  tt.return
}

// A barrier of the groups that is there ends what they wrote, and is enough.
// CHECK-LABEL: tt.func public @given
// CHECK: ttg.local_alloc %
// CHECK-NEXT: ttg.fence_async_shared
// CHECK-NEXT: gpu.barrier {ttg.of_group}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NEXT: ttg.tensor_store_wait
// CHECK-NEXT: tt.return
tt.func public @given(%to: !desc, %i: i32, %x: !values) {
  %m = ttg.local_alloc %x {ttg.of_group = array<i64: 64>} : (!values) -> !tile
  gpu.barrier {ttg.of_group}
  ttg.tensor_store %m, %to[%i, %i] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  tt.return
}

// The thread that begins the stores of the second group has begun none after
// this one, unlike that of the first group: it must not leave one running.
// CHECK-LABEL: tt.func public @then_of_block
// CHECK: ttg.tensor_store {{.+}}of_group
// CHECK: ttg.tensor_store
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier{{$}}
// CHECK-NEXT: ttg.local_alloc %{{.+}} {ttg.offset = 0
tt.func public @then_of_block(%to: !desc, %i: i32, %x: !values) {
  %m = ttg.local_alloc %x {ttg.of_group = array<i64: 64>} : (!values) -> !tile
  %b = ttg.local_alloc %x : (!values) -> !tile
  ttg.tensor_store %m, %to[%i, %i] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  ttg.tensor_store %b, %to[%i, %i] : !tile -> !desc
  %o = ttg.local_alloc %x : (!values) -> !tile
  ttg.tensor_store %o, %to[%i, %i] : !tile -> !desc
  tt.return
}
}
