// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// What is loaded has the pointer's element type and all operands' shape.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
module attributes {cm.signature = ["*fp32", "*u8", "*i1", "i1", "u32", 4, 8]} {
cm.func "k" body (%p: !Ptr, %q: !Ptr, %b: !Ptr, %m: i1, %u: i32, %c4: i32, %c8: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.5>{{$}}
  %h = cm.constant 5.000000e-01 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %x = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %y = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, int>{{$}}
  %z = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%y, %1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, ptr<float>>{{$}}
  %ps = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %x) : (!Ptr, !Tensor) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<CompareKind, cEqual>{{$}}
  %k = cm.field.load "oracle.code.triton.Triton$CompareKind::Equal:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, boolean>{{$}}
  %zm = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%z, %0, %k) : (!Tensor, i32, !Kind) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %m) : (!Ptr, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%ps, %m) : (!Num, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%ps, %zm) : (!Num, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%ps, %m, %h) : (!Num, i1, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%ps, %m, %2) : (!Num, i1, !Tensor) -> !Tensor
  // A constant has the element type if it is a number at all.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%q, %m, %h) : (!Ptr, i1, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%b, %m, %0) : (!Ptr, i1, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %h, %m) : (!Ptr, f32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%ps, %1, %m) : (!Num, i32, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%ps, %2, %m) : (!Num, !Tensor, i1) -> ()
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%b, %8, %8) : (!Ptr, !Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// Integers of either sign are stored through one pointer.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32", "i1", "u32"]} {
cm.func "k" body (%p: !Ptr, %m: i1, %u: i32) -> none {
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%p, %u, %m) : (!Ptr, i32, i1) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%p, %m, %u) : (!Ptr, i1, i32) -> !Tensor
  cm.return
}
}
