// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The class decides.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "fp32", "fp16", "*fp32"]} {
cm.func "k" body (%n: i32, %f: f32, %h: f16, %p: !Ptr) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cu8>{{$}}
  %cu = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cbf16>{{$}}
  %cb = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp8e4nv>{{$}}
  %ce = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp8e5>{{$}}
  %cg = cm.constant !cm.java<"oracle.code.triton.Float8E5M2"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cint>{{$}}
  %ci = cm.constant i32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cboolean>{{$}}
  %ct = cm.constant i1 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<Rounding, cRTZ>{{$}}
  %z = cm.field.load "oracle.code.triton.Rounding::RTZ:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Number, cnull>{{$}}
  %null = cm.constant #cm.null -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cu, %f) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cb, %n) : (!Class, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp8e4nv{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ce, %f, %z) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp8e5{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cg, %h) : (!Class, f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ct, %f, %null) : (!Class, f32, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%ci, %f) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: bf16{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cb, %h) : (!Class, f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: ptr<int>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%ci, %p) : (!Class, !Ptr) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %8 = cm.invoke "java.lang.Float::floatToRawIntBits(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %9 = cm.invoke "java.lang.Float::intBitsToFloat(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  cm.return
}
}

// -----

// Constants fold; 8-bit numbers saturate.
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [300, -1]} {
cm.func "k" body (%n: i32, %m: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c1>{{$}}
  %f = cm.constant 1.0 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c1.0E+6>{{$}}
  %big = cm.constant 1.0e+06 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0.300000012>{{$}}
  %third = cm.constant 0.3 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cu8>{{$}}
  %cu = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cu64>{{$}}
  %cl = cm.constant !cm.java<"oracle.code.triton.UInt64"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp8e4nv>{{$}}
  %ce = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfp16>{{$}}
  %ch = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cint>{{$}}
  %ci = cm.constant i32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<java.lang.Class, cfloat>{{$}}
  %cf = cm.constant f32 -> !Class
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<Rounding, cRTZ>{{$}}
  %z = cm.field.load "oracle.code.triton.Rounding::RTZ:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<Rounding, cRTNE>{{$}}
  %e = cm.field.load "oracle.code.triton.Rounding::RTNE:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u8, c44>{{$}}
  %0 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cu, %n) : (!Class, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<u64, c18446744073709551615>{{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cl, %m) : (!Class, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp8e4nv, c448>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%ce, %big) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c0.30005>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %third) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c0.30005>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %third, %e) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c0.2998>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %third, %z) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1065353216>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%ci, %f) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c1>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cf, %6) : (!Class, !Num) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1065353216>{{$}}
  %8 = cm.invoke "java.lang.Float::floatToRawIntBits(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c+Inf>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %big) : (!Class, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<fp16, c65504>{{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %big, %z) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  cm.return
}
}
