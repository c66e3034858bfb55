// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-BINARY-2: fp8 and an integer.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp8e5", "i32"]} {
cm.func "k" body (%f: f8E5M2, %n: i32) -> none {
  // expected-error @+1 {{T-BINARY-2: no common type: fp8e5 and int}}
  %r = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %n) : (f8E5M2, i32) -> !Num
  cm.return
}
}

// VARIANT
// T-BINARY-6: -1 is no unsigned number.
module attributes {cm.signature = ["u32"]} {
cm.func "k" body (%u: i32) -> none {
%c = cm.constant -1 : i32
// expected-error @+1 {{T-BINARY-6: a negative constant where the result is unsigned, u32: the constant -1}}
%r = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %c) : (i32, i32) -> !Num

// VARIANT
// T-BINARY-7: 200 is no byte.
module attributes {cm.signature = ["i8"]} {
cm.func "k" body (%b: i8) -> none {
%c = cm.constant 200 : i32
// expected-note @+2 {{convert the other operand to a type that has the value, or the constant, which wraps: Triton.conv}}
// expected-error @+1 {{T-BINARY-7: the constant is out of the range of the result's type, byte: the constant 200}}
%r = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%c, %b) : (i32, i8) -> !Num

// VARIANT
// T-BINARY-8: signed by unsigned.
module attributes {cm.signature = ["i32", "u32"]} {
cm.func "k" body (%n: i32, %u: i32) -> none {
// expected-error @+1 {{T-BINARY-8: a signed and an unsigned integer cannot be divided: int and u32}}
%r = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num

// -----

// T-BINARY-3: extents that do not broadcast.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %8 = cm.constant 8 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %8) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 4 int and a tile of 8 int}}
  %c = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (!Tensor, !Tensor) -> !Num
  cm.return
}
}

// -----

// T-BINARY-6: a comparison promotes too.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["u64"]} {
cm.func "k" body (%u: i64) -> none {
  %c = cm.constant -5 : i64
  // expected-error @+1 {{T-BINARY-6: a negative constant where the result is unsigned, u64: the constant -5L}}
  %r = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%c, %u) : (i64, i64) -> !Num
  cm.return
}
}

// VARIANT
// T-BINARY-7: 2^40 is no int.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
%c = cm.constant 1099511627776 : i64
// expected-error @+1 {{T-BINARY-7: the constant is out of the range of the result's type, int: the constant 1099511627776L}}
%r = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %c) : (i32, i64) -> !Num

// VARIANT
// T-BINARY-8: of a truth value, which is unsigned, and an int.
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "k" body (%n: i32, %b: i1) -> none {
// expected-error @+1 {{T-BINARY-8: a signed and an unsigned integer cannot be divided: int and boolean}}
%r = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %b) : (i32, i1) -> !Num
// WITHOUT: %c
