// RUN: cm2tt-opt %s -verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps)'

// Two slots of both blocks take 256 KiB.

!a = !tt.tensordesc<tensor<256x128xf16>>
!tile = tensor<256x128xf16>
!sum = tensor<256x256xf32>
// expected-remark @+1 {{the kernel gets no producer: rings of 2 slots need more shared memory than a block can have}}
tt.func public @large(%a: !a, %b: !a, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<256x256x!tt.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !a -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !a -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> tensor<128x256xf16>
    %d = tt.dot %x, %t, %acc : !tile * tensor<128x256xf16> -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<256x256x!tt.ptr<f32>>
  tt.return
}
