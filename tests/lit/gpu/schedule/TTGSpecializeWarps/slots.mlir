// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=2})' | FileCheck %s

// Small blocks get more slots than the loop asks for: two blocks of 128 threads
// and a producer run on a multiprocessor, with 80 KiB of rings each.
// CHECK-LABEL: tt.func public @small
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<128x32xf16, #{{.+}}, buffers = 5>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<32x128xf16, #{{.+}}, buffers = 5>
tt.func public @small(%a: !tt.tensordesc<tensor<128x32xf16>>, %b: !tt.tensordesc<tensor<32x128xf16>>, %o: !tt.tensordesc<tensor<128x128xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %r = scf.for %k = %c0 to %n step %c32 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !tt.tensordesc<tensor<128x32xf16>> -> tensor<128x32xf16>
    %y = tt.descriptor_load %b[%k, %c0] : !tt.tensordesc<tensor<32x128xf16>> -> tensor<32x128xf16>
    %d = tt.dot %x, %y, %sum : tensor<128x32xf16> * tensor<32x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  %t = arith.truncf %r : tensor<128x128xf32> to tensor<128x128xf16>
  tt.descriptor_store %o[%c0, %c0], %t : !tt.tensordesc<tensor<128x128xf16>>, tensor<128x128xf16>
  tt.return
}

// -----

// The accumulators of 256 columns leave registers for one block.
// CHECK-LABEL: tt.func public @wide
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #{{.+}}, buffers = 8>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<32x256xf16, #{{.+}}, buffers = 8>
tt.func public @wide(%a: !tt.tensordesc<tensor<64x32xf16>>, %b: !tt.tensordesc<tensor<32x256xf16>>, %o: !tt.tensordesc<tensor<64x256xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r = scf.for %k = %c0 to %n step %c32 iter_args(%sum = %zero) -> (tensor<64x256xf32>) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !tt.tensordesc<tensor<64x32xf16>> -> tensor<64x32xf16>
    %y = tt.descriptor_load %b[%k, %c0] : !tt.tensordesc<tensor<32x256xf16>> -> tensor<32x256xf16>
    %d = tt.dot %x, %y, %sum : tensor<64x32xf16> * tensor<32x256xf16> -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %t = arith.truncf %r : tensor<64x256xf32> to tensor<64x256xf16>
  tt.descriptor_store %o[%c0, %c0], %t : !tt.tensordesc<tensor<64x256xf16>>, tensor<64x256xf16>
  tt.return
}

// -----

// Loops with several products have what they ask for.
// CHECK-LABEL: tt.func public @two
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #{{.+}}, buffers = 2>
tt.func public @two(%q: !tt.tensordesc<tensor<64x64xf16>>, %b: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.descriptor_load %q[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tt.descriptor_load %b[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %x, %y, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %h = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tt.dot %h, %y, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %t : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}
