// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// A helper's error is reported for each call, as each has its own types.
//   Tensor twice(int n) { return arange(0, n * 2); }
//   void calls(int n, Ptr p) {
//     Tensor x = twice(4);
//     Tensor y = twice(n);
//     Tensor z = twice(-3);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "calls"} {
cm.func "twice" body (%n: i32) -> !Tensor {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 2 : i32
  // expected-note @+1 {{the operand is int, from here}}
  %2 = cm.mul %n, %1 : i32
  // expected-error @+3 {{T-ARANGE-1: bounds must be constant ints: the constant 0 and int}}
  // expected-note @+2 {{the value of a parameter is a constant if it is annotated with @Constant and given by constant(name, value)}}
  // expected-error @+1 {{T-ARANGE-2: the range is empty: 0 to -6}}
  %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
  cm.return %3 : !Tensor
}
cm.func "calls" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 4 : i32
  %1 = cm.invoke "demo.K::twice(int):oracle.code.triton.Tensor"(%0) : (i32) -> !Tensor
  %x = cm.var %1 "x" : (!Tensor) -> !cm.var<!Tensor>
  // expected-note @+1 {{called from here}}
  %2 = cm.invoke "demo.K::twice(int):oracle.code.triton.Tensor"(%n) : (i32) -> !Tensor
  %y = cm.var %2 "y" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.constant -3 : i32
  // expected-note @+1 {{called from here}}
  %4 = cm.invoke "demo.K::twice(int):oracle.code.triton.Tensor"(%3) : (i32) -> !Tensor
  %z = cm.var %4 "z" : (!Tensor) -> !cm.var<!Tensor>
  cm.return
}
}

// -----

// The branch that is not taken has no errors.
//   void known(boolean t, Ptr p) {
//     if (t)
//       store(p, programId(3));
//     else
//       store(p, programId(4));
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = [true, "*i32"]} {
cm.func "known" body (%t: i1, %p: !Ptr) -> none {
  // expected-remark @+1 {{the condition is always true}}
  cm.java.if
    body () -> i1 {
      cm.yield %t : i1
    }
    body () -> none {
      %0 = cm.constant 3 : i32
      // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: the constant 3}}
      %1 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> none {
      %2 = cm.constant 4 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%2) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}
