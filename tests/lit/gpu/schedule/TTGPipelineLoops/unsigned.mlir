// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-pipeline-loops)' | FileCheck %s

// MLIR expands no loop over numbers without a sign: it stays as it is.
// CHECK-LABEL: tt.func public @unsigned
// CHECK-NOT: ttg.tensor_copy
// CHECK: scf.for unsigned
// CHECK: tt.descriptor_load

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
tt.func public @unsigned(%q: !desc, %k: !desc, %o: !out, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for unsigned %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !desc -> !tile
    %s = tt.dot %y, %y, %acc : !tile * !tile -> !sum
    scf.yield %s : !sum
  }
  tt.descriptor_store %o[%c0, %c0], %r : !out, !sum
  tt.return
}
