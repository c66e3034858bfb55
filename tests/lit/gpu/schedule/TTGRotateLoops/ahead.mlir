// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},cm2tt-ttg-rotate-loops,tt.func(cm2tt-tt-simplify-iter-args,cm2tt-ttg-overlap-dots))' | FileCheck %s

!desc = !tt.tensordesc<tensor<64x64xf16>>
!sums = !tt.tensordesc<tensor<64x64xf32>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

// The first product of the next iteration begins after the last one of this
// iteration, and runs while the threads wait for that, report the slot, and
// store. The end of the iteration waits for it. The second stage has numbers of
// slots of its own.
// CHECK-LABEL: tt.func public @gradient
// CHECK: ttg.producer_end
// CHECK: scf.if
// CHECK: ttg.mbarrier_wait
// CHECK: %[[S0:.+]] = ttg.warp_group_dot
// CHECK: scf.for %[[I:[^ ]+]] = {{.+}} iter_args(%[[ACC:[^ ]+]] = %{{[^,]+}}, %[[SLOT1:[^ ]+]] = %{{[^,]+}}, %{{[^,]+}}, %[[SLOT2:[^ ]+]] = %{{[^,]+}}, %[[S:[^ ]+]] = %[[S0]])
// CHECK: %[[OLD:.+]] = arith.subi %[[I]], %{{.+}}
// CHECK: %[[NEXT2:.+]] = ttg.next_buffer %[[SLOT2]] of 3
// CHECK: %[[Q:.+]] = ttg.memdesc_index %[[QS:.+]][%[[NEXT2]]]
// CHECK: %[[P:.+]] = arith.truncf %[[S]]
// CHECK: %[[DK:.+]] = ttg.warp_group_dot %[[P]], %[[Q]], %[[ACC]] {{.+}}isAsync
// CHECK: %[[PART:.+]] = ttg.warp_group_dot {{.+}}isAsync
// CHECK: %[[NEXT1:.+]] = ttg.next_buffer %[[SLOT1]] of 3
// CHECK: ttg.mbarrier_wait
// CHECK: %[[AHEAD:.+]] = ttg.memdesc_index %[[QS]][%[[NEXT1]]]
// CHECK: %[[TRANS:.+]] = ttg.memdesc_trans %[[AHEAD]]
// CHECK: %[[NEXT:.+]] = ttg.warp_group_dot %{{.+}}, %[[TRANS]], {{.+}}isAsync
// CHECK: %[[DONE:.+]] = ttg.memdesc_index %[[QS]][%[[NEXT2]]]
// CHECK: %[[DKDONE:.+]] = ttg.warp_group_dot_wait %[[DK]] {{.+}} {pending = 2 : i32}
// CHECK: ttg.mbarrier_arrive %{{[^ ]+}} after %[[DONE]] :
// CHECK: %[[PARTDONE:.+]] = ttg.warp_group_dot_wait %[[PART]] {{.+}} {pending = 1 : i32}
// CHECK: tt.descriptor_reduce add, %{{[^ ]+}}[%[[OLD]], %{{.+}}], %[[PARTDONE]]
// CHECK: %[[LAST:.+]] = ttg.warp_group_dot_wait %[[NEXT]] {{.+}} {pending = 0 : i32}
// CHECK: scf.yield %[[DKDONE]], %[[NEXT1]], %{{[^,]+}}, %[[NEXT2]], %[[LAST]]
// CHECK-NOT: ttg.mbarrier_wait
// CHECK: ttg.warp_group_dot
// CHECK: ttg.mbarrier_arrive
// CHECK: tt.descriptor_reduce
// CHECK: ttg.mbarrier_inval
tt.func public @gradient(%k: !desc, %q: !desc, %d: !sums, %o: !sums, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %k[%c0, %c0] : !desc -> !tile
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %q[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %a = tt.dot %h, %y, %acc : !tile * !tile -> !sum
    %u = tt.trans %h {order = array<i32: 1, 0>} : !tile -> !tile
    %p = tt.dot %u, %x, %zero : !tile * !tile -> !sum
    tt.descriptor_reduce add, %d[%i, %c0], %p : !sums, !sum
    scf.yield %a : !sum
  }
  tt.descriptor_store %o[%c0, %c0], %r : !sums, !sum
  tt.return
}
