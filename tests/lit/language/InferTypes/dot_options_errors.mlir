// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-DOT-6: a truth value.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %ta = cm.constant f32 -> !Class
  %tb = cm.constant f32 -> !Class
  %f = cm.constant f32 -> !Class
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %true = cm.constant true
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
  // expected-error @+1 {{T-DOT-6: an accumulator, an InputPrecision, a class literal or a constant int, each once at most, is expected: the constant true}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, boolean):oracle.code.triton.Tensor"(%a, %b, %true) : (!Tensor, !Tensor, i1) -> !Tensor
  cm.return
}
}

// VARIANT
// T-DOT-6: twice.
// expected-error @+1 {{T-DOT-6: an accumulator, an InputPrecision, a class literal or a constant int, each once at most, is expected: fp16.class}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, java.lang.Class, java.lang.Class):oracle.code.triton.Tensor"(%a, %b, %f, %h) : (!Tensor, !Tensor, !Class, !Class) -> !Tensor
// WITHOUT: %true

// VARIANT
// T-DOT-7
// expected-error @+1 {{T-DOT-7: products of float cannot be summed in fp16}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, java.lang.Class):oracle.code.triton.Tensor"(%a, %b, %h) : (!Tensor, !Tensor, !Class) -> !Tensor
// WITHOUT: %true

// VARIANT
// T-DOT-8
%m = cm.constant 2048 : i32
%k = cm.constant 16 : i32
%n = cm.constant 2048 : i32
// expected-error @+1 {{T-DOT-8: a tile has at most 1048576 elements: 2048x2048}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: %true

// VARIANT
// T-DOT-9: another shape.
// expected-error @+1 {{T-DOT-9: the accumulator must be a tile of 16x64 float: a tile of 16x32 float}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b, %a) : (!Tensor, !Tensor, !Tensor) -> !Tensor
// WITHOUT: %true

// VARIANT
// T-DOT-9: another type.
%acc = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %m, %n) : (!Class, i32, i32) -> !Tensor
// expected-error @+1 {{T-DOT-9: the accumulator must be a tile of 16x64 float: a tile of 16x64 fp16}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b, %acc) : (!Tensor, !Tensor, !Tensor) -> !Tensor
// WITHOUT: %true
