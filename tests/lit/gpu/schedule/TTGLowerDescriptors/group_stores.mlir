// RUN: cm2tt-opt %s -cm2tt-ttg-lower-descriptors | FileCheck %s

// Each group of 4 warps stores its rows by itself, if it has rows of its own, and
// if no order with stores of other iterations would make the groups meet.

#product = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]}>
#spread = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [64, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [0, 64]]}>
#thin = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]}>
#double = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [128, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]}>
#group = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [64, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
!desc = !tt.tensordesc<tensor<128x128xf16>>
!tile = tensor<128x128xf16, #product>

module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: tt.func @once(
// CHECK: ttg.local_alloc %{{.+}} {ttg.of_group = array<i64: 64>}
// CHECK-NEXT: ttg.tensor_store {{.+}} {ttg.of_group = array<i64: 64>}
tt.func @once(%d: !desc, %i: i32, %x: !tile) {
  tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  tt.return
}

// A further dimension of the tensor, and rows in registers.
// CHECK-LABEL: tt.func @batch(
// CHECK: ttg.tensor_store {{.+}} {ttg.of_group = array<i64: 64>}
tt.func @batch(%d: !tt.tensordesc<tensor<1x256x128xf16>>, %i: i32, %x: tensor<256x128xf16, #double>) {
  tt.descriptor_store %d[%i, %i, %i], %x : !tt.tensordesc<tensor<1x256x128xf16>>, tensor<256x128xf16, #double>
  tt.return
}

// Iterations that are programs have no order.
// CHECK-LABEL: tt.func @programs(
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: ttg.tensor_store {{.+}} {ttg.of_group = array<i64: 64>}
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: tt.return
tt.func @programs(%d: !desc, %n: i32, %x: !tile) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  } {tt.programs}
  tt.return
}

// Those of another loop have: the thread waits, and is the only one that stores.
// CHECK-LABEL: tt.func @loop(
// CHECK-NOT: ttg.of_group
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NOT: ttg.of_group
// CHECK: tt.return
tt.func @loop(%d: !desc, %n: i32, %x: !tile) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  }
  tt.return
}

// Within a program the order is kept, with all threads.
// CHECK-LABEL: tt.func @again(
// CHECK: scf.for
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: ttg.tensor_store {{.+}} {ttg.of_group
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: ttg.tensor_store {{.+}} {ttg.of_group
// CHECK: tt.return
tt.func @again(%d: !desc, %n: i32, %x: !tile) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tt.descriptor_store %d[%i, %zero], %x : !desc, !tile
    tt.descriptor_store %d[%zero, %i], %x : !desc, !tile
  } {tt.programs}
  tt.return
}

// In a branch of a program, and in a loop of it, which has an order.
// CHECK-LABEL: tt.func @inner(
// CHECK: scf.if
// CHECK: ttg.tensor_store {{.+}} {ttg.of_group
// CHECK: scf.for
// CHECK-NOT: ttg.of_group
// CHECK: tt.return
tt.func @inner(%d: !desc, %e: !desc, %n: i32, %c: i1, %x: !tile) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    scf.if %c {
      tt.descriptor_store %d[%i, %i], %x : !desc, !tile
    }
    scf.for %j = %zero to %n step %one : i32 {
      tt.descriptor_store %e[%i, %j], %x : !desc, !tile
    }
  } {tt.programs}
  tt.return
}

// Not if the groups have columns.
// CHECK-LABEL: tt.func @columns(
// CHECK-NOT: ttg.of_group
tt.func @columns(%d: !desc, %i: i32, %x: tensor<128x128xf16, #spread>) {
  tt.descriptor_store %d[%i, %i], %x : !desc, tensor<128x128xf16, #spread>
  tt.return
}

// Blocks of few columns have boxes of 64 rows, too.
// CHECK-LABEL: tt.func @few_columns(
// CHECK: ttg.tensor_store {{.+}} {ttg.of_group = array<i64: 64>}
tt.func @few_columns(%d: !tt.tensordesc<tensor<128x64xf16>>, %i: i32, %x: tensor<128x64xf16, #thin>) {
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16, #thin>
  tt.return
}
}
