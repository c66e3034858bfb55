// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Program ids, and a range whose bounds are computed while compiling.
// CHECK-LABEL: tt.func public @creation(
// CHECK-SAME:  %[[P0:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.get_program_id x : i32
// CHECK-NEXT: %[[V1:.+]] = tt.get_program_id y : i32
// CHECK-NEXT: %[[V2:.+]] = tt.get_program_id z : i32
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 32 : i32, start = 16 : i32} : tensor<16xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = [4, "i32"]} {
cm.func "creation" body (%c4: i32, %n: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %2 = cm.constant 2 : i32
  %p0 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> i32
  %p1 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%1) : (i32) -> i32
  %p2 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%2) : (i32) -> i32
  %3 = cm.mul %c4, %c4 : i32
  %4 = cm.sub %3, %c4 : i32
  %5 = cm.add %4, %c4 : i32
  %6 = cm.lshl %5, %1 : i32, i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%5, %6) : (i32, i32) -> !Tensor
  cm.return
}
}

// -----

// Zeros of all classes.
// CHECK-LABEL: tt.func public @zeros(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf16>
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant dense<false> : tensor<8xi1>
// CHECK-NEXT: %[[CST_3:.+]] = arith.constant dense<0> : tensor<8xi64>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!F16 = !cm.java<"oracle.code.triton.Float16">
module attributes {cm.signature = [4, 8]} {
cm.func "zeros" body (%m: i32, %n: i32) -> none {
  %f = cm.constant f32 -> !Class
  %h = cm.constant !F16 -> !Class
  %b = cm.constant i1 -> !Class
  %l = cm.constant i64 -> !Class
  %0 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %n) : (!Class, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %m, %n) : (!Class, i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %n) : (!Class, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %n) : (!Class, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%l, %n) : (!Class, i32) -> !Tensor
  cm.return
}
}

// -----

// Types of tiles are no operations.
// CHECK-LABEL: tt.func public @broadcasts(
// CHECK-SAME:  %[[P0:[^:]+]]: f32,
// CHECK-SAME:  %[[P1:[^:]+]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.expand_dims %[[V0]] {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.expand_dims %[[V0]] {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[P0]] : f32 -> tensor<4x8xf32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[P1]] : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V6:.+]] = tt.expand_dims %[[V3]] {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.broadcast %[[V6]] : tensor<1x8xi32> -> tensor<4x8xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<4> : tensor<8xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.broadcast %[[V2]] : tensor<4x1xi32> -> tensor<4x8xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!TensorType = !cm.java<"oracle.code.triton.TensorType">
module attributes {cm.signature = ["fp32", "*fp32", 4, 8]} {
cm.func "broadcasts" body (%f: f32, %p: !Ptr, %c4: i32, %c8: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %1) : (!Tensor, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %ta = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%4) : (!Tensor) -> !TensorType
  %tb = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%b) : (!Tensor) -> !TensorType
  %tj = cm.invoke "oracle.code.triton.Triton::joinShape(oracle.code.triton.TensorType, oracle.code.triton.TensorType):oracle.code.triton.TensorType"(%ta, %tb) : (!TensorType, !TensorType) -> !TensorType
  %6 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%f, %tj) : (f32, !TensorType) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%p, %tb) : (!Ptr, !TensorType) -> !Tensor
  %8 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%b, %tj) : (!Tensor, !TensorType) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%c4, %tb) : (i32, !TensorType) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%4, %tj) : (!Tensor, !TensorType) -> !Tensor
  cm.return
}
}

// -----

// Triton.compare on either side, with all kinds.
// CHECK-LABEL: tt.func public @compare(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[V0]], %[[V1]] : tensor<4xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P0]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi ne, %[[V3]], %[[V0]] : tensor<4xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<4> : tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi slt, %[[V0]], %[[CST]] : tensor<4xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[P1]] : i32 -> tensor<4xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi ult, %[[V0]], %[[V6]] : tensor<4xi32>
// CHECK-NEXT: %[[V8:.+]] = arith.cmpi sle, %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi ugt, %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpf oeq, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V11:.+]] = arith.cmpf une, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V12:.+]] = arith.cmpf oge, %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V13:.+]] = tt.splat %[[V8]] : i1 -> tensor<4xi1>
// CHECK-NEXT: %[[V14:.+]] = arith.cmpi ult, %[[V2]], %[[V13]] : tensor<4xi1>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
module attributes {cm.signature = ["i32", "u32", "fp32", 4]} {
cm.func "compare" body (%n: i32, %u: i32, %f: f32, %c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %eq = cm.field.load "oracle.code.triton.Triton$CompareKind::Equal:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %ne = cm.field.load "oracle.code.triton.Triton$CompareKind::NotEqual:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %lt = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %le = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThanOrEqual:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %gt = cm.field.load "oracle.code.triton.Triton$CompareKind::GreaterThan:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %ge = cm.field.load "oracle.code.triton.Triton$CompareKind::GreaterThanOrEqual:oracle.code.triton.Triton$CompareKind" : () -> !Kind
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%a, %n, %eq) : (!Tensor, i32, !Kind) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%n, %a, %ne) : (i32, !Tensor, !Kind) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%a, %c4, %lt) : (!Tensor, i32, !Kind) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%a, %u, %lt) : (!Tensor, i32, !Kind) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%n, %n, %le) : (i32, i32, !Kind) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%u, %u, %gt) : (i32, i32, !Kind) -> !Tensor
  %7 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%f, %f, %eq) : (f32, f32, !Kind) -> !Tensor
  %8 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%f, %f, %ne) : (f32, f32, !Kind) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%f, %f, %ge) : (f32, f32, !Kind) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::compare(java.lang.Number, java.lang.Number, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%1, %5, %lt) : (!Tensor, !Tensor, !Kind) -> !Tensor
  cm.return
}
}
