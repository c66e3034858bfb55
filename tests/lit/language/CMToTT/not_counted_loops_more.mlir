// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A step that is known to lead away from the bound: as in Java, until the number overflows.
//   void away(int n, Ptr p) {
//     for (int i = 0; i < n; i--)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @away(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[N]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.subi %[[I]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[I1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "away" body (%n: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.lt %1, %n : i32, i32
      cm.yield %2 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.constant 1 : i32
      %5 = cm.sub %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// A bound of != that is known not to be met, and a step without a counterpart.
//   void missed(Ptr p) {
//     for (int i = 0; i != 5; i += 2)
//       store(p, i);
//     for (int i = 0; i > -5; i += -2147483648)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @missed(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ne, %[[I]], %[[C5]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[C2]] : i32
// CHECK-NEXT: scf.yield %[[I1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0_1]]) : (i32) -> i32 {
// CHECK-NEXT: %[[CM5:.+]] = arith.constant -5 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi sgt, %[[I]], %[[CM5]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[CM2147483648:.+]] = arith.constant -2147483648 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[CM2147483648]] : i32
// CHECK-NEXT: scf.yield %[[I1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"]} {
cm.func "missed" body (%p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.constant 5 : i32
      %3 = cm.neq %1, %2 : i32, i32
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.constant 2 : i32
      %6 = cm.add %4, %5 : i32
      cm.var.store %i, %6 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %7) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %8 = cm.constant 0 : i32
      %i_1 = cm.var %8 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> i1 {
      %9 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %10 = cm.constant -5 : i32
      %11 = cm.gt %9, %10 : i32, i32
      cm.yield %11 : i1
    }
    body (%i_1: !cm.var<i32>) -> none {
      %12 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %13 = cm.constant -2147483648 : i32
      %14 = cm.add %12, %13 : i32
      cm.var.store %i_1, %14 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_1: !cm.var<i32>) -> none {
      %15 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %15) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// The last part uses the variable's next number: it is carried.
//   void last(int n, Ptr p) {
//     for (int i = 0, j = 0; i < n; i++, j = i)
//       store(p, j);
//   }
// CHECK-LABEL: tt.func public @last(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[I1:[^ :]+]] = %[[C0_1]], %[[J:[^ :]+]] = %[[C0_2]]) -> (i32, i32)  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[J]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I2:.+]] = arith.addi %[[I]], %[[C1_1]] : i32
// CHECK-NEXT: scf.yield %[[I2]], %[[I2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "last" body (%n: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> tuple<!cm.var<i32>, !cm.var<i32>> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      %1 = cm.constant 0 : i32
      %j = cm.var %1 "j" : (i32) -> !cm.var<i32>
      %2 = cm.tuple %i, %j : (!cm.var<i32>, !cm.var<i32>) -> tuple<!cm.var<i32>, !cm.var<i32>>
      cm.yield %2 : tuple<!cm.var<i32>, !cm.var<i32>>
    }
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> i1 {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.lt %3, %n : i32, i32
      cm.yield %4 : i1
    }
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> none {
      %5 = cm.var.load %i : (!cm.var<i32>) -> i32
      %6 = cm.constant 1 : i32
      %7 = cm.add %5, %6 : i32
      cm.var.store %i, %7 : !cm.var<i32>, i32
      %8 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.var.store %j, %8 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> none {
      %9 = cm.var.load %j : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
