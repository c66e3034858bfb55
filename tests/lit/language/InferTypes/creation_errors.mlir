// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-PROGRAMID-1: an axis beyond the last.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 3 : i32
  // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: the constant 3}}
  %1 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> i32
  cm.return
}
}

// -----

// T-PROGRAMID-1: an axis known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%n) : (i32) -> i32
  cm.return
}
}

// VARIANT
// T-ARANGE-1: a bound known at run time only.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
%0 = cm.constant 0 : i32
// expected-error @+2 {{T-ARANGE-1: bounds must be constant ints: the constant 0 and int}}
// expected-note @+1 {{the value of a parameter is a constant if it is annotated with @Constant and given by constant(name, value)}}
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !Tensor

// -----

// T-ARANGE-1: long bounds.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i64
  %1 = cm.constant 8 : i64
  // expected-error @+1 {{T-ARANGE-1: bounds must be constant ints: the constant 0L and the constant 8L}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i64, i64) -> !Tensor
  cm.return
}
}

// VARIANT
// T-ARANGE-2
%0 = cm.constant 8 : i32
// expected-error @+1 {{T-ARANGE-2: the range is empty: 8 to 8}}
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %0) : (i32, i32) -> !Tensor
// WITHOUT: %2

// VARIANT
// T-ARANGE-3: one too many.
module attributes {cm.signature = [1048577]} {
cm.func "k" body (%n: i32) -> none {
%0 = cm.constant 0 : i32
// expected-error @+1 {{T-ARANGE-3: a tile has at most 1048576 elements: 1048577}}
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !Tensor
// WITHOUT: %2

// VARIANT
// T-ARANGE-3: all ints are too many.
%0 = cm.constant -2147483648 : i32
%1 = cm.constant 2147483647 : i32
// expected-error @+1 {{T-ARANGE-3: a tile has at most 1048576 elements: 4294967295}}
%2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor

// VARIANT
// T-ZEROS-1: a class of no number.
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
%0 = cm.constant !cm.java<"java.lang.String"> -> !Class
%1 = cm.constant 4 : i32
// expected-error @+1 {{T-ZEROS-1: the element type must be a class literal of a number type: java.lang.String.class}}
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %1) : (!Class, i32) -> !Tensor

// VARIANT
// T-ZEROS-1: a number in its place.
%1 = cm.constant 4 : i32
// expected-error @+1 {{T-ZEROS-1: the element type must be a class literal of a number type: the constant 4}}
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%1, %1) : (i32, i32) -> !Tensor
// WITHOUT: %0

// -----

// T-ZEROS-2: an extent known at run time only.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant f32 -> !Class
  // expected-error @+1 {{T-ZEROS-2: extents must be constant ints: int}}
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %n) : (!Class, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-ZEROS-2: an extent of zero.
module attributes {cm.signature = [0]} {
// expected-error @+1 {{T-ZEROS-2: extents must be positive: 0}}
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %n) : (!Class, i32) -> !Tensor

// VARIANT
// T-ZEROS-2: too many elements together.
module attributes {cm.signature = [2048]} {
// expected-error @+1 {{T-ZEROS-2: a tile has at most 1048576 elements: 2048x2048}}
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%0, %n, %n) : (!Class, i32, i32) -> !Tensor
