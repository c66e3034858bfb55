// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Addresses become pointers, in their shape; a constant is an address as well.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!T = !cm.java<"io.github.cm2tt.lang.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["*i64", "u64", "i64"]} {
cm.func "k" body (%table: !Ptr, %u: i64, %l: i64) -> none {
  %h = cm.constant !cm.java<"io.github.cm2tt.lang.Float16"> -> !Class
  %c0 = cm.constant 0 : i32
  %c4 = cm.constant 4 : i32
  %c64 = cm.constant 64 : i64
  %i = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c4) : (i32, i32) -> !T
  %p = cm.invoke "io.github.cm2tt.lang.Ptr::add(java.lang.Number):io.github.cm2tt.lang.Tensor"(%table, %i) : (!Ptr, !T) -> !T
  %a = cm.invoke "io.github.cm2tt.lang.Tensor::load():io.github.cm2tt.lang.Tensor"(%p) : (!T) -> !T
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, ptr<fp16>>{{$}}
  %0 = cm.invoke "io.github.cm2tt.lang.Tensor::toPointer(java.lang.Class):io.github.cm2tt.lang.Tensor"(%a, %h) : (!T, !Class) -> !T
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<fp16>{{$}}
  %1 = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, long):io.github.cm2tt.lang.Ptr"(%h, %l) : (!Class, i64) -> !Ptr
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<fp16>{{$}}
  %2 = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, long):io.github.cm2tt.lang.Ptr"(%h, %u) : (!Class, i64) -> !Ptr
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<fp16>{{$}}
  %3 = cm.invoke "io.github.cm2tt.lang.Triton::toPointer(java.lang.Class, long):io.github.cm2tt.lang.Ptr"(%h, %c64) : (!Class, i64) -> !Ptr
  cm.return
}
}
