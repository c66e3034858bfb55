// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-rotate-loops,tt.func(cm2tt-tt-simplify-iter-args))' | FileCheck %s

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
!out = !tt.tensordesc<tensor<64x64xf32>>

// A value that the next iteration gets as another one.
// CHECK-LABEL: tt.func public @shifted
// CHECK: %[[L:.+]]:4 = scf.for {{.+}} iter_args(%{{[^,]+}}, %[[A:[^ ]+]] = %c64_i32, %[[B:[^ ]+]] = %arg5,
// CHECK: tt.descriptor_load %arg1[%c0_i32, %[[A]]]
// CHECK: tt.descriptor_load %arg2[%[[A]], %c0_i32]
// CHECK: scf.yield %{{[^,]+}}, %[[B]], %arg5,
// CHECK: tt.descriptor_load %arg2[%[[L]]#1, %c0_i32]
// CHECK: scf.yield %{{[^,]+}}, %[[L]]#1, %[[L]]#2 :
tt.func public @shifted(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %c0, %b = %c64) -> (!sum, i32, i32) : i32 {
    %y = tt.descriptor_load %k[%c0, %a] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%b, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %b, %e : !sum, i32, i32
  }
  tt.descriptor_store %o[%r#1, %r#2], %r#0 : !out, !sum
  tt.return
}

