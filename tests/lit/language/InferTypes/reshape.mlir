// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Axes count from the first, or from the last if negative.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Number = !cm.java<"java.lang.Number">
module attributes {cm.signature = [4]} {
cm.func "k" body (%c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %m1 = cm.constant -1 : i32
  %m2 = cm.constant -2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, int>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %m1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %m2) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %m2) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, int>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):java.lang.Number"(%6, %0) : (!Tensor, i32) -> !Number
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x1, int>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%6, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::item(oracle.code.triton.Tensor):java.lang.Number"(%8) : (!Tensor) -> !Number
  cm.return
}
}

// -----

// As many elements in another shape.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = [4]} {
cm.func "k" body (%c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %2 = cm.constant 2 : i32
  %8 = cm.constant 8 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x4, float>{{$}}
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %8, %c4) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x4, x4, float>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%x, %2, %c4, %c4) : (!Tensor, i32, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %b = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, boolean, int[]):oracle.code.triton.Tensor"(%x, %true, %c4, %8) : (!Tensor, i1, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x32, float>{{$}}
  %c = cm.invoke "oracle.code.triton.Triton::ravel(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %d = cm.invoke "oracle.code.triton.Triton::trans(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x4, x4, float>{{$}}
  %e = cm.invoke "oracle.code.triton.Triton::trans(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x2, x4, float>{{$}}
  %g = cm.invoke "oracle.code.triton.Triton::trans(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %1, %0, %2) : (!Tensor, i32, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x2, x4, float>{{$}}
  %h = cm.invoke "oracle.code.triton.Triton::permute(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %2, %0, %1) : (!Tensor, i32, i32, i32) -> !Tensor
  cm.return
}
}

// -----

// Missing leading dimensions are added, extents of 1 grow.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["fp32", "*fp32", 4]} {
cm.func "k" body (%f: f32, %p: !Ptr, %c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x4, int>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %2, %c4) : (!Tensor, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x4, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%3, %2, %c4) : (!Tensor, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, float>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::broadcastTo(float, int[]):oracle.code.triton.Tensor"(%f, %2) : (f32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, ptr<float>>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Ptr, int[]):oracle.code.triton.Tensor"(%p, %2) : (!Ptr, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, int>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::broadcastTo(int, int[]):oracle.code.triton.Tensor"(%c4, %2) : (i32, i32) -> !Tensor
  cm.return
}
}
