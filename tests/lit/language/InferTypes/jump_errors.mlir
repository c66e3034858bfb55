// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-JUMP-1: the labelled statement is no loop.
//   void block(boolean c, Ptr p) {
//     out: {
//       while (c)
//         continue out;
//     }
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!String = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "block" body (%c: i1, %p: !Ptr) -> none {
  cm.java.labeled body () -> none {
    %0 = cm.constant "out" -> !String
    cm.java.block body () -> none {
      cm.java.while
        body () -> i1 {
          cm.yield %c : i1
        }
        body () -> none {
          // expected-error @+1 {{T-JUMP-1: the target of the jump does not enclose it}}
          cm.java.continue "out"
        }
      cm.yield
    }
    cm.yield
  }
  cm.return
}
}

// -----

// T-JUMP-1: the loop has not started.
//   void first(boolean c, Ptr p) {
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "first" body (%c: i1, %p: !Ptr) -> none {
  cm.java.for body () -> none {
  cm.java.if body () -> i1 {
  cm.yield %c : i1
  } body () -> none {
  // expected-error @+1 {{T-JUMP-1: the target of the jump does not enclose it}}
  cm.java.break
  }
  cm.yield
  } body () -> i1 {
  cm.yield %c : i1
  } body () -> none {
  cm.yield
  } body () -> none {
  cm.java.continue
  }
  cm.return
}
}

// -----

// T-TUPLE-1
//   void tuples(int n) {
//   }
module attributes {cm.signature = ["i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "tuples" body (%n: i32) -> none {
  %t = cm.cast %n to tuple<i32, i32> : (i32) -> tuple<i32, i32>
  // expected-error @+1 {{T-TUPLE-1: no component 0 in int}}
  %0 = cm.tuple.load %t[0] : (tuple<i32, i32>) -> i32
  cm.return
}
}

// -----

// T-VAR-3
//   void captured(int n, Ptr p) {
//     int last = 0;
//     Tensor t = reduce(arange(0, 8), 0, (int x, int y) -> { last = x; return add(x, y); });
//     store(p, last);
//   }
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "captured" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %last = cm.var %0 "last" : (i32) -> !cm.var<i32>
  %1 = cm.constant 0 : i32
  %2 = cm.constant 8 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
  %4 = cm.constant 0 : i32
  %5 = cm.lambda body (%x: i32, %y: i32) -> !Tensor {
    // expected-error @+1 {{T-VAR-3: a lambda cannot assign to a variable from outside}}
    cm.var.store %last, %x : !cm.var<i32>, i32
    %6 = cm.invoke "oracle.code.triton.Triton::add(int, int):oracle.code.triton.Tensor"(%x, %y) : (i32, i32) -> !Tensor
    cm.return %6 : !Tensor
  } : () -> !BinaryOperator
  // expected-note @+1 {{called from here}}
  %7 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%3, %4, %5) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %t = cm.var %7 "t" : (!Tensor) -> !cm.var<!Tensor>
  %8 = cm.var.load %last : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
  cm.return
}
}
