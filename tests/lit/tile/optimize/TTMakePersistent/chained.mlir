// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-make-persistent="num-warps=4" 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-make-persistent="num-warps=8" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-make-persistent="num-warps=16" 2>&1 | FileCheck %s --check-prefix=FOUR

// Products of attention wait for each other. Whether the kernel is persistent depends on
// the number of warp groups, and on the lengths of the programs.

// ONE: remark: the kernel is not persistent: products wait for each other, in one warp group
// ONE-NOT: tt.persistent
// ONE: remark: the kernel is not persistent: products wait for each other, in one warp group
// ONE-NOT: tt.persistent

// TWO: remark: the kernel is not persistent: two products wait for each other, in two warp groups, and all programs are as long
// TWO: tt.func public @alike
// TWO-NOT: tt.persistent
// TWO: tt.func public @different{{.*}}tt.persistent = 1

// FOUR: remark: the kernel is not persistent: two products wait for each other, in several warp groups, and programs are not as long as each other
// FOUR: tt.func public @alike{{.*}}tt.persistent = 1
// FOUR: tt.func public @different
// FOUR-NOT: tt.persistent

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @alike(%q: !tile, %d: !tt.tensordesc<tensor<64x64xf16>>, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %d[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> !tile
    %s = tt.dot %q, %x, %zero : !tile * !tile -> !sum
    %p = arith.truncf %s : !sum to !tile
    %o = tt.dot %p, %x, %acc : !tile * !tile -> !sum
    scf.yield %o : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @different(%q: !tile, %d: !tt.tensordesc<tensor<64x64xf16>>, %op: !tt.ptr<f32>, %n: i32) attributes {tt.longest_first} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %d[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> !tile
    %s = tt.dot %q, %x, %zero : !tile * !tile -> !sum
    %p = arith.truncf %s : !sum to !tile
    %o = tt.dot %p, %x, %acc : !tile * !tile -> !sum
    scf.yield %o : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
