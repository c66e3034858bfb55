// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Scalars, tiles and pointers; shapes broadcast from the last dimension.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "*fp32", 4, 8]} {
cm.func "k" body (%n: i32, %u: i32, %p: !Ptr, %c4: i32, %c8: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %n) : (!Tensor, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%c4, %a) : (i32, !Tensor) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, int>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%5, %b) : (!Tensor, !Tensor) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %5) : (!Tensor, !Tensor) -> !Num
  // An unsigned operand makes the operation unsigned.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u32>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %u) : (!Tensor, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::and(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %n) : (i32, i32) -> !Num
  // A pointer on either side.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<float>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %n) : (!Ptr, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, ptr<float>>{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %p) : (!Tensor, !Ptr) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, ptr<float>>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %6) : (!Ptr, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, ptr<float>>{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%11, %c4) : (!Num, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%n, %c8) : (i32, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %15 = cm.invoke "java.lang.Math::max(int, int):int"(%n, %c8) : (i32, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c4>{{$}}
  %16 = cm.invoke "java.lang.Math::min(int, int):int"(%c4, %c8) : (i32, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c8>{{$}}
  %17 = cm.invoke "java.lang.Math::max(int, int):int"(%c4, %c8) : (i32, i32) -> i32
  cm.return
}
}

// -----

// Constants fold; Java's class of the result says nothing.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [7, -2, 2.5]} {
cm.func "k" body (%a: i32, %b: i32, %f: f32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c5>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c9>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-14>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-3>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c6>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::and(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c6.25>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c7>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%a, %4) : (i32, !Num) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c6.25>{{$}}
  %8 = cm.invoke "java.lang.Math::max(float, float):float"(%f, %6) : (f32, !Num) -> f32
  cm.return
}
}

// -----

// Comparisons give truth values.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Num = !cm.java<"java.lang.Number">
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
module attributes {cm.signature = ["i32", "fp64", 4]} {
cm.func "k" body (%n: i32, %d: f64, %c4: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<CompareKind, cLessThan>{{$}}
  %lt = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<CompareKind, cEqual>{{$}}
  %eq = cm.field.load "oracle.code.triton.Triton$CompareKind::Equal:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, boolean>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%a, %n, %lt) : (!Tensor, i32, !Kind) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%d, %d, %lt) : (f64, f64, !Kind) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%2, %2, %eq) : (!Tensor, !Tensor, !Kind) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%0, %c4, %lt) : (i32, i32, !Kind) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%0, %c4, %eq) : (i32, i32, !Kind) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, boolean>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::and(java.lang.Number, java.lang.Number):java.lang.Number"(%1, %2) : (!Tensor, !Tensor) -> !Num
  cm.return
}
}

// -----

// Conversions of numbers and tiles.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
!Class = !cm.java<"java.lang.Class">
!F16 = !cm.java<"oracle.code.triton.Float16">
module attributes {cm.signature = ["i32", "*bf16", 4]} {
cm.func "k" body (%n: i32, %p: !Ptr, %c4: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfloat>{{$}}
  %f = cm.constant f32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp16>{{$}}
  %h = cm.constant !F16 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %0 = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %0) : (!Ptr, i1) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%f, %1) : (!Class, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, fp16>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%h, %3) : (!Class, !Tensor) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c4>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%f, %c4) : (!Class, i32) -> !Num
  cm.return
}
}
