// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// What follows a statement that may return is under one test, all of it.

!Ptr = !cm.java<"oracle.code.triton.Ptr">

// CHECK-LABEL: tt.func public @declared_between(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>, %[[A:[^:]+]]: i32, %[[C:[^:]+]]: i1)
module attributes {cm.signature = ["*i32", "i32", "i1"]} {
cm.func "declared_between" body (%out: !Ptr, %a: i32, %c: i1) -> none {
  // CHECK: scf.while
  // CHECK: arith.select
  // CHECK: scf.if %{{.+}} {
  // CHECK-NEXT: %[[V:.+]] = arith.addi %[[A]], %[[A]] : i32
  // CHECK-NEXT: %{{.+}} = scf.while
  // CHECK: arith.select
  // CHECK: scf.if %{{.+}} {
  // CHECK-NEXT: tt.store %[[OUT]], %[[V]]
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.return
    }
  %sum = cm.add %a, %a : i32
  %v = cm.var %sum "v" : (i32) -> !cm.var<i32>
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.return
    }
  %load = cm.var.load %v : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %load) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// A lambda is used behind a test that its declaration is under.

!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Lambda = !cm.java<"java.util.function.IntUnaryOperator">

// CHECK-LABEL: tt.func public @lambda_between(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>, %[[A:[^:]+]]: i32, %[[C:[^:]+]]: i1)
module attributes {cm.signature = ["*i32", "i32", "i1"]} {
cm.func "lambda_between" body (%out: !Ptr, %a: i32, %c: i1) -> none {
  // CHECK: %[[V:.+]] = arith.addi %[[A]], %[[A]] : i32
  // CHECK-NEXT: tt.store %[[OUT]], %[[V]]
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.return
    }
  %lambda = cm.lambda body (%x: i32) -> i32 {
    %sum = cm.add %x, %x : i32
    cm.return %sum : i32
  } : () -> !Lambda
  %f = cm.var %lambda "f" : (!Lambda) -> !cm.var<!Lambda>
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.return
    }
  %load = cm.var.load %f : (!cm.var<!Lambda>) -> !Lambda
  %y = cm.invoke "java.util.function.IntUnaryOperator::applyAsInt(int):int"(%load, %a) : (!Lambda, i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %y) : (!Ptr, i32) -> ()
  cm.return
}
}
