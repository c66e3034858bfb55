// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-MATH-1: integers.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-MATH-1: the function is of floating-point numbers, not int}}
  %2 = cm.invoke "oracle.code.triton.Triton::acosh(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-MATH-1: two integers.
%c2 = cm.constant 2 : i32
// expected-error @+1 {{T-MATH-1: the function is of floating-point numbers, not int}}
%2 = cm.invoke "oracle.code.triton.Triton::pow(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-MATH-2
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c0 = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
%c2 = cm.constant 1 : i32
// expected-error @+1 {{T-MATH-2: the function is not defined on 8-bit numbers: fp8e4nv}}
%2 = cm.invoke "oracle.code.triton.Triton::atan2(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-BINARY-3
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c0 = cm.constant f32 -> !Class
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
%c2 = cm.constant 8 : i32
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c2) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 4 float and a tile of 8 float}}
%3 = cm.invoke "oracle.code.triton.Triton::copysign(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %2) : (!Tensor, !Tensor) -> !Tensor
cm.return
