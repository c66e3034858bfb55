// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Two tiles become one along a new dimension, and two again.
// CHECK-LABEL: tt.func public @join(
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<4> : tensor<4xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.join %[[V0]], %[[C1]] : tensor<4xi32> -> tensor<4x2xi32>
// CHECK-NEXT: %[[V3:.+]], %[[V4:.+]] = tt.split %[[V2]] : tensor<4x2xi32> -> tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.join %[[V0]], %[[V0]] : tensor<4xi32> -> tensor<4x2xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.reshape %[[V5]] : tensor<4x2xi32> -> tensor<8xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
module attributes {cm.signature = [4]} {
cm.func "join" body (%c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %j = cm.invoke "oracle.code.triton.Triton::join(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %c4) : (!Tensor, i32) -> !Tensor
  %s = cm.invoke "oracle.code.triton.Triton::split(oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%j) : (!Tensor) -> !Pair
  %i = cm.invoke "oracle.code.triton.Triton::interleave(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// A scalar is as a tile of one element.
// CHECK-LABEL: tt.func public @join_scalars(
// CHECK-SAME: %[[P0:[^:]+]]: f32
// CHECK-NEXT: %[[V0:.+]] = tt.splat %[[P0]] : f32 -> tensor<1xf32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : f32 -> tensor<1xf32>
// CHECK-NEXT: %[[V2:.+]] = tt.join %[[V0]], %[[V1]] : tensor<1xf32> -> tensor<1x2xf32>
// CHECK-NEXT: %[[V3:.+]] = tt.reshape %[[V2]] : tensor<1x2xf32> -> tensor<2xf32>
// CHECK-NEXT: %[[V4:.+]] = tt.expand_dims %[[V3]] {axis = 0 : i32} : tensor<2xf32> -> tensor<1x2xf32>
// CHECK-NEXT: %[[V5:.+]], %[[V6:.+]] = tt.split %[[V4]] : tensor<1x2xf32> -> tensor<1xf32>
// CHECK-NEXT: %[[V7:.+]] = tt.unsplat %[[V5]] : tensor<1xf32>
// CHECK-NEXT: %[[V8:.+]] = tt.unsplat %[[V6]] : tensor<1xf32>
// CHECK-NEXT: %[[V9:.+]] = tt.splat %[[P0]] : f32 -> tensor<1xf32>
// CHECK-NEXT: %[[V10:.+]] = tt.splat %[[P0]] : f32 -> tensor<1xf32>
// CHECK-NEXT: %[[V11:.+]] = tt.join %[[V9]], %[[V10]] : tensor<1xf32> -> tensor<1x2xf32>
// CHECK-NEXT: %[[V12:.+]] = tt.reshape %[[V11]] : tensor<1x2xf32> -> tensor<2xf32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
module attributes {cm.signature = ["fp32"]} {
cm.func "join_scalars" body (%f: f32) -> none {
  %j = cm.invoke "oracle.code.triton.Triton::join(float, float):oracle.code.triton.Tensor"(%f, %f) : (f32, f32) -> !Tensor
  %s = cm.invoke "oracle.code.triton.Triton::split(oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%j) : (!Tensor) -> !Pair
  %i = cm.invoke "oracle.code.triton.Triton::interleave(float, float):oracle.code.triton.Tensor"(%f, %f) : (f32, f32) -> !Tensor
  cm.return
}
}

// -----

// In order, unless elements may be reordered.
// CHECK-LABEL: tt.func public @cat(
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.join %[[V0]], %[[V0]] : tensor<4xi32> -> tensor<4x2xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.trans %[[V1]] {order = array<i32: 1, 0>} : tensor<4x2xi32> -> tensor<2x4xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.reshape %[[V2]] : tensor<2x4xi32> -> tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.cat %[[V0]], %[[V0]] : tensor<4xi32> -> tensor<8xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = [4]} {
cm.func "cat" body (%c4: i32) -> none {
  %0 = cm.constant 0 : i32
  %true = cm.constant true
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  %c = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  %d = cm.invoke "oracle.code.triton.Triton::cat(oracle.code.triton.Tensor, oracle.code.triton.Tensor, boolean):oracle.code.triton.Tensor"(%a, %a, %true) : (!Tensor, !Tensor, i1) -> !Tensor
  cm.return
}
}
