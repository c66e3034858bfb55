// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-WHERE-1
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // expected-error @+1 {{T-WHERE-1: the condition must be a truth value or a tile of truth values: a pointer to float}}
  %r = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%p, %n, %n) : (!Ptr, i32, i32) -> !Num
  cm.return
}
}

// VARIANT
// T-WHERE-2
module attributes {cm.signature = ["i1", "*fp32", "*i32"]} {
cm.func "k" body (%b: i1, %p: !Ptr, %q: !Ptr) -> none {
// expected-error @+1 {{T-WHERE-2: pointers differ: a pointer to float and a pointer to int}}
%r = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%b, %p, %q) : (i1, !Ptr, !Ptr) -> !Num

// VARIANT
// T-NAN-1
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
%e = cm.field.load "oracle.code.triton.Rounding::RTZ:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
// expected-error @+1 {{T-NAN-1: how NaN propagates must be a constant of PropagateNan: Rounding.RTZ}}
%r = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f, %e) : (f32, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-NAN-1: of clamp.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-NAN-1: how NaN propagates must be a constant of PropagateNan: float}}
%r = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f, %f, %f) : (f32, f32, f32, f32) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-BINARY-1: a pointer and a number to choose from.
module attributes {cm.signature = ["i1", "*fp32", "i32"]} {
cm.func "k" body (%b: i1, %p: !Ptr, %n: i32) -> none {
// expected-error @+1 {{T-BINARY-1: operands must be numbers or tiles of numbers: a pointer to float and int}}
%r = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%b, %p, %n) : (i1, !Ptr, i32) -> !Num
