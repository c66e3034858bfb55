// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A loop that may return is left by its exit's number, and so is what follows.
//   void loop(int n, Ptr p) {
//     for (int i = 0; i < n; i++) {
//       if (i == 5)
//         return;
//       store(p, i);
//     }
//     store(p, n);
//   }
// CHECK-LABEL: tt.func public @loop(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.while (%[[I:[^ :]+]] = %[[C0]]) : (i32) -> (i32, i32) {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[N]] : i32
// CHECK-NEXT: %[[V2:.+]]:2 = scf.if %[[V1]] -> (i32, i32) {
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[I]], %[[C5]] : i32
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[V3]] -> (i32) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.yield %[[C1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: scf.yield %[[C3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C3_1:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi eq, %[[V4]], %[[C3_1]] : i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.select %[[V5]], %[[C0_1]], %[[V4]] : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi eq, %[[V6]], %[[C0_2]] : i32
// CHECK-NEXT: %[[V8:.+]]:2 = scf.if %[[V7]] -> (i32, i32) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[C1]] : i32
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[I1]], %[[C0_3]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V9:.+]] = ub.poison : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.yield %[[V9]], %[[C1]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V8]]#0, %[[V8]]#1 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[I]], %[[C2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_4:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi eq, %[[V2]]#1, %[[C0_4]] : i32
// CHECK-NEXT: scf.condition(%[[V10]]) %[[V2]]#0, %[[V2]]#1 : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.cmpi eq, %[[V0]]#1, %[[C2_1]] : i32
// CHECK-NEXT: %[[C0_5:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V11]], %[[C0_5]], %[[V0]]#1 : i32
// CHECK-NEXT: %[[C0_6:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V13:.+]] = arith.cmpi eq, %[[V12]], %[[C0_6]] : i32
// CHECK-NEXT: scf.if %[[V13]] {
// CHECK-NEXT: tt.store %[[P]], %[[N]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "loop" body (%n: i32, %p: !Ptr) -> none {
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
      %5 = cm.add %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %6 = cm.var.load %i : (!cm.var<i32>) -> i32
          %7 = cm.constant 5 : i32
          %8 = cm.eq %6, %7 : i32, i32
          cm.yield %8 : i1
        }
        body () -> none {
          cm.return
        }
      %9 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.return
}
}
