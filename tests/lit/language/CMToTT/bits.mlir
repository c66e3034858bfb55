// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// CHECK-LABEL: tt.func public @bits(
// CHECK-SAME:  %[[P0:[^:]+]]: i1,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = arith.constant dense<3> : tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = arith.ori %[[V0]], %[[V1]] : tensor<4xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.xori %[[V0]], %[[V3]] : tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V8:.+]] = arith.shli %[[P1]], %[[V7]] : i32
// CHECK-NEXT: %[[V9:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V10:.+]] = arith.constant dense<31> : tensor<4xi32>
// CHECK-NEXT: %[[V11:.+]] = arith.andi %[[V9]], %[[V10]] : tensor<4xi32>
// CHECK-NEXT: %[[V12:.+]] = arith.shrsi %[[V0]], %[[V11]] : tensor<4xi32>
// CHECK-NEXT: %[[V13:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V14:.+]] = arith.andi %[[P2]], %[[V13]] : i32
// CHECK-NEXT: %[[V15:.+]] = arith.shrui %[[P2]], %[[V14]] : i32
// CHECK-NEXT: %[[V16:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V17:.+]] = arith.andi %[[P1]], %[[V16]] : i32
// CHECK-NEXT: %[[V18:.+]] = arith.shrui %[[P1]], %[[V17]] : i32
// CHECK-NEXT: %[[V19:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V20:.+]] = arith.xori %[[P1]], %[[V19]] : i32
// CHECK-NEXT: %[[V21:.+]] = arith.constant true
// CHECK-NEXT: %[[V22:.+]] = arith.xori %[[P0]], %[[V21]] : i1
// CHECK-NEXT: %[[V23:.+]] = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: %[[V24:.+]] = arith.subi %[[V23]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[V25:.+]] = tt.mulhiui %[[P2]], %[[P2]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i32", "u32", 4]} {
cm.func "bits" body (%t: i1, %n: i32, %u: i32, %C: i32) -> none {
  %0 = cm.constant 0 : i32
  %c3 = cm.constant 3 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %C) : (i32, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::or(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %c3) : (!Num, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::xor(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %n) : (!Num, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::shl(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %c3) : (i32, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %n) : (!Num, i32) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (i32, i32) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::ushr(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %7 = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  %8 = cm.invoke "oracle.code.triton.Triton::not(java.lang.Number):java.lang.Number"(%t) : (i1) -> !Num
  %9 = cm.invoke "oracle.code.triton.Triton::neg(java.lang.Number):java.lang.Number"(%a) : (!Num) -> !Num
  %10 = cm.invoke "oracle.code.triton.Triton::umulhi(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (i32, i32) -> !Num
  cm.return
}
}

// -----

// The sign of what is shifted decides, before promotion.
// CHECK-LABEL: tt.func public @signs(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i8)
// CHECK-NEXT: %[[V0:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.andi %[[P1]], %[[V0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.shrsi %[[P0]], %[[V1]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.extui %[[P2]] : i8 to i32
// CHECK-NEXT: %[[V4:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.andi %[[P0]], %[[V4]] : i32
// CHECK-NEXT: %[[V6:.+]] = arith.shrui %[[V3]], %[[V5]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.constant 64 : i32
// CHECK-NEXT: %[[V8:.+]] = arith.constant 31 : i32
// CHECK-NEXT: %[[V9:.+]] = arith.andi %[[P1]], %[[V8]] : i32
// CHECK-NEXT: %[[V10:.+]] = arith.shrui %[[V7]], %[[V9]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "u8"]} {
cm.func "signs" body (%n: i32, %u: i32, %w: i8) -> none {
  %c = cm.constant 64 : i32
  %0 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%w, %n) : (i8, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::shr(java.lang.Number, java.lang.Number):java.lang.Number"(%c, %u) : (i32, i32) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @logic(
// CHECK-SAME:  %[[P0:[^:]+]]: i1,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ne, %[[P1]], %[[V0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.andi %[[P0]], %[[V1]] : i1
// CHECK-NEXT: %[[V3:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpf une, %[[P2]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:.+]] = arith.ori %[[V4]], %[[P0]] : i1
// CHECK-NEXT: %[[V6:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi ne, %[[P1]], %[[V6]] : i32
// CHECK-NEXT: %[[V8:.+]] = arith.constant true
// CHECK-NEXT: %[[V9:.+]] = arith.xori %[[V7]], %[[V8]] : i1
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i1", "i32", "fp32"]} {
cm.func "logic" body (%t: i1, %n: i32, %f: f32) -> none {
  %0 = cm.invoke "oracle.code.triton.Triton::logicalAnd(java.lang.Number, java.lang.Number):java.lang.Number"(%t, %n) : (i1, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::logicalOr(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %t) : (f32, i1) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::logicalNot(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  cm.return
}
}

// -----

// CHECK-LABEL: tt.func public @comparisons(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = arith.cmpf oeq, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf une, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi ult, %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi sle, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi ugt, %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V5:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi sge, %[[P0]], %[[V5]] : i32
// CHECK-NEXT: tt.return
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "fp32"]} {
cm.func "comparisons" body (%n: i32, %u: i32, %f: f32) -> none {
  %c = cm.constant 3 : i32
  %0 = cm.invoke "oracle.code.triton.Triton::eq(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::ne(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::lt(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (i32, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::le(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::gt(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (i32, i32) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::ge(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %c) : (i32, i32) -> !Num
  cm.return
}
}

// -----

// The type of an operand has the sign of its bytes, that of the sum none.
// CHECK-LABEL: tt.func public @dot_products_of_bytes(
// CHECK-SAME:  %[[N:[^:]+]]: i32,
// CHECK-SAME:  %[[U:[^:]+]]: i32)
// CHECK: %[[R:.+]] = tt.make_range
// CHECK: tt.dp4a %[[N]], %[[N]], %[[U]] : i32
// CHECK: tt.dp4a %[[N]], unsigned %[[U]], %[[N]] : i32
// CHECK: tt.dp4a unsigned %[[U]], %[[N]], %[[N]] : i32
// CHECK: tt.dp4a unsigned %[[U]], unsigned %[[U]], %[[N]] : i32
// CHECK: %[[S:.+]] = tt.splat %[[U]] : i32 -> tensor<4xi32>
// CHECK: %[[C:.+]] = arith.constant dense<3> : tensor<4xi32>
// CHECK: tt.dp4a %[[R]], unsigned %[[S]], %[[C]] : tensor<4xi32>
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", 4]} {
cm.func "dot_products_of_bytes" body (%n: i32, %u: i32, %C: i32) -> none {
  %0 = cm.constant 0 : i32
  %c3 = cm.constant 3 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(java.lang.Number, java.lang.Number):java.lang.Number"(%0, %C) : (i32, i32) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n, %u) : (i32, i32, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u, %n) : (i32, i32, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%u, %n, %n) : (i32, i32, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u, %n) : (i32, i32, i32) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::dp4a(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%a, %u, %c3) : (!Num, i32, i32) -> !Num
  cm.return
}
}
