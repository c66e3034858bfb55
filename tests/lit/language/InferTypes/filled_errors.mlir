// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-FULL-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = [4]} {
cm.func "k" body (%c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %n = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-FULL-1: the value must be a number: a tile of 4 int}}
  %1 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%f, %n, %c4) : (!Class, !Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-FULL-1: for a model, too.
// expected-error @+1 {{T-FULL-1: the value must be a number: a tile of 4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::fullLike(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%n, %n) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: !Class, %f

// VARIANT
// T-FULL-2
// expected-error @+1 {{T-FULL-2: the element type must be a class literal of a number type: the constant 4}}
%1 = cm.invoke "oracle.code.triton.Triton::full(int, int, int[]):oracle.code.triton.Tensor"(%c4, %c4, %c4) : (i32, i32, i32) -> !Tensor
// WITHOUT: !Class, %f, %0, %n

// VARIANT
// T-FULL-3: too many once extents are rounded up.
module attributes {cm.signature = [1025]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-FULL-3: a tile has at most 1048576 elements, extents rounded up to powers of two: 1025x1025}}
%1 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%f, %n, %n, %n) : (!Class, i32, i32, i32) -> !Tensor
// WITHOUT: %0, %n

// VARIANT
// T-FULL-3: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-FULL-3: extents must be constant ints: int}}
%1 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%f, %n, %n) : (!Class, i32, i32) -> !Tensor
// WITHOUT: %0, %n

// VARIANT
// T-FULL-3: too many.
module attributes {cm.signature = [2097152]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-FULL-3: a tile has at most 1048576 elements: 2097152}}
%1 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%f, %n, %n) : (!Class, i32, i32) -> !Tensor
// WITHOUT: %0, %n

// VARIANT
// T-LIKE-1
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
// expected-error @+1 {{T-LIKE-1: only numbers and tiles of numbers can be filled alike: a pointer to float}}
%1 = cm.invoke "oracle.code.triton.Triton::zerosLike(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%p) : (!Ptr) -> !Tensor
// WITHOUT: !Class, %f, %0, %n

// VARIANT
// T-LIKE-1: with a value.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
// expected-error @+1 {{T-LIKE-1: only numbers and tiles of numbers can be filled alike: a pointer to float}}
%1 = cm.invoke "oracle.code.triton.Triton::fullLike(oracle.code.triton.Ptr, int):oracle.code.triton.Tensor"(%p, %0) : (!Ptr, i32) -> !Tensor
// WITHOUT: !Class, %f, %n
