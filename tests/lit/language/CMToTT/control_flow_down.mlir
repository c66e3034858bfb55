// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Counting up to this start, in place of down from it, would overflow:
//
//     for (int i = 2147483646; i > 2147483642; i -= 3) store(out, i);

!Ptr = !cm.java<"oracle.code.triton.Ptr">

// CHECK-LABEL: tt.func public @down(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>)
module attributes {cm.signature = ["*i32"]} {
cm.func "down" body (%out: !Ptr) -> none {
  // CHECK: %[[START:.+]] = arith.constant 2147483646 : i32
  // CHECK: scf.while (%{{.+}} = %[[START]]) : (i32) -> i32 {
  // CHECK: arith.cmpi sgt
  // CHECK: tt.store
  // CHECK: arith.subi
  cm.java.for
    body () -> !cm.var<i32> {
      %start = cm.constant 2147483646 : i32
      %i = cm.var %start "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %load = cm.var.load %i : (!cm.var<i32>) -> i32
      %end = cm.constant 2147483642 : i32
      %more = cm.gt %load, %end : i32, i32
      cm.yield %more : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %load = cm.var.load %i : (!cm.var<i32>) -> i32
      %three = cm.constant 3 : i32
      %next = cm.sub %load, %three : i32
      cm.var.store %i, %next : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %load = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %load) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
