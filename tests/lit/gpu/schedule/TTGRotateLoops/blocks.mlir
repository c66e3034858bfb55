// RUN: cm2tt-opt %s --verify-diagnostics --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-rotate-loops)' | FileCheck %s
// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=2},cm2tt-ttg-rotate-loops)' 2>&1 | FileCheck %s --check-prefix=PRODUCER

// Two blocks of 256 threads have 128 registers a thread. With a producer there is
// one block, and the consumers have 240, but they are two groups, and exponentials
// take 1,024 cycles, as products do.
// CHECK-LABEL: tt.func public @blocks
// CHECK-NOT: scf.if
// PRODUCER: remark: the loop is not rotated: several warp groups overlap products by themselves, and these take less time than all else
// PRODUCER-LABEL: tt.func public @blocks
// PRODUCER: ttg.producer_end
// PRODUCER-NOT: scf.if
tt.func public @blocks(%q: !tt.tensordesc<tensor<128x64xf16>>, %k: !tt.tensordesc<tensor<64x128xf16>>, %v: !tt.tensordesc<tensor<128x64xf16>>, %o: !tt.tensordesc<tensor<128x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tt.descriptor_load %q[%c0, %c0] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  // expected-remark @below {{the loop is not rotated: it would need about 156 registers of a thread instead of 124, so that only one block fits on a multiprocessor}}
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
    %z = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %s = tt.dot %x, %y, %none : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %e = math.exp2 %s : tensor<128x128xf32>
    %h = arith.truncf %e : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %h, %z, %acc : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %r : !tt.tensordesc<tensor<128x64xf32>>, tensor<128x64xf32>
  tt.return
}
