// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-REDUCTION-6
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %false = cm.constant false
  // expected-error @+1 {{T-REDUCTION-6: whether the first of equal elements wins must be a constant truth value: boolean}}
  %2 = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor, int, boolean, boolean):oracle.code.triton.Tensor"(%1, %c0, %false, %b) : (!Tensor, i32, i1, i1) -> !Tensor
  cm.return
}
}

// -----

// T-CAT-4: shapes that differ.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant i32 -> !Class
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c1) : (!Class, i32, i32) -> !Tensor
  %c2 = cm.constant 0 : i32
  %c3 = cm.constant 4 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c2, %c3) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-CAT-4: operands must be tiles of one type: a tile of 2x2 int and a tile of 4 int}}
  %3 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c2) : (!Tensor, !Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-CAT-4: types that differ.
%c0 = cm.constant f32 -> !Class
%c1 = cm.constant 4 : i32
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
%2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c2, %c1) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-CAT-4: operands must be tiles of one type: a tile of 4 float and a tile of 4 int}}
%3 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c2) : (!Tensor, !Tensor, i32) -> !Tensor
// WITHOUT: %c3

// -----

// T-CAT-5
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 1 : i32
  // expected-error @+1 {{T-CAT-5: the axis must be a constant from -1 to 0: the constant 1}}
  %3 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c2) : (!Tensor, !Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-CAT-5: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-CAT-5: the axis must be a constant from -1 to 0: int}}
%3 = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %n) : (!Tensor, !Tensor, i32) -> !Tensor
// WITHOUT: %c2

// VARIANT
// T-DOT-10
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
%c0 = cm.constant f32 -> !Class
%c1 = cm.constant 16 : i32
%1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c1) : (!Class, i32, i32) -> !Tensor
%2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c1) : (!Class, i32, i32) -> !Tensor
%c2 = cm.constant -1 : i32
// expected-error @+1 {{T-DOT-10: the number of imprecise sums must be 0 or more: -1}}
%3 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %2, %c2) : (!Tensor, !Tensor, i32) -> !Tensor

// -----

// T-EXPAND-2: by its other name.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 2 : i32
  // expected-error @+1 {{T-EXPAND-2: the axis must be a constant from -2 to 1: the constant 2}}
  %2 = cm.invoke "oracle.code.triton.Triton::unsqueeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-RESHAPE-3: by its other name.
%c2 = cm.constant 8 : i32
// expected-error @+1 {{T-RESHAPE-3: numbers of elements differ: 4 of a tile of 4 int and 8 of a tile of 8 int}}
%2 = cm.invoke "oracle.code.triton.Triton::view(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor

// -----

// T-DEVICEPRINT-1
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant "\C3\A4" -> !String
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-DEVICEPRINT-1: the prefix must be a constant string of printable ASCII characters: the string "ä"}}
  cm.invoke "oracle.code.triton.Triton::devicePrintHex(java.lang.String, oracle.code.triton.Tensor):void"(%c0, %1) : (!String, !Tensor) -> none
  cm.return
}
}
