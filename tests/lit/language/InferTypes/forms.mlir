// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Options do not change the type.
!Class = !cm.java<"java.lang.Class">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 4 : i32
  %c2 = cm.constant 8 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  %true = cm.constant true
  %false = cm.constant false
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, int>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor, int, boolean, boolean):oracle.code.triton.Tensor"(%1, %c3, %true, %false) : (!Tensor, i32, i1, i1) -> !Tensor
  %c6 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(tensor<x8, fp16> value, tensor<x8, int> index){{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::minWithIndices(oracle.code.triton.Tensor, int, boolean, boolean):oracle.code.triton.Triton$Pair"(%1, %c6, %false, %true) : (!Tensor, i32, i1, i1) -> !Pair
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x8, fp16>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %1, %c6) : (!Tensor, !Tensor, i32) -> !Tensor
  %c7 = cm.constant -1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x16, fp16>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %1, %c7) : (!Tensor, !Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, x1, fp16>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::unsqueeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c7) : (!Tensor, i32) -> !Tensor
  %c8 = cm.constant 32 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x32, fp16>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::view(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c8) : (!Tensor, i32) -> !Tensor
  %c9 = cm.constant f32 -> !Class
  %c10 = cm.constant 16 : i32
  %8 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c9, %c10, %c10) : (!Class, i32, i32) -> !Tensor
  %c11 = cm.constant 64 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x16, float>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%8, %8, %8, %c11) : (!Tensor, !Tensor, !Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x16, float>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%8, %8, %8, %c6) : (!Tensor, !Tensor, !Tensor, i32) -> !Tensor
  cm.return
}
}
