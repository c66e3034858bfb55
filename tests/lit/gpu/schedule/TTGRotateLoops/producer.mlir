// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},cm2tt-ttg-rotate-loops,tt.func(cm2tt-tt-simplify-iter-args,cm2tt-ttg-overlap-dots))' | FileCheck %s

// The producer copies as before. Consumers wait for a tile where they read it:
// the second an iteration later. They report it after the wait for its product,
// in the same iteration.
// CHECK-LABEL: tt.func public @attention
// CHECK: ttg.producer_end
// CHECK: scf.if
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.warp_group_dot
// CHECK: ttg.mbarrier_arrive
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: scf.for {{.+}} iter_args(%[[FIRST:[^ ]+]] = %{{[^,]+}}, %{{[^,]+}}, %[[SECOND:[^ ]+]] = %{{[^,]+}}, %{{[^,]+}}, %[[P:[^ ]+]] = %{{[^,]+}}, %[[ACC:[^ ]+]] =
// CHECK: %[[SLOT1:.+]] = ttg.next_buffer %[[FIRST]] of 3
// CHECK: ttg.mbarrier_wait
// CHECK: %[[K:.+]] = ttg.memdesc_index %[[KS:.+]][%[[SLOT1]]]
// CHECK: %[[S:.+]] = ttg.warp_group_dot {{.+}}isAsync
// CHECK: %[[SLOT2:.+]] = ttg.next_buffer %[[SECOND]] of 3
// CHECK: ttg.mbarrier_wait
// CHECK: %[[V:.+]] = ttg.memdesc_index %[[VS:.+]][%[[SLOT2]]]
// CHECK: %[[D:.+]] = ttg.warp_group_dot %[[P]], %[[V]], %[[ACC]] {{.+}}isAsync
// CHECK: %[[KDONE:.+]] = ttg.memdesc_index %[[KS]][%[[SLOT1]]]
// CHECK: ttg.warp_group_dot_wait %[[S]] {{.+}} {pending = 1 : i32}
// CHECK: ttg.mbarrier_arrive %{{[^ ]+}} after %[[KDONE]] :
// CHECK: %[[VDONE:.+]] = ttg.memdesc_index %[[VS]][%[[SLOT2]]]
// CHECK: ttg.warp_group_dot_wait %[[D]] {{.+}} {pending = 0 : i32}
// CHECK: ttg.mbarrier_arrive %{{[^ ]+}} after %[[VDONE]] :
// CHECK: arith.truncf
// CHECK: arith.mulf
// CHECK: scf.yield
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.warp_group_dot
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: ttg.mbarrier_inval

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @attention(%q: !desc, %k: !desc, %v: !desc, %o: !desc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %half = arith.constant dense<0.5> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %f = arith.mulf %acc, %half : !sum
    %d = tt.dot %h, %z, %f : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %h = arith.truncf %r : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}
