// RUN: cm2tt-opt %s -cm2tt-infer-types -cm2tt-cm-to-tt | FileCheck %s

// A kernel with a parameter for each component of a record is called with the
// record, also with a nested one.
// CHECK-LABEL: tt.func public @caller(
// CHECK-SAME:  %[[X:[^:]+]]: !tt.ptr<i32>, %[[N:[^:]+]]: i32)
// CHECK: %[[SUM:.+]] = arith.addi %[[N]], %c2_i32 : i32
// CHECK: tt.store %[[X]], %[[SUM]] : !tt.ptr<i32>
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!One = !cm.java<"demo.K$One">
!Two = !cm.java<"demo.K$Two">
module attributes {cm.signature = ["*i32", "i32"], cm.kernel = "caller"} {
cm.func "caller" {named = {owner = "demo.K"}} body (%x: !Ptr, %n: i32) -> none {
  %c2 = cm.constant 2 : i32
  %one = cm.new "demo.K$One::(int)"(%n) {named = {record = "(int n)demo.K$One"}} : (i32) -> !One
  %two = cm.new "demo.K$Two::(demo.K$One, int)"(%one, %c2) {named = {record = "(demo.K$One one, int m)demo.K$Two"}} : (!One, i32) -> !Two
  cm.invoke "demo.K::callee(demo.K$Two, io.github.cm2tt.lang.Ptr):void"(%two, %x) : (!Two, !Ptr) -> ()
  cm.return
}
cm.func "callee" {named = {owner = "demo.K"}} body (%n: i32, %m: i32, %x: !Ptr) -> none {
  %sum = cm.add %n, %m : i32
  cm.invoke "io.github.cm2tt.lang.Triton::store(java.lang.Number, java.lang.Number):void"(%x, %sum) : (!Ptr, i32) -> ()
  cm.return
}
}
