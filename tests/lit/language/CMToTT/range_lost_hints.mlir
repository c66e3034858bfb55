// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -verify-diagnostics | FileCheck %s

// Hints are for counted loops; a jump out makes it another, and a warning says so.
//   void jumps(int n, Ptr p) {
//     for (int i : range(n).numStages(3)) {
//       if (i == 7)
//         break;
//       store(p, i);
//     }
//   }
// CHECK-LABEL: tt.func public @jumps(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[N]] : i32
// CHECK-NEXT: %[[V2:.+]]:2 = scf.if %[[V1]] -> (i32, i32) {
// CHECK-NEXT: %[[C7:.+]] = arith.constant 7 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[I]], %[[C7]] : i32
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[V3]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
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
// CHECK-NEXT: %[[V9:.+]] = arith.addi %[[I]], %[[C1]] : i32
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[V9]], %[[C0_3]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[I]], %[[C2_1]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V8]]#0, %[[V8]]#1 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2_2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[I]], %[[C2_2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_4:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi eq, %[[V2]]#1, %[[C0_4]] : i32
// CHECK-NEXT: scf.condition(%[[V10]]) %[[V2]]#0 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A2:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "jumps" body (%n: i32, %p: !Ptr) -> none {
  // expected-warning @+1 {{the range's hints are not used: a jump leaves the loop, whose iterations cannot be counted then}}
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%n) : (i32) -> !Range
      %1 = cm.constant 3 : i32
      %2 = cm.invoke "oracle.code.triton.Range::numStages(int):oracle.code.triton.Range"(%0, %1) : (!Range, i32) -> !Range
      cm.yield %2 : !Range
    }
    body (%e: i32) -> !cm.var<i32> {
      %i = cm.var %e "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %3 = cm.var.load %i : (!cm.var<i32>) -> i32
          %4 = cm.constant 7 : i32
          %5 = cm.eq %3, %4 : i32, i32
          cm.yield %5 : i1
        }
        body () -> none {
          cm.java.break
        }
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
