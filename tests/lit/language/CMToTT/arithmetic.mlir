// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Scalars are splat, tiles broadcast; constants have the tile's type at once.
// CHECK-LABEL: tt.func public @tiles(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P0]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.addi %[[V0]], %[[V2]] : tensor<4xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<8> : tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.subi %[[CST]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.expand_dims %[[V0]] {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.broadcast %[[V5]] : tensor<4x1xi32> -> tensor<4x8xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.expand_dims %[[V1]] {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.broadcast %[[V7]] : tensor<1x8xi32> -> tensor<4x8xi32>
// CHECK-NEXT: %[[V9:.+]] = arith.muli %[[V6]], %[[V8]] : tensor<4x8xi32>
// CHECK-NEXT: %[[V10:.+]] = arith.divsi %[[V0]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[V11:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V12:.+]] = arith.muli %[[V0]], %[[V11]] : tensor<4xi32>
// CHECK-NEXT: %[[V13:.+]] = arith.remsi %[[V0]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[U:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V14:.+]] = arith.remui %[[V12]], %[[U]] : tensor<4xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<8> : tensor<4xi32>
// CHECK-NEXT: %[[V15:.+]] = arith.andi %[[V0]], %[[CST_0]] : tensor<4xi32>
// CHECK-NEXT: %[[V16:.+]] = arith.divf %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V17:.+]] = arith.remf %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[C8_I32:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V18:.+]] = arith.subi %[[C8_I32]], %[[C1_I32]] : i32
// CHECK-NEXT: %[[V19:.+]] = arith.addi %[[P0]], %[[V18]] : i32
// CHECK-NEXT: %[[V20:.+]] = arith.divsi %[[V19]], %[[C8_I32]] : i32
// CHECK-NEXT: %[[C1_I32_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V21:.+]] = arith.subi %[[P1]], %[[C1_I32_1]] : i32
// CHECK-NEXT: %[[V22:.+]] = arith.addi %[[P1]], %[[V21]] : i32
// CHECK-NEXT: %[[V23:.+]] = arith.divui %[[V22]], %[[P1]] : i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "fp32", 4, 8]} {
cm.func "tiles" body (%n: i32, %u: i32, %f: f32, %c4: i32, %c8: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %n) : (!Tensor, i32) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%c8, %a) : (i32, !Tensor) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %1) : (!Tensor, i32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%4, %b) : (!Tensor, !Tensor) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %a) : (!Tensor, !Tensor) -> !Num
  %7 = cm.invoke "oracle.code.triton.Triton::mul(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %u) : (!Tensor, i32) -> !Num
  %8 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %a) : (!Tensor, !Tensor) -> !Num
  %9 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%7, %u) : (!Num, i32) -> !Num
  %10 = cm.invoke "oracle.code.triton.Triton::and(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %c8) : (!Tensor, i32) -> !Num
  %11 = cm.invoke "oracle.code.triton.Triton::div(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  %12 = cm.invoke "oracle.code.triton.Triton::mod(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  %13 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%n, %c8) : (i32, i32) -> i32
  %14 = cm.invoke "oracle.code.triton.Triton::cdiv(java.lang.Number, java.lang.Number):int"(%u, %u) : (i32, i32) -> i32
  cm.return
}
}

// -----

// Unsigned offsets are widened, since tt.addptr reads them as signed.
// CHECK-LABEL: tt.func public @add_pointer(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i32,
// CHECK-SAME:  %[[P3:[^:]+]]: i64,
// CHECK-SAME:  %[[P4:[^:]+]]: i64)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.addptr %[[P0]], %[[P1]] : !tt.ptr<f32>, i32
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
// CHECK-NEXT: %[[V3:.+]] = tt.addptr %[[V2]], %[[V0]] : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.extui %[[P2]] : i32 to i64
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[V4]] : i64 -> tensor<4xi64>
// CHECK-NEXT: %[[V6:.+]] = tt.addptr %[[V3]], %[[V5]] : tensor<4x!tt.ptr<f32>>, tensor<4xi64>
// CHECK-NEXT: %[[V7:.+]] = tt.addptr %[[P0]], %[[P3]] : !tt.ptr<f32>, i64
// CHECK-NEXT: %[[V8:.+]] = tt.addptr %[[P0]], %[[P4]] : !tt.ptr<f32>, i64
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V9:.+]] = tt.addptr %[[P0]], %[[C4_I32]] : !tt.ptr<f32>, i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32", "i32", "u32", "i64", "u64", 4]} {
cm.func "add_pointer" body (%p: !Ptr, %n: i32, %u: i32, %l: i64, %v: i64, %c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %n) : (!Ptr, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %p) : (!Tensor, !Ptr) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%2, %u) : (!Num, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %l) : (!Ptr, i64) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %v) : (!Ptr, i64) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %c4) : (!Ptr, i32) -> !Num
  cm.return
}
}

// -----

// A pointer less an integer adds its negation, in 64 bits.
// CHECK-LABEL: tt.func public @sub_pointer(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i32,
// CHECK-SAME:  %[[P3:[^:]+]]: i64)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = arith.extsi %[[P1]] : i32 to i64
// CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V2:.+]] = arith.subi %[[C0_I64]], %[[V1]] : i64
// CHECK-NEXT: %[[V3:.+]] = tt.addptr %[[P0]], %[[V2]] : !tt.ptr<f32>, i64
// CHECK-NEXT: %[[V4:.+]] = arith.extsi %[[V0]] : tensor<4xi32> to tensor<4xi64>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<4xi64>
// CHECK-NEXT: %[[V5:.+]] = arith.subi %[[CST]], %[[V4]] : tensor<4xi64>
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
// CHECK-NEXT: %[[V7:.+]] = tt.addptr %[[V6]], %[[V5]] : tensor<4x!tt.ptr<f32>>, tensor<4xi64>
// CHECK-NEXT: %[[V8:.+]] = arith.extui %[[P2]] : i32 to i64
// CHECK-NEXT: %[[C0_I64_0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V9:.+]] = arith.subi %[[C0_I64_0]], %[[V8]] : i64
// CHECK-NEXT: %[[V10:.+]] = tt.splat %[[V9]] : i64 -> tensor<4xi64>
// CHECK-NEXT: %[[V11:.+]] = tt.addptr %[[V7]], %[[V10]] : tensor<4x!tt.ptr<f32>>, tensor<4xi64>
// CHECK-NEXT: %[[C0_I64_1:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V12:.+]] = arith.subi %[[C0_I64_1]], %[[P3]] : i64
// CHECK-NEXT: %[[V13:.+]] = tt.addptr %[[P0]], %[[V12]] : !tt.ptr<f32>, i64
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32", "i32", "u32", "i64", 4]} {
cm.func "sub_pointer" body (%p: !Ptr, %n: i32, %u: i32, %l: i64, %c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %n) : (!Ptr, i32) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %a) : (!Ptr, !Tensor) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%2, %u) : (!Num, i32) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::sub(java.lang.Number, java.lang.Number):java.lang.Number"(%p, %l) : (!Ptr, i64) -> !Num
  cm.return
}
}
