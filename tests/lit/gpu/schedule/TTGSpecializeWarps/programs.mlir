// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps)' | FileCheck %s

// In a loop over programs, the producer may load for one before the last one has
// stored to the same tensor, and before that has acquired what others wrote.
// CHECK-LABEL: tt.func public @in_place
// CHECK: ttg.producer {

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @in_place(%a: !desc, %p: !tt.ptr<i32>, %n: i32, %grid: i32) attributes {tt.persistent = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  %own = tt.get_program_id x : i32
  %step = tt.get_num_programs x : i32
  scf.for %i = %own to %grid step %step : i32 {
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%i, %k] : !desc -> !tile
      %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
      scf.yield %d : !sum
    }
    %h = arith.truncf %r : !sum to !tile
    tt.descriptor_store %a[%i, %c0], %h : !desc, !tile
    %old = tt.atomic_rmw add, acq_rel, gpu, %p, %c64, %true : (!tt.ptr<i32>, i32, i1) -> i32
  } {tt.programs}
  tt.return
}

// -----

// Not in other loops.
// CHECK-LABEL: tt.func public @in_one_program
// CHECK-NOT: ttg.producer

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @in_one_program(%a: !desc, %n: i32, %grid: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  scf.for %i = %c0 to %grid step %c64 : i32 {
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%i, %k] : !desc -> !tile
      %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
      scf.yield %d : !sum
    }
    %h = arith.truncf %r : !sum to !tile
    // expected-remark @+1 {{the loop gets no producer: 'tt.descriptor_store' may write what it loads before it is done}}
    tt.descriptor_store %a[%i, %c0], %h : !desc, !tile
  }
  tt.return
}

// -----

// Nor before the loop of the same program.
// CHECK-LABEL: tt.func public @before
// CHECK-NOT: ttg.producer

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @before(%a: !desc, %o: !tt.ptr<f32>, %n: i32, %grid: i32) attributes {tt.persistent = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %t = arith.constant dense<1.0> : !tile
  %zero = arith.constant dense<0.0> : !sum
  %own = tt.get_program_id x : i32
  %step = tt.get_num_programs x : i32
  scf.for %i = %own to %grid step %step : i32 {
    // expected-remark @+1 {{the loop gets no producer: 'tt.descriptor_store' may write what it loads before it is done}}
    tt.descriptor_store %a[%i, %c0], %t : !desc, !tile
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%i, %k] : !desc -> !tile
      %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
      scf.yield %d : !sum
    }
    %s = tt.splat %o : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    tt.store %s, %r : tensor<64x64x!tt.ptr<f32>>
  } {tt.programs}
  tt.return
}
