// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-LIBRARY-1: integers.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-LIBRARY-1: the function is of float or double, not int}}
  %2 = cm.invoke "oracle.code.triton.Triton::lgamma(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-LIBRARY-1: 16 bits.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c0 = cm.constant f16 -> !Class
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
%c2 = cm.constant 1 : i32
// expected-error @+1 {{T-LIBRARY-1: the function is of float or double, not fp16}}
%2 = cm.invoke "oracle.code.triton.Triton::nextafter(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-LIBRARY-2: an order that is a float.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-LIBRARY-2: the order must be an int: float}}
%1 = cm.invoke "oracle.code.triton.Triton::jn(float, float):oracle.code.triton.Tensor"(%f, %f) : (f32, f32) -> !Tensor
// WITHOUT: %c0, %c1, %2

// VARIANT
// T-LIBRARY-2: a float.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-LIBRARY-2: the exponent must be an int: float}}
%1 = cm.invoke "oracle.code.triton.Triton::ldexp(float, float):oracle.code.triton.Tensor"(%f, %f) : (f32, f32) -> !Tensor
// WITHOUT: %c0, %c1, %2

// VARIANT
// T-LIBRARY-2: longs.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
%c0 = cm.constant i64 -> !Class
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-LIBRARY-2: the exponent must be an int: a tile of 4 long}}
%2 = cm.invoke "oracle.code.triton.Triton::ldexp(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor

// -----

// T-BINARY-3
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %c2 = cm.constant 0 : i32
  %c3 = cm.constant 4 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c2, %c3) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 2 float and a tile of 4 int}}
  %3 = cm.invoke "oracle.code.triton.Triton::ldexp(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %2) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}
