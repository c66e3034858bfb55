// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The accumulator of byte.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %t = cm.constant i8 -> !Class
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %k, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, int>{{$}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// The accumulator of fp16.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %t = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %k, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, float>{{$}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// The accumulator of bf16.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %t = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %k, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, float>{{$}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// The accumulator of float.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %t = cm.constant f32 -> !Class
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %k, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, float>{{$}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// The accumulator of double.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %t = cm.constant f64 -> !Class
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %k, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, double>{{$}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// What follows the matrices is told apart by its type; fp8 types mix.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!InputPrecision = !cm.java<"oracle.code.triton.InputPrecision">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %ta = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  %tb = cm.constant !cm.java<"oracle.code.triton.Float8E5M2"> -> !Class
  %f = cm.constant f32 -> !Class
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
  %ieee = cm.field.load "oracle.code.triton.InputPrecision::IEEE:oracle.code.triton.InputPrecision" : () -> !InputPrecision
  %acc = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %m, %n) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, float>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, fp16>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, java.lang.Class):oracle.code.triton.Tensor"(%a, %b, %h) : (!Tensor, !Tensor, !Class) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, fp16>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b, %acc) : (!Tensor, !Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, float>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision):oracle.code.triton.Tensor"(%a, %b, %ieee) : (!Tensor, !Tensor, !InputPrecision) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x64, fp16>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.InputPrecision, java.lang.Class):oracle.code.triton.Tensor"(%a, %b, %acc, %ieee, %h) : (!Tensor, !Tensor, !Tensor, !InputPrecision, !Class) -> !Tensor
  cm.return
}
}

// -----

// A batch of products.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %f = cm.constant f32 -> !Class
  %1 = cm.constant 1 : i32
  %2 = cm.constant 2 : i32
  %16 = cm.constant 16 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %2, %1, %16) : (!Class, i32, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %2, %16, %1) : (!Class, i32, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x1, x1, float>{{$}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}
