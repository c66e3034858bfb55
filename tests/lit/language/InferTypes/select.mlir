// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Values are promoted; bf16 is compared as float.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i32", "u32", "fp16", "bf16", "fp32", "*fp32"]} {
cm.func "k" body (%t: i1, %n: i32, %u: i32, %h: f16, %b: bf16, %f: f32, %p: !Ptr) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %c = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0.5>{{$}}
  %d = cm.constant 0.5 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<PropagateNan, cALL>{{$}}
  %nan = cm.field.load "oracle.code.triton.PropagateNan::ALL:oracle.code.triton.PropagateNan" : () -> !cm.java<"oracle.code.triton.PropagateNan">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Number, cnull>{{$}}
  %null = cm.constant #cm.null -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%t, %n, %f) : (i1, i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %h, %d) : (i32, f16, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<float>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%t, %p, %p) : (i1, !Ptr, !Ptr) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %c) : (bf16, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::minimum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%h, %d, %nan) : (f16, f64, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::minimum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %h, %null) : (f32, f16, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %d, %c) : (f32, f64, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %c, %c) : (i32, i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b, %b, %nan) : (bf16, bf16, bf16, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  cm.return
}
}

// -----

// Shapes broadcast, the condition's too.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "fp32", 8, 4]} {
cm.func "k" body (%t: i1, %f: f32, %C: i32, %D: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %C) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %b = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %D) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %e = cm.invoke "oracle.code.triton.Triton::expand(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %0) : (!Num, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x1, int>{{$}}
  %x = cm.invoke "oracle.code.triton.Triton::expand(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %1) : (!Num, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x4, boolean>{{$}}
  %m = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%x, %e) : (!Num, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x4, float>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%m, %f, %C) : (!Num, f32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%t, %a, %C) : (i1, !Num, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x4, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%x, %b) : (!Num, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, x4, float>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%x, %b, %f) : (!Num, !Num, f32) -> !Num
  cm.return
}
}

// -----

// Constants fold; NaN is passed over unless it is asked for.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [3, 5]} {
cm.func "k" body (%a: i32, %b: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %t = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %f = cm.constant 2.5 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0>{{$}}
  %z = cm.constant 0.0 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, cNaN>{{$}}
  %nan = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%z, %z) : (f32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<PropagateNan, cALL>{{$}}
  %all = cm.field.load "oracle.code.triton.PropagateNan::ALL:oracle.code.triton.PropagateNan" : () -> !cm.java<"oracle.code.triton.PropagateNan">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<PropagateNan, cNONE>{{$}}
  %none = cm.field.load "oracle.code.triton.PropagateNan::NONE:oracle.code.triton.PropagateNan" : () -> !cm.java<"oracle.code.triton.PropagateNan">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c3>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%t, %a, %f) : (i1, i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c5>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%z, %a, %b) : (f32, i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c5>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::minimum(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%nan, %f) : (!Num, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%nan, %f, %none) : (!Num, f32, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, cNaN>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%nan, %f, %all) : (!Num, f32, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%b, %z, %f) : (i32, f32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%nan, %f, %a) : (!Num, f32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, cNaN>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%nan, %f, %a, %all) : (!Num, f32, i32, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  cm.return
}
}
