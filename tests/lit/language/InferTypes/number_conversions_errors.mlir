// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-CONV-1
!Num = !cm.java<"java.lang.Number">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %0 = cm.constant !cm.java<"java.lang.String"> -> !Class
  // expected-error @+1 {{T-CONV-1: the target must be a class literal of a number type: java.lang.String.class}}
  %1 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%0, %f) : (!Class, f32) -> !Num
  cm.return
}
}

// VARIANT
// T-CONV-2
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%0 = cm.constant f32 -> !Class
// expected-error @+1 {{T-CONV-2: only numbers can be converted: a pointer to float}}
%1 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%0, %p) : (!Class, !Ptr) -> !Num

// -----

// T-COMPARE-1: a string is no kind.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!String = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant "LessThan" -> !String
  // expected-error @+1 {{T-COMPARE-1: the kind must be a constant of CompareKind: the string "LessThan"}}
  %1 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%n, %n, %0) : (i32, i32, !String) -> !Tensor
  cm.return
}
}

// -----

// T-BOX-1
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  // expected-error @+1 {{T-BOX-1: only a number can be boxed or unboxed: a pointer to float}}
  %1 = cm.invoke "java.lang.Integer::intValue():int"(%p) : (!Ptr) -> i32
  cm.return
}
}

// -----

// T-CONV-3
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32", "i32"]} {
cm.func "k" body (%f: f32, %n: i32) -> none {
  %c = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  // expected-error @+1 {{T-CONV-3: the rounding must be a constant of Rounding: int}}
  %r = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %f, %n) : (!Class, f32, i32) -> !Num
  cm.return
}
}

// VARIANT
// T-CONV-4: a wider type.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
%c = cm.constant f64 -> !Class
%e = cm.field.load "oracle.code.triton.Rounding::RTZ:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
// expected-error @+1 {{T-CONV-4: no conversion has the rounding RTZ from float to double}}
%r = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %f, %e) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num

// VARIANT
// T-CONV-4: halves of integers.
module attributes {cm.signature = ["i64"]} {
cm.func "k" body (%n: i64) -> none {
%c = cm.constant f16 -> !Class
%e = cm.field.load "oracle.code.triton.Rounding::RTNE:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
// expected-error @+1 {{T-CONV-4: no conversion has the rounding RTNE from long to fp16}}
%r = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %n, %e) : (!Class, i64, !cm.java<"oracle.code.triton.Rounding">) -> !Num

// VARIANT
// T-CONV-4: only doubles are rounded up.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%n: f32) -> none {
%c = cm.constant f16 -> !Class
%e = cm.field.load "oracle.code.triton.Rounding::RTP:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
// expected-error @+1 {{T-CONV-4: no conversion has the rounding RTP from float to fp16}}
%r = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%c, %n, %e) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num

// VARIANT
// T-BITS-1
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-BITS-1: the target must be a class literal of a number type: int}}
%r = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
// WITHOUT: !Class, %c

// VARIANT
// T-BITS-2
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
%c = cm.constant f32 -> !Class
// expected-error @+1 {{T-BITS-2: only numbers and pointers have other types: float.class}}
%r = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%c, %c) : (!Class, !Class) -> !Num

// VARIANT
// T-BITS-3
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-BITS-3: widths differ: int of 32 bits and fp16 of 16}}
%r = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%c, %n) : (!Class, i32) -> !Num

// -----

// T-BOX-1: of a tile.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %t = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  // expected-note @+2 {{a tile has many numbers; methods of Triton take it as it is}}
  // expected-error @+1 {{T-BOX-1: only a number can be boxed or unboxed: a tile of 4 int}}
  %1 = cm.invoke "java.lang.Integer::intValue():int"(%t) : (!Tensor) -> i32
  cm.return
}
}
