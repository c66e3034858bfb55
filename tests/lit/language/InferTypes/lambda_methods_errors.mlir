// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics

// T-LAMBDA-4: lambdas are called, not composed.
!F = !cm.java<"java.util.function.IntUnaryOperator">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  %f = cm.lambda body (%x: i32) -> i32 {
    cm.return %n : i32
  } : () -> !F
  // expected-error @+1 {{T-LAMBDA-4: a lambda can only be called, not changed by 'andThen'}}
  %g = cm.invoke "java.util.function.IntUnaryOperator::andThen(java.util.function.IntUnaryOperator):java.util.function.IntUnaryOperator"(%f, %f) : (!F, !F) -> !F
  // What comes of it is passed over.
  %r = cm.invoke "java.util.function.IntUnaryOperator::applyAsInt(int):int"(%g, %n) : (!F, i32) -> i32
  cm.return
}
}
