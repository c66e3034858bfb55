// RUN: cm2tt-opt %s -cm2tt-tt-phase | FileCheck %s
// RUN: cm2tt-opt %s -canonicalize="disable-patterns='(anonymous namespace)::WhileMoveIfDown'" | FileCheck %s
// RUN: cm2tt-opt %s -canonicalize | FileCheck %s --check-prefix=FAULT

// The branch's result is forwarded twice; the copy that the loop carries is the
// sum while the loop goes on. MLIR 22 makes it the value of the else branch
// (llvm#219456). If FAULT fails, MLIR is right again, or its pattern has another
// name: see leftOutCanonicalizations in Pipelines.cpp.
// CHECK-LABEL: @forwarded_twice
// CHECK: scf.while
// CHECK: arith.addi
// CHECK: scf.yield
// FAULT-LABEL: @forwarded_twice
// FAULT: scf.while
// FAULT: do {
// FAULT-NOT: arith.addi
// FAULT: scf.yield %c20_i32 : i32
tt.func public @forwarded_twice(%out: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c20 = arith.constant 20 : i32
  %r:3 = scf.while (%s = %c0) : (i32) -> (i32, i32, i32) {
    %more = arith.cmpi slt, %s, %n : i32
    %v = scf.if %more -> i32 {
      %a = arith.addi %s, %c2 : i32
      scf.yield %a : i32
    } else {
      scf.yield %c20 : i32
    }
    scf.condition(%more) %v, %s, %v : i32, i32, i32
  } do {
  ^bb0(%x: i32, %z: i32, %t: i32):
    scf.yield %t : i32
  }
  %p = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
  %q = tt.addptr %out, %c2 : !tt.ptr<i32>, i32
  tt.store %out, %r#0 : !tt.ptr<i32>
  tt.store %p, %r#1 : !tt.ptr<i32>
  tt.store %q, %r#2 : !tt.ptr<i32>
  tt.return
}
