// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-HINT-1: a static range is unrolled whatever the hints.
//   void hints(int n, Ptr p) {
//     Range a = staticRange(4).flatten();
//     Range b = staticRange(4).unroll(2);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "hints" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 4 : i32
  // expected-note @+1 {{the operand is static Range, from here}}
  %1 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%0) : (i32) -> !Range
  // expected-error @+1 {{T-HINT-1: only Triton.range takes hints, not static Range}}
  %2 = cm.invoke "oracle.code.triton.Range::flatten():oracle.code.triton.Range"(%1) : (!Range) -> !Range
  %a = cm.var %2 "a" : (!Range) -> !cm.var<!Range>
  %3 = cm.constant 4 : i32
  // expected-note @+1 {{the operand is static Range, from here}}
  %4 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%3) : (i32) -> !Range
  %5 = cm.constant 2 : i32
  // expected-error @+1 {{T-HINT-1: only Triton.range takes hints, not static Range}}
  %6 = cm.invoke "oracle.code.triton.Range::unroll(int):oracle.code.triton.Range"(%4, %5) : (!Range, i32) -> !Range
  %b = cm.var %6 "b" : (!Range) -> !cm.var<!Range>
  cm.return
}
}

// -----

// T-HINT-1: a number is no range.
//   void receiver(int n) {
//   }
module attributes {cm.signature = ["i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "receiver" body (%n: i32) -> none {
  // expected-error @+1 {{T-HINT-1: only Triton.range takes hints, not int}}
  %0 = cm.invoke "oracle.code.triton.Range::flatten():oracle.code.triton.Range"(%n) : (i32) -> !cm.java<"oracle.code.triton.Range">
  cm.return
}
}

// -----

// T-HINT-2: neither constant nor large enough.
//   void counts(int n, Ptr p) {
//     Range a = range(n).numStages(n);
//     Range b = range(n).numStages(-1);
//     Range c = range(n).unroll(0);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "counts" body (%n: i32, %p: !Ptr) -> none {
  // expected-note @+1 {{the operand is Range, from here}}
  %0 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%n) : (i32) -> !Range
  // expected-error @+1 {{T-HINT-2: 'numStages' must be a constant, 0 or more: int}}
  %1 = cm.invoke "oracle.code.triton.Range::numStages(int):oracle.code.triton.Range"(%0, %n) : (!Range, i32) -> !Range
  %a = cm.var %1 "a" : (!Range) -> !cm.var<!Range>
  // expected-note @+1 {{the operand is Range, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%n) : (i32) -> !Range
  %3 = cm.constant -1 : i32
  // expected-error @+1 {{T-HINT-2: 'numStages' must be a constant, 0 or more: the constant -1}}
  %4 = cm.invoke "oracle.code.triton.Range::numStages(int):oracle.code.triton.Range"(%2, %3) : (!Range, i32) -> !Range
  %b = cm.var %4 "b" : (!Range) -> !cm.var<!Range>
  // expected-note @+1 {{the operand is Range, from here}}
  %5 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%n) : (i32) -> !Range
  %6 = cm.constant 0 : i32
  // expected-error @+1 {{T-HINT-2: 'unroll' must be a constant, 1 or more: the constant 0}}
  %7 = cm.invoke "oracle.code.triton.Range::unroll(int):oracle.code.triton.Range"(%5, %6) : (!Range, i32) -> !Range
  %c = cm.var %7 "c" : (!Range) -> !cm.var<!Range>
  cm.return
}
}
