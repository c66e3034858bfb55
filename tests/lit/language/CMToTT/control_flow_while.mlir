// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

!Ptr = !cm.java<"oracle.code.triton.Ptr">

// The condition is known to be false: what it assigns, it assigns once.

// CHECK-LABEL: tt.func public @never(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>, %[[A:[^:]+]]: i32)
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "never" body (%out: !Ptr, %a: i32) -> none {
  %v = cm.var %a "v" : (i32) -> !cm.var<i32>
  // CHECK-NOT: scf
  // CHECK: %[[NEXT:.+]] = arith.addi %[[A]], %{{.+}} : i32
  // CHECK-NOT: scf
  // CHECK: tt.store %[[OUT]], %[[NEXT]]
  cm.java.while
    body () -> i1 {
      %two = cm.constant 2 : i32
      %no = cm.java.switch.expression %two
        body () -> i1 {
          %yes = cm.constant true
          cm.yield %yes : i1
        }
        body () -> i1 {
          %load = cm.var.load %v : (!cm.var<i32>) -> i32
          %next = cm.add %load, %two : i32
          cm.var.store %v, %next : !cm.var<i32>, i32
          %false = cm.constant false
          cm.java.yield %false : i1
        } : (i32) -> i1
      cm.yield %no : i1
    }
    body () -> none {
      cm.java.continue
    }
  %load = cm.var.load %v : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %load) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

!Ptr = !cm.java<"oracle.code.triton.Ptr">

// What is behind a loop is reached, though a loop in it never ends.

// CHECK-LABEL: tt.func public @endless_inside(
// CHECK-SAME: %[[OUT:[^:]+]]: !tt.ptr<i32>, %[[A:[^:]+]]: i32, %[[C:[^:]+]]: i1)
module attributes {cm.signature = ["*i32", "i32", "i1"]} {
cm.func "endless_inside" body (%out: !Ptr, %a: i32, %c: i1) -> none {
  // CHECK: scf.while
  // CHECK: scf.while
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.store %[[OUT]], %[[A]]
  cm.java.while
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
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
          cm.java.continue
        }
      cm.java.continue
    }
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%out, %a) : (!Ptr, i32) -> ()
  cm.return
}
}
