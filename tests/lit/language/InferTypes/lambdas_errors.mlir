// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-LAMBDA-1
//   void arity(Ptr p) {
//     UnaryOperator f = (Tensor x) -> x;
//     store(p, f.apply(1, 2));
//     Tensor t = reduce(arange(0, 8), 0, (Tensor x) -> x);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["*i32"]} {
cm.func "arity" body (%p: !Ptr) -> none {
  // expected-note @+1 {{the lambda is here}}
  %0 = cm.lambda body (%x: !Tensor) -> !Tensor {
    cm.return %x : !Tensor
  } : () -> !UnaryOperator
  %f = cm.var %0 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  %1 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %2 = cm.constant 1 : i32
  %3 = cm.constant 2 : i32
  // expected-error @+1 {{T-LAMBDA-1: the lambda takes 1 argument, not 2}}
  %4 = cm.invoke "java.util.function.UnaryOperator::apply(int, int):oracle.code.triton.Tensor"(%1, %2, %3) : (!UnaryOperator, i32, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %4) : (!Ptr, !Tensor) -> ()
  %5 = cm.constant 0 : i32
  %6 = cm.constant 8 : i32
  %7 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%5, %6) : (i32, i32) -> !Tensor
  %8 = cm.constant 0 : i32
  // expected-note @+1 {{the lambda is here}}
  %9 = cm.lambda body (%x: !Tensor) -> !Tensor {
    cm.return %x : !Tensor
  } : () -> !UnaryOperator
  // expected-error @+1 {{T-LAMBDA-1: the lambda takes 1 argument, not 2}}
  %10 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.UnaryOperator):oracle.code.triton.Tensor"(%7, %8, %9) : (!Tensor, i32, !UnaryOperator) -> !Tensor
  %t = cm.var %10 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// T-LAMBDA-2
//   void nothing(Ptr p) {
//     Tensor t = reduce(arange(0, 8), 0, (Tensor x, Tensor y) -> { });
//   }
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "nothing" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %3 = cm.constant 0 : i32
  %4 = cm.lambda body (%x: !Tensor, %y: !Tensor) -> none {
    cm.return
  } : () -> !BinaryOperator
  // expected-error @+1 {{T-LAMBDA-2: the lambda returns nothing}}
  %5 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%2, %3, %4) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %t = cm.var %5 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// An error in a lambda's body has the call as a note, what captured values are as well.
//   void body(int n, Ptr p) {
//     Tensor t = arange(0, 8);
//     Tensor s = reduce(arange(0, 4), 0, (Tensor x, Tensor y) -> add(x, add(y, programId(n))));
//     UnaryOperator f = (Tensor x) -> add(x, t);
//     store(p, f.apply(arange(0, 4)));
//   }
!BinaryOperator = !cm.java<"java.util.function.BinaryOperator">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!UnaryOperator = !cm.java<"java.util.function.UnaryOperator">
module attributes {cm.signature = ["i32", "*i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "body" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{'t' is a tile of 8 int, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.constant 0 : i32
  %4 = cm.constant 4 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%3, %4) : (i32, i32) -> !Tensor
  %6 = cm.constant 0 : i32
  %7 = cm.lambda body (%x: !Tensor, %y: !Tensor) -> !Tensor {
    // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: int}}
    %8 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%n) : (i32) -> i32
    %9 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%y, %8) : (!Tensor, i32) -> !Tensor
    %10 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x, %9) : (!Tensor, !Tensor) -> !Tensor
    cm.return %10 : !Tensor
  } : () -> !BinaryOperator
  // expected-note @+1 {{called from here}}
  %11 = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%5, %6, %7) : (!Tensor, i32, !BinaryOperator) -> !Tensor
  %s = cm.var %11 "s" : (!Tensor) -> !cm.var<!Tensor>
  %12 = cm.lambda body (%x: !Tensor) -> !Tensor {
    %13 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
    // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 4 int and a tile of 8 int}}
    %14 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x, %13) : (!Tensor, !Tensor) -> !Tensor
    cm.return %14 : !Tensor
  } : () -> !UnaryOperator
  %f = cm.var %12 "f" : (!UnaryOperator) -> !cm.var<!UnaryOperator>
  %15 = cm.var.load %f : (!cm.var<!UnaryOperator>) -> !UnaryOperator
  %16 = cm.constant 0 : i32
  %17 = cm.constant 4 : i32
  // expected-note @+1 {{the operand is a tile of 4 int, from here}}
  %18 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%16, %17) : (i32, i32) -> !Tensor
  // expected-note @+1 {{called from here}}
  %19 = cm.invoke "java.util.function.UnaryOperator::apply(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%15, %18) : (!UnaryOperator, !Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %19) : (!Ptr, !Tensor) -> ()
  cm.return
}
}
