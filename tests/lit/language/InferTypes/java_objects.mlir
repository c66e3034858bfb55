// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// What is known while compiling is compared while compiling.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "*fp32"]} {
cm.func "k" body (%n: i32, %p: !Ptr) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<CompareKind, cLessThan>{{$}}
  %a = cm.field.load "oracle.code.triton.CompareKind::LessThan:oracle.code.triton.CompareKind" : () -> !cm.java<"oracle.code.triton.CompareKind">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<CompareKind, cEqual>{{$}}
  %b = cm.field.load "oracle.code.triton.CompareKind::Equal:oracle.code.triton.CompareKind" : () -> !cm.java<"oracle.code.triton.CompareKind">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfloat>{{$}}
  %f = cm.constant f32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp16>{{$}}
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Number, cnull>{{$}}
  %null = cm.constant #cm.null -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %0 = cm.eq %a, %a : !cm.java<"oracle.code.triton.CompareKind">, !cm.java<"oracle.code.triton.CompareKind">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %1 = cm.eq %a, %b : !cm.java<"oracle.code.triton.CompareKind">, !cm.java<"oracle.code.triton.CompareKind">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %2 = cm.neq %a, %b : !cm.java<"oracle.code.triton.CompareKind">, !cm.java<"oracle.code.triton.CompareKind">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %3 = cm.eq %f, %f : !Class, !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %4 = cm.neq %f, %h : !Class, !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %5 = cm.eq %p, %null : !Ptr, !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %6 = cm.neq %null, %null : !Num, !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %7 = cm.neq %a, %null : !cm.java<"oracle.code.triton.CompareKind">, !Num
  cm.return
}
}
