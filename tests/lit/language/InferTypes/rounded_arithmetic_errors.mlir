// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-ROUNDED-1: integers.
!Class = !cm.java<"java.lang.Class">
!Rounding = !cm.java<"io.github.cm2tt.lang.Rounding">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %z = cm.field.load "io.github.cm2tt.lang.Rounding::RTZ:io.github.cm2tt.lang.Rounding" : () -> !Rounding
  // expected-error @+1 {{T-ROUNDED-1: the arithmetic is of float or double, not int}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::addRounded(int, int, io.github.cm2tt.lang.Rounding):io.github.cm2tt.lang.Tensor"(%n, %n, %z) : (i32, i32, !Rounding) -> !Tensor
  cm.return
}
}

// -----

// T-ROUNDED-2: a number.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["fp32", "i32"]} {
cm.func "k" body (%f: f32, %n: i32) -> none {
  // expected-error @+1 {{T-ROUNDED-2: the rounding must be a constant of Rounding: int}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::sqrtRounded(float, int):io.github.cm2tt.lang.Tensor"(%f, %n) : (f32, i32) -> !Tensor
  cm.return
}
}
