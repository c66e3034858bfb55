// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Two variables: one counts, the other is carried.
//   void two(int n, Ptr p) {
//     for (int i = 0, j = n; i < n; i++, j -= 2)
//       store(p, j);
//   }
// CHECK-LABEL: tt.func public @two(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[J:[^ :]+]] = %[[N]]) -> (i32)  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[J]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[J1:.+]] = arith.subi %[[J]], %[[C2]] : i32
// CHECK-NEXT: scf.yield %[[J1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "two" body (%n: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> tuple<!cm.var<i32>, !cm.var<i32>> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      %j = cm.var %n "j" : (i32) -> !cm.var<i32>
      %1 = cm.tuple %i, %j : (!cm.var<i32>, !cm.var<i32>) -> tuple<!cm.var<i32>, !cm.var<i32>>
      cm.yield %1 : tuple<!cm.var<i32>, !cm.var<i32>>
    }
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> i1 {
      %2 = cm.var.load %i : (!cm.var<i32>) -> i32
      %3 = cm.lt %2, %n : i32, i32
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.constant 1 : i32
      %6 = cm.add %4, %5 : i32
      cm.var.store %i, %6 : !cm.var<i32>, i32
      %7 = cm.var.load %j : (!cm.var<i32>) -> i32
      %8 = cm.constant 2 : i32
      %9 = cm.sub %7, %8 : i32
      cm.var.store %j, %9 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> none {
      %10 = cm.var.load %j : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// A counter from outside is carried too: behind the loop it is the last plus a step, or what it was if the loop never runs.
//   void outside(int n, Ptr p) {
//     int i;
//     for (i = 0; i < n; i += 4)
//       store(p, i);
//     store(p, i);
//   }
// CHECK-LABEL: tt.func public @outside(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C4]] iter_args(%[[I1:[^ :]+]] = %[[C0_1]]) -> (i32)  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C4_1:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[I2:.+]] = arith.addi %[[I]], %[[C4_1]] : i32
// CHECK-NEXT: scf.yield %[[I2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "outside" body (%n: i32, %p: !Ptr) -> none {
  %i = cm.var "i" : () -> !cm.var<i32>
  cm.java.for
    body () -> none {
      %0 = cm.constant 0 : i32
      cm.var.store %i, %0 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.lt %1, %n : i32, i32
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.constant 4 : i32
      %5 = cm.add %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  %7 = cm.var.load %i : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %7) : (!Ptr, i32) -> ()
  cm.return
}
}
