// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Elements keep their type; the greatest are fewer.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f16 -> !Class
  %c1 = cm.constant 4 : i32
  %c2 = cm.constant 8 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::sort(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  %c3 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::sort(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.constant i1 -> !Class
  %4 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c4, %c2) : (!Class, i32) -> !Tensor
  %c5 = cm.constant -1 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, boolean>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::sort(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%4, %c5, %true) : (!Tensor, i32, i1) -> !Tensor
  %c7 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x2, fp16>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c7) : (!Tensor, i32) -> !Tensor
  %c8 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x8, fp16>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%1, %c8, %c3) : (!Tensor, i32, i32) -> !Tensor
  %false = cm.constant false
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int, int, boolean):oracle.code.triton.Tensor"(%1, %c2, %c8, %false) : (!Tensor, i32, i32, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::bitonicMerge(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, fp16>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::bitonicMerge(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%1, %c3, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}

// -----

// With indices: elements keep their type, also bf16, and indices are ints.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant bf16 -> !Class
  %c1 = cm.constant 4 : i32
  %c2 = cm.constant 8 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(tensor<x4, x8, bf16> value, tensor<x4, x8, int> index){{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::sortWithIndices(oracle.code.triton.Tensor):oracle.code.triton.Triton$ValueIndex"(%1) : (!Tensor) -> !ValueIndex
  %c3 = cm.constant 0 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(tensor<x4, x8, bf16> value, tensor<x4, x8, int> index){{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::sortWithIndices(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Triton$ValueIndex"(%1, %c3, %true) : (!Tensor, i32, i1) -> !ValueIndex
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::argsort(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::argsort(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(tensor<x4, x2, bf16> value, tensor<x4, x2, int> index){{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::topkWithIndices(oracle.code.triton.Tensor, int):oracle.code.triton.Triton$ValueIndex"(%1, %c4) : (!Tensor, i32) -> !ValueIndex
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(tensor<x2, x8, bf16> value, tensor<x2, x8, int> index){{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::topkWithIndices(oracle.code.triton.Tensor, int, int, boolean):oracle.code.triton.Triton$ValueIndex"(%1, %c4, %c3, %true) : (!Tensor, i32, i32, i1) -> !ValueIndex
  cm.return
}
}
