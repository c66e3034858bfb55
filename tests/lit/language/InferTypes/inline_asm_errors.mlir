// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-INLINEASM-1: an int.
!Class = !cm.java<"java.lang.Class">
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant "shl.b32 $0, $1, 3;" -> !String
  %c3 = cm.constant 1 : i32
  %c4 = cm.constant i32 -> !Class
  %true = cm.constant true
  // expected-error @+1 {{T-INLINEASM-1: assembly and constraints must be constant strings: the constant 1}}
  %2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, int, java.lang.Class, boolean, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %true, %c3, %1) : (!String, i32, !Class, i1, i32, !Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-INLINEASM-2
%c3 = cm.constant "=r,r" -> !String
%c4 = cm.constant "x" -> !String
%c6 = cm.constant 1 : i32
// expected-error @+1 {{T-INLINEASM-2: the elements must be given by a class literal of a number type: the string "x"}}
%2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.String, boolean, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %true, %c6, %1) : (!String, !String, !String, i1, i32, !Tensor) -> !Tensor
// WITHOUT: !Class

// VARIANT
// T-INLINEASM-3
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
%c3 = cm.constant "=r,r" -> !String
%c5 = cm.constant 1 : i32
// expected-error @+1 {{T-INLINEASM-3: whether the assembly is pure must be a constant truth value: boolean}}
%2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %b, %c5, %1) : (!String, !String, !Class, i1, i32, !Tensor) -> !Tensor
// WITHOUT: %true

// -----

// T-INLINEASM-4
!Class = !cm.java<"java.lang.Class">
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant "shl.b32 $0, $1, 3;" -> !String
  %c1 = cm.constant "=r,r" -> !String
  %c2 = cm.constant i32 -> !Class
  %true = cm.constant true
  %c4 = cm.constant 1 : i32
  %c5 = cm.constant "x" -> !String
  // expected-error @+1 {{T-INLINEASM-4: only numbers, pointers and tiles can be operands of assembly: the string "x"}}
  %1 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, java.lang.String):oracle.code.triton.Tensor"(%c0, %c1, %c2, %true, %c4, %c5) : (!String, !String, !Class, i1, i32, !String) -> !Tensor
  cm.return
}
}

// -----

// T-INLINEASM-5
!Class = !cm.java<"java.lang.Class">
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant "shl.b32 $0, $1, 3;" -> !String
  %c3 = cm.constant "=r,r" -> !String
  %c4 = cm.constant i32 -> !Class
  %true = cm.constant true
  %c6 = cm.constant 3 : i32
  // expected-error @+1 {{T-INLINEASM-5: a constant that divides the number of elements, 4, is expected: the constant 3}}
  %2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %true, %c6, %1) : (!String, !String, !Class, i1, i32, !Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-INLINEASM-5: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-INLINEASM-5: a constant that divides the number of elements, 4, is expected: int}}
%2 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c2, %c3, %c4, %true, %n, %1) : (!String, !String, !Class, i1, i32, !Tensor) -> !Tensor
// WITHOUT: %c6

// -----

// T-BINARY-3
!Class = !cm.java<"java.lang.Class">
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant "shl.b32 $0, $1, 3;" -> !String
  %c4 = cm.constant "=r,r" -> !String
  %c5 = cm.constant i32 -> !Class
  %true = cm.constant true
  %c7 = cm.constant 1 : i32
  // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 4 int and a tile of 8 int}}
  %3 = cm.invoke "oracle.code.triton.Triton::inlineAsmElementwise(java.lang.String, java.lang.String, java.lang.Class, boolean, int, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c3, %c4, %c5, %true, %c7, %1, %2) : (!String, !String, !Class, i1, i32, !Tensor, !Tensor) -> !Tensor
  cm.return
}
}
