// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// An expression's value is what its arms or their yield give; one that breaks in part goes by its exit's number.
//   void expression(int a, int b, Ptr p) {
//     int x = switch (a) {
//       case 1 -> 10;
//       case 2 -> {
//         if (b > 0)
//           yield b;
//         yield 20;
//       }
//       default -> a;
//     };
//     store(p, x);
//   }
// CHECK-LABEL: tt.func public @expression(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[B:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[A]], %[[C1]] : i32
// CHECK-NEXT: %[[V1:.+]]:2 = scf.if %[[V0]] -> (i32, i32) {
// CHECK-NEXT: %[[C10:.+]] = arith.constant 10 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C10]], %[[C0]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[A]], %[[C2]] : i32
// CHECK-NEXT: %[[V3:.+]]:2 = scf.if %[[V2]] -> (i32, i32) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi sgt, %[[B]], %[[C0]] : i32
// CHECK-NEXT: %[[V5:.+]] = scf.if %[[V4]] -> (i32) {
// CHECK-NEXT: scf.yield %[[B]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C20:.+]] = arith.constant 20 : i32
// CHECK-NEXT: scf.yield %[[C20]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[V5]], %[[C2_1]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[A]], %[[C0]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V3]]#0, %[[V3]]#1 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C2_2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi eq, %[[V1]]#1, %[[C2_2]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]]#0 : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "expression" body (%a: i32, %b: i32, %p: !Ptr) -> none {
  %11 = cm.java.switch.expression %a
    body (%0: i32) -> i1 {
      %1 = cm.constant 1 : i32
      %2 = cm.eq %0, %1 : i32, i32
      cm.yield %2 : i1
    }
    body () -> i32 {
      %3 = cm.constant 10 : i32
      cm.yield %3 : i32
    }
    body (%4: i32) -> i1 {
      %5 = cm.constant 2 : i32
      %6 = cm.eq %4, %5 : i32, i32
      cm.yield %6 : i1
    }
    body () -> i32 {
      cm.java.if
        body () -> i1 {
          %7 = cm.constant 0 : i32
          %8 = cm.gt %b, %7 : i32, i32
          cm.yield %8 : i1
        }
        body () -> none {
          cm.java.yield %b : i32
        }
      %9 = cm.constant 20 : i32
      cm.java.yield %9 : i32
    }
    body () -> i1 {
      %10 = cm.constant true
      cm.yield %10 : i1
    }
    body () -> i32 {
      cm.yield %a : i32
    } : (i32) -> i32
  %x = cm.var %11 "x" : (i32) -> !cm.var<i32>
  %12 = cm.var.load %x : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %12) : (!Ptr, i32) -> ()
  cm.return
}
}
