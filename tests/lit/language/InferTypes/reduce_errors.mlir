// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-REDUCTION-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  // expected-error @+1 {{T-REDUCTION-1: a tile of numbers is expected: float}}
  %1 = cm.invoke "oracle.code.triton.Triton::sum(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-REDUCTION-1: pointers.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%4 = cm.constant 4 : i32
%0 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Ptr, int[]):oracle.code.triton.Tensor"(%p, %4) : (!Ptr, i32) -> !Tensor
// expected-error @+1 {{T-REDUCTION-1: a tile of numbers is expected: a tile of 4 pointers to float}}
%1 = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%0) : (!Tensor) -> !Tensor

// -----

// T-REDUCTION-2: beyond the last.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %1 = cm.constant 1 : i32
  // expected-error @+1 {{T-REDUCTION-2: the axis must be a constant from -1 to 0: the constant 1}}
  %r = cm.invoke "oracle.code.triton.Triton::max(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %1) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-REDUCTION-2: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-REDUCTION-2: the axis must be a constant from -1 to 0: int}}
%r = cm.invoke "oracle.code.triton.Triton::argmin(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %n) : (!Tensor, i32) -> !Tensor
// WITHOUT: %1

// VARIANT
// T-REDUCTION-3: a truth value known at run time only.
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-REDUCTION-3: a constant truth value is expected: boolean}}
%r = cm.invoke "oracle.code.triton.Triton::max(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%a, %0, %b) : (!Tensor, i32, i1) -> !Tensor
// WITHOUT: %1

// VARIANT
// T-REDUCTION-3: a type where there is none.
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
%f = cm.constant f32 -> !Class
// expected-error @+1 {{T-REDUCTION-3: a constant truth value is expected: float.class}}
%r = cm.invoke "oracle.code.triton.Triton::max(oracle.code.triton.Tensor, int, java.lang.Class):oracle.code.triton.Tensor"(%a, %0, %f) : (!Tensor, i32, !Class) -> !Tensor
// WITHOUT: %1

// VARIANT
// T-REDUCTION-3: a class of no number.
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
%f = cm.constant !cm.java<"java.lang.String"> -> !Class
// expected-error @+1 {{T-REDUCTION-3: a constant truth value or a class literal of a number type is expected: java.lang.String.class}}
%r = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int, java.lang.Class):oracle.code.triton.Tensor"(%a, %0, %f) : (!Tensor, i32, !Class) -> !Tensor
// WITHOUT: %1

// VARIANT
// T-REDUCTION-4
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
%f = cm.constant f32 -> !Class
%x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %4) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-REDUCTION-4: no such operation on this type: float}}
%r = cm.invoke "oracle.code.triton.Triton::xorSum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
// WITHOUT: %1

// VARIANT
// T-REDUCTION-4: truth values are not multiplied.
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
%b = cm.constant i1 -> !Class
// expected-error @+1 {{T-REDUCTION-4: no such operation on this type: boolean}}
%r = cm.invoke "oracle.code.triton.Triton::cumprod(oracle.code.triton.Tensor, int, java.lang.Class):oracle.code.triton.Tensor"(%a, %0, %b) : (!Tensor, i32, !Class) -> !Tensor
// WITHOUT: %1

// VARIANT
// T-REDUCTION-5
%true = cm.constant true
// expected-error @+1 {{T-REDUCTION-5: an axis is expected first}}
%r = cm.invoke "oracle.code.triton.Triton::cumsum(oracle.code.triton.Tensor, boolean):oracle.code.triton.Tensor"(%a, %true) : (!Tensor, i1) -> !Tensor
// WITHOUT: %1
