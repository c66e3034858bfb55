// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=3})' | FileCheck %s

// Rings of two slots for both loops, whose blocks have other elements, take 256
// KiB. The loop that always has two
// iterations has no producer, so that the other one has one.
// CHECK-LABEL: tt.func public @both
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<128x128xf16, {{.+}}, buffers = 2>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<128x128xf16, {{.+}}, buffers = 2>
// CHECK: ttg.producer {
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: ttg.producer_end
// CHECK: scf.for
// CHECK: tt.descriptor_load
// CHECK: tt.descriptor_load
// CHECK: scf.for
// CHECK-NOT: tt.descriptor_load
// CHECK: scf.yield

!first = !tt.tensordesc<tensor<128x128xbf16>>
!desc = !tt.tensordesc<tensor<128x128xf16>>
!tile = tensor<128x128xf16>
!sum = tensor<128x128xf32>

tt.func public @both(%c: !first, %d: !first, %a: !desc, %b: !desc, %o: !desc, %first: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : !sum
  %end = arith.addi %first, %c256 : i32
  %s = scf.for %k = %first to %end step %c128 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %c[%c0, %k] : !first -> tensor<128x128xbf16>
    %y = tt.descriptor_load %d[%k, %c0] : !first -> tensor<128x128xbf16>
    %e = tt.dot %x, %y, %acc : tensor<128x128xbf16> * tensor<128x128xbf16> -> !sum
    scf.yield %e : !sum
  }
  %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %s) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%k, %c0] : !desc -> !tile
    %e = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %e : !sum
  }
  %h = arith.truncf %r : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}
