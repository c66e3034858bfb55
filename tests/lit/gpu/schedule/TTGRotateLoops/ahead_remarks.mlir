// RUN: cm2tt-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(cm2tt-ttg-rotate-loops)' | FileCheck %s

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#m = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = []}, rank = 1>
#t = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
!half = tensor<64x64xf16, #c>
!sum = tensor<64x64xf32, #c>
!sums = !tt.tensordesc<tensor<64x64xf32>>

module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  // The first product would wait for the next tile in the only slot, which is
  // reported after the store. With late reports so would one in two slots.
  // CHECK-LABEL: tt.func public @slots
  // CHECK-NOT: scf.if
  tt.func public @slots(%x: !ttg.memdesc<64x64xf16, #m>, %one: !ttg.memdesc<64x64xf16, #m, buffers = 1>, %two: !ttg.memdesc<64x64xf16, #m, buffers = 2>, %empty: !ttg.memdesc<1xi64, #b, buffers = 2>, %d: !sums, %k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %zero = arith.constant dense<0.0> : !sum
    // expected-remark @below {{the loop is not rotated: the tiles of two iterations need more buffers}}
    scf.for %i = %c0 to %n step %c64 : i32 {
      %y = ttg.memdesc_index %one[%c0] : !ttg.memdesc<64x64xf16, #m, buffers = 1> -> !ttg.memdesc<64x64xf16, #m>
      %t = ttg.memdesc_trans %y {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #m> -> !ttg.memdesc<64x64xf16, #t>
      %s = ttg.warp_group_dot %x, %t, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #m> * !ttg.memdesc<64x64xf16, #t> -> !sum
      %h = arith.truncf %s : !sum to !half
      %p = ttg.warp_group_dot %h, %y, %zero {instrN = 64 : i32} : !half * !ttg.memdesc<64x64xf16, #m> -> !sum
      tt.descriptor_reduce add, %d[%i, %c0], %p : !sums, !sum
    }
    // expected-remark @below {{the loop is not rotated: the tiles of two iterations need more buffers}}
    scf.for %i = %c0 to %n step %c64 iter_args(%slot = %c0) -> (i32) : i32 {
      %next = ttg.next_buffer %slot of 2
      %y = ttg.memdesc_index %two[%next] : !ttg.memdesc<64x64xf16, #m, buffers = 2> -> !ttg.memdesc<64x64xf16, #m>
      %t = ttg.memdesc_trans %y {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #m> -> !ttg.memdesc<64x64xf16, #t>
      %s = ttg.warp_group_dot %x, %t, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #m> * !ttg.memdesc<64x64xf16, #t> -> !sum
      %h = arith.truncf %s : !sum to !half
      %p = ttg.warp_group_dot %h, %y, %zero {instrN = 64 : i32} : !half * !ttg.memdesc<64x64xf16, #m> -> !sum
      %old = ttg.memdesc_index %two[%slot] : !ttg.memdesc<64x64xf16, #m, buffers = 2> -> !ttg.memdesc<64x64xf16, #m>
      %e = ttg.memdesc_index %empty[%slot] : !ttg.memdesc<1xi64, #b, buffers = 2> -> !ttg.memdesc<1xi64, #b>
      ttg.mbarrier_arrive %e after %old mask %k : !ttg.memdesc<1xi64, #b>, !ttg.memdesc<64x64xf16, #m>
      tt.descriptor_reduce add, %d[%i, %c0], %p : !sums, !sum
      scf.yield %next : i32
    }
    tt.return
  }

  // Without the first and the last iteration little is left.
  // CHECK-LABEL: tt.func public @few
  // CHECK-NOT: arith.divui
  tt.func public @few(%x: !ttg.memdesc<64x64xf16, #m>, %two: !ttg.memdesc<64x64xf16, #m, buffers = 2>, %d: !sums, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %zero = arith.constant dense<0.0> : !sum
    %end = arith.addi %n, %c128 : i32
    // expected-remark @below {{the loop is not rotated: it has few iterations}}
    scf.for %i = %n to %end step %c64 : i32 {
      %y = ttg.memdesc_index %two[%c0] : !ttg.memdesc<64x64xf16, #m, buffers = 2> -> !ttg.memdesc<64x64xf16, #m>
      %t = ttg.memdesc_trans %y {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #m> -> !ttg.memdesc<64x64xf16, #t>
      %s = ttg.warp_group_dot %x, %t, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #m> * !ttg.memdesc<64x64xf16, #t> -> !sum
      %h = arith.truncf %s : !sum to !half
      %p = ttg.warp_group_dot %h, %y, %zero {instrN = 64 : i32} : !half * !ttg.memdesc<64x64xf16, #m> -> !sum
      tt.descriptor_reduce add, %d[%i, %c0], %p : !sums, !sum
    }
    tt.return
  }

  // The producer copies for the inner loop before it copies for the next
  // iteration, whose tile the first product would wait for.
  // CHECK-LABEL: tt.func public @inner
  // CHECK-NOT: scf.if
  tt.func public @inner(%x: !ttg.memdesc<64x64xf16, #m>, %two: !ttg.memdesc<64x64xf16, #m, buffers = 2>, %full: !ttg.memdesc<1xi64, #b>, %d: !sums, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %zero = arith.constant dense<0.0> : !sum
    // expected-remark @below {{the loop is not rotated: a loop in it has tiles of a producer, too}}
    scf.for %i = %c0 to %n step %c64 : i32 {
      ttg.mbarrier_wait %full, %c0 : !ttg.memdesc<1xi64, #b>
      %y = ttg.memdesc_index %two[%c0] : !ttg.memdesc<64x64xf16, #m, buffers = 2> -> !ttg.memdesc<64x64xf16, #m>
      %t = ttg.memdesc_trans %y {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #m> -> !ttg.memdesc<64x64xf16, #t>
      %s = ttg.warp_group_dot %x, %t, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #m> * !ttg.memdesc<64x64xf16, #t> -> !sum
      %h = arith.truncf %s : !sum to !half
      %p = ttg.warp_group_dot %h, %y, %zero {instrN = 64 : i32} : !half * !ttg.memdesc<64x64xf16, #m> -> !sum
      tt.descriptor_reduce add, %d[%i, %c0], %p : !sums, !sum
      scf.for %j = %c0 to %n step %c64 : i32 {
        ttg.mbarrier_wait %full, %c0 : !ttg.memdesc<1xi64, #b>
      }
    }
    tt.return
  }
}
