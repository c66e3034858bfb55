// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-GATHER-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-GATHER-1: a tile of numbers is expected: int}}
  %2 = cm.invoke "oracle.code.triton.Triton::gather(int, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%n, %1, %c0) : (i32, !Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-GATHER-1: pointers.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
%3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-GATHER-1: a tile of numbers is expected: a tile of 4 pointers to float}}
%4 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Ptr, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %3, %c0) : (!Ptr, !Tensor, i32) -> !Tensor
cm.return

// VARIANT
// T-GATHER-2: truth values.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%c2 = cm.constant i1 -> !Class
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c1) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-GATHER-2: the index must be a tile of integers: a tile of 4 boolean}}
%3 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c0) : (!Tensor, !Tensor, i32) -> !Tensor
cm.return

// VARIANT
// T-GATHER-2: a number.
// expected-error @+1 {{T-GATHER-2: the index must be a tile of integers: int}}
%2 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%1, %n, %c0) : (!Tensor, i32, i32) -> !Tensor

// VARIANT
// T-GATHER-3
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
%c2 = cm.constant 1 : i32
// expected-error @+1 {{T-GATHER-3: the axis must be a constant from -1 to 0: the constant 1}}
%3 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c2) : (!Tensor, !Tensor, i32) -> !Tensor
cm.return

// VARIANT
// T-GATHER-4: more dimensions.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%c2 = cm.constant i32 -> !Class
%c3 = cm.constant 2 : i32
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c3, %c3) : (!Class, i32, i32) -> !Tensor
// expected-error @+1 {{T-GATHER-4: the index must have as many dimensions and, but along axis 0, no larger extents: a tile of 4 int and a tile of 2x2 int}}
%3 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c0) : (!Tensor, !Tensor, i32) -> !Tensor
cm.return

// -----

// T-GATHER-4: larger.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant i32 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c2, %c3) : (!Class, i32, i32) -> !Tensor
  %c4 = cm.constant 1 : i32
  // expected-error @+1 {{T-GATHER-4: the index must have as many dimensions and, but along axis 1, no larger extents: a tile of 2x4 int and a tile of 4x8 int}}
  %3 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c4) : (!Tensor, !Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// T-FLIP-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-FLIP-1: a tile of numbers is expected: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::flip(int):oracle.code.triton.Tensor"(%n) : (i32) -> !Tensor
  cm.return
}
}

// -----

// T-FLIP-2
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant -2 : i32
  // expected-error @+1 {{T-FLIP-2: the axis must be a constant from -1 to 0: the constant -2}}
  %2 = cm.invoke "oracle.code.triton.Triton::flip(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-HISTOGRAM-1: two dimensions.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c0 = cm.constant i32 -> !Class
%c1 = cm.constant 2 : i32
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c1) : (!Class, i32, i32) -> !Tensor
%c2 = cm.constant 4 : i32
// expected-error @+1 {{T-HISTOGRAM-1: a tile of one dimension, of integers, is expected: a tile of 2x2 int}}
%2 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-HISTOGRAM-1: floating-point numbers.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c0 = cm.constant f32 -> !Class
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-HISTOGRAM-1: a tile of one dimension, of integers, is expected: a tile of 4 float}}
%2 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c1) : (!Tensor, i32) -> !Tensor
// WITHOUT: %c2

// VARIANT
// T-HISTOGRAM-2: no bins.
%c2 = cm.constant 0 : i32
// expected-error @+1 {{T-HISTOGRAM-2: extents must be positive: 0}}
%2 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-HISTOGRAM-2: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-HISTOGRAM-2: extents must be constant ints: int}}
%2 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %n) : (!Tensor, i32) -> !Tensor
// WITHOUT: %c2

// VARIANT
// T-HISTOGRAM-3: integers.
%2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-HISTOGRAM-3: the mask must have truth values, and broadcast to a tile of 4 int: a tile of 4 int}}
%3 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %c1, %2) : (!Tensor, i32, !Tensor) -> !Tensor
cm.return
// WITHOUT: %c2

// VARIANT
// T-HISTOGRAM-3: another shape.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c2 = cm.constant i1 -> !Class
%c3 = cm.constant 8 : i32
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c3) : (!Class, i32) -> !Tensor
// expected-error @+1 {{T-HISTOGRAM-3: the mask must have truth values, and broadcast to a tile of 4 int: a tile of 8 boolean}}
%3 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %c1, %2) : (!Tensor, i32, !Tensor) -> !Tensor
cm.return
