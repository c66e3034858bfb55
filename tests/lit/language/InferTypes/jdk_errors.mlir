// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics=only-expected

// T-CALL-1: methods of the JDK that are not operations, in a model without
// functions for them, and methods that kernels lack.
module attributes {cm.signature = ["fp64", "i32"]} {
cm.func "k" body (%x: f64, %n: i32) -> none {
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.hypot'}}
  // expected-note @+1 {{models that cm2tt-javac writes have functions for the methods of this class that are not operations; this one has none}}
  %hypot = cm.invoke "java.lang.Math::hypot(double, double):double"(%x, %x) : (f64, f64) -> f64
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Integer.reverse'}}
  // expected-note @+1 {{models that cm2tt-javac writes have functions for the methods of this class that are not operations; this one has none}}
  %reverse = cm.invoke "java.lang.Integer::reverse(int):int"(%n) : (i32) -> i32
  // expected-error @+2 {{T-CALL-1: kernels have no method 'java.lang.Math.random'}}
  // expected-note @+1 {{Triton.rand(seed, index) computes random numbers}}
  %random = cm.invoke "java.lang.Math::random():double"() : () -> f64
  cm.return
}
}

// -----

// An error in the code of a method of the JDK is at the call.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %zero = cm.constant 0 : i32
  // expected-error @+1 {{T-JAVA-4: division by zero: int by the constant 0}}
  %r = cm.invoke "java.lang.Math::divideExact(int, int):int"(%n, %zero) : (i32, i32) -> i32
  cm.return
}
cm.func "divideExact" {named = {owner = "java.lang.Math", descriptor = "(int, int)"}} body (%x: i32, %y: i32) -> i32 {
  %q = cm.invoke "io.github.cm2tt.jdk.ExactMethods::divide(int, int):int"(%x, %y) : (i32, i32) -> i32
  cm.return %q : i32
}
cm.func "divide" {named = {owner = "io.github.cm2tt.jdk.ExactMethods"}} body (%x: i32, %y: i32) -> i32 {
  %q = cm.div %x, %y : i32
  cm.return %q : i32
}
}
