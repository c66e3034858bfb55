// RUN: cm2tt-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-rotate-loops)' | FileCheck %s

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// A store may write what a later iteration loads.
// CHECK-LABEL: tt.func public @store
// CHECK-NOT: scf.if
tt.func public @store(%k: !desc, %v: !desc, %q: !desc, %out: !out, %o: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: 'tt.store' must stay in its iteration}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    tt.store %o, %i : !tt.ptr<i32>
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r : !out, !sum
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// So may an atomic in a branch.
// CHECK-LABEL: tt.func public @atomic
// CHECK-NOT: arith.divui
tt.func public @atomic(%k: !desc, %v: !desc, %q: !desc, %out: !out, %o: !tt.ptr<i32>, %if: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: 'tt.atomic_rmw' must stay in its iteration}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    scf.if %if {
      %old = tt.atomic_rmw add, relaxed, gpu, %o, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32
    }
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r : !out, !sum
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// Volatile loads stay in order.
// CHECK-LABEL: tt.func public @volatile
// CHECK-NOT: scf.if
tt.func public @volatile(%k: !desc, %v: !desc, %q: !desc, %out: !out, %f: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: 'tt.load' must stay in its iteration}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %w = tt.load %f {isVolatile = true} : !tt.ptr<f32>
    %ws = tt.splat %w : f32 -> !sum
    %e = arith.mulf %s, %ws : !sum
    %h = arith.truncf %e : !sum to !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r : !out, !sum
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// The first product of an iteration adds to the second of the one before.
// CHECK-LABEL: tt.func public @recurrence
// CHECK-NOT: scf.if
tt.func public @recurrence(%k: !desc, %v: !desc, %q: !desc, %out: !out, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: the first product reads what the iteration before accumulates}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %d = tt.dot %h, %z, %zero : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r : !out, !sum
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// Both products read a tile in shared memory: it would have to stay there for
// another iteration.
// CHECK-LABEL: tt.func public @common_tile
// CHECK-NOT: scf.if
tt.func public @common_tile(%k: !desc, %q: !desc, %out: !out, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: both products read a tile in shared memory}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %d = tt.dot %h, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r : !out, !sum
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// The result of the first product is the second operand, which is in shared
// memory.
// CHECK-LABEL: tt.func public @second_operand
// CHECK-NOT: scf.if
tt.func public @second_operand(%k: !desc, %v: !desc, %q: !desc, %out: !out, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: the operand of the second product is in shared memory}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %d = tt.dot %z, %h, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r : !out, !sum
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>
!desc = !tt.tensordesc<tensor<64x64xf16>>

// Products that do not depend on each other are no chain, and no remark.
// CHECK-LABEL: tt.func public @independent
// CHECK-NOT: scf.if
tt.func public @independent(%k: !desc, %v: !desc, %q: !desc, %out: !out, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%a = %zero, %b = %zero) -> (!sum, !sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %s = tt.dot %x, %y, %a : !tile * !tile -> !sum
    %d = tt.dot %x, %z, %b : !tile * !tile -> !sum
    scf.yield %s, %d : !sum, !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r#0 : !out, !sum
  tt.descriptor_store %out[%c64, %c0], %r#1 : !out, !sum
  tt.return
}

// -----

!q = tensor<64x64xf16>
!k = tensor<64x256xf16>
!s = tensor<64x256xf32>
!v = tensor<256x64xf16>
!sum = tensor<64x64xf32>
!kdesc = !tt.tensordesc<tensor<64x256xf16>>
!vdesc = !tt.tensordesc<tensor<256x64xf16>>
!desc = !tt.tensordesc<tensor<64x64xf16>>
!out = !tt.tensordesc<tensor<64x64xf32>>

// 128 registers for the scores, 64 for the operand, 32 for the sums, and others:
// all blocks that fitted fit no more, or a thread has too few.
// CHECK-LABEL: tt.func public @registers
// CHECK-NOT: scf.if
tt.func public @registers(%k: !kdesc, %v: !vdesc, %q: !desc, %out: !out, %wd: !out, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : !sum
  %none = arith.constant dense<0.0> : !s
  %w = tt.descriptor_load %wd[%c0, %c0] : !out -> !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> tensor<64x64xf16>
  // expected-remark @below {{the loop is not rotated: it would need about 316 registers of a thread, which can have 255}}
  %r:3 = scf.for %i = %c0 to %n step %c256 iter_args(%acc = %zero, %a = %zero, %b = %zero) -> (!sum, !sum, !sum) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !kdesc -> !k
    %z = tt.descriptor_load %v[%i, %c0] : !vdesc -> !v
    %s = tt.dot %x, %y, %none : !q * !k -> !s
    %h = arith.truncf %s : !s to tensor<64x256xf16>
    %d = tt.dot %h, %z, %acc : tensor<64x256xf16> * !v -> !sum
    %a1 = arith.addf %a, %w : !sum
    %b1 = arith.mulf %a1, %b : !sum
    scf.yield %d, %a1, %b1 : !sum, !sum, !sum
  }
  tt.descriptor_store %out[%c0, %c0], %r#0 : !out, !sum
  tt.descriptor_store %out[%c256, %c0], %r#1 : !out, !sum
  tt.descriptor_store %out[%c256, %c0], %r#2 : !out, !sum
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!sums = !tt.tensordesc<tensor<64x64xf32>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

// The threads copy the tiles of the first product: not before the store.
// CHECK-LABEL: tt.func public @ahead
// CHECK-NOT: scf.if
tt.func public @ahead(%k: !desc, %q: !desc, %d: !sums, %o: !sums, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %k[%c0, %c0] : !desc -> !tile
  // expected-remark @below {{the loop is not rotated: the operands of the first products are not copied by a producer}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %q[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %a = tt.dot %h, %y, %acc : !tile * !tile -> !sum
    %u = tt.trans %h {order = array<i32: 1, 0>} : !tile -> !tile
    %p = tt.dot %u, %x, %zero : !tile * !tile -> !sum
    tt.descriptor_reduce add, %d[%i, %c0], %p : !sums, !sum
    scf.yield %a : !sum
  }
  tt.descriptor_store %o[%c0, %c0], %r : !sums, !sum
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!sums = !tt.tensordesc<tensor<64x64xf32>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

// Nothing is stored after the last product: there is nothing to run it for.
// CHECK-LABEL: tt.func public @stored_before
// CHECK-NOT: scf.if
tt.func public @stored_before(%k: !desc, %q: !desc, %d: !sums, %o: !sums, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %k[%c0, %c0] : !desc -> !tile
  // expected-remark @below {{the loop is not rotated: 'tt.descriptor_reduce' must stay in its iteration}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %q[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    tt.descriptor_reduce add, %d[%i, %c0], %s : !sums, !sum
    %h = arith.truncf %s : !sum to !tile
    %a = tt.dot %h, %y, %acc : !tile * !tile -> !sum
    scf.yield %a : !sum
  }
  tt.descriptor_store %o[%c0, %c0], %r : !sums, !sum
  tt.return
}
