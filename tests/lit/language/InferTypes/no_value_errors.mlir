// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-VAR-1: null is no value; one iteration's is not there in the first.
//   void none(int n, Ptr p) {
//     Tensor x = null;
//     for (int i = 0; i < n; i++) {
//       if (i > 0)
//         store(p, x);
//       x = arange(0, 1);
//     }
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "none" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant #cm.null -> !Tensor
  // expected-note @+1 {{the value that is assigned here exists only at compile time, and not on all paths to this read}}
  %x = cm.var %0 "x" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.for
    body () -> !cm.var<i32> {
      %1 = cm.constant 0 : i32
      %i = cm.var %1 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %2 = cm.var.load %i : (!cm.var<i32>) -> i32
      %3 = cm.lt %2, %n : i32, i32
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.constant 1 : i32
      %6 = cm.add %4, %5 : i32
      cm.var.store %i, %6 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %7 = cm.var.load %i : (!cm.var<i32>) -> i32
          %8 = cm.constant 0 : i32
          %9 = cm.gt %7, %8 : i32, i32
          cm.yield %9 : i1
        }
        body () -> none {
          // expected-error @+1 {{T-VAR-1: the variable has no value here}}
          %10 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
          cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %10) : (!Ptr, !Tensor) -> ()
          cm.yield
        }
      %11 = cm.constant 0 : i32
      %12 = cm.constant 1 : i32
      %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%11, %12) : (i32, i32) -> !Tensor
      cm.var.store %x, %13 : !cm.var<!Tensor>, !Tensor
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-VAR-1: a loop does not change lambdas.
//   void lambdaInLoop(int n, Ptr p) {
//     UnaryOperator f = (Tensor x) -> add(x, 1);
//     for (int i = 0; i < n; i++) {
//       store(p, f.apply(i));
//       f = (Tensor x) -> add(x, 2);
//     }
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "lambdaInLoop" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.lambda body (%x: !Tensor) -> !Tensor {
    %1 = cm.constant 1 : i32
    %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, i32) -> !Tensor
    cm.return %2 : !Tensor
  } : () -> !UnaryOperator
  // expected-note @+1 {{the value that is assigned here exists only at compile time, and not on all paths to this read}}
  %f = cm.var %0 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
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
      // expected-error @+1 {{T-VAR-1: the variable has no value here}}
      %9 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
      %10 = cm.var.load %i : (!cm.var<i32>) -> i32
      %11 = cm.invoke "java.util.function.UnaryOperator::apply(int):oracle.code.triton.Tensor"(%9, %10) : (!UnaryOperator, i32) -> !Tensor
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %11) : (!Ptr, !Tensor) -> ()
      %12 = cm.lambda body (%x: !Tensor) -> !Tensor {
        %13 = cm.constant 2 : i32
        %14 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %13) : (!Tensor, i32) -> !Tensor
        cm.return %14 : !Tensor
      } : () -> !UnaryOperator
      cm.var.store %f, %12 : !cm.var<!UnaryOperator>, !UnaryOperator
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-BRANCH-1: neither does a branch that is taken at run time.
//   void lambdaInBranch(boolean c, Ptr p) {
//     UnaryOperator f = (Tensor x) -> add(x, 1);
//     if (c)
//       f = (Tensor x) -> add(x, 2);
//     store(p, f.apply(1));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "lambdaInBranch" body (%c: i1, %p: !Ptr) -> none {
  // expected-note @+1 {{lambda from here}}
  %0 = cm.lambda body (%x: !Tensor) -> !Tensor {
    %1 = cm.constant 1 : i32
    %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, i32) -> !Tensor
    cm.return %2 : !Tensor
  } : () -> !UnaryOperator
  %f = cm.var %0 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      // expected-note @+1 {{lambda from here}}
      %3 = cm.lambda body (%x: !Tensor) -> !Tensor {
        %4 = cm.constant 2 : i32
        %5 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %4) : (!Tensor, i32) -> !Tensor
        cm.return %5 : !Tensor
      } : () -> !UnaryOperator
      // expected-error @+2 {{T-BRANCH-1: 'f' is either a lambda or a lambda}}
      // expected-note @+1 {{which of them must be known while compiling}}
      cm.var.store %f, %3 : !cm.var<!UnaryOperator>, !UnaryOperator
      cm.yield
    }
  %6 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %7 = cm.constant 1 : i32
  %8 = cm.invoke "java.util.function.UnaryOperator::apply(int):oracle.code.triton.Tensor"(%6, %7) : (!UnaryOperator, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %8) : (!Ptr, !Tensor) -> ()
  cm.return
}
}

// -----

// T-FOREACH-1: a class that is called as the kernel language's is another; without names, components have types.
//   void namesake(int n, long m) {
//   }
module attributes {cm.signature = ["i32", "i64"]} {
cm.func "namesake" body (%n: i32, %m: i64) -> none {
  // expected-note @+1 {{the operand is Range(int, long), from here}}
  %r = cm.new "Range::(int, long)"(%n, %m) : (i32, i64) -> !cm.java<"Range">
  // expected-error @+2 {{T-FOREACH-1: a kernel can only go over a range: Range(int, long)}}
  // expected-note @+1 {{use Triton.range or Triton.staticRange (unrolled)}}
  cm.java.enhancedFor body () -> !cm.java<"Range"> {
  cm.yield %r : !cm.java<"Range">
  } body (%e: i32) -> !cm.var<i32> {
  %v = cm.var %e "v" : (i32) -> !cm.var<i32>
  cm.yield %v : !cm.var<i32>
  } body (%v: !cm.var<i32>) -> none {
  cm.java.continue
  }
  cm.return
}
}
