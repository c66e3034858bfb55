// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// A channel for each product. The first is complete within the iteration, where
// its result is used. The second runs on, until that is waited for.
// CHECK-LABEL: tt.func public @attention
// CHECK: ttg.producer {
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.tensor_copy %arg1
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.tensor_copy %arg2
// CHECK: ttg.producer_end
// CHECK: arith.constant -1 : i32
// CHECK: scf.for {{.+}} iter_args(%[[ACC:[^ ]+]] = %{{.+}}, %[[BEFORE:.+]] = %{{.+}}, %{{.+}} = %{{.+}})
// CHECK: %[[SLOT:.+]] = ttg.next_buffer %[[BEFORE]]
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.warp_group_dot
// CHECK: %[[LATE:.+]] = ttg.warp_group_dot_wait %[[ACC]] {{.+}} {pending = 0 : i32}
// CHECK: ttg.mbarrier_arrive %{{[^ ]+}} after %{{[^ ]+}} :
// CHECK: arith.truncf
// CHECK: %[[V:.+]] = ttg.memdesc_index %{{.+}}[%[[BEFORE]]]
// CHECK: ttg.mbarrier_arrive %{{.+}} after %[[V]] mask
// CHECK: arith.mulf %[[LATE]]
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.warp_group_dot {{.+}}isAsync
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: scf.yield

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
