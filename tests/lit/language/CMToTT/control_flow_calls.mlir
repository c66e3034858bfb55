// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A lambda is called where it is the receiver. Here it is an argument.

!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Lambda = !cm.java<"java.util.function.IntUnaryOperator">

// CHECK-LABEL: tt.func public @k(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>, %[[A:[^:]+]]: i32)
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%out: !Ptr, %a: i32) -> none {
  %f = cm.lambda body (%x: i32) -> i32 {
    %neg = cm.neg %x : i32
    cm.return %neg : i32
  } : () -> !Lambda
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[NEG:.+]] = arith.subi %[[ZERO]], %[[A]] : i32
  // CHECK-NEXT: %[[SUM:.+]] = arith.addi %[[NEG]], %[[A]] : i32
  // CHECK-NEXT: tt.store %[[OUT]], %[[SUM]]
  %r = cm.invoke "demo.Kernels::helper(java.util.function.IntUnaryOperator, int):int"(%f, %a) : (!Lambda, i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %r) : (!Ptr, i32) -> ()
  cm.return
}
cm.func "helper" {named = {owner = "demo.Kernels"}} body (%f: !Lambda, %a: i32) -> i32 {
  %y = cm.invoke "java.util.function.IntUnaryOperator::applyAsInt(int):int"(%f, %a) : (!Lambda, i32) -> i32
  %sum = cm.add %y, %a : i32
  cm.return %sum : i32
}
}

// -----

// A helper that, as is known here, never returns, in code that never runs.

!Ptr = !cm.java<"oracle.code.triton.Ptr">

// CHECK-LABEL: tt.func public @never_returns(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>, %[[C:[^:]+]]: i1)
module attributes {cm.signature = ["*i32", "i1"]} {
cm.func "never_returns" body (%out: !Ptr, %c: i1) -> none {
  // CHECK: scf.if %[[C]]
  // CHECK: scf.while
  // CHECK: %[[ANY:.+]] = ub.poison : i32
  // CHECK-NEXT: tt.store %[[OUT]], %[[ANY]]
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %r = cm.invoke "demo.Kernels::helper():int"() : () -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %r) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
cm.func "helper" {named = {owner = "demo.Kernels"}} body () -> i32 {
  cm.java.for
    body () -> none {
      cm.yield
    }
    body () -> i1 {
      %yes = cm.constant true
      cm.yield %yes : i1
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.java.if
        body () -> i1 {
          %no = cm.constant false
          cm.yield %no : i1
        }
        body () -> none {
          cm.java.break
        }
      cm.java.continue
    }
  %zero = cm.constant 0 : i32
  cm.return %zero : i32
}
}
