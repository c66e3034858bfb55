// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-MAP-5: pointers are no numbers.
//   void pointers(Ptr p) {
//     Tensor t = map(add(p, arange(0, 8)), (Tensor x) -> x);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["*i32"]} {
cm.func "pointers" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  // expected-note @+1 {{the operand is a tile of 8 pointers to int, from here}}
  %3 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %2) : (!Ptr, !Tensor) -> !Tensor
  %4 = cm.lambda body (%x: !Tensor) -> !Tensor {
    cm.return %x : !Tensor
  } : () -> !UnaryOperator
  // expected-error @+1 {{T-MAP-5: tiles of numbers, then a function are expected: a tile of 8 pointers to int}}
  %5 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, !UnaryOperator) -> !Tensor
  %t = cm.var %5 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// T-MAP-6
//   void shapes() {
//     Tensor t = map(arange(0, 8), arange(0, 16), (Tensor x, Tensor y) -> x);
//   }
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "shapes" body () -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{the operand is a tile of 8 int, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %3 = cm.constant 0 : i32
  %4 = cm.constant 16 : i32
  // expected-note @+1 {{the operand is a tile of 16 int, from here}}
  %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%3, %4) : (i32, i32) -> !Tensor
  %6 = cm.lambda body (%x: !Tensor, %y: !Tensor) -> !Tensor {
    cm.return %x : !Tensor
  } : () -> !BinaryOperator
  // expected-error @+1 {{T-MAP-6: shapes do not broadcast: a tile of 8 int and a tile of 16 int}}
  %7 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, oracle.code.triton.Tensor, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%2, %5, %6) : (!Tensor, !Tensor, !BinaryOperator) -> !Tensor
  %t = cm.var %7 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// T-MAP-7
//   void numbers(int n) {
//     Tensor t = map(n, (Tensor x) -> x);
//   }
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "numbers" body (%n: i32) -> none {
  %0 = cm.lambda body (%x: !Tensor) -> !Tensor {
    cm.return %x : !Tensor
  } : () -> !UnaryOperator
  // expected-error @+1 {{T-MAP-7: one operand must be a tile: int}}
  %1 = cm.invoke "oracle.code.triton.Triton::map(int, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%n, %0) : (i32, !UnaryOperator) -> !Tensor
  %t = cm.var %1 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// T-MAP-8
//   void function(int n) {
//     Tensor t = map(arange(0, 8), n);
//   }
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "function" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{the operand is a tile of 8 int, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-MAP-8: a lambda or method reference is expected at the end: int}}
  %3 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %n) : (!Tensor, i32) -> !Tensor
  %t = cm.var %3 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// T-MAP-9: a tile.
//   void results(int n) {
//     Tensor t = arange(0, 8);
//     Tensor u = map(t, (Tensor x) -> t);
//   }
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32"]} {
cm.func "results" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{'t' is a tile of 8 int, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  // expected-note @+1 {{the operand is a tile of 8 int, from here}}
  %4 = cm.lambda body (%x: !Tensor) -> !Tensor {
    %5 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
    cm.return %5 : !Tensor
  } : () -> !UnaryOperator
  // expected-error @+1 {{T-MAP-9: the function must return a number or a record of numbers: a tile of 8 int}}
  %6 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, !UnaryOperator) -> !Tensor
  %u = cm.var %6 "u" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// T-MAP-9: a record with a tile.
//   record Pair(int a, Tensor t)
//   void records(int n) {
//     Tensor t = arange(0, 8);
//     Pair p = map(t, (int x) -> new Pair(x, t));
//   }
!Pair = !cm.java<"demo.Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32"]} {
cm.func "records" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{'t' is a tile of 8 int, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  // expected-note @+1 {{the operand is demo.Pair(a: int, t: a tile of 8 int), from here}}
  %4 = cm.lambda body (%x: i32) -> !Pair {
    %5 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
    %6 = cm.new "demo.Pair::(int, oracle.code.triton.Tensor)"(%x, %5) {named = {record = "(int a, Tensor t)demo.Pair"}} : (i32, !Tensor) -> !Pair
    cm.return %6 : !Pair
  } : () -> !UnaryOperator
  // expected-error @+1 {{T-MAP-9: the function must return a number or a record of numbers: demo.Pair(a: int, t: a tile of 8 int)}}
  %7 = cm.invoke "oracle.code.triton.Triton::map(oracle.code.triton.Tensor, java.util.function.UnaryOperator):demo.Pair"(%3, %4) : (!Tensor, !UnaryOperator) -> !Pair
  %p = cm.var %7 "p" : (!Pair) -> !cm.var<!Pair>
  cm.return
}
}
