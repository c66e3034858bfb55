// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// A block that the loop over programs loads, and products in it use, has a ring
// with positions of its own. It is copied before the loop in it, waited for
// before that, and reported after it, when the last product is complete.
// CHECK-LABEL: tt.func public @queries
// CHECK: %[[Q:.+]] = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #{{.+}}, buffers = 2>
// CHECK-NEXT: %[[FULL:.+]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #{{.+}}, buffers = 2>
// CHECK-NEXT: %[[EMPTY:.+]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #{{.+}}, buffers = 2>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #{{.+}}, buffers = 8>
// CHECK: ttg.producer {
// CHECK-NEXT: ttg.mbarrier_init %[[FULL]] :
// CHECK-NEXT: ttg.mbarrier_init %[[EMPTY]] {count = 8 : i32}
// CHECK-NEXT: ttg.mbarrier_init
// CHECK-NEXT: ttg.mbarrier_init
// CHECK-NOT: ttg.mbarrier_init
// CHECK: scf.for %{{.+}} iter_args(%[[OUTER:.+]] = %{{.+}}, %{{.+}} = %{{.+}}, %[[IN:.+]] = %{{.+}}, %[[PARITY:.+]] = %{{.+}}) -> (i32, i32, i32, i32)
// CHECK: %[[SLOT:.+]] = ttg.next_buffer %[[OUTER]] of 2
// CHECK: %[[FREE:.+]] = ttg.memdesc_index %[[EMPTY]][%[[SLOT]]]
// CHECK-NEXT: ttg.mbarrier_wait %[[FREE]]
// CHECK: ttg.tensor_copy %arg0
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[IN]], %{{.+}} = %[[PARITY]]) -> (i32, i32)
// CHECK: ttg.tensor_copy %arg1
// CHECK-NOT: ttg.tensor_copy
// CHECK: ttg.producer_end
// CHECK: scf.for
// CHECK: %[[SLOT:.+]] = ttg.next_buffer %{{.+}} of 2
// CHECK: %[[COPIED:.+]] = ttg.memdesc_index %[[FULL]][%[[SLOT]]]
// CHECK-NEXT: ttg.mbarrier_wait %[[COPIED]]
// CHECK-NEXT: %[[TILE:.+]] = ttg.memdesc_index %[[Q]][%[[SLOT]]]
// CHECK: scf.for
// CHECK: ttg.warp_group_dot %[[TILE]],
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: ttg.warp_group_dot_wait
// CHECK: %[[READ:.+]] = ttg.memdesc_index %[[EMPTY]][%[[SLOT]]]
// CHECK-NEXT: ttg.mbarrier_arrive %[[READ]] after
// CHECK: tt.descriptor_store
// CHECK: {tt.programs}

!wide = !tt.tensordesc<tensor<128x64xf16>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

tt.func public @queries(%a: !wide, %b: !desc, %c: !wide, %n: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  scf.for %i = %p to %programs step %q : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x64xf16>
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<64x64xf16>
      %d = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    %h = arith.truncf %r : tensor<128x64xf32> to tensor<128x64xf16>
    tt.descriptor_store %c[%i, %c0], %h : !wide, tensor<128x64xf16>
  } {tt.programs}
  tt.return
}

// -----

// What a later iteration of a loop that is not over programs loads, an earlier
// one may have written: only the loop with products has a producer.
// CHECK-LABEL: tt.func public @written
// CHECK: ttg.producer {
// CHECK-NOT: ttg.tensor_copy %arg0
// CHECK: ttg.tensor_copy %arg1
// CHECK-NOT: ttg.tensor_copy
// CHECK: ttg.producer_end
// CHECK: tt.descriptor_load %arg0

!wide = !tt.tensordesc<tensor<128x64xf16>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

tt.func public @written(%a: !wide, %b: !desc, %n: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  scf.for %i = %p to %programs step %q : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x64xf16>
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<64x64xf16>
      %d = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    %h = arith.truncf %r : tensor<128x64xf32> to tensor<128x64xf16>
    tt.descriptor_store %a[%i, %c0], %h : !wide, tensor<128x64xf16>
  }
  tt.return
}
