// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Neither the bound nor the variable may change in the body.
//   void moving(int n, Ptr p) {
//     for (int i = 0; i < n; i++)
//       n -= i;
//     for (int i = 0; i < 9; i++)
//       i += 2;
//   }
// CHECK-LABEL: tt.func public @moving(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.while (%[[N1:[^ :]+]] = %[[N]], %[[I:[^ :]+]] = %[[C0]]) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[N1]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[N1]], %[[I]] : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[N1:[^ :]+]]: i32, %[[I:[^ :]+]]: i32):
// CHECK-NEXT: %[[N2:.+]] = arith.subi %[[N1]], %[[I]] : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[N2]], %[[I1]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0_1]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C9:.+]] = arith.constant 9 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[C9]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[I2:.+]] = arith.addi %[[I]], %[[C2]] : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I3:.+]] = arith.addi %[[I2]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[I3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "moving" body (%n: i32, %p: !Ptr) -> none {
  %n_v = cm.var %n "n" : (i32) -> !cm.var<i32>
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %3 = cm.lt %1, %2 : i32, i32
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.constant 1 : i32
      %6 = cm.add %4, %5 : i32
      cm.var.store %i, %6 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %7 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %8 = cm.var.load %i : (!cm.var<i32>) -> i32
      %9 = cm.sub %7, %8 : i32
      cm.var.store %n_v, %9 : !cm.var<i32>, i32
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %10 = cm.constant 0 : i32
      %i_1 = cm.var %10 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> i1 {
      %11 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %12 = cm.constant 9 : i32
      %13 = cm.lt %11, %12 : i32, i32
      cm.yield %13 : i1
    }
    body (%i_1: !cm.var<i32>) -> none {
      %14 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %15 = cm.constant 1 : i32
      %16 = cm.add %14, %15 : i32
      cm.var.store %i_1, %16 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_1: !cm.var<i32>) -> none {
      %17 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %18 = cm.constant 2 : i32
      %19 = cm.add %17, %18 : i32
      cm.var.store %i_1, %19 : !cm.var<i32>, i32
      cm.java.continue
    }
  cm.return
}
}

// -----

// A step is added; a bound that has effects may be another each time.
//   void scaled(int n, Ptr p) {
//     for (int i = 1; i < n; i *= 2)
//       store(p, i);
//     for (int i = 0; i < atomicAdd(p, 1); i++)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @scaled(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[I:[^ :]+]] = %[[C1]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[N]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.muli %[[I]], %[[C2]] : i32
// CHECK-NEXT: scf.yield %[[I1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = tt.atomic_rmw add, acq_rel, gpu, %[[P]], %[[C1_1]], %[[TRUE]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi slt, %[[I]], %[[V1]] : i32
// CHECK-NEXT: scf.condition(%[[V3]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I2:.+]] = arith.addi %[[I]], %[[C1_1]] : i32
// CHECK-NEXT: scf.yield %[[I2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "scaled" body (%n: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 1 : i32
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
      %4 = cm.constant 2 : i32
      %5 = cm.mul %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %7 = cm.constant 0 : i32
      %i_1 = cm.var %7 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> i1 {
      %8 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %9 = cm.constant 1 : i32
      %10 = cm.invoke "oracle.code.triton.Triton::atomicAdd(oracle.code.triton.Ptr, int):int"(%p, %9) : (!Ptr, i32) -> i32
      %11 = cm.lt %8, %10 : i32, i32
      cm.yield %11 : i1
    }
    body (%i_1: !cm.var<i32>) -> none {
      %12 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %13 = cm.constant 1 : i32
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
