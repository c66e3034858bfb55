// Accesses of one program to the same global memory that the hardware does not
// order: a bulk store before others, and stores of threads before bulk copies.

// RUN: cm2tt-opt %s -cm2tt-ttg-lower-descriptors | FileCheck %s

#rows = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [0, 0]]}>
#row = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
!desc = !tt.tensordesc<tensor<8x32xf16>>
!tile = tensor<8x32xf16, #rows>
!pointers = tensor<128x!tt.ptr<f16>, #row>

// One thread performs both copies.
// CHECK-LABEL: tt.func @load_by_the_same(
// CHECK: ttg.tensor_store
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: ttg.tensor_copy
// CHECK-NOT: gpu.barrier
tt.func @load_by_the_same(%d: !desc, %i: i32, %x: !tile) -> !tile {
  tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  %y = tt.descriptor_load %d[%i, %i] : !desc -> !tile
  tt.return %y : !tile
}

// CHECK-LABEL: tt.func @load_by_another(
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: tt.return
tt.func @load_by_another(%d: !desc, %e: !desc, %i: i32, %x: !tile) -> !tile {
  tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  %y = tt.descriptor_load %e[%i, %i] : !desc -> !tile
  tt.return %y : !tile
}

// Descriptors of one base, and pointers to it, which all threads read.
// CHECK-LABEL: tt.func @same_base(
// CHECK: ttg.tensor_store
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: ttg.tensor_copy
// CHECK: ttg.tensor_store
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tt.load
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: tt.load
tt.func @same_base(%s: !tt.ptr<i8>, %p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %n: i32, %t: i64, %x: !tile) -> (!tile, f16, f16) {
  %o = tt.addptr %p, %n : !tt.ptr<f16>, i32
  %d = ttg.tensor_map_create %s, %p, [%n, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<f16>) -> !desc
  %e = ttg.tensor_map_create %s, %o, [%n, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<f16>) -> !desc
  tt.descriptor_store %d[%n, %n], %x : !desc, !tile
  %y = tt.descriptor_load %e[%n, %n] : !desc -> !tile
  tt.descriptor_store %d[%n, %n], %x : !desc, !tile
  %z = tt.load %p : !tt.ptr<f16>
  %u = tt.load %q : !tt.ptr<f16>
  tt.return %y, %z, %u : !tile, f16, f16
}

// A pointer of unknown origin may be any.
// CHECK-LABEL: tt.func @unknown(
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tt.store
tt.func @unknown(%d: !desc, %a: i64, %i: i32, %x: !tile, %v: f16) {
  %p = tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
  tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  tt.store %p, %v : !tt.ptr<f16>
  tt.return
}

// Two stores are ordered unless their blocks are known to differ.
// CHECK-LABEL: tt.func @stores(
// CHECK: ttg.tensor_store
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: ttg.tensor_store
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: tt.return
tt.func @stores(%d: !desc, %i: i32, %j: i32, %x: !tile) {
  %c32 = arith.constant 32 : i32
  %k = arith.addi %j, %c32 : i32
  tt.descriptor_store %d[%i, %j], %x : !desc, !tile
  tt.descriptor_store %d[%i, %k], %x : !desc, !tile
  tt.descriptor_store %d[%k, %j], %x : !desc, !tile
  tt.return
}

// The block of the second store may be that of the first one of the iteration
// before.
// CHECK-LABEL: tt.func @store_loop(
// CHECK: scf.for
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: ttg.tensor_store
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: ttg.tensor_store
// CHECK: }
tt.func @store_loop(%d: !desc, %i: i32, %x: !tile) {
  %c32 = arith.constant 32 : i32
  scf.for %j = %i to %c32 step %c32 : i32 {
    %k = arith.addi %j, %c32 : i32
    tt.descriptor_store %d[%i, %j], %x : !desc, !tile
    tt.descriptor_store %d[%i, %k], %x : !desc, !tile
  }
  tt.return
}

// Sums have no order.
// CHECK-LABEL: tt.func @reductions(
// CHECK: ttg.tensor_store {{.+}} reduce add
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: ttg.tensor_store {{.+}} reduce add
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: ttg.tensor_store {{.+}} reduce max
tt.func @reductions(%d: !desc, %i: i32, %x: !tile) {
  tt.descriptor_reduce add, %d[%i, %i], %x : !desc, !tile
  tt.descriptor_reduce add, %d[%i, %i], %x : !desc, !tile
  tt.descriptor_reduce max, %d[%i, %i], %x : !desc, !tile
  tt.return
}

// A wait for what is stored before a loop is before the loop.
// CHECK-LABEL: tt.func @before_loop(
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: tt.return
tt.func @before_loop(%s: !tt.ptr<i8>, %p: !tt.ptr<f16>, %n: i32, %t: i64, %x: !tile) {
  %d = ttg.tensor_map_create %s, %p, [%n, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<f16>) -> !desc
  tt.descriptor_store %d[%n, %n], %x : !desc, !tile
  scf.for %i = %n to %n step %n : i32 {
    %q = tt.addptr %p, %i : !tt.ptr<f16>, i32
    %z = tt.load %q : !tt.ptr<f16>
    tt.print "z" {hex = false, isSigned = array<i32: 0>} : %z : f16
  }
  tt.return
}

// Bulk copies see what all threads have stored after a fence.
// CHECK-LABEL: tt.func @fenced(
// CHECK: tt.store
// CHECK: ttg.fence_async_global
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: ttg.tensor_copy
// CHECK-NOT: ttg.fence_async_global
tt.func @fenced(%s: !tt.ptr<i8>, %p: !tt.ptr<f16>, %n: i32, %t: i64, %v: tensor<128xf16, #row>) -> (!tile, !tile) {
  %d = ttg.tensor_map_create %s, %p, [%n, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<f16>) -> !desc
  %q = tt.splat %p : !tt.ptr<f16> -> !pointers
  tt.store %q, %v : !pointers
  %y = tt.descriptor_load %d[%n, %n] : !desc -> !tile
  %z = tt.descriptor_load %d[%n, %n] : !desc -> !tile
  tt.return %y, %z : !tile, !tile
}

// What is stored must be written before another block is told.
// CHECK-LABEL: tt.func @told(
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tt.atomic_rmw
// CHECK: ttg.tensor_store
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: tt.atomic_cas
tt.func @told(%d: !desc, %p: !tt.ptr<i32>, %i: i32, %k: i1, %x: !tile) {
  tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  %o = tt.atomic_rmw add, release, gpu, %p, %i, %k : (!tt.ptr<i32>, i32, i1) -> i32
  tt.descriptor_store %d[%i, %i], %x : !desc, !tile
  %c = tt.atomic_cas acquire, gpu, %p, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// A store has read its map when a loop writes the map again.
// CHECK-LABEL: tt.func @map_again(
// CHECK: scf.for
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: ttg.tensor_map_create
tt.func @map_again(%s: !tt.ptr<i8>, %p: !tt.ptr<f16>, %n: i32, %t: i64, %x: !tile) {
  scf.for %i = %n to %n step %n : i32 {
    %d = ttg.tensor_map_create %s, %p, [%i, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<f16>) -> !desc
    tt.descriptor_store %d[%n, %n], %x : !desc, !tile
  }
  tt.return
}
