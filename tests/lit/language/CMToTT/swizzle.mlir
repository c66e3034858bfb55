// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// In the type of its operands.
// CHECK-LABEL: tt.func public @swizzle(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32)
// CHECK-NEXT: %[[C8_I32:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[P0]], %[[P1]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[V0]], %[[P0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.muli %[[C8_I32]], %[[P1]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.divsi %[[V1]], %[[V2]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.muli %[[V3]], %[[C8_I32]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.subi %[[P1]], %[[V4]] : i32
// CHECK-NEXT: %[[V6:.+]] = arith.minsi %[[V5]], %[[C8_I32]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.remsi %[[V1]], %[[V2]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.remsi %[[V7]], %[[V6]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.addi %[[V4]], %[[V8]] : i32
// CHECK-NEXT: %[[V10:.+]] = arith.divsi %[[V7]], %[[V6]] : i32
// CHECK-NEXT: tt.return
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "i32"]} {
cm.func "swizzle" body (%i: i32, %n: i32) -> none {
  %c0 = cm.constant 8 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::swizzle2d(int, int, int, int, int):oracle.code.triton.Triton$Pair"(%i, %i, %n, %n, %c0) : (i32, i32, i32, i32, i32) -> !Pair
  cm.return
}
}
