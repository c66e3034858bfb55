// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The type of the promoted operands; comparisons and logic give truth values.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i32", "u32", "i64", "fp32"]} {
cm.func "k" body (%t: i1, %n: i32, %u: i32, %l: i64, %f: f32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::or(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %l) : (i32, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::xor(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::shl(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %l) : (i32, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::ushr(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%u) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%t) : (i1) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%u) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::umulhi(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %d0 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u, %n) : (i32, i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %d1 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n, %u) : (i32, i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::eq(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::logicalAnd(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::logicalNot(java.lang.Number):java.lang.Number"(%l) : (i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::logicalOr(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %t) : (i1, i1) -> !Num
  cm.return
}
}

// -----

// Constants fold.
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [6, -3]} {
cm.func "k" body (%a: i32, %b: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %t = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %c1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.5>{{$}}
  %f = cm.constant 2.5 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cu32>{{$}}
  %cu = cm.constant !cm.java<"oracle.code.triton.UInt32"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u32, c4294967293>{{$}}
  %u = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cu, %b) : (!Class, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c7>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::or(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %c1) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-5>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::xor(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c12>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::shl(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %c1) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-2>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %c1) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2147483646>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::ushr(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %c1) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u32, c2147483646>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %c1) : (!Num, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-7>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%a) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%t) : (i1) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c3>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%b) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c-2.5>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u32, c4294967290>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::umulhi(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (!Num, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::eq(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %a) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::ne(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::le(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::gt(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::ge(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %a) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %17 = cm.invoke "oracle.code.triton.Triton::logicalAnd(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %18 = cm.invoke "oracle.code.triton.Triton::logicalOr(java.lang.Number, java.lang.Number):java.lang.Number"(%13, %16) : (!Num, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %19 = cm.invoke "oracle.code.triton.Triton::logicalNot(java.lang.Number):java.lang.Number"(%a) : (i32) -> !Num
  cm.return
}
}
