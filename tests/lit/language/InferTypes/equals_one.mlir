// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: sed 's/:1"/"/g' %s | cm2tt-opt -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: sed 's/:1"/:16"/g' %s | cm2tt-opt -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// A parameter that is 1, or a multiple of 16, has the type that any other number has: it is no constant, which would
// take the type of the tile.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Number = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*i8", "*u8", "*i16", "*fp16", "i32:1", "i64:1", "i8:1", "u32:1", "i16:1"]} {
cm.func "k" body (%p: !Ptr, %q: !Ptr, %r: !Ptr, %h: !Ptr, %i: i32, %l: i64, %b: i8, %u: i32, %s: i16) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c4>{{$}}
  %4 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  // CHECK: remark: tensor<x4, int>{{$}}
  // CHECK: remark: tensor<x4, ptr<byte>>{{$}}
  // CHECK: remark: tensor<x4, byte>{{$}}
  %pa = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%p, %a) : (!Ptr, !Tensor) -> !Tensor
  %bytes = cm.invoke "io.github.cm2tt.lang.Triton::load(java.lang.Number):io.github.cm2tt.lang.Tensor"(%pa) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %d0 = cm.invoke "io.github.cm2tt.lang.Triton::sub(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%bytes, %i) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, long>{{$}}
  %d1 = cm.invoke "io.github.cm2tt.lang.Triton::sub(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%bytes, %l) : (!Tensor, i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, byte>{{$}}
  %d2 = cm.invoke "io.github.cm2tt.lang.Triton::mul(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%bytes, %b) : (!Tensor, i8) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u32>{{$}}
  %d3 = cm.invoke "io.github.cm2tt.lang.Triton::mul(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%bytes, %u) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, short>{{$}}
  %d4 = cm.invoke "io.github.cm2tt.lang.Triton::div(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%bytes, %s) : (!Tensor, i16) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, long>{{$}}
  %d5 = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%a, %l) : (!Tensor, i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, ptr<u8>>{{$}}
  %qa = cm.invoke "io.github.cm2tt.lang.Triton::add(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%q, %a) : (!Ptr, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u8>{{$}}
  %unsigned = cm.invoke "io.github.cm2tt.lang.Triton::load(java.lang.Number):io.github.cm2tt.lang.Tensor"(%qa) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %d6 = cm.invoke "io.github.cm2tt.lang.Triton::sub(java.lang.Number, java.lang.Number):io.github.cm2tt.lang.Tensor"(%unsigned, %i) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %n = cm.mul %i, %4 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %e = cm.eq %i, %4 : i32, i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %c = cm.conv %i : i32 to i64
  cm.return
}
}
