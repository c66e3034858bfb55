// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics -o /dev/null

// T-LAMBDA-3
//   void writes(Ptr p) {
//     Tensor t = reduce(arange(0, 8), 0, (int x, int y) -> {
//       store(p, x);
//       return add(x, y);
//     });
//   }
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "writes" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %3 = cm.constant 0 : i32
  %4 = cm.lambda body (%x: i32, %y: i32) -> !Tensor {
    // expected-note @+1 {{this does}}
    cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %x) : (!Ptr, i32) -> ()
    %5 = cm.invoke "oracle.code.triton.Triton::add(int, int):oracle.code.triton.Tensor"(%x, %y) : (i32, i32) -> !Tensor
    cm.return %5 : !Tensor
  } : () -> !BinaryOperator
  // expected-error @+1 {{T-LAMBDA-3: a function of elements must not write memory or print}}
  %6 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%2, %3, %4) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %t = cm.var %6 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}
