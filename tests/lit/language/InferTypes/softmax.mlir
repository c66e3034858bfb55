// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// What is narrower than float is converted.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 4 : i32
  %c2 = cm.constant 8 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %c3 = cm.constant f64 -> !Class
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c3, %c1) : (!Class, i32) -> !Tensor
  %c4 = cm.constant -1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, double>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %c4) : (!Tensor, i32) -> !Tensor
  %c5 = cm.constant f32 -> !Class
  %5 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c5, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c6 = cm.constant 1 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%5, %c6, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}
