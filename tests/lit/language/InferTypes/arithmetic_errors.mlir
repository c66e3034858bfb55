// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-BINARY-1: a class literal is not a number.
!Num = !cm.java<"java.lang.Number">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant f32 -> !Class
  // expected-error @+1 {{T-BINARY-1: operands must be numbers or tiles of numbers: int and float.class}}
  %1 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %0) : (i32, !Class) -> !Num
  cm.return
}
}

// -----

// T-BINARY-1: pointers are added to and subtracted from only.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // expected-error @+1 {{T-BINARY-1: operands must be numbers or tiles of numbers: a pointer to float and int}}
  %1 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %n) : (!Ptr, i32) -> !Num
  cm.return
}
}

// VARIANT
// T-BINARY-1: nothing is a pointer less.
// expected-error @+1 {{T-BINARY-1: operands must be numbers or tiles of numbers: int and a pointer to float}}
%1 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %p) : (i32, !Ptr) -> !Num

// -----

// T-BINARY-1: pointers are not compared.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  %0 = cm.field.load "oracle.code.triton.Triton$CompareKind::Equal:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  // expected-error @+1 {{T-BINARY-1: operands must be numbers or tiles of numbers: a pointer to float and a pointer to float}}
  %1 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%p, %p, %0) : (!Ptr, !Ptr, !Kind) -> !Tensor
  cm.return
}
}

// -----

// T-BINARY-4: truth values are not added.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%c: i1) -> none {
  // expected-error @+1 {{T-BINARY-4: no such operation on this type: boolean}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%c, %c) : (i1, i1) -> !Num
  cm.return
}
}

// VARIANT
// T-BINARY-4: floating-point numbers have no bits.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-BINARY-4: no such operation on this type: float}}
%0 = cm.invoke "oracle.code.triton.Triton::and(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num

// VARIANT
// T-BINARY-5
module attributes {cm.signature = [7]} {
cm.func "k" body (%n: i32) -> none {
%0 = cm.constant 0 : i32
// expected-error @+1 {{T-BINARY-5: division by zero}}
%1 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %0) : (i32, i32) -> !Num
cm.return

// -----

// T-BINARY-5: a tile.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-BINARY-5: division by zero}}
  %1 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %0) : (!Tensor, i32) -> !Num
  cm.return
}
}

// -----

// T-ADD-1: pointers have integer offsets.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32", "fp32"]} {
cm.func "k" body (%p: !Ptr, %f: f32) -> none {
  // expected-error @+1 {{T-ADD-1: a pointer's offset must be an integer: float}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %p) : (f32, !Ptr) -> !Num
  cm.return
}
}

// VARIANT
// T-ADD-1: a pointer less a pointer.
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
// expected-error @+1 {{T-ADD-1: a pointer's offset must be an integer: a pointer to float}}
%0 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %p) : (!Ptr, !Ptr) -> !Num

// VARIANT
// T-ADD-1: a truth value is no offset.
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %c: i1) -> none {
// expected-error @+1 {{T-ADD-1: a pointer's offset must be an integer: boolean}}
%0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %c) : (!Ptr, i1) -> !Num

// -----

// T-ADD-2: pointers and offsets that do not broadcast.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %8 = cm.constant 8 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %8) : (i32, i32) -> !Tensor
  %pa = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %a) : (!Ptr, !Tensor) -> !Num
  // expected-error @+1 {{T-ADD-2: shapes do not broadcast: a tile of 4 pointers to float and a tile of 8 int}}
  %pb = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%pa, %b) : (!Num, !Tensor) -> !Num
  cm.return
}
}

// -----

// T-BINARY-4: nobody computes with numbers of 8 bits.
!Num = !cm.java<"java.lang.Number">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp8e5"]} {
cm.func "k" body (%f: f8E5M2) -> none {
  // expected-error @+2 {{T-BINARY-4: no such operation on this type: fp8e5}}
  // expected-note @+1 {{fp8 is for memory and for 'dot'; to compute with it, convert it: Triton.conv(float.class, x)}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f8E5M2, f8E5M2) -> !Num
  cm.return
}
}

// VARIANT
// T-BINARY-4: nor with a constant as one.
module attributes {cm.signature = ["fp8e4nv", 1.5]} {
cm.func "k" body (%f: f8E4M3FN, %c: f64) -> none {
// expected-error @+2 {{T-BINARY-4: no such operation on this type: fp8e4nv}}
// expected-note @+1 {{fp8 is for memory and for 'dot'; to compute with it, convert it: Triton.conv(float.class, x)}}
%0 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %c) : (f8E4M3FN, f64) -> !Num

// VARIANT
// T-BINARY-4: nor are they compared.
// expected-error @+2 {{T-BINARY-4: no such operation on this type: fp8e5}}
// expected-note @+1 {{fp8 is for memory and for 'dot'; to compute with it, convert it: Triton.conv(float.class, x)}}
%0 = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f8E5M2, f8E5M2) -> !Num

// VARIANT
// T-BINARY-4: nor the greater one found.
// expected-error @+2 {{T-BINARY-4: no such operation on this type: fp8e5}}
// expected-note @+1 {{fp8 is for memory and for 'dot'; to compute with it, convert it: Triton.conv(float.class, x)}}
%0 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f8E5M2, f8E5M2) -> !Num

// VARIANT
// T-BINARY-4: nor negated.
// expected-error @+2 {{T-BINARY-4: no such operation on this type: fp8e5}}
// expected-note @+1 {{fp8 is for memory and for 'dot'; to compute with it, convert it: Triton.conv(float.class, x)}}
%0 = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%f) : (f8E5M2) -> !Num

// VARIANT
// T-BINARY-4: bits of 8-bit numbers are those of an integer.
// expected-error @+2 {{T-BINARY-4: no such operation on this type: fp8e5}}
// expected-note @+1 {{'Triton.bitcast' returns the bits as an integer}}
%0 = cm.invoke "oracle.code.triton.Triton::xor(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f8E5M2, f8E5M2) -> !Num
