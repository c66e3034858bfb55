// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-SOFTMAX-1: integers.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-SOFTMAX-1: a tile of floating-point numbers is expected: a tile of 4 int}}
  %2 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
  cm.return
}
}

// -----

// T-SOFTMAX-1: a number.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  // expected-error @+1 {{T-SOFTMAX-1: a tile of floating-point numbers is expected: float}}
  %1 = cm.invoke "oracle.code.triton.Triton::softmax(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  cm.return
}
}

// -----

// T-SOFTMAX-2
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %c2 = cm.constant 1 : i32
  // expected-error @+1 {{T-SOFTMAX-2: the axis must be a constant from -1 to 0: the constant 1}}
  %2 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// T-SOFTMAX-3
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %c2 = cm.constant 0 : i32
  %c3 = cm.constant 1 : i32
  // expected-error @+1 {{T-SOFTMAX-3: whether the quotient is correctly rounded must be a constant truth value: the constant 1}}
  %2 = cm.invoke "oracle.code.triton.Triton::softmax(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%1, %c2, %c3) : (!Tensor, i32, i32) -> !Tensor
  cm.return
}
}
