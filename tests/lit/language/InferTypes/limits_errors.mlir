// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics=only-expected
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics=only-expected

// T-LIMIT-1: one loop is enough.
//   void unrolled(Ptr p) {
//     for (int i : staticRange(2000000000)) ;
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["*i32"]} {
cm.func "unrolled" body (%p: !Ptr) -> none {
  // expected-error @+2 {{T-LIMIT-1: the kernel has more than 1000000 operations, calls and unrolled loops written out}}
  // expected-note @+1 {{Triton.range makes a loop that is not unrolled}}
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 2000000000 : i32
      %1 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%0) : (i32) -> !Range
      cm.yield %1 : !Range
    }
    body (%2: i32) -> !cm.var<i32> {
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-LIMIT-1: that many ops in all.
//   void nested(Ptr p) {
//     for (int i : staticRange(1000))
//       for (int j : staticRange(1000))
//         store(p, i + j);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["*i32"]} {
cm.func "nested" body (%p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 1000 : i32
      %1 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%0) : (i32) -> !Range
      cm.yield %1 : !Range
    }
    body (%2: i32) -> !cm.var<i32> {
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.enhancedFor
        body () -> !Range {
          %3 = cm.constant 1000 : i32
          %4 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%3) : (i32) -> !Range
          cm.yield %4 : !Range
        }
        body (%5: i32) -> !cm.var<i32> {
          %j = cm.var %5 "j" : (i32) -> !cm.var<i32>
          cm.yield %j : !cm.var<i32>
        }
        body (%j: !cm.var<i32>) -> none {
          %6 = cm.var.load %i : (!cm.var<i32>) -> i32
          %7 = cm.var.load %j : (!cm.var<i32>) -> i32
          // expected-error @+2 {{T-LIMIT-1: the kernel has more than 1000000 operations, calls and unrolled loops written out}}
          // expected-note @+1 {{Triton.range makes a loop that is not unrolled}}
          %8 = cm.add %6, %7 : i32
          cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
          cm.java.continue
        }
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-LIMIT-2: a lambda that is called with itself; the last calls are noted.
//   void forever() {
//     UnaryOperator f = (UnaryOperator g) -> g.apply(g);
//     Tensor x = f.apply(f);
//   }
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = []} {
// expected-note @+1 {{and from 192 calls more}}
cm.func "forever" body () -> none {
  %0 = cm.lambda body (%g: !UnaryOperator) -> !Tensor {
    // expected-error @+2 {{T-LIMIT-2: bodies and calls nest more than 400 deep}}
    // expected-note @+1 {{called from here}}
    %1 = cm.invoke "java.util.function.UnaryOperator::apply(java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%g, %g) : (!UnaryOperator, !UnaryOperator) -> !Tensor
    cm.return %1 : !Tensor
  } : () -> !UnaryOperator
  %f = cm.var %0 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  %2 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %3 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %4 = cm.invoke "java.util.function.UnaryOperator::apply(java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%2, %3) : (!UnaryOperator, !UnaryOperator) -> !Tensor
  %x = cm.var %4 "x" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}
