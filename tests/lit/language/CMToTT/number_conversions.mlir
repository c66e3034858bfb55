// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// CHECK-LABEL: tt.func public @rounding(
// CHECK-SAME:  %[[P0:[^:]+]]: f32,
// CHECK-SAME:  %[[P1:[^:]+]]: f64,
// CHECK-SAME:  %[[P2:[^:]+]]: f16)
// CHECK-NEXT: %[[V0:.+]] = tt.fp_to_fp %[[P0]], rounding = rtz : f32 -> f16
// CHECK-NEXT: %[[V1:.+]] = arith.truncf %[[P0]] : f32 to f16
// CHECK-NEXT: %[[V2:.+]] = tt.fp_to_fp %[[P0]], rounding = rtne : f32 -> f8E4M3FN
// CHECK-NEXT: %[[V3:.+]] = tt.fp_to_fp %[[P2]], rounding = rtz : f16 -> f8E5M2
// CHECK-NEXT: %[[V4:.+]] = arith.truncf %[[P1]] : f64 to bf16
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32", "fp64", "fp16"]} {
cm.func "rounding" body (%f: f32, %d: f64, %h: f16) -> none {
  %ch = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %ce = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  %cg = cm.constant !cm.java<"oracle.code.triton.Float8E5M2"> -> !Class
  %cb = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %z = cm.field.load "oracle.code.triton.Rounding::RTZ:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
  %e = cm.field.load "oracle.code.triton.Rounding::RTNE:oracle.code.triton.Rounding" : () -> !cm.java<"oracle.code.triton.Rounding">
  %0 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %f, %z) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%ch, %f, %e) : (!Class, f32, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%ce, %f) : (!Class, f32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%cg, %h, %z) : (!Class, f16, !cm.java<"oracle.code.triton.Rounding">) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Number, java.lang.Number):java.lang.Number"(%cb, %d) : (!Class, f64) -> !Num
  cm.return
}
}

// -----

// A sign is no bit: nothing is made.
// CHECK-LABEL: tt.func public @bitcasts(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: f32,
// CHECK-SAME:  %[[P2:[^:]+]]: f16,
// CHECK-SAME:  %[[P3:[^:]+]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.bitcast %[[P0]] : i32 -> f32
// CHECK-NEXT: %[[V2:.+]] = tt.bitcast %[[V0]] : tensor<4xi32> -> tensor<4xf32>
// CHECK-NEXT: %[[V3:.+]] = tt.bitcast %[[P2]] : f16 -> bf16
// CHECK-NEXT: %[[V4:.+]] = tt.bitcast %[[P3]] : !tt.ptr<f32> -> !tt.ptr<i32>
// CHECK-NEXT: %[[V5:.+]] = tt.bitcast %[[P1]] : f32 -> i32
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Class = !cm.java<"java.lang.Class">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "fp32", "fp16", "*fp32", 4]} {
cm.func "bitcasts" body (%n: i32, %f: f32, %h: f16, %p: !Ptr, %C: i32) -> none {
  %0 = cm.constant 0 : i32
  %cf = cm.constant f32 -> !Class
  %cu = cm.constant !cm.java<"oracle.code.triton.UInt32"> -> !Class
  %cb = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %C) : (i32, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cf, %n) : (!Class, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cu, %n) : (!Class, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cf, %a) : (!Class, !Num) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cb, %h) : (!Class, f16) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::bitcast(java.lang.Number, java.lang.Number):java.lang.Number"(%cu, %p) : (!Class, !Ptr) -> !Num
  %6 = cm.invoke "java.lang.Float::floatToRawIntBits(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  cm.return
}
}

// -----

// As Java's casts: saturating.
// CHECK-LABEL: tt.func public @unboxing(
// CHECK-SAME:  %[[P0:[^:]+]]: f16,
// CHECK-SAME:  %[[P1:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = arith.extf %[[P0]] : f16 to f32
// CHECK-NEXT: %[[V1:.+]] = arith.sitofp %[[P1]] : i32 to f64
// CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[P1]] : i32 to i8
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp16", "i32"]} {
cm.func "unboxing" body (%h: f16, %n: i32) -> none {
  %0 = cm.invoke "java.lang.Number::floatValue(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  %1 = cm.invoke "java.lang.Number::doubleValue(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  %2 = cm.invoke "java.lang.Number::byteValue(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  %3 = cm.invoke "java.lang.Number::intValue(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @saturating(
// CHECK-SAME:  %[[P0:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = arith.fptosi %[[P0]] : f32 to i32
// CHECK-NEXT: %[[V1:.+]] = arith.constant 2.14748365E+9 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf oge, %[[P0]], %[[V1]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V2]], %[[V3]], %[[V0]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.constant -2.14748365E+9 : f32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpf olt, %[[P0]], %[[V5]] : f32
// CHECK-NEXT: %[[V7:.+]] = arith.constant -2147483648 : i32
// CHECK-NEXT: %[[V8:.+]] = arith.select %[[V6]], %[[V7]], %[[V4]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpf uno, %[[P0]], %[[V9]] : f32
// CHECK-NEXT: %[[V11:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V10]], %[[V11]], %[[V8]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32"]} {
cm.func "saturating" body (%f: f32) -> none {
  %0 = cm.invoke "java.lang.Float::intValue(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  cm.return
}
}
