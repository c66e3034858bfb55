// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Operands are converted before they are broadcast; constants have the type at once.
// CHECK-LABEL: tt.func public @casts(
// CHECK-SAME:  %[[P0:[^:]+]]: f16,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32,
// CHECK-SAME:  %[[P3:[^:]+]]: i32,
// CHECK-SAME:  %[[P4:[^:]+]]: i64)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = arith.sitofp %[[V0]] : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P2]] : f32 -> tensor<4xf32>
// CHECK-NEXT: %[[V3:.+]] = arith.addf %[[V1]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:.+]] = arith.sitofp %[[P1]] : i32 to f16
// CHECK-NEXT: %[[V5:.+]] = arith.mulf %[[P0]], %[[V4]] : f16
// CHECK-NEXT: %[[V6:.+]] = arith.extf %[[P0]] : f16 to f32
// CHECK-NEXT: %[[V7:.+]] = arith.extf %[[P0]] : f16 to f32
// CHECK-NEXT: %[[V8:.+]] = arith.divf %[[V6]], %[[V7]] : f32
// CHECK-NEXT: %[[V9:.+]] = arith.constant 2.500000e+00 : f16
// CHECK-NEXT: %[[V10:.+]] = arith.subf %[[P0]], %[[V9]] : f16
// CHECK-NEXT: %[[V11:.+]] = arith.cmpi ult, %[[P3]], %[[P1]] : i32
// CHECK-NEXT: %[[V12:.+]] = arith.extsi %[[V0]] : tensor<4xi32> to tensor<4xi64>
// CHECK-NEXT: %[[V13:.+]] = tt.splat %[[P4]] : i64 -> tensor<4xi64>
// CHECK-NEXT: %[[V14:.+]] = arith.addi %[[V12]], %[[V13]] : tensor<4xi64>
// CHECK-NEXT: %[[V15:.+]] = arith.extf %[[P0]] : f16 to f32
// CHECK-NEXT: %[[V16:.+]] = arith.constant 4.000000e+00 : f32
// CHECK-NEXT: %[[V17:.+]] = arith.remf %[[V15]], %[[V16]] : f32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp16", "i32", "fp32", "u32", "i64", 4]} {
cm.func "casts" body (%h: f16, %n: i32, %f: f32, %u: i32, %l: i64, %C: i32) -> none {
  %0 = cm.constant 0 : i32
  %d = cm.constant 2.5 : f64
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %C) : (i32, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %f) : (!Num, f32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %n) : (f16, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %h) : (f16, f16) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %d) : (f16, f64) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %n) : (i32, i32) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %l) : (!Num, i64) -> !Num
  %7 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%h, %C) : (f16, i32) -> !Num
  cm.return
}
}

// -----

// Floating-point types below float.
// CHECK-LABEL: tt.func public @small(
// CHECK-SAME:  %[[P0:[^:]+]]: f8E5M2,
// CHECK-SAME:  %[[P1:[^:]+]]: f8E4M3FN,
// CHECK-SAME:  %[[P2:[^:]+]]: bf16,
// CHECK-SAME:  %[[P3:[^:]+]]: f16,
// CHECK-SAME:  %[[P4:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.fp_to_fp %[[P0]] : f8E5M2 -> f16
// CHECK-NEXT: %[[V1:.+]] = tt.fp_to_fp %[[P1]] : f8E4M3FN -> f16
// CHECK-NEXT: %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f16
// CHECK-NEXT: %[[V3:.+]] = arith.extf %[[P2]] : bf16 to f32
// CHECK-NEXT: %[[V4:.+]] = arith.truncf %[[V3]] : f32 to f16
// CHECK-NEXT: %[[V5:.+]] = arith.addf %[[V4]], %[[P3]] : f16
// CHECK-NEXT: %[[V6:.+]] = arith.extf %[[P2]] : bf16 to f32
// CHECK-NEXT: %[[V7:.+]] = arith.sitofp %[[P4]] : i32 to f32
// CHECK-NEXT: %[[V8:.+]] = arith.mulf %[[V6]], %[[V7]] : f32
// CHECK-NEXT: %[[V9:.+]] = arith.extf %[[P2]] : bf16 to f32
// CHECK-NEXT: %[[V10:.+]] = arith.extf %[[P2]] : bf16 to f32
// CHECK-NEXT: %[[V11:.+]] = arith.divf %[[V9]], %[[V10]] : f32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp8e5", "fp8e4nv", "bf16", "fp16", "i32"]} {
cm.func "small" body (%e: f8E5M2, %g: f8E4M3FN, %b: bf16, %h: f16, %n: i32) -> none {
  %0 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%e, %g) : (f8E5M2, f8E4M3FN) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %h) : (bf16, f16) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %n) : (bf16, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b) : (bf16, bf16) -> !Num
  cm.return
}
}
