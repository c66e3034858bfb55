// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-SWIZZLE-1
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %c2 = cm.constant 2 : i32
  // expected-error @+1 {{T-SWIZZLE-1: integers are expected, not float}}
  %1 = cm.invoke "oracle.code.triton.Triton::swizzle2d(float, int, int, int, int):oracle.code.triton.Triton$Pair"(%f, %c0, %c1, %c1, %c2) : (f32, i32, i32, i32, i32) -> !Pair
  cm.return
}
}

// -----

// T-SWIZZLE-1: truth values.
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %true = cm.constant true
  // expected-error @+1 {{T-SWIZZLE-1: integers are expected, not boolean}}
  %1 = cm.invoke "oracle.code.triton.Triton::swizzle2d(boolean, boolean, boolean, boolean, boolean):oracle.code.triton.Triton$Pair"(%true, %true, %true, %true, %true) : (i1, i1, i1, i1, i1) -> !Pair
  cm.return
}
}
