// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-CALL-2
//   void call(int n, Ptr p) {
//     store(p, n);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "call" body (%n: i32, %p: !Ptr) -> none {
  // expected-error @+1 {{T-CALL-2: the model has no function 'missing'}}
  %r = cm.func.call "missing"(%n) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-CALL-3: a method that calls itself.
//   int f(int n) { return f(n - 1); }
//   void direct(int n, Ptr p) {
//     store(p, f(n));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "direct"} {
cm.func "f" body (%n: i32) -> i32 {
  %0 = cm.constant 1 : i32
  %1 = cm.sub %n, %0 : i32
  // expected-error @+1 {{T-CALL-3: recursion cannot be used in a kernel: 'f' -> 'f'}}
  %2 = cm.invoke "demo.K::f(int):int"(%1) : (i32) -> i32
  cm.return %2 : i32
}
cm.func "direct" body (%n: i32, %p: !Ptr) -> none {
  // expected-note @+1 {{called from here}}
  %0 = cm.invoke "demo.K::f(int):int"(%n) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-CALL-3: by way of another.
//   int even(int n) { return odd(n - 1); }
//   int odd(int n) { return even(n - 1); }
//   void cycle(int n, Ptr p) {
//     store(p, even(n));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "cycle"} {
cm.func "even" body (%n: i32) -> i32 {
  %0 = cm.constant 1 : i32
  %1 = cm.sub %n, %0 : i32
  // expected-note @+1 {{called from here}}
  %2 = cm.invoke "demo.K::odd(int):int"(%1) : (i32) -> i32
  cm.return %2 : i32
}
cm.func "odd" body (%n: i32) -> i32 {
  %0 = cm.constant 1 : i32
  %1 = cm.sub %n, %0 : i32
  // expected-error @+1 {{T-CALL-3: recursion cannot be used in a kernel: 'even' -> 'odd' -> 'even'}}
  %2 = cm.invoke "demo.K::even(int):int"(%1) : (i32) -> i32
  cm.return %2 : i32
}
cm.func "cycle" body (%n: i32, %p: !Ptr) -> none {
  // expected-note @+1 {{called from here}}
  %0 = cm.invoke "demo.K::even(int):int"(%n) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-CALL-4
//   int g(int a, int b) { return a + b; }
//   void arity(int n, Ptr p) {
//     store(p, g(n));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "arity"} {
cm.func "g" body (%a: i32, %b: i32) -> i32 {
  %0 = cm.add %a, %b : i32
  cm.return %0 : i32
}
cm.func "arity" body (%n: i32, %p: !Ptr) -> none {
  // expected-error @+1 {{T-CALL-4: the number of arguments of 'g' is wrong: 1, expected 2}}
  %0 = cm.invoke "demo.K::g(int):int"(%n) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-CALL-5
//   void h(int a) { }
//   void nothing(int n, Ptr p) {
//     store(p, n);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "nothing"} {
cm.func "h" body (%a: i32) -> none {
  cm.return
}
cm.func "nothing" body (%n: i32, %p: !Ptr) -> none {
  // expected-error @+1 {{T-CALL-5: the method returns nothing}}
  %r = cm.invoke "demo.K::h(int):int"(%n) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// The calls that led there, and where the operand came from.
//   Tensor inner(Tensor x, int k) { return add(x, arange(0, k)); }
//   Tensor outer(Tensor x) {
//     Tensor y = mul(x, 2);
//     return inner(y, 16);
//   }
//   void chain(Ptr p) {
//     Tensor x = arange(0, 8);
//     store(p, outer(x));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"], cm.kernel = "chain"} {
cm.func "inner" body (%x: !Tensor, %k: i32) -> !Tensor {
  %0 = cm.constant 0 : i32
  // expected-note @+1 {{the operand is a tile of 16 int, from here}}
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %k) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 8 int and a tile of 16 int}}
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, !Tensor) -> !Tensor
  cm.return %2 : !Tensor
}
cm.func "outer" body (%x: !Tensor) -> !Tensor {
  %0 = cm.constant 2 : i32
  // expected-note @+1 {{'y' is a tile of 8 int, from here}}
  %1 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %y = cm.var %1 "y" : (!Tensor) -> !cm.var<!Tensor>
  %2 = cm.var.load %y : (!cm.var<!Tensor>) -> !Tensor
  %3 = cm.constant 16 : i32
  // expected-note @+1 {{called from here}}
  %4 = cm.invoke "demo.K::inner(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %3) : (!Tensor, i32) -> !Tensor
  cm.return %4 : !Tensor
}
cm.func "chain" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %x = cm.var %2 "x" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  // expected-note @+1 {{called from here}}
  %4 = cm.invoke "demo.K::outer(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%3) : (!Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %4) : (!Ptr, !Tensor) -> ()
  cm.return
}
}
