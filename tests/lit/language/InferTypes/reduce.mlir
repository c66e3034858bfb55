// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The axis is dropped, or kept with extent 1; without one all are reduced.
// Integers narrower than 32 bits are widened.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = [4]} {
cm.func "k" body (%c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %b = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %u = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
  %t = cm.constant i1 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %m1 = cm.constant -1 : i32
  %c8 = cm.constant 8 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x8, float>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%x, %0, %true) : (!Tensor, i32, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::prod(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%2, %m1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, fp16>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::prod(oracle.code.triton.Tensor, int, boolean, java.lang.Class):oracle.code.triton.Tensor"(%x, %m1, %true, %h) : (!Tensor, i32, i1, !Class) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int, java.lang.Class):oracle.code.triton.Tensor"(%x, %m1, %h) : (!Tensor, i32, !Class) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %xh = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %c4) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, bf16>{{$}}
  %xb = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %c4) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u8>{{$}}
  %xu = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u, %c4) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, boolean>{{$}}
  %xt = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xh, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xb, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xu, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xt, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::max(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xh, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, int>{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::min(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%xu, %0, %true) : (!Tensor, i32, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::xorSum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xu, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::reduceOr(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%xt) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::reduceAnd(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%xt) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %17 = cm.invoke "oracle.code.triton.Triton::cumsum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xb, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u32>{{$}}
  %18 = cm.invoke "oracle.code.triton.Triton::cumsum(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%xu, %0, %true) : (!Tensor, i32, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u8>{{$}}
  %19 = cm.invoke "oracle.code.triton.Triton::cumprod(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xu, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %20 = cm.invoke "oracle.code.triton.Triton::cumprod(oracle.code.triton.Tensor, int, boolean, java.lang.Class):oracle.code.triton.Tensor"(%xh, %m1, %true, %f) : (!Tensor, i32, i1, !Class) -> !Tensor
  cm.return
}
}

// -----

// Extrema with their indices.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = [4]} {
cm.func "k" body (%c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %b = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, bf16>{{$}}
  %y = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %c4) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::argmin(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%x, %1, %true) : (!Tensor, i32, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(tensor<x8, float> value, tensor<x8, int> index){{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::maxWithIndices(oracle.code.triton.Tensor, int):oracle.code.triton.Triton$ValueIndex"(%x, %0) : (!Tensor, i32) -> !ValueIndex
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ValueIndex(float value, int index){{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::minWithIndices(oracle.code.triton.Tensor, int):oracle.code.triton.Triton$ValueIndex"(%y, %0) : (!Tensor, i32) -> !ValueIndex
  cm.return
}
}
