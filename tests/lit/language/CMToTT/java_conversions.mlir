// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Widening follows the sign; char is unsigned.
// CHECK-LABEL: tt.func public @conversions(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i64,
// CHECK-SAME:  %[[P3:[^:]+]]: f32,
// CHECK-SAME:  %[[P4:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[P0]] : i32 to i64
// CHECK-NEXT: %[[V1:.+]] = arith.extui %[[P1]] : i32 to i64
// CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[P2]] : i64 to i32
// CHECK-NEXT: %[[V3:.+]] = arith.trunci %[[P0]] : i32 to i8
// CHECK-NEXT: %[[V4:.+]] = arith.trunci %[[P0]] : i32 to i16
// CHECK-NEXT: %[[V5:.+]] = arith.extui %[[V4]] : i16 to i32
// CHECK-NEXT: %[[V6:.+]] = arith.sitofp %[[P0]] : i32 to f32
// CHECK-NEXT: %[[V7:.+]] = arith.uitofp %[[P1]] : i32 to f32
// CHECK-NEXT: %[[V8:.+]] = arith.uitofp %[[V4]] : i16 to f64
// CHECK-NEXT: %[[V9:.+]] = arith.extf %[[P3]] : f32 to f64
// CHECK-NEXT: %[[V10:.+]] = arith.truncf %[[P4]] : f64 to f32
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32", "u32", "i64", "fp32", "fp64"]} {
cm.func "conversions" body (%i: i32, %u: i32, %l: i64, %f: f32, %d: f64) -> none {
  %0 = cm.conv %i : i32 to i64
  %1 = cm.conv %u : i32 to i64
  %2 = cm.conv %l : i64 to i32
  %3 = cm.conv %i : i32 to i8
  %4 = cm.conv %i : i32 to ui16
  %5 = cm.conv %4 : ui16 to i32
  %6 = cm.conv %i : i32 to f32
  %7 = cm.conv %u : i32 to f32
  %8 = cm.conv %4 : ui16 to f64
  %9 = cm.conv %f : f32 to f64
  %10 = cm.conv %d : f64 to f32
  %11 = cm.conv %i : i32 to i32
  cm.return
}
}

// -----

// A float beyond the ints becomes the nearest int, NaN becomes 0 (JLS 5.1.3).
// CHECK-LABEL: tt.func public @saturate(
// CHECK-SAME:  %[[P0:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = arith.fptosi %[[P0]] : f32 to i32
// CHECK-NEXT: %[[CST:.+]] = arith.constant 2.14748365E+9 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf oge, %[[P0]], %[[CST]] : f32
// CHECK-NEXT: %[[C2147483647_I32:.+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V1]], %[[C2147483647_I32]], %[[V0]] : i32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant -2.14748365E+9 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpf olt, %[[P0]], %[[CST_0]] : f32
// CHECK-NEXT: %[[CM2147483648_I32:.+]] = arith.constant -2147483648 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[CM2147483648_I32]], %[[V2]] : i32
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpf uno, %[[P0]], %[[CST_1]] : f32
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.select %[[V5]], %[[C0_I32]], %[[V4]] : i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["fp32"]} {
cm.func "saturate" body (%f: f32) -> none {
  %0 = cm.conv %f : f32 to i32
  cm.return
}
}

// -----

// To types narrower than int by way of int, to long at once.
// CHECK-LABEL: tt.func public @saturate_wide(
// CHECK-SAME:  %[[P0:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = arith.fptosi %[[P0]] : f64 to i32
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0x41E0000000000000 : f64
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf oge, %[[P0]], %[[CST]] : f64
// CHECK-NEXT: %[[C2147483647_I32:.+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V1]], %[[C2147483647_I32]], %[[V0]] : i32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 0xC1E0000000000000 : f64
// CHECK-NEXT: %[[V3:.+]] = arith.cmpf olt, %[[P0]], %[[CST_0]] : f64
// CHECK-NEXT: %[[CM2147483648_I32:.+]] = arith.constant -2147483648 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[CM2147483648_I32]], %[[V2]] : i32
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %[[V5:.+]] = arith.cmpf uno, %[[P0]], %[[CST_1]] : f64
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.select %[[V5]], %[[C0_I32]], %[[V4]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.trunci %[[V6]] : i32 to i16
// CHECK-NEXT: %[[V8:.+]] = arith.fptosi %[[P0]] : f64 to i64
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant 9.2233720368547758E+18 : f64
// CHECK-NEXT: %[[V9:.+]] = arith.cmpf oge, %[[P0]], %[[CST_2]] : f64
// CHECK-NEXT: %[[C9223372036854775807_I64:.+]] = arith.constant 9223372036854775807 : i64
// CHECK-NEXT: %[[V10:.+]] = arith.select %[[V9]], %[[C9223372036854775807_I64]], %[[V8]] : i64
// CHECK-NEXT: %[[CST_3:.+]] = arith.constant -9.2233720368547758E+18 : f64
// CHECK-NEXT: %[[V11:.+]] = arith.cmpf olt, %[[P0]], %[[CST_3]] : f64
// CHECK-NEXT: %[[CM9223372036854775808_I64:.+]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V11]], %[[CM9223372036854775808_I64]], %[[V10]] : i64
// CHECK-NEXT: %[[CST_4:.+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %[[V13:.+]] = arith.cmpf uno, %[[P0]], %[[CST_4]] : f64
// CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V14:.+]] = arith.select %[[V13]], %[[C0_I64]], %[[V12]] : i64
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["fp64"]} {
cm.func "saturate_wide" body (%f: f64) -> none {
  %0 = cm.conv %f : f64 to ui16
  %1 = cm.conv %f : f64 to i64
  cm.return
}
}
