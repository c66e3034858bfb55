// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Program ids are ints.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2>{{$}}
  %1 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%1) : (i32) -> i32
  cm.return
}
}

// -----

// Bounds are computed while compiling.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Integer = !cm.java<"java.lang.Integer">
module attributes {cm.signature = [64, 1]} {
cm.func "k" body (%n: i32, %one: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c4096>{{$}}
  %1 = cm.mul %n, %n : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c8192>{{$}}
  %2 = cm.lshl %1, %one : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8192, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-1>{{$}}
  %4 = cm.neg %one : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, int>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%4, %0) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%1, %n) : (i32, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %7 = cm.invoke "java.lang.Integer::valueOf(int):java.lang.Integer"(%6) : (i32) -> !Integer
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x64, int>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %7) : (i32, !Integer) -> !Tensor
  cm.return
}
}

// -----

// Zeros of every class that has a literal.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Integer = !cm.java<"java.lang.Integer">
!F16 = !cm.java<"oracle.code.triton.Float16">
module attributes {cm.signature = [4, 8]} {
cm.func "k" body (%m: i32, %n: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfloat>{{$}}
  %f = cm.constant f32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %n) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %m, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, x4, float>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %m, %n, %m) : (!Class, i32, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f) : (!Class) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp16>{{$}}
  %h = cm.constant !F16 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, fp16>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %n) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cboolean>{{$}}
  %b = cm.constant i1 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, boolean>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %n) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cint>{{$}}
  %i = cm.constant !Integer -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%i, %n) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cu16>{{$}}
  %c = cm.constant ui16 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, u16>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c, %n) : (!Class, i32) -> !Tensor
  cm.return
}
}
