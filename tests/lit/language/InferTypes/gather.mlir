// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Elements by index keep their type; counts are ints.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant f16 -> !Class
  %c3 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c1, %c3) : (!Class, i32, i32) -> !Tensor
  %c4 = cm.constant i64 -> !Class
  %c5 = cm.constant 2 : i32
  %c6 = cm.constant 16 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c4, %c5, %c6) : (!Class, i32, i32) -> !Tensor
  %c7 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x16, fp16>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %3, %c7) : (!Tensor, !Tensor, i32) -> !Tensor
  %c8 = cm.constant i8 -> !Class
  %5 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c8, %c6, %c3) : (!Class, i32, i32) -> !Tensor
  %c9 = cm.constant -2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x8, fp16>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %5, %c9) : (!Tensor, !Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::flip(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%2) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::flip(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %c0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, int>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c6) : (!Tensor, i32) -> !Tensor
  %c10 = cm.constant i1 -> !Class
  %10 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c10, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, int>{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %c6, %10) : (!Tensor, i32, !Tensor) -> !Tensor
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, int>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%1, %c6, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}
