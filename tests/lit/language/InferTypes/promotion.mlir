// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Run-time operands: floating-point types.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp16", "bf16", "fp32", "fp64", "fp8e5", "fp8e4nv", "i32", "i64"]} {
cm.func "k" body (%h: f16, %b: bf16, %f: f32, %d: f64, %e: f8E5M2, %g: f8E4M3FN, %n: i32, %l: i64) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %d) : (f32, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %f) : (i64, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %b) : (f16, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %h) : (i64, f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b) : (bf16, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %b) : (i32, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%e, %b) : (f8E5M2, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%e, %g) : (f8E5M2, f8E4M3FN) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp8e5{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %e, %e) : (i32, f8E5M2, f8E5M2) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%g, %h) : (f8E4M3FN, f16) -> !Num
  cm.return
}
}

// -----

// Divisions: fp16 and bf16 become float.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp16", "bf16", "i32", "i64", "u32", "u64", "i8"]} {
cm.func "k" body (%h: f16, %b: bf16, %n: i32, %l: i64, %u: i32, %v: i64, %s: i8) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c3>{{$}}
  %c = cm.constant 3 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %h) : (f16, f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b) : (bf16, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %c) : (f16, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %h) : (i32, f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %b) : (f16, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %l) : (i32, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%s, %n) : (i8, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %v) : (i32, i64) -> !Num
  cm.return
}
}

// -----

// Run-time operands: integers.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i8", "i32", "i64", "u8", "u32", "u64"]} {
cm.func "k" body (%t: i1, %s: i8, %n: i32, %l: i64, %w: i8, %u: i32, %v: i64) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%s, %n) : (i8, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %n) : (i64, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %l) : (i32, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%v, %l) : (i64, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%w, %n) : (i8, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%w, %s) : (i8, i8) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %n) : (i1, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %w) : (i1, i8) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::and(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %t) : (i1, i1) -> !Num
  cm.return
}
}

// -----

// A constant takes the type of what it meets.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i8", "i32", "u32", "fp16", "bf16", "fp8e5"]} {
cm.func "k" body (%t: i1, %s: i8, %n: i32, %u: i32, %h: f16, %b: bf16, %e: f8E5M2) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %c1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c1>{{$}}
  %l1 = cm.constant 1 : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.5>{{$}}
  %d = cm.constant 1.5 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>{{$}}
  %true = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: byte{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%s, %c1) : (i8, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%l1, %n) : (i64, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %c1) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %d) : (f16, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%c1, %b) : (i32, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp8e5{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %e, %d) : (i32, f8E5M2, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %true) : (i32, i1) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %c1) : (i1, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%d, %h) : (f64, f16) -> !Num
  cm.return
}
}

// -----

// A constant of a higher kind has a type of its own: the first that has it.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i32", "i64"]} {
cm.func "k" body (%t: i1, %n: i32, %l: i64) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0.10000000000000001>{{$}}
  %d = cm.constant 1.0e-01 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.0000000000000001E+300>{{$}}
  %big = cm.constant 1.0e+300 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c9.9999999999999992E-41>{{$}}
  %tiny = cm.constant 1.0e-40 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %zero = cm.constant 0.0 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c3000000000>{{$}}
  %c3 = cm.constant 3000000000 : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c5000000000>{{$}}
  %c5 = cm.constant 5000000000 : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %d) : (i32, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %big) : (i64, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %tiny) : (i32, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %zero) : (i32, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %c3) : (i1, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %c5) : (i1, i64) -> !Num
  cm.return
}
}

// -----

// Two constants have Java's types.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [7, 2.5]} {
cm.func "k" body (%a: i32, %b: f32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c5>{{$}}
  %l = cm.constant 5 : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0.5>{{$}}
  %d = cm.constant 0.5 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c9.5>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c12>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %l) : (i32, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.25>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %d) : (f32, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.79999995>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, f32) -> !Num
  cm.return
}
}
