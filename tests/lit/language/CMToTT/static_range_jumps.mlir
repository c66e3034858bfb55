// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A condition that is known ends the unrolling; one that is not makes the rest conditional.
//   void jumps(int a, Ptr p) {
//     for (int i : staticRange(9)) {
//       if (i == 1)
//         continue;
//       if (i == 3)
//         break;
//       if (a == i)
//         break;
//       store(p, i);
//     }
//   }
// CHECK-LABEL: tt.func public @jumps(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[A]], %[[C0]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C0_1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: scf.yield %[[C3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C3_1:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[V1]], %[[C3_1]] : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.select %[[V2]], %[[C0_2]], %[[V1]] : i32
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi eq, %[[V3]], %[[C0_3]] : i32
// CHECK-NEXT: %[[V5:.+]] = scf.if %[[V4]] -> (i32) {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_4:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi eq, %[[V5]], %[[C0_4]] : i32
// CHECK-NEXT: %[[V7:.+]] = scf.if %[[V6]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V8:.+]] = arith.cmpi eq, %[[A]], %[[C2]] : i32
// CHECK-NEXT: %[[V9:.+]] = scf.if %[[V8]] -> (i32) {
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2_1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2_1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C3_2:.+]] = arith.constant 3 : i32
// CHECK-NEXT: scf.yield %[[C3_2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C3_3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi eq, %[[V9]], %[[C3_3]] : i32
// CHECK-NEXT: %[[C0_5:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.select %[[V10]], %[[C0_5]], %[[V9]] : i32
// CHECK-NEXT: scf.yield %[[V11]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_6:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V12:.+]] = arith.cmpi eq, %[[V7]], %[[C0_6]] : i32
// CHECK-NEXT: scf.if %[[V12]] {
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "jumps" body (%a: i32, %p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 9 : i32
      %1 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%0) : (i32) -> !Range
      cm.yield %1 : !Range
    }
    body (%2: i32) -> !cm.var<i32> {
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %3 = cm.var.load %i : (!cm.var<i32>) -> i32
          %4 = cm.constant 1 : i32
          %5 = cm.eq %3, %4 : i32, i32
          cm.yield %5 : i1
        }
        body () -> none {
          cm.java.continue
        }
      cm.java.if
        body () -> i1 {
          %6 = cm.var.load %i : (!cm.var<i32>) -> i32
          %7 = cm.constant 3 : i32
          %8 = cm.eq %6, %7 : i32, i32
          cm.yield %8 : i1
        }
        body () -> none {
          cm.java.break
        }
      cm.java.if
        body () -> i1 {
          %9 = cm.var.load %i : (!cm.var<i32>) -> i32
          %10 = cm.eq %a, %9 : i32, i32
          cm.yield %10 : i1
        }
        body () -> none {
          cm.java.break
        }
      %11 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %11) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
