// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-PROMISE-1: of a floating-point number.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%x: f32) -> none {
  %c1 = cm.constant 4 : i32
  // expected-error @+1 {{T-PROMISE-1: no such hint for this type: float}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(float, int):io.github.cm2tt.lang.Tensor"(%x, %c1) : (f32, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-PROMISE-1: of a string.
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["fp32"]} {
%c1 = cm.constant "x" -> !Str
%c2 = cm.constant 4 : i32
// expected-error @+1 {{T-PROMISE-1: no such hint for this type: the string "x"}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(java.lang.String, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (!Str, i32) -> !Tensor

// VARIANT
// T-PROMISE-1: of a scalar.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-PROMISE-1: no such hint for this type: int}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::maxContiguous(int, int):io.github.cm2tt.lang.Tensor"(%n, %c1) : (i32, i32) -> !Tensor

// VARIANT
// T-PROMISE-2: too many values.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-PROMISE-2: there must be one value for each dimension, 1: 2}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int, int):io.github.cm2tt.lang.Tensor"(%n, %c1, %c1) : (i32, i32, i32) -> !Tensor

// -----

// T-PROMISE-2: too few values.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  %b = cm.invoke "io.github.cm2tt.lang.Triton::expand(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%a, %c3) : (!Tensor, i32) -> !Tensor
  // expected-error @+1 {{T-PROMISE-2: there must be one value for each dimension, 2: 1}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::maxConstancy(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%b, %c2) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-PROMISE-3: no power of two.
%c1 = cm.constant 12 : i32
// expected-error @+1 {{T-PROMISE-3: a hint's values must be constant powers of two up to 2^30: the constant 12}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%n, %c1) : (i32, i32) -> !Tensor
// WITHOUT: %c2, %a, %c3, %b

// VARIANT
// T-PROMISE-3: nothing is a multiple of zero.
// expected-error @+1 {{T-PROMISE-3: a hint's values must be constant powers of two up to 2^30: the constant 0}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%n, %c1) : (i32, i32) -> !Tensor
// WITHOUT: %c2, %a, %c3, %b

// VARIANT
// T-PROMISE-3: too large.
%c1 = cm.constant 4294967296 : i64
// expected-error @+1 {{T-PROMISE-3: a hint's values must be constant powers of two up to 2^30: the constant 4294967296L}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, long):io.github.cm2tt.lang.Tensor"(%n, %c1) : (i32, i64) -> !Tensor
// WITHOUT: %c2, %a, %c3, %b

// -----

// T-PROMISE-3: no constant.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-PROMISE-3: a hint's values must be constant powers of two up to 2^30: int}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%n, %n) : (i32, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-PROMISE-4
module attributes {cm.signature = [24]} {
%c1 = cm.constant 16 : i32
// expected-error @+1 {{T-PROMISE-4: 24 is not a multiple of 16}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::multipleOf(int, int):io.github.cm2tt.lang.Tensor"(%n, %c1) : (i32, i32) -> !Tensor

// VARIANT
// T-ASSUME-1: a number.
// expected-error @+1 {{T-ASSUME-1: the condition must be a boolean: int}}
cm.invoke "io.github.cm2tt.lang.Triton::assume(int):void"(%n) : (i32) -> ()
cm.return
// WITHOUT: !Tensor, %v

// -----

// T-ASSUME-1: a tile.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
  %m = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%a, %n, %c3) : (!Tensor, i32, !CompareKind) -> !Tensor
  // expected-error @+1 {{T-ASSUME-1: the condition must be a boolean: a tile of 4 boolean}}
  cm.invoke "io.github.cm2tt.lang.Triton::assume(io.github.cm2tt.lang.Tensor):void"(%m) : (!Tensor) -> ()
  cm.return
}
}

// -----

// T-ASSUME-2
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c1 = cm.constant false
  // expected-error @+1 {{T-ASSUME-2: the condition is false}}
  cm.invoke "io.github.cm2tt.lang.Triton::assume(boolean):void"(%c1) : (i1) -> ()
  cm.return
}
}
