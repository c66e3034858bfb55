// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Differences and bounds that have no representation.
//   void extremes(int n, Ptr p) {
//     for (long i = -9223372036854775808L; i != 0L; i += -1L)
//       store(p, (int) i);
//     for (long i = 1L; i != -9223372036854775808L; i--)
//       store(p, (int) i);
//     for (int i = 5; i != 5; i--) store(p, i);
//     for (int i = 5; i <= 2147483647; i++) store(p, i);
//   }
// CHECK-LABEL: tt.func public @extremes(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[CM9223372036854775808:.+]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[I:[^ :]+]] = %[[CM9223372036854775808]]) : (i64) -> i64 {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ne, %[[I]], %[[C0]] : i64
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i64
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i64):
// CHECK-NEXT: %[[V1:.+]] = arith.trunci %[[I]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[CM1:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[CM1]] : i64
// CHECK-NEXT: scf.yield %[[I1]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[CM9223372036854775808_1:.+]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[CM9223372036854775807:.+]] = arith.constant -9223372036854775807 : i64
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[CM9223372036854775808_1]] to %[[C1]] step %[[C1_1]]  : i64 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[CM9223372036854775807]], %[[I]] : i64
// CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[V1]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V2]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[C5_1:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[C1_2:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[C10:.+]] = arith.constant 10 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C5_1]] to %[[C5]] step %[[C1_2]]  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[C10]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C5_2:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V3:.+]] = scf.while (%[[I:[^ :]+]] = %[[C5_2]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C2147483647:.+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi sle, %[[I]], %[[C2147483647]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1_3:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I2:.+]] = arith.addi %[[I]], %[[C1_3]] : i32
// CHECK-NEXT: scf.yield %[[I2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "extremes" body (%n: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i64> {
      %0 = cm.constant -9223372036854775808 : i64
      %i = cm.var %0 "i" : (i64) -> !cm.var<i64>
      cm.yield %i : !cm.var<i64>
    }
    body (%i: !cm.var<i64>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i64>) -> i64
      %2 = cm.constant 0 : i64
      %3 = cm.neq %1, %2 : i64, i64
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i64>) -> none {
      %4 = cm.var.load %i : (!cm.var<i64>) -> i64
      %5 = cm.constant -1 : i64
      %6 = cm.add %4, %5 : i64
      cm.var.store %i, %6 : !cm.var<i64>, i64
      cm.yield
    }
    body (%i: !cm.var<i64>) -> none {
      %7 = cm.var.load %i : (!cm.var<i64>) -> i64
      %8 = cm.conv %7 : i64 to i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i64> {
      %9 = cm.constant 1 : i64
      %i_1 = cm.var %9 "i" : (i64) -> !cm.var<i64>
      cm.yield %i_1 : !cm.var<i64>
    }
    body (%i_1: !cm.var<i64>) -> i1 {
      %10 = cm.var.load %i_1 : (!cm.var<i64>) -> i64
      %11 = cm.constant -9223372036854775808 : i64
      %12 = cm.neq %10, %11 : i64, i64
      cm.yield %12 : i1
    }
    body (%i_1: !cm.var<i64>) -> none {
      %13 = cm.var.load %i_1 : (!cm.var<i64>) -> i64
      %14 = cm.constant 1 : i64
      %15 = cm.sub %13, %14 : i64
      cm.var.store %i_1, %15 : !cm.var<i64>, i64
      cm.yield
    }
    body (%i_1: !cm.var<i64>) -> none {
      %16 = cm.var.load %i_1 : (!cm.var<i64>) -> i64
      %17 = cm.conv %16 : i64 to i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %17) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %18 = cm.constant 5 : i32
      %i_2 = cm.var %18 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_2 : !cm.var<i32>
    }
    body (%i_2: !cm.var<i32>) -> i1 {
      %19 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      %20 = cm.constant 5 : i32
      %21 = cm.neq %19, %20 : i32, i32
      cm.yield %21 : i1
    }
    body (%i_2: !cm.var<i32>) -> none {
      %22 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      %23 = cm.constant 1 : i32
      %24 = cm.sub %22, %23 : i32
      cm.var.store %i_2, %24 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_2: !cm.var<i32>) -> none {
      %25 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %25) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %26 = cm.constant 5 : i32
      %i_3 = cm.var %26 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_3 : !cm.var<i32>
    }
    body (%i_3: !cm.var<i32>) -> i1 {
      %27 = cm.var.load %i_3 : (!cm.var<i32>) -> i32
      %28 = cm.constant 2147483647 : i32
      %29 = cm.le %27, %28 : i32, i32
      cm.yield %29 : i1
    }
    body (%i_3: !cm.var<i32>) -> none {
      %30 = cm.var.load %i_3 : (!cm.var<i32>) -> i32
      %31 = cm.constant 1 : i32
      %32 = cm.add %30, %31 : i32
      cm.var.store %i_3, %32 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_3: !cm.var<i32>) -> none {
      %33 = cm.var.load %i_3 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %33) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
