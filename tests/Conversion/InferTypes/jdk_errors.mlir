// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected

// T-CALL-1: methods of the JDK that kernels lack, and what to write instead.
module attributes {cm.signature = ["fp64"]} {
cm.func "k" body (%x: f64) -> none {
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.pow'}}
  // expected-note @+1 {{instead: for positive x: Triton.exp2(Triton.log2(x).mul(y))}}
  %pow = cm.invoke "java.lang.Math::pow(double, double):double"(%x, %x) : (f64, f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.tanh'}}
  // expected-note @+1 {{instead: Triton.sigmoid(x.mul(2)).mul(2).sub(1)}}
  %tanh = cm.invoke "java.lang.Math::tanh(double):double"(%x) : (f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.sinh'}}
  // expected-note @+1 {{instead: Triton.exp and Triton.exp2}}
  %sinh = cm.invoke "java.lang.Math::sinh(double):double"(%x) : (f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.log1p'}}
  // expected-note @+1 {{instead: Triton.log and Triton.log2}}
  %log1p = cm.invoke "java.lang.Math::log1p(double):double"(%x) : (f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.tan'}}
  // expected-note @+1 {{instead: Triton.sin(x).div(Triton.cos(x))}}
  %tan = cm.invoke "java.lang.Math::tan(double):double"(%x) : (f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.rint'}}
  // expected-note @+1 {{instead: Math.floor(x + 0.5)}}
  %rint = cm.invoke "java.lang.Math::rint(double):double"(%x) : (f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.hypot'}}
  // expected-note @+1 {{instead: Math.sqrt(x * x + y * y)}}
  %hypot = cm.invoke "java.lang.Math::hypot(double, double):double"(%x, %x) : (f64, f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.signum'}}
  // expected-note @+1 {{instead: a comparison: x < 0 ? -1 : 1}}
  %signum = cm.invoke "java.lang.Math::signum(double):double"(%x) : (f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.random'}}
  // expected-note @+1 {{instead: pass a seed, and compute numbers from it and the offsets}}
  %random = cm.invoke "java.lang.Math::random():double"() : () -> f64
  cm.return
}
}
