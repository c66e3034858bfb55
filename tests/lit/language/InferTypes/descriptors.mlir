// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// The types of descriptors, of their numbers, and of what they read.
!Desc = !cm.java<"io.github.cm2tt.lang.TensorDescriptor">
!Dims = !cm.java<"io.github.cm2tt.lang.Dims">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Class = !cm.java<"java.lang.Class">
!Padding = !cm.java<"io.github.cm2tt.lang.Triton$PaddingOption">
module attributes {cm.signature = ["tensordesc<fp16[64x32]>:16", "*fp32:16", "i32"]} {
cm.func "typing" body (%a: !Desc, %p: !Ptr, %n: i32) -> none {
  %c0 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Dims(int, constant<int, c1>){{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%n, %c0) : (i32, i32) -> !Dims
  %c2 = cm.constant 8 : i32
  %c3 = cm.constant 16 : i32
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%c2, %c3) : (i32, i32) -> !Dims
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::dims(int, int):io.github.cm2tt.lang.Dims"(%n, %n) : (i32, i32) -> !Dims
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensordesc<float[8x16]>{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::makeTensorDescriptor(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims, io.github.cm2tt.lang.Dims):io.github.cm2tt.lang.TensorDescriptor"(%p, %v5, %v1, %v4) : (!Ptr, !Dims, !Dims, !Dims) -> !Desc
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x64, x32, fp16>{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::loadTensorDescriptor(io.github.cm2tt.lang.TensorDescriptor, int, int):io.github.cm2tt.lang.Tensor"(%a, %n, %n) : (!Desc, i32, i32) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::storeTensorDescriptor(io.github.cm2tt.lang.TensorDescriptor, io.github.cm2tt.lang.Tensor, int, int):void"(%a, %v7, %n, %n) : (!Desc, !Tensor, i32, i32) -> none
  cm.return
}
}
