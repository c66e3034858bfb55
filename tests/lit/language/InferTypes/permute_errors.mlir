// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-PERMUTE-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-PERMUTE-1: only a tile can be transposed: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::trans(int):oracle.code.triton.Tensor"(%n) : (i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-PERMUTE-2
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%0 = cm.constant 0 : i32
%2 = cm.constant 2 : i32
%4 = cm.constant 4 : i32
%a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-PERMUTE-2: two dimensions are expected at least: a tile of 4 int}}
%1 = cm.invoke "oracle.code.triton.Triton::trans(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a) : (!Tensor) -> !Tensor

// -----

// T-PERMUTE-3: a dimension twice.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor
  // expected-error @+1 {{T-PERMUTE-3: each of the constants 0 to 1 is expected once: the constant 0 the constant 0}}
  %1 = cm.invoke "oracle.code.triton.Triton::permute(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%b, %0, %0) : (!Tensor, i32, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-PERMUTE-3: too few.
// expected-error @+1 {{T-PERMUTE-3: each of the constants 0 to 1 is expected once: the constant 0}}
%1 = cm.invoke "oracle.code.triton.Triton::trans(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%b, %0) : (!Tensor, i32) -> !Tensor

// VARIANT
// T-PERMUTE-3: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-PERMUTE-3: each of the constants 0 to 0 is expected once: int}}
%1 = cm.invoke "oracle.code.triton.Triton::permute(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %n) : (!Tensor, i32) -> !Tensor
// WITHOUT: %b
