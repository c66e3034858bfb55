// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// One condition for all elements remains a scalar.
// CHECK-LABEL: tt.func public @where(
// CHECK-SAME:  %[[P0:[^:]+]]: i1,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32,
// CHECK-SAME:  %[[P3:[^:]+]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[P0]], %[[P2]], %[[V1]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi ne, %[[P1]], %[[V3]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.select %[[V4]], %[[P3]], %[[P3]] : !tt.ptr<f32>
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.select %[[P0]], %[[V0]], %[[V6]] : tensor<4xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi slt, %[[V0]], %[[V8]] : tensor<4xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.splat %[[P2]] : f32 -> tensor<4xf32>
// CHECK-NEXT: %[[V11:.+]] = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V9]], %[[V10]], %[[V11]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i32", "fp32", "*fp32", 4]} {
cm.func "where" body (%t: i1, %n: i32, %f: f32, %p: !Ptr, %C: i32) -> none {
  %0 = cm.constant 0 : i32
  %c1 = cm.constant 1 : i32
  %d = cm.constant -1.0 : f64
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %C) : (i32, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%t, %f, %d) : (i1, f32, f64) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %p, %p) : (i32, !Ptr, !Ptr) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%t, %a, %n) : (i1, !Num, i32) -> !Num
  %m = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %n) : (!Num, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::where(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%m, %f, %c1) : (!Num, f32, i32) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @extremes(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: bf16,
// CHECK-SAME:  %[[P3:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.maxnumf %[[P3]], %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.maximumf %[[P3]], %[[P3]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.minnumf %[[P3]], %[[P3]] : f32
// CHECK-NEXT: %[[V4:.+]] = arith.minimumf %[[P3]], %[[P3]] : f32
// CHECK-NEXT: %[[V5:.+]] = arith.extf %[[P2]] : bf16 to f32
// CHECK-NEXT: %[[V6:.+]] = arith.extf %[[P2]] : bf16 to f32
// CHECK-NEXT: %[[V7:.+]] = arith.maxnumf %[[V5]], %[[V6]] : f32
// CHECK-NEXT: %[[V8:.+]] = arith.maxsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.minui %[[P1]], %[[P1]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "bf16", "fp32"]} {
cm.func "extremes" body (%n: i32, %u: i32, %b: bf16, %f: f32) -> none {
  %all = cm.field.load "oracle.code.triton.PropagateNan::ALL:oracle.code.triton.PropagateNan" : () -> !cm.java<"oracle.code.triton.PropagateNan">
  %z = cm.constant 0.0 : f32
  %1 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %z) : (f32, f32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f, %all) : (f32, f32, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::minimum(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::minimum(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f, %all) : (f32, f32, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b) : (bf16, bf16) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::maximum(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %7 = cm.invoke "oracle.code.triton.Triton::minimum(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (i32, i32) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @clamp(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = tt.clampf %[[P2]], %[[V0]], %[[V1]], propagateNan = none : f32
// CHECK-NEXT: %[[V3:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V4:.+]] = tt.clampf %[[P2]], %[[V3]], %[[P2]], propagateNan = all : f32
// CHECK-NEXT: %[[V5:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.maxsi %[[P0]], %[[V5]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.minsi %[[V6]], %[[P0]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.maxui %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.minui %[[V8]], %[[P1]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "fp32"]} {
cm.func "clamp" body (%n: i32, %u: i32, %f: f32) -> none {
  %all = cm.field.load "oracle.code.triton.PropagateNan::ALL:oracle.code.triton.PropagateNan" : () -> !cm.java<"oracle.code.triton.PropagateNan">
  %z = cm.constant 0.0 : f32
  %o = cm.constant 1 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %z, %o) : (f32, f32, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %z, %f, %all) : (f32, f32, f32, !cm.java<"oracle.code.triton.PropagateNan">) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %o, %n) : (i32, i32, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::clamp(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u, %u) : (i32, i32, i32) -> !Num
  cm.return
}
}
