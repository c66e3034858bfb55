// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-LOOP-1
//   void loop(int n, Ptr p) {
//     Tensor x = arange(0, 8);
//     for (int i = 0; i < n; i++)
//       x = expand(x, 0);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "loop" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{a tile of 8 int from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %x = cm.var %2 "x" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.for
    body () -> !cm.var<i32> {
      %3 = cm.constant 0 : i32
      %i = cm.var %3 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.lt %4, %n : i32, i32
      cm.yield %5 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      %7 = cm.constant 1 : i32
      %8 = cm.add %6, %7 : i32
      cm.var.store %i, %8 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %9 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
      %10 = cm.constant 0 : i32
      %11 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%9, %10) : (!Tensor, i32) -> !Tensor
      // expected-error @+1 {{T-LOOP-1: 'x' is a tile of 8 int where the loop starts and a tile of 1x8 int after an iteration}}
      cm.var.store %x, %11 : !cm.var<!Tensor>, !Tensor
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-LOOP-1: in a loop that tests last, and for a component of a record.
//   record State(int n, Tensor x)
//   void record(int n, Ptr p) {
//     State s = new State(0, arange(0, 8));
//     do {
//       s = new State(s.n() + 1, sum<Tensor>(s.x(), 0));
//     } while (s.n() < n);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!State = !cm.java<"demo.State">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "record" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 0 : i32
  %2 = cm.constant 8 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
  // expected-note @+1 {{demo.State(n: int, x: a tile of 8 int) from here}}
  %4 = cm.new "demo.State::(int, oracle.code.triton.Tensor)"(%0, %3) {named = {record = "(int n, Tensor x)demo.State"}} : (i32, !Tensor) -> !State
  %s = cm.var %4 "s" : (!State) -> !cm.var<!State>
  cm.java.do.while
    body () -> none {
      %5 = cm.var.load %s : (!cm.var<!State>) -> !State
      %6 = cm.invoke "demo.State::n():int"(%5) : (!State) -> i32
      %7 = cm.constant 1 : i32
      %8 = cm.add %6, %7 : i32
      %9 = cm.var.load %s : (!cm.var<!State>) -> !State
      %10 = cm.invoke "demo.State::x():oracle.code.triton.Tensor"(%9) : (!State) -> !Tensor
      %11 = cm.constant 0 : i32
      %12 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%10, %11) : (!Tensor, i32) -> !Tensor
      %13 = cm.new "demo.State::(int, oracle.code.triton.Tensor)"(%8, %12) {named = {record = "(int n, Tensor x)demo.State"}} : (i32, !Tensor) -> !State
      // expected-error @+1 {{T-LOOP-1: 's' is demo.State(n: int, x: a tile of 8 int) where the loop starts and demo.State(n: int, x: int) after an iteration}}
      cm.var.store %s, %13 : !cm.var<!State>, !State
      cm.java.continue
    }
    body () -> i1 {
      %14 = cm.var.load %s : (!cm.var<!State>) -> !State
      %15 = cm.invoke "demo.State::n():int"(%14) : (!State) -> i32
      %16 = cm.lt %15, %n : i32, i32
      cm.yield %16 : i1
    }
  cm.return
}
}

// -----

// T-LOOP-1: a pointer is not a tile of pointers.
//   void pointers(int n, Ptr p) {
//     while (n > 0) {
//       n = n - 1;
//       p = add(p, arange(0, 8));
//     }
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
// expected-note @+1 {{a pointer to int from here}}
cm.func "pointers" body (%n: i32, %p: !Ptr) -> none {
  %n_v = cm.var %n "n" : (i32) -> !cm.var<i32>
  %p_v = cm.var %p "p" : (!Ptr) -> !cm.var<!Ptr>
  cm.java.while
    body () -> i1 {
      %0 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %1 = cm.constant 0 : i32
      %2 = cm.gt %0, %1 : i32, i32
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %4 = cm.constant 1 : i32
      %5 = cm.sub %3, %4 : i32
      cm.var.store %n_v, %5 : !cm.var<i32>, i32
      %6 = cm.var.load %p_v : (!cm.var<!Ptr>) -> !Ptr
      %7 = cm.constant 0 : i32
      %8 = cm.constant 8 : i32
      %9 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%7, %8) : (i32, i32) -> !Tensor
      %10 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%6, %9) : (!Ptr, !Tensor) -> !Ptr
      // expected-error @+1 {{T-LOOP-1: 'p' is a pointer to int where the loop starts and a tile of 8 pointers to int after an iteration}}
      cm.var.store %p_v, %10 : !cm.var<!Ptr>, !Ptr
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-LOOP-1: null is nothing.
//   void loop(boolean c) {
//     Tensor x = arange(0, 8);
//     while (c)
//       x = null;
//   }
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1"]} {
cm.func "loop" body (%c: i1) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{a tile of 8 int from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %x = cm.var %2 "x" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %3 = cm.constant #cm.null -> !Tensor
      // expected-error @+1 {{T-LOOP-1: 'x' is a tile of 8 int where the loop starts and nothing after an iteration}}
      cm.var.store %x, %3 : !cm.var<!Tensor>, !Tensor
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-LOOP-1: a tile does not change its sign, which a number may.
//   void loop(boolean c, int n, int m, Ptr p, Ptr q) {
//     Tensor x = load(add(p, arange(0, 8)));
//     int k = n;
//     while (c) {
//       x = load(add(q, arange(0, 8)));
//       k = m;
//     }
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "i32", "u32", "*u16", "*i16"]} {
cm.func "loop" body (%c: i1, %n: i32, %m: i32, %p: !Ptr, %q: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %2) : (!Ptr, !Tensor) -> !Tensor
  // expected-note @+1 {{a tile of 8 u16 from here}}
  %4 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%3) : (!Tensor) -> !Tensor
  %x = cm.var %4 "x" : (!Tensor) -> !cm.var<!Tensor>
  %k = cm.var %n "k" : (i32) -> !cm.var<i32>
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %5 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%q, %2) : (!Ptr, !Tensor) -> !Tensor
      %6 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%5) : (!Tensor) -> !Tensor
      // expected-error @+1 {{T-LOOP-1: 'x' is a tile of 8 u16 where the loop starts and a tile of 8 short after an iteration}}
      cm.var.store %x, %6 : !cm.var<!Tensor>, !Tensor
      cm.var.store %k, %m : !cm.var<i32>, i32
      cm.java.continue
    }
  cm.return
}
}