// The first stage reads a value that comes from outside of the loop from the
// second iteration on.
// CHECK-LABEL: tt.func public @outside_first
// CHECK: tt.descriptor_load %arg1[%c0_i32, %c64_i32]
// CHECK: scf.for {{.+}} iter_args(%{{[^,]+}}, %[[A:[^ ]+]] = %arg5,
// CHECK: tt.descriptor_load %arg1[%c0_i32, %[[A]]]
// CHECK: scf.yield %{{[^,]+}}, %arg5,
tt.func public @outside_first(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %c64) -> (!sum, i32) : i32 {
    %y = tt.descriptor_load %k[%c0, %a] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %e : !sum, i32
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// So does the second stage.
// CHECK-LABEL: tt.func public @outside_second
// CHECK: %[[L:.+]]:4 = scf.for {{.+}} iter_args(%{{[^,]+}}, %[[NEXT:[^ ]+]] = %arg5, %[[A:[^ ]+]] = %c64_i32,
// CHECK: tt.descriptor_load %arg2[%[[A]], %c0_i32]
// CHECK: scf.yield %{{[^,]+}}, %arg5, %[[NEXT]],
// CHECK: tt.descriptor_load %arg2[%[[L]]#2, %c0_i32]
tt.func public @outside_second(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %c64) -> (!sum, i32) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%a, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %e : !sum, i32
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// Two values are exchanged, and each stage reads one.
// CHECK-LABEL: tt.func public @swapped
// CHECK: tt.descriptor_load %arg1[%c0_i32, %c0_i32]
// CHECK: %[[L:.+]]:4 = scf.for {{.+}} iter_args(%{{[^,]+}}, %[[A:[^ ]+]] = %c64_i32, %[[B:[^ ]+]] = %c0_i32,
// CHECK: tt.descriptor_load %arg1[%c0_i32, %[[A]]]
// CHECK: tt.descriptor_load %arg2[%[[A]], %c0_i32]
// CHECK: scf.yield %{{[^,]+}}, %[[B]], %[[A]],
// CHECK: tt.descriptor_load %arg2[%[[L]]#1, %c0_i32]
tt.func public @swapped(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %c0, %b = %c64) -> (!sum, i32, i32) : i32 {
    %y = tt.descriptor_load %k[%c0, %a] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%b, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %b, %a : !sum, i32, i32
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// A value that stays the same.
// CHECK-LABEL: tt.func public @kept
// CHECK: tt.descriptor_load %arg1[%c0_i32, %arg5]
// CHECK: scf.for {{.+}} iter_args(%{{[^,]+}}, %[[A:[^ ]+]] = %arg5,
// CHECK: tt.descriptor_load %arg1[%c0_i32, %[[A]]]
// CHECK: tt.descriptor_load %arg2[%[[A]], %c0_i32]
// CHECK: scf.yield %{{[^,]+}}, %[[A]],
tt.func public @kept(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %e) -> (!sum, i32) : i32 {
    %y = tt.descriptor_load %k[%c0, %a] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%a, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %a : !sum, i32
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// The index of the last iteration, after the loop.
// CHECK-LABEL: tt.func public @last
// CHECK: %[[R:.+]]:2 = scf.if
// CHECK: %[[L:.+]]:3 = scf.for %[[I:[^ ]+]] = {{.+}} iter_args(%{{[^,]+}}, %{{[^ ]+}} = %c0_i32,
// CHECK: scf.yield %{{[^,]+}}, %[[I]],
// CHECK: scf.yield %{{[^,]+}}, %[[L]]#1 :
// CHECK: tt.descriptor_store %arg3[%[[R]]#1, %c0_i32]
tt.func public @last(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %c0) -> (!sum, i32) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %i : !sum, i32
  }
  tt.descriptor_store %o[%r#1, %c0], %r#0 : !out, !sum
  tt.return
}

// A loop over numbers without a sign stays one.
// CHECK-LABEL: tt.func public @unsigned
// CHECK: arith.cmpi ult, %c0_i32, %arg4
// CHECK: scf.for unsigned %[[I:[^ ]+]] = %{{.+}} to %arg4 step %c64_i32 iter_args(%{{[^,]+}}, %[[A:[^ ]+]] = %arg5,
// CHECK: %[[BEFORE:.+]] = arith.subi %[[I]], %c64_i32
// CHECK: %[[B:.+]] = arith.addi %[[A]], %[[BEFORE]]
// CHECK: tt.descriptor_load %arg2[%[[B]], %c0_i32]
// CHECK: scf.yield %{{[^,]+}}, %[[B]],
// CHECK: arith.divui
tt.func public @unsigned(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for unsigned %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %e) -> (!sum, i32) : i32 {
    %b = arith.addi %a, %i : i32
    %y = tt.descriptor_load %k[%c0, %i] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%b, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %b : !sum, i32
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// The attributes stay.
// CHECK-LABEL: tt.func public @attribute
// CHECK: scf.if
// CHECK: scf.for
// CHECK: } {tt.num_stages = 1 : i32}
tt.func public @attribute(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %e) -> (!sum, i32) : i32 {
    %b = arith.addi %a, %i : i32
    %y = tt.descriptor_load %k[%c0, %i] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%b, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %b : !sum, i32
  } {tt.num_stages = 1 : i32}
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// Both stages read the index in a branch.
// CHECK-LABEL: tt.func public @branch
// CHECK: %[[L:.+]]:4 = scf.for %[[I:[^ ]+]] = %{{.+}} iter_args(%{{[^,]+}}, %[[FIRST:[^ ]+]] = %{{[^,]+}}, %[[SECOND:[^ ]+]] = %arg5,
// CHECK: %[[BEFORE:.+]] = arith.subi %[[I]], %c64_i32
// CHECK: %[[B1:.+]] = scf.if
// CHECK: arith.addi %[[I]], %arg5
// CHECK: scf.yield %[[FIRST]]
// CHECK: tt.descriptor_load %arg1[%c0_i32, %[[B1]]]
// CHECK: %[[B2:.+]] = scf.if
// CHECK: arith.addi %[[BEFORE]], %arg5
// CHECK: scf.yield %[[SECOND]]
// CHECK: tt.descriptor_load %arg2[%[[B2]], %c0_i32]
// CHECK: %[[OFFSET:.+]] = arith.muli
// CHECK: %[[LAST:.+]] = arith.addi %c0_i32, %[[OFFSET]]
// CHECK: scf.if
// CHECK: arith.addi %[[LAST]], %arg5
// CHECK: scf.yield %[[L]]#2
tt.func public @branch(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %e) -> (!sum, i32) : i32 {
    %b = scf.if %if -> i32 {
      %w = arith.addi %i, %e : i32
      scf.yield %w : i32
    } else {
      scf.yield %a : i32
    }
    %y = tt.descriptor_load %k[%c0, %b] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%b, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %b : !sum, i32
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !out, !sum
  tt.return
}

// A value that only the code after the loop reads.
// CHECK-LABEL: tt.func public @after
// CHECK: %[[R:.+]]:2 = scf.if
// CHECK: %[[FIRST:.+]] = arith.addi %c0_i32, %arg5
// CHECK: %[[L:.+]]:3 = scf.for {{.+}} iter_args(%{{[^,]+}}, %[[A:[^ ]+]] = %[[FIRST]],
// CHECK: %[[NEXT:.+]] = arith.addi %[[A]], %arg5
// CHECK: scf.yield %{{[^,]+}}, %[[NEXT]],
// CHECK: scf.yield %{{[^,]+}}, %[[L]]#1 :
// CHECK: tt.descriptor_store %arg3[%[[R]]#1, %c0_i32]
tt.func public @after(%q: !desc, %k: !desc, %v: !desc, %o: !out, %n: i32, %e: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %a = %c0) -> (!sum, i32) : i32 {
    %b = arith.addi %a, %e : i32
    %y = tt.descriptor_load %k[%c0, %i] : !desc -> !tile
    %s = tt.dot %x, %y, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %b : !sum, i32
  }
  tt.descriptor_store %o[%r#1, %c0], %r#0 : !out, !sum
  tt.return
}
