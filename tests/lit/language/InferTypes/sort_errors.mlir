// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-SORT-1: a number.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-SORT-1: a tile of numbers is expected: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::sort(int):oracle.code.triton.Tensor"(%n) : (i32) -> !Tensor
  cm.return
}
}

// -----

// T-SORT-1: pointers.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %c2 = cm.constant 2 : i32
  // expected-error @+1 {{T-SORT-1: a tile of numbers is expected: a tile of 4 pointers to float}}
  %3 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Ptr, int):oracle.code.triton.Tensor"(%2, %c2) : (!Ptr, i32) -> !Tensor
  cm.return
}
}

// -----

// T-SORT-2
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 1 : i32
  // expected-error @+1 {{T-SORT-2: the axis must be a constant from -1 to 0: the constant 1}}
  %2 = cm.invoke "oracle.code.triton.Triton::sort(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-SORT-2: in the third place.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
%c2 = cm.constant 2 : i32
// expected-error @+1 {{T-SORT-2: the axis must be a constant from -1 to 0: int}}
%2 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%1, %c2, %n) : (!Tensor, i32, i32) -> !Tensor

// VARIANT
// T-SORT-3
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-SORT-3: whether the order descends must be a constant truth value: boolean}}
%2 = cm.invoke "oracle.code.triton.Triton::sort(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%1, %c0, %b) : (!Tensor, i32, i1) -> !Tensor
// WITHOUT: %c2

// VARIANT
// T-SORT-3
// expected-error @+1 {{T-SORT-3: whether the order descends must be a constant truth value: the constant 1}}
%2 = cm.invoke "oracle.code.triton.Triton::bitonicMerge(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%1, %c0, %c2) : (!Tensor, i32, i32) -> !Tensor

// VARIANT
// T-SORT-4: no power of two.
%c2 = cm.constant 3 : i32
// expected-error @+1 {{T-SORT-4: a constant power of two up to 4 is expected: the constant 3}}
%2 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// -----

// T-SORT-4: more than there are.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 16 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 4 : i32
  %c4 = cm.constant 0 : i32
  // expected-error @+1 {{T-SORT-4: a constant power of two up to 2 is expected: the constant 4}}
  %2 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%1, %c3, %c4) : (!Tensor, i32, i32) -> !Tensor
  cm.return
}
}

// -----

// T-SORT-4: known at run time only.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-SORT-4: a constant power of two up to 4 is expected: int}}
  %2 = cm.invoke "oracle.code.triton.Triton::topk(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %n) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-SORT-1: with indices.
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = ["i32"]} {
// expected-error @+1 {{T-SORT-1: a tile of numbers is expected: int}}
%1 = cm.invoke "oracle.code.triton.Triton::sortWithIndices(int):oracle.code.triton.Triton$ValueIndex"(%n) : (i32) -> !ValueIndex
// WITHOUT: !Tensor, %c0, %c1, %2

// VARIANT
// T-SORT-3, T-SORT-2: the same.
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-SORT-3: whether the order descends must be a constant truth value: boolean}}
%2 = cm.invoke "oracle.code.triton.Triton::argsort(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%1, %c0, %b) : (!Tensor, i32, i1) -> !Tensor

// VARIANT
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%c3 = cm.constant 3 : i32
// expected-error @+1 {{T-SORT-4: a constant power of two up to 4 is expected: the constant 3}}
%2 = cm.invoke "oracle.code.triton.Triton::topkWithIndices(oracle.code.triton.Tensor, int):oracle.code.triton.Triton$ValueIndex"(%1, %c3) : (!Tensor, i32) -> !ValueIndex
