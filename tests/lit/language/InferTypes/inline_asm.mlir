// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// In the shape of all operands.
!Class = !cm.java<"java.lang.Class">
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant "shl.b32 $0, $1, 3;" -> !String
  %c3 = cm.constant "=r,r" -> !String
  %c4 = cm.constant i32 -> !Class
  %true = cm.constant true
  %c6 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %true, %c6, %1) : (!String, !String, !Class, i1, i32, !Tensor) -> !Tensor
  %c7 = cm.constant f32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, int):oracle.code.triton.Tensor"(%c2, %c3, %c7, %true, %c6, %n) : (!String, !String, !Class, i1, i32, i32) -> !Tensor
  %c8 = cm.constant i8 -> !Class
  %4 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c8, %c1, %c6) : (!Class, i32, i32) -> !Tensor
  %c9 = cm.constant 8 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c9) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %true, %c1, %4, %5) : (!String, !String, !Class, i1, i32, !Tensor, !Tensor) -> !Tensor
  cm.return
}
}
