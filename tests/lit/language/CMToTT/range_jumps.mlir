// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A continue leaves it counted, a break does not; assigning to the variable does not change what the range gives.
//   void jumps(int n, Ptr p) {
//     for (int i : range(n)) {
//       i += 1;
//       if (i == 2)
//         continue;
//       store(p, i);
//     }
//     for (int i : range(n, 0, -1)) {
//       if (i == 2)
//         break;
//     }
//   }
// CHECK-LABEL: tt.func public @jumps(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i32 {
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[C1_1]] : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[I1]], %[[C2]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[I1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.+]] = scf.while (%[[I:[^ :]+]] = %[[N]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[I]], %[[C0_1]] : i32
// CHECK-NEXT: %[[V2:.+]]:2 = scf.if %[[V0]] -> (i32, i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[I]], %[[C2]] : i32
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[V3]] -> (i32) {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[C4]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: scf.yield %[[C5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C5_1:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi eq, %[[V4]], %[[C5_1]] : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.select %[[V5]], %[[C0_2]], %[[V4]] : i32
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi eq, %[[V6]], %[[C0_3]] : i32
// CHECK-NEXT: %[[V8:.+]]:2 = scf.if %[[V7]] -> (i32, i32) {
// CHECK-NEXT: %[[CM1:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V9:.+]] = arith.addi %[[I]], %[[CM1]] : i32
// CHECK-NEXT: %[[C0_4:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[V9]], %[[C0_4]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[I]], %[[C4]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V8]]#0, %[[V8]]#1 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[I]], %[[C4]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_5:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi eq, %[[V2]]#1, %[[C0_5]] : i32
// CHECK-NEXT: scf.condition(%[[V10]]) %[[V2]]#0 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "jumps" body (%n: i32, %p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%n) : (i32) -> !Range
      cm.yield %0 : !Range
    }
    body (%1: i32) -> !cm.var<i32> {
      %i = cm.var %1 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %2 = cm.var.load %i : (!cm.var<i32>) -> i32
      %3 = cm.constant 1 : i32
      %4 = cm.add %2, %3 : i32
      cm.var.store %i, %4 : !cm.var<i32>, i32
      cm.java.if
        body () -> i1 {
          %5 = cm.var.load %i : (!cm.var<i32>) -> i32
          %6 = cm.constant 2 : i32
          %7 = cm.eq %5, %6 : i32, i32
          cm.yield %7 : i1
        }
        body () -> none {
          cm.java.continue
        }
      %8 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.enhancedFor
    body () -> !Range {
      %9 = cm.constant 0 : i32
      %10 = cm.constant -1 : i32
      %11 = cm.invoke "oracle.code.triton.Triton::range(int, int, int):oracle.code.triton.Range"(%n, %9, %10) : (i32, i32, i32) -> !Range
      cm.yield %11 : !Range
    }
    body (%12: i32) -> !cm.var<i32> {
      %i_1 = cm.var %12 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %13 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
          %14 = cm.constant 2 : i32
          %15 = cm.eq %13, %14 : i32, i32
          cm.yield %15 : i1
        }
        body () -> none {
          cm.java.break
        }
      cm.java.continue
    }
  cm.return
}
}
