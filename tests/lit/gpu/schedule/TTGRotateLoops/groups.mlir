// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=2},cm2tt-ttg-rotate-loops)' | FileCheck %s

// Of two groups with heads of 128, products take 2,048 cycles, exponentials 1,024:
// the next first product runs while a group computes exponentials.
// CHECK-LABEL: tt.func public @groups
// CHECK: ttg.producer_end
// CHECK: scf.if
// CHECK: ttg.warp_group_dot
// CHECK: scf.for
// CHECK: ttg.warp_group_dot %{{.*}}, %{{.*}}, %cst
// CHECK: ttg.warp_group_dot %arg
// CHECK: math.exp2
tt.func public @groups(%q: !tt.tensordesc<tensor<128x128xf16>>, %k: !tt.tensordesc<tensor<128x128xf16>>, %v: !tt.tensordesc<tensor<128x128xf16>>, %o: !tt.tensordesc<tensor<128x128xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tt.descriptor_load %q[%c0, %c0] : !tt.tensordesc<tensor<128x128xf16>> -> tensor<128x128xf16>
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !tt.tensordesc<tensor<128x128xf16>> -> tensor<128x128xf16>
    %z = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<tensor<128x128xf16>> -> tensor<128x128xf16>
    %s = tt.dot %x, %y, %none : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %e = math.exp2 %s : tensor<128x128xf32>
    %h = arith.truncf %e : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %h, %z, %acc : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %r : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  tt.return
}
