// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// The first product adds to what the loop carries, but is complete before the result
// of the second is used, since products are in their order: its slot is reported
// there, not in the next iteration.
// CHECK-LABEL: tt.func public @both
// CHECK: ttg.producer_end
// CHECK: scf.for
// CHECK: %[[SLOT:.+]] = ttg.next_buffer
// CHECK: %[[Y:.+]] = ttg.memdesc_index %[[RING:.+]][%[[SLOT]]] : <64x64xf16
// CHECK: %[[A:.+]] = ttg.warp_group_dot %{{.+}}, %[[Y]], {{.+}}, isAsync}
// CHECK: %[[B:.+]] = ttg.warp_group_dot {{.+}}, isAsync}
// CHECK: ttg.warp_group_dot_wait %[[A]] {{.*}}{pending = 1 : i32}
// CHECK: ttg.mbarrier_arrive %{{[^ ]+}} after %{{[^ ]+}} :
// CHECK: ttg.warp_group_dot_wait %[[B]] {{.*}}{pending = 0 : i32}
// CHECK: ttg.mbarrier_arrive %{{[^ ]+}} after %{{[^ ]+}} :
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: arith.addf

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @both(%q: !desc, %k: !desc, %v: !desc, %o: !desc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %other = %zero) -> (!sum, !sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    %s = tt.dot %x, %z, %zero : !tile * !tile -> !sum
    %e = arith.addf %other, %s : !sum
    scf.yield %d, %e : !sum, !sum
  }
  %t = arith.addf %r#0, %r#1 : !sum
  %h = arith.truncf %t : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}
