// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// CHECK-LABEL: tt.func public @k(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<i32>, %[[L:[^:]+]]: i64, %[[N:[^:]+]]: i32)
// CHECK: %[[LEAST:.+]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[A:.+]] = arith.maxsi %[[L]], %[[LEAST]] : i64
// CHECK: %[[B:.+]] = arith.minsi %[[A]], %{{.+}} : i64
// CHECK: %[[V:.+]] = arith.trunci %[[B]] : i64 to i32
// CHECK: tt.store %[[P]], %[[V]] : !tt.ptr<i32>
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32", "i64", "i32"]} {
cm.func "k" body (%p: !Ptr, %l: i64, %n: i32) -> none {
  %c9 = cm.constant 9 : i32
  %0 = cm.invoke "java.lang.Math::clamp(long, int, int):int"(%l, %n, %c9) : (i64, i32, i32) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}
