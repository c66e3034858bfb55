// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-LOAD-1
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "k" body (%n: i32, %m: i1) -> none {
  // expected-error @+1 {{T-LOAD-1: cannot load from int, which is not a pointer}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::load(int, boolean):io.github.cm2tt.lang.Tensor"(%n, %m) : (i32, i1) -> !Tensor
  cm.return
}
}

// VARIANT
// T-LOAD-2
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
// expected-error @+1 {{T-LOAD-2: the mask must hold truth values: int}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%p, %n) : (!Ptr, i32) -> !Tensor

// VARIANT
// T-LOAD-3: a pointer is not a number.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %q: !Ptr, %m: i1) -> none {
// expected-error @+1 {{T-LOAD-3: 'other' cannot be converted to float: a pointer to float}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%p, %m, %q) : (!Ptr, i1, !Ptr) -> !Tensor

// VARIANT
// T-LOAD-3: a string is not a number.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Str = !cm.java<"java.lang.String">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
%c1 = cm.constant "0" -> !Str
// expected-error @+1 {{T-LOAD-3: 'other' cannot be converted to float: the string "0"}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, java.lang.String):io.github.cm2tt.lang.Tensor"(%p, %m, %c1) : (!Ptr, i1, !Str) -> !Tensor

// VARIANT
// T-LOAD-3: no mask that could be false.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%c1 = cm.constant #cm.null -> !Obj
%c2 = cm.constant 0 : i32
// expected-error @+1 {{T-LOAD-3: 'other' without a mask: the constant 0}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, java.lang.Object, int):io.github.cm2tt.lang.Tensor"(%p, %c1, %c2) : (!Ptr, !Obj, i32) -> !Tensor

// -----

// T-LOAD-4: a mask of another shape.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 8 : i32
  %b = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c3) : (i32, i32) -> !Tensor
  %c4 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
  %m = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%b, %n, %c4) : (!Tensor, i32, !CompareKind) -> !Tensor
  %q = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %a) : (!Ptr, !Tensor) -> !Tensor
  // expected-error @+1 {{T-LOAD-4: shapes do not broadcast: a tile of 4 pointers to float and a tile of 8 boolean}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%q, %m) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-LOAD-4: a tile of masks for one pointer.
%c3 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
%m = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%a, %n, %c3) : (!Tensor, i32, !CompareKind) -> !Tensor
// expected-error @+1 {{T-LOAD-4: a scalar pointer with a tile as mask or other: a pointer to float and a tile of 4 boolean}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %m) : (!Ptr, !Tensor) -> !Tensor
// WITHOUT: %b, %c4, %q

// VARIANT
// T-LOAD-4: more elements than Triton's tiles have.
%c2 = cm.constant 2048 : i32
%c3 = cm.constant 1 : i32
%b = cm.invoke "io.github.cm2tt.lang.Triton::expand(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%a, %c3) : (!Tensor, i32) -> !Tensor
// expected-error @+1 {{T-LOAD-4: a tile of 2048 pointers to float and a tile of 2048x1 boolean broadcast to more than 1048576 elements}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%q, %m) : (!Tensor, !Tensor) -> !Tensor
