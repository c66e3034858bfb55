// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)' | FileCheck %s
// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-order-programs,cm2tt-tt-make-persistent)' | FileCheck %s --check-prefix=BOTH

// Where programs with small numbers along x have longer loops, a block runs pairs of
// x and %X - 1 - x: in rounds 2 m and 2 m + 1 the pair m * blocks + block. In the
// last rounds, not all blocks have a pair: all long programs come before all short
// ones. An odd %X has no pairs.
// CHECK-LABEL: tt.func public @ordered
// CHECK-SAME: %[[X:[^:,( ]+]]: i32, %[[Y:[^:,( ]+]]: i32) attributes {tt.persistent = 2 : i32}
// CHECK-DAG: %[[TOTAL:.+]] = arith.muli %[[X]], %[[Y]]
// CHECK-DAG: %[[BLOCKS:.+]] = tt.get_num_programs x
// CHECK-DAG: %[[HALF:.+]] = arith.maxui
// CHECK-DAG: %[[PAIRS:.+]] = arith.shrui %[[TOTAL]], %{{.+}}
// CHECK-DAG: %[[LEFT:.+]] = arith.remui %[[PAIRS]], %[[BLOCKS]]
// CHECK-DAG: %[[FULL:.+]] = arith.subi %[[PAIRS]], %[[LEFT]]
// CHECK-DAG: %[[EVEN:.+]] = arith.cmpi eq
// CHECK: scf.for %[[P:.+]] = %{{.+}} to %[[TOTAL]] step %[[BLOCKS]]
// CHECK-DAG: %[[PLAINX:.+]] = arith.remui %[[P]], %[[X]]
// CHECK-DAG: %[[PLAINY:.+]] = arith.divui %[[P]], %[[X]]
// CHECK-DAG: arith.divui %[[P]], %[[BLOCKS]]
// CHECK-DAG: arith.remui %[[P]], %[[BLOCKS]]
// CHECK-DAG: arith.cmpi uge, %{{.+}}, %[[LEFT]]
// CHECK-DAG: arith.cmpi uge, %{{.+}}, %[[FULL]]
// CHECK: %[[SMALL:.+]] = arith.remui %[[PAIR:.+]], %[[HALF]]
// CHECK: %[[MIRRORED:.+]] = arith.subi %{{.+}}, %[[SMALL]]
// CHECK: %[[ONE:.+]] = arith.select %{{.+}}, %[[MIRRORED]], %[[SMALL]]
// CHECK-DAG: %[[I:.+]] = arith.select %[[EVEN]], %[[ONE]], %[[PLAINX]]
// CHECK-DAG: %[[OF:.+]] = arith.divui %[[PAIR]], %[[HALF]]
// CHECK-DAG: %[[J:.+]] = arith.select %[[EVEN]], %[[OF]], %[[PLAINY]]
// CHECK-DAG: arith.muli %[[I]], %{{.+}}
// CHECK-DAG: arith.muli %[[J]], %{{.+}}

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @ordered(%a: !desc, %op: !tt.ptr<f32>, %n: i32) attributes {tt.longest_first} {
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

// The order is found by another pass. One axis has no quotient by its extent.
// BOTH-LABEL: tt.func public @causal
// BOTH-SAME: %[[X:[^:,( ]+]]: i32) attributes {tt.persistent = 1 : i32}
// BOTH: scf.for %[[P:.+]] = %{{.+}} to %[[X]] step
// BOTH-NOT: arith.divui %{{.+}}, %[[X]]
// BOTH: %[[I:.+]] = arith.select %{{.+}}, %{{.+}}, %[[P]]
// BOTH-NEXT: %[[ROW:.+]] = arith.subi %{{.+}}, %[[I]]
// BOTH: scf.for

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @causal(%a: !desc, %op: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %i = tt.get_program_id x : i32
  %m = arith.muli %i, %c64 : i32
  %next = arith.addi %m, %c64 : i32
  %r = scf.for %k = %c0 to %next step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
