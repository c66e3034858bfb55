// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-JOIN-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %f = cm.constant f32 -> !Class
  // expected-error @+1 {{T-JOIN-1: only numbers, pointers and tiles can be joined: a tile of 4 int and float.class}}
  %1 = cm.invoke "oracle.code.triton.Triton::join(oracle.code.triton.Tensor, java.lang.Class):oracle.code.triton.Tensor"(%a, %f) : (!Tensor, !Class) -> !Tensor
  cm.return
}
}

// VARIANT
// T-JOIN-2
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-JOIN-2: element types differ: a tile of 4 int and float}}
%1 = cm.invoke "oracle.code.triton.Triton::interleave(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%a, %f) : (!Tensor, f32) -> !Tensor
// WITHOUT: !Class, %f

// VARIANT
// T-JOIN-3
%b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-JOIN-3: shapes do not broadcast: a tile of 4 int and a tile of 2 int}}
%1 = cm.invoke "oracle.code.triton.Triton::join(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: !Class, %f

// VARIANT
// T-JOIN-4
module attributes {cm.signature = [1048576]} {
cm.func "k" body (%n: i32) -> none {
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-JOIN-4: a tile has at most 1048576 elements: 2097152}}
%1 = cm.invoke "oracle.code.triton.Triton::interleave(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: !Class, %2, %4, %f

// VARIANT
// T-SPLIT-1
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
module attributes {cm.signature = []} {
// expected-error @+1 {{T-SPLIT-1: only a tile whose last extent is 2 can be split: a tile of 4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::split(oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%a) : (!Tensor) -> !Pair
// WITHOUT: !Class, %f

// VARIANT
// T-CAT-1: two lengths.
%b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-CAT-1: operands must be tiles of one dimension and one type: a tile of 4 int and a tile of 2 int}}
%1 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: !Class, %f

// VARIANT
// T-CAT-1: two dimensions.
%b = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor
// expected-error @+1 {{T-CAT-1: operands must be tiles of one dimension and one type: a tile of 1x4 int and a tile of 1x4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%b, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: !Class, %f

// VARIANT
// T-CAT-2
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-CAT-2: whether elements may be reordered must be a constant truth value: boolean}}
%1 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, boolean):oracle.code.triton.Tensor"(%a, %a, %b) : (!Tensor, !Tensor, i1) -> !Tensor
// WITHOUT: !Class, %f

// VARIANT
// T-CAT-3
module attributes {cm.signature = [1048576]} {
cm.func "k" body (%n: i32) -> none {
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-CAT-3: a tile has at most 1048576 elements: 2097152}}
%1 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: !Class, %2, %4, %f
