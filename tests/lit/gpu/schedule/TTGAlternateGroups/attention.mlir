// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=2},cm2tt-ttg-rotate-loops,tt.func(cm2tt-ttg-lower-descriptors,cm2tt-ttg-overlap-dots),cm2tt-ttg-allocate-shared,cm2tt-ttg-insert-barriers,cm2tt-ttg-alternate-groups)' | FileCheck %s
// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=2},cm2tt-ttg-rotate-loops,tt.func(cm2tt-ttg-lower-descriptors,cm2tt-ttg-overlap-dots),cm2tt-ttg-allocate-shared,cm2tt-ttg-insert-barriers,cm2tt-ttg-alternate-groups)' | FileCheck %s --check-prefix=ONE

// Each group waits for the one before, but the first one not in the first
// iteration; the last one lets the first go on if there is another iteration.
// CHECK-LABEL: tt.func public @attention
// CHECK: %[[THREAD:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[GROUP:.+]] = arith.divui %[[THREAD]], %{{.+}}
// CHECK: %[[LAST:.+]] = arith.cmpi eq, %[[GROUP]]
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[GROUP]]
// CHECK: %[[OWN:.+]] = arith.addi %[[GROUP]]
// CHECK: %[[NEXT:.+]] = arith.select %[[LAST]]
// CHECK: %[[WAITS:.+]] = arith.xori %[[FIRST]]
// CHECK: %[[PASSES:.+]] = arith.xori %[[LAST]]
// CHECK: scf.for %[[I:.+]] = %[[LB:.+]] to %[[UB:.+]] step %[[STEP:.+]] iter_args
// CHECK: ttg.mbarrier_wait
// CHECK: %[[LATER:.+]] = arith.cmpi ne, %[[I]], %[[LB]]
// CHECK: %[[SYNC:.+]] = arith.ori %[[WAITS]], %[[LATER]]
// CHECK: scf.if %[[SYNC]]
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%[[OWN]]
// CHECK: ttg.warp_group_dot {{.*}}isAsync
// CHECK: ttg.warp_group_dot {{.*}}isAsync
// CHECK: %[[REST:.+]] = arith.subi %[[UB]], %[[I]]
// CHECK: %[[MORE:.+]] = arith.cmpi ugt, %[[REST]], %[[STEP]]
// CHECK: %[[ARRIVE:.+]] = arith.ori %[[PASSES]], %[[MORE]]
// CHECK: scf.if %[[ARRIVE]]
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.arrive.aligned.count"(%[[NEXT]]
// CHECK: ttg.warp_group_dot_wait {{.*}}pending = 1
// CHECK: scf.yield

// One group has no other.
// ONE: scf.for
// ONE-NOT: barrier.cta
tt.func public @attention(%q: !tt.tensordesc<tensor<128x128xf16>>, %k: !tt.tensordesc<tensor<128x128xf16>>, %v: !tt.tensordesc<tensor<128x128xf16>>, %o: !tt.tensordesc<tensor<128x128xf32>>, %n: i32) {
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
