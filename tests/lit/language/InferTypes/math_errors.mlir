// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-BINARY-4: of bits.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %c = cm.constant 2 : i32
  // expected-error @+1 {{T-BINARY-4: no such operation on this type: float}}
  %r = cm.invoke "oracle.code.triton.Triton::shl(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %c) : (f32, i32) -> !Num
  cm.return
}
}

// VARIANT
// T-BINARY-4: no sign of truth values.
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-BINARY-4: no such operation on this type: boolean}}
%r = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%b) : (i1) -> !Num
// WITHOUT: %c

// VARIANT
// T-BINARY-4: the bits of a floating-point number.
module attributes {cm.signature = ["fp64"]} {
cm.func "k" body (%f: f64) -> none {
// expected-error @+1 {{T-BINARY-4: no such operation on this type: double}}
%r = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%f) : (f64) -> !Num
// WITHOUT: %c

// VARIANT
// T-BINARY-4: truth values have no order.
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-BINARY-4: no such operation on this type: boolean}}
%r = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b) : (i1, i1) -> !Num
// WITHOUT: %c

// -----

// T-UNARY-1
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  // expected-error @+1 {{T-UNARY-1: the operand must be a number or a tile of numbers: a pointer to float}}
  %r = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%p) : (!Ptr) -> !Num
  cm.return
}
}

// VARIANT
// T-UNARY-1: of functions.
// expected-error @+1 {{T-UNARY-1: the operand must be a number or a tile of numbers: a pointer to float}}
%r = cm.invoke "oracle.code.triton.Triton::exp(java.lang.Number):java.lang.Number"(%p) : (!Ptr) -> !Num

// VARIANT
// T-UNARY-1: a pointer is no truth value.
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %b: i1) -> none {
// expected-error @+1 {{T-UNARY-1: the operand must be a number or a tile of numbers: a pointer to float}}
%r = cm.invoke "oracle.code.triton.Triton::logicalAnd(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %p) : (i1, !Ptr) -> !Num

// VARIANT
// T-UMULHI-1
module attributes {cm.signature = ["i16"]} {
cm.func "k" body (%s: i16) -> none {
// expected-error @+1 {{T-UMULHI-1: operands must be integers of 32 or 64 bits: short and short}}
%r = cm.invoke "oracle.code.triton.Triton::umulhi(java.lang.Number, java.lang.Number):java.lang.Number"(%s, %s) : (i16, i16) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-MATH-1
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-MATH-1: the function is of floating-point numbers, not int}}
%r = cm.invoke "oracle.code.triton.Triton::sqrt(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-MATH-1: a product and a sum of integers.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-MATH-1: the function is of floating-point numbers, not int}}
%r = cm.invoke "oracle.code.triton.Triton::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n, %n) : (i32, i32, i32) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-MATH-1: a division of integers.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-MATH-1: the function is of floating-point numbers, not int}}
%r = cm.invoke "oracle.code.triton.Triton::fdiv(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-MATH-2
module attributes {cm.signature = ["fp8e5"]} {
cm.func "k" body (%f: f8E5M2) -> none {
// expected-error @+1 {{T-MATH-2: the function is not defined on 8-bit numbers: fp8e5}}
%r = cm.invoke "oracle.code.triton.Triton::exp2(java.lang.Number):java.lang.Number"(%f) : (f8E5M2) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-MATH-2: the absolute value.
module attributes {cm.signature = ["fp8e4nv"]} {
cm.func "k" body (%f: f8E4M3FN) -> none {
// expected-error @+1 {{T-MATH-2: the function is not defined on 8-bit numbers: fp8e4nv}}
%r = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%f) : (f8E4M3FN) -> !Num
// WITHOUT: !Ptr

// -----

// T-CDIV-1
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  // expected-error @+1 {{T-CDIV-1: operands must be integers: float and float}}
  %0 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%f, %f) : (f32, f32) -> i32
  cm.return
}
}

// -----

// T-CDIV-2
module attributes {cm.signature = [7]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  // expected-error @+1 {{T-CDIV-2: division by zero}}
  %1 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%n, %0) : (i32, i32) -> i32
  cm.return
}
}

// -----

// T-DP4A-1: bytes, which come in words.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i8"]} {
cm.func "k" body (%x: i8) -> none {
  %c = cm.constant 2 : i32
  // expected-error @+1 {{T-DP4A-1: operands must be integers of 32 bits: byte}}
  %r = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%x, %c, %c) : (i8, i32, i32) -> !Num
  cm.return
}
}

// VARIANT
// T-DP4A-1: words only.
module attributes {cm.signature = ["u64"]} {
cm.func "k" body (%x: i64) -> none {
// expected-error @+1 {{T-DP4A-1: operands must be integers of 32 bits: u64}}
%r = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %x, %c) : (i32, i64, i32) -> !Num

// VARIANT
// T-DP4A-1: no floating-point numbers.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%x: f32) -> none {
// expected-error @+1 {{T-DP4A-1: operands must be integers of 32 bits: float}}
%r = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %c, %x) : (i32, i32, f32) -> !Num

// VARIANT
// T-DP4A-1: no truth values.
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%x: i1) -> none {
// expected-error @+1 {{T-DP4A-1: operands must be integers of 32 bits: boolean}}
%r = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %c, %x) : (i32, i32, i1) -> !Num

// VARIANT
// T-DP4A-1: no pointers.
module attributes {cm.signature = ["*i32"]} {
cm.func "k" body (%x: !cm.java<"io.github.cm2tt.lang.Ptr">) -> none {
// expected-error @+1 {{T-DP4A-1: operands must be integers of 32 bits: a pointer to int}}
%r = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%x, %c, %c) : (!cm.java<"io.github.cm2tt.lang.Ptr">, i32, i32) -> !Num

// -----

// T-BINARY-3: all three operands broadcast.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [4, 8]} {
cm.func "k" body (%A: i32, %B: i32) -> none {
  %0 = cm.constant 0 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %A) : (i32, i32) -> !Num
  %b = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %B) : (i32, i32) -> !Num
  // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 4 int and a tile of 4 int and a tile of 8 int}}
  %r = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%a, %a, %b) : (!Num, !Num, !Num) -> !Num
  cm.return
}
}
