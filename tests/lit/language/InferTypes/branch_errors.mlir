// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-BRANCH-1: both assign.
//   void both(boolean c, Ptr p) {
//     Tensor x;
//     if (c)
//       x = arange(0, 8);
//     else
//       x = arange(0, 16);
//     store(p, x);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "both" body (%c: i1, %p: !Ptr) -> none {
  %x = cm.var "x" : () -> !cm.var<!Tensor>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %0 = cm.constant 0 : i32
      %1 = cm.constant 8 : i32
      // expected-note @+1 {{a tile of 8 int from here}}
      %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
      cm.var.store %x, %2 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
    body () -> none {
      %3 = cm.constant 0 : i32
      %4 = cm.constant 16 : i32
      // expected-note @+1 {{a tile of 16 int from here}}
      %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%3, %4) : (i32, i32) -> !Tensor
      // expected-error @+1 {{T-BRANCH-1: 'x' is either a tile of 8 int or a tile of 16 int}}
      cm.var.store %x, %5 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
  %6 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %6) : (!Ptr, !Tensor) -> ()
  cm.return
}
}

// -----

// T-BRANCH-1: one assigns.
//   void one(boolean c, Ptr p) {
//     Tensor x = arange(0, 8);
//     if (c)
//       x = expand(x, 0);
//     store(p, x);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "one" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{a tile of 8 int from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %x = cm.var %2 "x" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %3 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
      %4 = cm.constant 0 : i32
      // expected-note @+1 {{a tile of 1x8 int from here}}
      %5 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, i32) -> !Tensor
      // expected-error @+1 {{T-BRANCH-1: 'x' is either a tile of 1x8 int or a tile of 8 int}}
      cm.var.store %x, %5 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
  %6 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %6) : (!Ptr, !Tensor) -> ()
  cm.return
}
}

// -----

// T-BRANCH-1: the sides of a conditional expression.
//   void sides(boolean c, Ptr p) {
//     store(p, c ? arange(0, 8) : sum(arange(0, 8)));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "sides" body (%c: i1, %p: !Ptr) -> none {
  // expected-error @+1 {{T-BRANCH-1: the value is either a tile of 8 int or int}}
  %7 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> !Tensor {
      %0 = cm.constant 0 : i32
      %1 = cm.constant 8 : i32
      // expected-note @+1 {{a tile of 8 int from here}}
      %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
      cm.yield %2 : !Tensor
    }
    body () -> !Tensor {
      %3 = cm.constant 0 : i32
      %4 = cm.constant 8 : i32
      %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%3, %4) : (i32, i32) -> !Tensor
      // expected-note @+1 {{int from here}}
      %6 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%5) : (!Tensor) -> !Tensor
      cm.yield %6 : !Tensor
    } : () -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %7) : (!Ptr, !Tensor) -> ()
  cm.return
}
}

// -----

// T-BRANCH-1: what a helper returns.
//   Tensor get(boolean c) {
//     if (c)
//       return arange(0, 8);
//     return arange(0, 16);
//   }
//   void returned(boolean c, Ptr p) {
//     store(p, get(c));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"], cm.kernel = "returned"} {
cm.func "get" body (%c: i1) -> !Tensor {
  // expected-error @+1 {{T-BRANCH-1: the value is either a tile of 8 int or a tile of 16 int}}
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %0 = cm.constant 0 : i32
      %1 = cm.constant 8 : i32
      // expected-note @+1 {{a tile of 8 int from here}}
      %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
      cm.return %2 : !Tensor
    }
  %3 = cm.constant 0 : i32
  %4 = cm.constant 16 : i32
  // expected-note @+1 {{a tile of 16 int from here}}
  %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%3, %4) : (i32, i32) -> !Tensor
  cm.return %5 : !Tensor
}
cm.func "returned" body (%c: i1, %p: !Ptr) -> none {
  // expected-note @+1 {{called from here}}
  %0 = cm.invoke "demo.K::get(boolean):oracle.code.triton.Tensor"(%c) : (i1) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %0) : (!Ptr, !Tensor) -> ()
  cm.return
}
}
