// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The size of the grid is an int.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::numPrograms(int):int"(%0) : (i32) -> i32
  cm.return
}
}

// -----

// A number is converted to the type of the class.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["i32", 4]} {
cm.func "k" body (%n: i32, %c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %b = cm.constant i1 -> !Class
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c3>{{$}}
  %1 = cm.constant 3 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%f, %1, %c4) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x4, fp16>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%h, %n, %c4, %c4) : (!Class, i32, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int):oracle.code.triton.Tensor"(%b, %n) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c3>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int):oracle.code.triton.Tensor"(%f, %1) : (!Class, i32) -> !Tensor
  cm.return
}
}

// -----

// A tile or a number is the model.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["fp32", 4]} {
cm.func "k" body (%x: f32, %c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %n = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::zerosLike(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%n) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::zerosLike(float):oracle.code.triton.Tensor"(%x) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::fullLike(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%n, %x) : (!Tensor, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c4>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::fullLike(float, int):oracle.code.triton.Tensor"(%x, %c4) : (f32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::fullLike(float, float):oracle.code.triton.Tensor"(%x, %x) : (f32, f32) -> !Tensor
  cm.return
}
}
