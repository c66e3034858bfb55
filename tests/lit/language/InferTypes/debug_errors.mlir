// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-DEVICEPRINT-1: no string.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-DEVICEPRINT-1: the prefix must be a constant string of printable ASCII characters: int}}
  cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(int):void"(%n) : (i32) -> ()
  cm.return
}
}

// VARIANT
// T-DEVICEPRINT-1: what printf would not print.
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32"]} {
%c1 = cm.constant "caf\C3\A9" -> !Str
// expected-error @+1 {{T-DEVICEPRINT-1: the prefix must be a constant string of printable ASCII characters: the string "café"}}
cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String, int):void"(%c1, %n) : (!Str, i32) -> ()

// VARIANT
// T-DEVICEPRINT-2
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32"]} {
%c1 = cm.constant "n" -> !Str
%c2 = cm.constant "x" -> !Str
// expected-error @+1 {{T-DEVICEPRINT-2: only numbers, pointers and tiles can be printed: the string "x"}}
cm.invoke "io.github.cm2tt.lang.Triton::devicePrint(java.lang.String, int, java.lang.String):void"(%c1, %n, %c2) : (!Str, i32, !Str) -> ()

// VARIANT
// T-DEVICEASSERT-1: a number.
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32"]} {
%c1 = cm.constant "n" -> !Str
// expected-error @+1 {{T-DEVICEASSERT-1: condition and mask must hold truth values: int}}
cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(int, java.lang.String):void"(%n, %c1) : (i32, !Str) -> ()

// VARIANT
// T-DEVICEASSERT-1: a mask of numbers.
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "k" body (%n: i32, %m: i1) -> none {
%c1 = cm.constant "n" -> !Str
// expected-error @+1 {{T-DEVICEASSERT-1: condition and mask must hold truth values: int}}
cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(boolean, java.lang.String, int):void"(%m, %c1, %n) : (i1, !Str, i32) -> ()

// VARIANT
// T-DEVICEASSERT-2
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%m: i1) -> none {
// expected-error @+1 {{T-DEVICEASSERT-2: the message must be a constant string: boolean}}
cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(boolean, boolean):void"(%m, %m) : (i1, i1) -> ()

// -----

// T-DEVICEASSERT-3
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Str = !cm.java<"java.lang.String">
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 8 : i32
  %b = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c3) : (i32, i32) -> !Tensor
  %c4 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
  %c = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%a, %n, %c4) : (!Tensor, i32, !CompareKind) -> !Tensor
  %d = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%b, %n, %c4) : (!Tensor, i32, !CompareKind) -> !Tensor
  %c5 = cm.constant "n" -> !Str
  // expected-error @+1 {{T-DEVICEASSERT-3: shapes do not broadcast: a tile of 4 boolean and a tile of 8 boolean}}
  cm.invoke "io.github.cm2tt.lang.Triton::deviceAssert(io.github.cm2tt.lang.Tensor, java.lang.String, io.github.cm2tt.lang.Tensor):void"(%c, %c5, %d) : (!Tensor, !Str, !Tensor) -> ()
  cm.return
}
}

// -----

// T-STATICASSERT-1: not known while compiling.
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%m: i1) -> none {
  // expected-error @+1 {{T-STATICASSERT-1: the condition must be a constant boolean: boolean}}
  cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(boolean):void"(%m) : (i1) -> ()
  cm.return
}
}

// VARIANT
// T-STATICASSERT-1: a number.
%c1 = cm.constant 1 : i32
// expected-error @+1 {{T-STATICASSERT-1: the condition must be a constant boolean: the constant 1}}
cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(int):void"(%c1) : (i32) -> ()

// VARIANT
// T-STATICASSERT-2
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
%c1 = cm.constant true
// expected-error @+1 {{T-STATICASSERT-2: the message must be a constant string: int}}
cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(boolean, int):void"(%c1, %n) : (i1, i32) -> ()

// VARIANT
// T-STATICASSERT-3
%c1 = cm.constant false
// expected-error @+1 {{T-STATICASSERT-3: assertion failed}}
cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(boolean):void"(%c1) : (i1) -> ()

// VARIANT
// T-STATICASSERT-3: with a message.
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i1"]} {
%c1 = cm.constant false
%c2 = cm.constant "blocks are too small" -> !Str
// expected-error @+1 {{T-STATICASSERT-3: assertion failed: blocks are too small}}
cm.invoke "io.github.cm2tt.lang.Triton::staticAssert(boolean, java.lang.String):void"(%c1, %c2) : (i1, !Str) -> ()
