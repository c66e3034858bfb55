// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// The producer has the loop with the scalars of the copies. A block has 4 warps
// more. Its waits for empty slots have the other parity.
// CHECK: module attributes {"ttg.num-warps" = 4 : i32, {{.*}}"ttg.total-num-warps" = 8 : i32
// CHECK-LABEL: tt.func public @product
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #{{.+}}, buffers = 5>
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #{{.+}}, buffers = 5>
// CHECK: %[[FULL:.+]] = ttg.local_alloc
// CHECK-NEXT: %[[EMPTY:.+]] = ttg.local_alloc
// CHECK-NEXT: ttg.producer {
// CHECK-NEXT: ttg.mbarrier_init %[[FULL]] {count = 2 : i32}
// CHECK-NEXT: ttg.mbarrier_init %[[EMPTY]] {count = 4 : i32}
// CHECK: %[[M:.+]] = arith.muli
// CHECK: scf.for %[[K:.+]] = %{{.+}} to %arg3 step %{{.+}} iter_args(%[[LAST:.+]] = %{{.+}}, %[[WAS:.+]] = %{{.+}})
// CHECK: %[[SLOT:.+]] = ttg.next_buffer %[[LAST]] of 5
// CHECK: %[[PARITY:.+]] = arith.select %{{.+}}, %{{.+}}, %[[WAS]]
// CHECK: %[[OTHER:.+]] = arith.xori %[[PARITY]], %{{.+}}
// CHECK: %[[E:.+]] = ttg.memdesc_index %[[EMPTY]][%[[SLOT]]]
// CHECK: ttg.mbarrier_wait %[[E]], %[[OTHER]]
// CHECK: %[[F:.+]] = ttg.memdesc_index %[[FULL]][%[[SLOT]]]
// CHECK: ttg.tensor_copy %arg0[%[[M]], %[[K]]], %{{.+}}, %[[F]] :
// CHECK: ttg.tensor_copy %arg1[%{{.+}}, %[[K]]], %{{.+}}, %[[F]] :
// CHECK: scf.yield %[[SLOT]], %[[PARITY]]
// CHECK: ttg.producer_end
// CHECK: scf.for %[[I:.+]] = %[[LO:.+]] to %arg3 {{.+}} iter_args(%[[ACC:.+]] = %{{.+}}, %[[BEFORE:.+]] = %{{.+}}, %{{.+}} = %{{.+}})
// CHECK: ttg.next_buffer %[[BEFORE]] of 5
// CHECK: ttg.mbarrier_wait
// CHECK: ttg.warp_group_dot {{.+}}, %[[ACC]] {{.*}}isAsync
// CHECK: %[[REST:.+]] = arith.cmpi ne, %[[I]], %[[LO]]
// CHECK: %[[X:.+]] = ttg.memdesc_index %[[A]][%[[BEFORE]]]
// CHECK: %[[Y:.+]] = ttg.memdesc_index %[[B]][%[[BEFORE]]]
// CHECK: %[[R:.+]] = ttg.memdesc_index %[[EMPTY]][%[[BEFORE]]]
// CHECK: ttg.warp_group_dot_wait {{.+}} {pending = 1 : i32}
// CHECK: ttg.mbarrier_arrive %[[R]] after %[[X]], %[[Y]] mask %[[REST]]
// CHECK: scf.yield
// CHECK: ttg.warp_group_dot_wait {{.+}} {pending = 0 : i32}
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: ttg.mbarrier_inval %[[FULL]]
// CHECK: ttg.mbarrier_inval %[[EMPTY]]

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @product(%a: !desc, %b: !desc, %c: !desc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %m = arith.muli %p, %c64 : i32
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %h = arith.truncf %r : !sum to !tile
  tt.descriptor_store %c[%m, %c0], %h : !desc, !tile
  tt.return
}
