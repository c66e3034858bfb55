// RUN: cm2tt-opt %s -cm2tt-infer-types -cm2tt-cm-to-tt | FileCheck %s

// A loaded address becomes a pointer, to which offsets are added.
// CHECK-LABEL: tt.func public @k(
// CHECK-SAME:  %[[TABLE:[^:]+]]: !tt.ptr<i64>)
// CHECK:      %[[A:.+]] = tt.load %[[TABLE]] : !tt.ptr<i64>
// CHECK-NEXT: %[[P:.+]] = tt.int_to_ptr %[[A]] : i64 -> !tt.ptr<f16>
// CHECK-NEXT: %[[V:.+]] = tt.load %[[P]] : !tt.ptr<f16>
// CHECK-NEXT: tt.store %[[P]], %[[V]] : !tt.ptr<f16>
// CHECK:      %[[Q:.+]] = tt.int_to_ptr %c4096_i64 : i64 -> !tt.ptr<f16>
// CHECK-NEXT: tt.store %[[Q]], %[[V]] : !tt.ptr<f16>
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!T = !cm.java<"io.github.cm2tt.lang.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["*i64"]} {
cm.func "k" body (%table: !Ptr) -> none {
  %h = cm.constant !cm.java<"io.github.cm2tt.lang.Float16"> -> !Class
  %a = cm.invoke "io.github.cm2tt.lang.Ptr::load():io.github.cm2tt.lang.Tensor"(%table) : (!Ptr) -> !T
  %p = cm.invoke "io.github.cm2tt.lang.Tensor::toPointer(java.lang.Class):io.github.cm2tt.lang.Tensor"(%a, %h) : (!T, !Class) -> !T
  %v = cm.invoke "io.github.cm2tt.lang.Tensor::load():io.github.cm2tt.lang.Tensor"(%p) : (!T) -> !T
  cm.invoke "io.github.cm2tt.lang.Tensor::store(java.lang.Number):void"(%p, %v) : (!T, !T) -> ()
  %c = cm.constant 4096 : i64
  %q = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, long):io.github.cm2tt.lang.Ptr"(%h, %c) : (!Class, i64) -> !Ptr
  cm.invoke "io.github.cm2tt.lang.Triton::store(java.lang.Number, java.lang.Number):void"(%q, %v) : (!Ptr, !T) -> ()
  cm.return
}
}
