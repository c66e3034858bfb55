// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-LIBDEVICE-1: a float.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  // expected-error @+1 {{T-LIBDEVICE-1: the function is of int, u32, long or u64, not float}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::popc(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  cm.return
}
}

// -----

// T-LIBDEVICE-1: longs have no such mean.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i64"]} {
cm.func "k" body (%l: i64) -> none {
  // expected-error @+1 {{T-LIBDEVICE-1: the function is of int or u32, not long}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::hadd(long, long):io.github.cm2tt.lang.Tensor"(%l, %l) : (i64, i64) -> !Tensor
  cm.return
}
}

// -----

// T-LIBDEVICE-1: an integer is always finite.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-LIBDEVICE-1: the function is of float or double, not int}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::isfinite(int):io.github.cm2tt.lang.Tensor"(%n) : (i32) -> !Tensor
  cm.return
}
}

// -----

// T-LIBDEVICE-1: only floats are saturated.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["fp64"]} {
cm.func "k" body (%d: f64) -> none {
  // expected-error @+1 {{T-LIBDEVICE-1: the function is of float, not double}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::saturate(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  cm.return
}
}
