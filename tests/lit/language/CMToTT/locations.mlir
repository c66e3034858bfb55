// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// Operations stand at their Java places and have the name of the variable that
// they are first put into.
// CHECK-LABEL: tt.func public @named(
// CHECK-SAME:  %arg0: i32 loc("n"("A.java":2:3)))
// CHECK-NEXT:  %0 = arith.addi %arg0, %arg0 : i32 loc("sum"("A.java":3:13))
// CHECK-NEXT:  %1 = arith.muli %0, %0 : i32 loc("A.java":4:17)
// CHECK-NEXT:  tt.return loc("A.java":5:5)
module attributes {cm.signature = ["i32"]} {
cm.func "named" body (%n: i32) -> none {
  %v = cm.var %n "n" : (i32) -> !cm.var<i32> loc("A.java":2:9)
  %0 = cm.var.load %v : (!cm.var<i32>) -> i32 loc("A.java":3:11)
  %1 = cm.add %0, %0 : i32 loc(fused<"cm">["A.java":3:13, "%1"])
  %w = cm.var %1 "sum" : (i32) -> !cm.var<i32> loc("A.java":3:5)
  %2 = cm.var.load %w : (!cm.var<i32>) -> i32 loc("A.java":4:15)
  // A copy keeps the first name.
  %x = cm.var %2 "copy" : (i32) -> !cm.var<i32> loc("A.java":4:5)
  %3 = cm.mul %2, %2 : i32 loc("A.java":4:17)
  cm.return loc("A.java":5:5)
} loc("A.java":2:3)
}
