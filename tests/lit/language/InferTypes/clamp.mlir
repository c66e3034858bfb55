// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// The type of the bounds; a long is clamped between ints, too. Constants fold.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "i64", "fp32"]} {
cm.func "k" body (%n: i32, %l: i64, %f: f32) -> none {
  %c2 = cm.constant 2 : i32
  %c5 = cm.constant 5 : i32
  %c9 = cm.constant 9 : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.invoke "java.lang.Math::clamp(long, int, int):int"(%l, %n, %c5) : (i64, i32, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %1 = cm.invoke "java.lang.Math::clamp(long, long, long):long"(%l, %l, %c9) : (i64, i64, i64) -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "java.lang.Math::clamp(float, float, float):float"(%f, %f, %f) : (f32, f32, f32) -> f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c5>{{$}}
  %3 = cm.invoke "java.lang.Math::clamp(long, int, int):int"(%c9, %c2, %c5) : (i64, i32, i32) -> i32
  cm.return
}
}
