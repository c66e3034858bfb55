// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// A hint's result is what it is about.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  %y = cm.invoke "io.github.cm2tt.lang.Triton::expand(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %c3) : (!Tensor, i32) -> !Tensor
  %ps = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, !Tensor) -> !Tensor
  %c4 = cm.constant 16 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%n, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<float>{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%p, %c4) : (!Ptr, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %c2) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x1, int>{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%y, %c2, %c3) : (!Tensor, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, ptr<float>>{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%ps, %c4) : (!Tensor, i32) -> !Tensor
  %c5 = cm.constant 48 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c48>{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%c5, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::maxContiguous(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %c2) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x1, int>{{$}}
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::maxContiguous(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%y, %c2, %c3) : (!Tensor, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x1, int>{{$}}
  %v9 = cm.invoke "io.github.cm2tt.lang.Triton::maxConstancy(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%y, %c3, %c4) : (!Tensor, i32, i32) -> !Tensor
  %c6 = cm.constant true
  cm.invoke "io.github.cm2tt.lang.Triton::assume(boolean):void"(%c6) : (i1) -> ()
  cm.return
}
}
