// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-CONDITION-1: a tile of truth values is none.
//   void tile(Ptr p) {
//     Tensor t = arange(0, 8);
//     if (ge<boolean>(t, 4))
//       store(p, 1);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "tile" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  // expected-error @+2 {{T-CONDITION-1: a condition must be one truth value: a tile of 8 boolean}}
  // expected-note @+1 {{Triton.where chooses for each element of a tile}}
  cm.java.if
    body () -> i1 {
      %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      %4 = cm.constant 4 : i32
      // expected-note @+1 {{the operand is a tile of 8 boolean, from here}}
      %5 = cm.invoke "oracle.code.triton.Triton::ge(oracle.code.triton.Tensor, int):boolean"(%3, %4) : (!Tensor, i32) -> i1
      cm.yield %5 : i1
    }
    body () -> none {
      %6 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}

// -----

// T-CONDITION-1: of a loop, of a conditional expression, of an operand of &&.
//   void number(boolean a, Ptr p) {
//     while (load(p))
//       store(p, 1);
//     int x = a && load(p) ? 1 : 2;
//     store(p, load(p) ? 1 : 2);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "number" body (%a: i1, %p: !Ptr) -> none {
  // expected-error @+1 {{T-CONDITION-1: a condition must be one truth value: int}}
  cm.java.while
    body () -> i1 {
      // expected-note @+1 {{the operand is int, from here}}
      %0 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):boolean"(%p) : (!Ptr) -> i1
      cm.yield %0 : i1
    }
    body () -> none {
      %1 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  %6 = cm.java.cexpression
    body () -> i1 {
      // expected-error @+1 {{T-CONDITION-1: a condition must be one truth value: int}}
      %3 = cm.java.cand
        body () -> i1 {
          cm.yield %a : i1
        }
        body () -> i1 {
          // expected-note @+1 {{the operand is int, from here}}
          %2 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):boolean"(%p) : (!Ptr) -> i1
          cm.yield %2 : i1
        } : () -> i1
      cm.yield %3 : i1
    }
    body () -> i32 {
      %4 = cm.constant 1 : i32
      cm.yield %4 : i32
    }
    body () -> i32 {
      %5 = cm.constant 2 : i32
      cm.yield %5 : i32
    } : () -> i32
  %x = cm.var %6 "x" : (i32) -> !cm.var<i32>
  // expected-error @+1 {{T-CONDITION-1: a condition must be one truth value: int}}
  %10 = cm.java.cexpression
    body () -> i1 {
      // expected-note @+1 {{the operand is int, from here}}
      %7 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):boolean"(%p) : (!Ptr) -> i1
      cm.yield %7 : i1
    }
    body () -> i32 {
      %8 = cm.constant 1 : i32
      cm.yield %8 : i32
    }
    body () -> i32 {
      %9 = cm.constant 2 : i32
      cm.yield %9 : i32
    } : () -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
  cm.return
}
}
