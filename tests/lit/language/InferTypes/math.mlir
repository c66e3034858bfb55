// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Functions have their operand's type.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "fp16", "bf16", "fp32", "fp64"]} {
cm.func "k" body (%n: i32, %u: i32, %h: f16, %b: bf16, %f: f32, %d: f64) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::sqrt(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::rsqrt(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::exp(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::exp2(java.lang.Number):java.lang.Number"(%b) : (bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::log(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::log2(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::sin(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::cos(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::erf(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::floor(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::ceil(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::sigmoid(java.lang.Number):java.lang.Number"(%b) : (bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::sqrtRn(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%u) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%h, %f, %n) : (f16, f32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %17 = cm.invoke "oracle.code.triton.Triton::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b, %b) : (bf16, bf16, bf16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %18 = cm.invoke "oracle.code.triton.Triton::fdiv(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %h) : (f16, f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %19 = cm.invoke "oracle.code.triton.Triton::fdiv(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %f) : (i32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %20 = cm.invoke "oracle.code.triton.Triton::divRn(java.lang.Number, java.lang.Number):java.lang.Number"(%d, %f) : (f64, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %21 = cm.invoke "oracle.code.triton.Triton::tan(java.lang.Number):java.lang.Number"(%b) : (bf16) -> !Num
  cm.return
}
}

// -----

// Constants fold.
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [-3]} {
cm.func "k" body (%n: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.25>{{$}}
  %q = cm.constant 0.25 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-1.5>{{$}}
  %m = cm.constant -1.5 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.5>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::sqrt(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::rsqrt(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0.22313016014842982>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::exp(java.lang.Number):java.lang.Number"(%m) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c1.18920708>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::exp2(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c-2>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::log2(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c-1.38629436>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::log(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-0.99749498660405444>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::sin(java.lang.Number):java.lang.Number"(%m) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.968912422>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::cos(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-2>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::floor(java.lang.Number):java.lang.Number"(%m) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-1>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::ceil(java.lang.Number):java.lang.Number"(%m) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c3>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.5>{{$}}
  %11 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%m) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-1.875>{{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%q, %m, %m) : (f32, f64, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-0.16666666666666666>{{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::fdiv(java.lang.Number, java.lang.Number):java.lang.Number"(%q, %m) : (f32, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c1>{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::divRn(java.lang.Number, java.lang.Number):java.lang.Number"(%q, %q) : (f32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.5>{{$}}
  %15 = cm.invoke "oracle.code.triton.Triton::sqrtRn(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, cNaN>{{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::sqrt(java.lang.Number):java.lang.Number"(%m) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.276326388>{{$}}
  %17 = cm.invoke "oracle.code.triton.Triton::erf(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.562176526>{{$}}
  %18 = cm.invoke "oracle.code.triton.Triton::sigmoid(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.255341917>{{$}}
  %20 = cm.invoke "oracle.code.triton.Triton::tan(java.lang.Number):java.lang.Number"(%q) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp16>{{$}}
  %ch = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c0.25>{{$}}
  %h = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %q) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c1.1895>{{$}}
  %19 = cm.invoke "oracle.code.triton.Triton::exp2(java.lang.Number):java.lang.Number"(%h) : (!Num) -> !Num
  cm.return
}
}
