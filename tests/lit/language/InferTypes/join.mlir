// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Both are broadcast to each other; scalars are as tiles of one element.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
module attributes {cm.signature = ["fp32", 4]} {
cm.func "k" body (%f: f32, %c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %b = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x2, int>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::join(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, x2, int>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::join(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, float>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::join(float, float):oracle.code.triton.Tensor"(%f, %f) : (f32, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x2, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::join(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %c4) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::interleave(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x8, int>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::interleave(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%b, %a) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, float>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::interleave(float, float):oracle.code.triton.Tensor"(%f, %f) : (f32, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, boolean):oracle.code.triton.Tensor"(%a, %a, %true) : (!Tensor, !Tensor, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Pair(tensor<x4, int> first, tensor<x4, int> second){{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::split(oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%1) : (!Tensor) -> !Pair
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Pair(float first, float second){{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::split(oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%3) : (!Tensor) -> !Pair
  cm.return
}
}
