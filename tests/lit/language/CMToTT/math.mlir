// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// CHECK-LABEL: tt.func public @functions(
// CHECK-SAME:  %[[P0:[^:]+]]: f32,
// CHECK-SAME:  %[[P1:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = math.sqrt %[[P0]] : f32
// CHECK-NEXT: %[[V1:.+]] = math.rsqrt %[[P1]] : f64
// CHECK-NEXT: %[[V2:.+]] = math.exp %[[P0]] : f32
// CHECK-NEXT: %[[V3:.+]] = math.exp2 %[[P0]] : f32
// CHECK-NEXT: %[[V4:.+]] = math.log %[[P0]] : f32
// CHECK-NEXT: %[[V5:.+]] = math.log2 %[[P0]] : f32
// CHECK-NEXT: %[[V6:.+]] = math.sin %[[P0]] : f32
// CHECK-NEXT: %[[V7:.+]] = math.cos %[[P0]] : f32
// CHECK-NEXT: %[[V8:.+]] = math.erf %[[P0]] : f32
// CHECK-NEXT: %[[V9:.+]] = math.floor %[[P0]] : f32
// CHECK-NEXT: %[[V10:.+]] = math.ceil %[[P0]] : f32
// CHECK-NEXT: %[[V11:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V12:.+]] = arith.negf %[[P0]] : f32
// CHECK-NEXT: %[[V13:.+]] = math.exp %[[V12]] : f32
// CHECK-NEXT: %[[V14:.+]] = arith.addf %[[V13]], %[[V11]] : f32
// CHECK-NEXT: %[[V15:.+]] = arith.divf %[[V11]], %[[V14]] : f32
// CHECK-NEXT: %[[V16:.+]] = tt.precise_sqrt %[[P0]] : f32
// CHECK-NEXT: %[[V17:.+]] = math.tan %[[P0]] : f32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32", "fp64"]} {
cm.func "functions" body (%f: f32, %d: f64) -> none {
  %0 = cm.invoke "oracle.code.triton.Triton::sqrt(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::rsqrt(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::exp(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::exp2(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::log(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::log2(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::sin(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %7 = cm.invoke "oracle.code.triton.Triton::cos(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %8 = cm.invoke "oracle.code.triton.Triton::erf(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %9 = cm.invoke "oracle.code.triton.Triton::floor(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %10 = cm.invoke "oracle.code.triton.Triton::ceil(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %11 = cm.invoke "oracle.code.triton.Triton::sigmoid(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %12 = cm.invoke "oracle.code.triton.Triton::sqrtRn(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  %13 = cm.invoke "oracle.code.triton.Triton::tan(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  cm.return
}
}

// -----

// Fp16 and bf16 are computed as float and rounded.
// CHECK-LABEL: tt.func public @narrow(
// CHECK-SAME:  %[[P0:[^:]+]]: f16,
// CHECK-SAME:  %[[P1:[^:]+]]: bf16)
// CHECK-NEXT: %[[V0:.+]] = arith.extf %[[P0]] : f16 to f32
// CHECK-NEXT: %[[V1:.+]] = math.exp %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.truncf %[[V1]] : f32 to f16
// CHECK-NEXT: %[[V3:.+]] = arith.extf %[[P1]] : bf16 to f32
// CHECK-NEXT: %[[V4:.+]] = math.floor %[[V3]] : f32
// CHECK-NEXT: %[[V5:.+]] = arith.truncf %[[V4]] : f32 to bf16
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp16", "bf16"]} {
cm.func "narrow" body (%h: f16, %b: bf16) -> none {
  %0 = cm.invoke "oracle.code.triton.Triton::exp(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::floor(java.lang.Number):java.lang.Number"(%b) : (bf16) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @others(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f16,
// CHECK-SAME:  %[[P3:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = math.absi %[[P0]] : i32
// CHECK-NEXT: %[[V1:.+]] = math.absf %[[P2]] : f16
// CHECK-NEXT: %[[V2:.+]] = arith.extf %[[P2]] : f16 to f32
// CHECK-NEXT: %[[V3:.+]] = arith.sitofp %[[P0]] : i32 to f32
// CHECK-NEXT: %[[V4:.+]] = math.fma %[[P3]], %[[V2]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:.+]] = arith.extf %[[P2]] : f16 to f32
// CHECK-NEXT: %[[V6:.+]] = arith.extf %[[P2]] : f16 to f32
// CHECK-NEXT: %[[V7:.+]] = arith.divf %[[V5]], %[[V6]] : f32
// CHECK-NEXT: %[[V8:.+]] = arith.sitofp %[[P0]] : i32 to f32
// CHECK-NEXT: %[[V9:.+]] = tt.precise_divf %[[P3]], %[[V8]] : f32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "fp16", "fp32"]} {
cm.func "others" body (%n: i32, %u: i32, %h: f16, %f: f32) -> none {
  %0 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%u) : (i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::abs(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %h, %n) : (f32, f16, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::fdiv(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %h) : (f16, f16) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::divRn(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %n) : (f32, i32) -> !Num
  cm.return
}
}
