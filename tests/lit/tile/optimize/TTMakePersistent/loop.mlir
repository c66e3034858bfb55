// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)' | FileCheck %s

// Numbers along x are those of the loop: there is nothing to divide.
// CHECK-LABEL: tt.func public @one_axis
// CHECK-SAME: (%[[A:[^:]+]]: !tt.tensordesc<tensor<64x64xf16>>, %[[O:[^:]+]]: !tt.ptr<f32>, %[[N:[^:]+]]: i32, %[[X:[^:]+]]: i32) attributes {tt.persistent = 1 : i32}
// CHECK-DAG: %[[OWN:.+]] = tt.get_program_id x
// CHECK-DAG: %[[ALL:.+]] = tt.get_num_programs x
// CHECK-NOT: rem
// CHECK: scf.for %[[P:.+]] = %[[OWN]] to %[[X]] step %[[ALL]] : i32 {
// CHECK-NOT: tt.get
// CHECK: arith.muli %[[P]], %{{.+}}
// CHECK: arith.addi %{{.+}}, %[[X]]
// CHECK: scf.for
// CHECK: tt.dot
// CHECK: tt.store
// CHECK-NEXT: } {tt.programs}
// CHECK-NEXT: tt.return

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @one_axis(%a: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  %m = arith.muli %p, %c64 : i32
  %w = arith.addi %m, %q : i32
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%w, %k] : !desc -> !tile
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @two_axes
// CHECK-SAME: %[[X:[^:,( ]+]]: i32, %[[Y:[^:,( ]+]]: i32) attributes {tt.persistent = 2 : i32}
// CHECK: %[[TOTAL:.+]] = arith.muli %[[X]], %[[Y]]
// CHECK: scf.for %[[P:.+]] = %{{.+}} to %[[TOTAL]] step
// CHECK-DAG: %[[I:.+]] = arith.remui %[[P]], %[[X]]
// CHECK-DAG: %[[J:.+]] = arith.divui %[[P]], %[[X]]
// CHECK-DAG: %[[M:.+]] = arith.muli %[[I]], %{{.+}}
// CHECK-DAG: %[[V:.+]] = arith.muli %[[J]], %{{.+}}
// CHECK: tt.descriptor_load %{{.+}}[%[[M]], %{{.+}}]
// CHECK: tt.descriptor_load %{{.+}}[%[[V]], %{{.+}}]

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @two_axes(%a: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %i = tt.get_program_id x : i32
  %j = tt.get_program_id y : i32
  %m = arith.muli %i, %c64 : i32
  %v = arith.muli %j, %c64 : i32
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
    %y = tt.descriptor_load %a[%v, %k] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Also where the kernel asks about the last axis only.
// CHECK-LABEL: tt.func public @three_axes
// CHECK-SAME: %[[X:[^:,( ]+]]: i32, %[[Y:[^:,( ]+]]: i32, %[[Z:[^:,( ]+]]: i32) attributes {tt.persistent = 3 : i32}
// CHECK: %[[XY:.+]] = arith.muli %[[X]], %[[Y]]
// CHECK: %[[TOTAL:.+]] = arith.muli %[[XY]], %[[Z]]
// CHECK: scf.for %[[P:.+]] = %{{.+}} to %[[TOTAL]] step
// CHECK: %[[YZ:.+]] = arith.divui %[[P]], %[[X]]
// CHECK: %[[K:.+]] = arith.divui %[[YZ]], %[[Y]]
// CHECK: scf.for
// CHECK: tt.descriptor_load %{{.+}}[%[[K]], %{{.+}}]

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @three_axes(%a: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %z = tt.get_program_id z : i32
    %x = tt.descriptor_load %a[%z, %k] : !desc -> !tile
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
