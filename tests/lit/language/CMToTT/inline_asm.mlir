// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Operands are broadcast; without a promise the assembly may have effects.
// CHECK-LABEL: tt.func public @assembly(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = false} %[[V0]], %[[V1]] : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "assembly" body (%n: i32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant "shl.b32 $0, $1, 3;" -> !String
  %c3 = cm.constant "=r,r,r" -> !String
  %c4 = cm.constant i32 -> !Class
  %false = cm.constant false
  %c6 = cm.constant 2 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%c2, %c3, %c4, %false, %c6, %1, %n) : (!String, !String, !Class, i1, i32, !Tensor, i32) -> !Tensor
  cm.return
}
}
