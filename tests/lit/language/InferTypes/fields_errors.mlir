// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics -split-input-file

// T-FIELD-1
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32"]} {
// expected-note @+1 {{'arg0' is a pointer to float, by the signature}}
cm.func "k" body (%p: !Ptr) -> none {
  // expected-error @+1 {{T-FIELD-1: kernels cannot read the field 'x' of an object}}
  %0 = cm.field.load "demo.A::x:int" %p : (!Ptr) -> i32
  cm.return
}
}

// -----

// T-FIELD-2
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  // expected-note @+2 {{known are static final fields with a constant initialiser and, in launches from Java, others with a number, a truth value, a string or a constant of an enum; pass it as a parameter or a constant}}
  // expected-error @+1 {{T-FIELD-2: the value of 'demo.A.x' is not known}}
  %0 = cm.field.load "demo.A::x:int" : () -> i32
  cm.return
}
}

// -----

// T-FIELD-2: a misspelt constant.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  // expected-error @+2 {{T-FIELD-2: the value of 'CompareKind.LesThan' is not known}}
  // expected-note @+1 {{did you mean 'CompareKind.LessThan'?}}
  %0 = cm.field.load "oracle.code.triton.Triton$CompareKind::LesThan:oracle.code.triton.Triton$CompareKind" : () -> !cm.java<"oracle.code.triton.Triton$CompareKind">
  cm.return
}
}

// -----

// T-FIELD-2: the streams of System.
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  // expected-note @+2 {{Triton.devicePrint prints from a kernel}}
  // expected-error @+1 {{T-FIELD-2: the value of 'java.lang.System.out' is not known}}
  %0 = cm.field.load "java.lang.System::out:java.io.PrintStream" : () -> !cm.java<"java.io.PrintStream">
  cm.return
}
}
