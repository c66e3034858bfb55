// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Operators on numbers; the sign of a type chooses the operation. Quotients of
// floats are the nearest.
// CHECK-LABEL: tt.func public @straight(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i64,
// CHECK-SAME:  %[[P2:[^:]+]]: f32,
// CHECK-SAME:  %[[P3:[^:]+]]: i1,
// CHECK-SAME:  %[[P4:[^:]+]]: i32,
// CHECK-SAME:  %[[P5:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[P1]], %[[P1]] : i64
// CHECK-NEXT: %[[V2:.+]] = arith.mulf %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.divsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.divui %[[P0]], %[[P4]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.remf %[[P5]], %[[P5]] : f64
// CHECK-NEXT: %[[V6:.+]] = arith.remui %[[P4]], %[[P4]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.andi %[[P3]], %[[P3]] : i1
// CHECK-NEXT: %[[V8:.+]] = arith.ori %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.xori %[[P1]], %[[P1]] : i64
// CHECK-NEXT: %[[V10:.+]] = arith.negf %[[P2]] : f32
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.subi %[[C0_I32]], %[[P0]] : i32
// CHECK-NEXT: %[[CM1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V12:.+]] = arith.xori %[[CM1_I64]], %[[P1]] : i64
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V13:.+]] = arith.xori %[[TRUE]], %[[P3]] : i1
// CHECK-NEXT: %[[V14:.+]] = tt.precise_divf %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V15:.+]] = arith.divf %[[P5]], %[[P5]] : f64
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32", "i64", "fp32", "i1", "u32", "fp64"]} {
cm.func "straight" body (%i: i32, %l: i64, %f: f32, %c: i1, %u: i32, %d: f64) -> none {
  %0 = cm.add %i, %i : i32
  %1 = cm.sub %l, %l : i64
  %2 = cm.mul %f, %f : f32
  %3 = cm.div %i, %i : i32
  %4 = cm.div %i, %u : i32
  %5 = cm.mod %d, %d : f64
  %6 = cm.mod %u, %u : i32
  %7 = cm.and %c, %c : i1
  %8 = cm.or %i, %i : i32
  %9 = cm.xor %l, %l : i64
  %10 = cm.neg %f : f32
  %11 = cm.neg %i : i32
  %12 = cm.compl %l : i64
  %13 = cm.not %c : i1
  %14 = cm.div %f, %f : f32
  %15 = cm.div %d, %d : f64
  cm.return
}
}

// -----

// A distance is brought to the shifted number's type; its low bits count.
// CHECK-LABEL: tt.func public @shifts(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i64,
// CHECK-SAME:  %[[P2:[^:]+]]: i32)
// CHECK-NEXT: %[[C31_I32:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.andi %[[P0]], %[[C31_I32]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.shli %[[P0]], %[[V0]] : i32
// CHECK-NEXT: %[[C31_I32_0:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.andi %[[P0]], %[[C31_I32_0]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.shrsi %[[P0]], %[[V2]] : i32
// CHECK-NEXT: %[[C31_I32_1:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.andi %[[P0]], %[[C31_I32_1]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.shrui %[[P0]], %[[V4]] : i32
// CHECK-NEXT: %[[C31_I32_2:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.andi %[[P0]], %[[C31_I32_2]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.shrui %[[P2]], %[[V6]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.extsi %[[P0]] : i32 to i64
// CHECK-NEXT: %[[C63_I64:.+]] = arith.constant 63 : i64
// CHECK-NEXT: %[[V9:.+]] = arith.andi %[[V8]], %[[C63_I64]] : i64
// CHECK-NEXT: %[[V10:.+]] = arith.shli %[[P1]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.+]] = arith.trunci %[[P1]] : i64 to i32
// CHECK-NEXT: %[[C31_I32_3:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V12:.+]] = arith.andi %[[V11]], %[[C31_I32_3]] : i32
// CHECK-NEXT: %[[V13:.+]] = arith.shli %[[P0]], %[[V12]] : i32
// CHECK-NEXT: %[[V14:.+]] = arith.extui %[[P2]] : i32 to i64
// CHECK-NEXT: %[[C63_I64_4:.+]] = arith.constant 63 : i64
// CHECK-NEXT: %[[V15:.+]] = arith.andi %[[V14]], %[[C63_I64_4]] : i64
// CHECK-NEXT: %[[V16:.+]] = arith.shli %[[P1]], %[[V15]] : i64
// CHECK-NEXT: %[[C33_I32:.+]] = arith.constant 33 : i32
// CHECK-NEXT: %[[C31_I32_5:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V17:.+]] = arith.shli %[[P0]], %[[C1_I32]] : i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32", "i64", "u32"]} {
cm.func "shifts" body (%i: i32, %l: i64, %u: i32) -> none {
  %0 = cm.lshl %i, %i : i32, i32
  %1 = cm.ashr %i, %i : i32, i32
  %2 = cm.lshr %i, %i : i32, i32
  %3 = cm.ashr %u, %i : i32, i32
  %4 = cm.lshl %l, %i : i64, i32
  %5 = cm.lshl %i, %l : i32, i64
  %6 = cm.lshl %l, %u : i64, i32
  %c = cm.constant 33 : i32
  %7 = cm.lshl %i, %c : i32, i32
  cm.return
}
}

// -----

// All six comparisons, of signed and unsigned integers, floats and booleans.
// CHECK-LABEL: tt.func public @comparisons(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32,
// CHECK-SAME:  %[[P3:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ne, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi slt, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi sle, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi sgt, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi sge, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi ult, %[[P1]], %[[P0]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi ule, %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.cmpi ugt, %[[P0]], %[[P1]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi uge, %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpf oeq, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V11:.+]] = arith.cmpf une, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V12:.+]] = arith.cmpf olt, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V13:.+]] = arith.cmpf ole, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V14:.+]] = arith.cmpf ogt, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V15:.+]] = arith.cmpf oge, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V16:.+]] = arith.cmpi eq, %[[P3]], %[[P3]] : i1
// CHECK-NEXT: %[[V17:.+]] = arith.cmpi ne, %[[P3]], %[[P3]] : i1
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32", "u32", "fp32", "i1"]} {
cm.func "comparisons" body (%i: i32, %u: i32, %f: f32, %c: i1) -> none {
  %0 = cm.eq %i, %i : i32, i32
  %1 = cm.neq %i, %i : i32, i32
  %2 = cm.lt %i, %i : i32, i32
  %3 = cm.le %i, %i : i32, i32
  %4 = cm.gt %i, %i : i32, i32
  %5 = cm.ge %i, %i : i32, i32
  %6 = cm.lt %u, %i : i32, i32
  %7 = cm.le %u, %u : i32, i32
  %8 = cm.gt %i, %u : i32, i32
  %9 = cm.ge %u, %u : i32, i32
  %10 = cm.eq %f, %f : f32, f32
  %11 = cm.neq %f, %f : f32, f32
  %12 = cm.lt %f, %f : f32, f32
  %13 = cm.le %f, %f : f32, f32
  %14 = cm.gt %f, %f : f32, f32
  %15 = cm.ge %f, %f : f32, f32
  %16 = cm.eq %c, %c : i1, i1
  %17 = cm.neq %c, %c : i1, i1
  cm.return
}
}
