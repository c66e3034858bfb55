// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Elements in row-major order, unless they may be reordered.
// CHECK-LABEL: tt.func public @reshape(
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.reshape %[[V0]] : tensor<8xi32> -> tensor<2x4xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.reshape %[[V0]] allow_reorder : tensor<8xi32> -> tensor<4x2xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.reshape %[[V1]] : tensor<2x4xi32> -> tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.expand_dims %[[V0]] {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.reshape %[[V4]] : tensor<8x1xi32> -> tensor<8xi32>
// CHECK-NEXT: %[[V6:.+]] = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.unsplat %[[V6]] : tensor<1xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.unsplat %[[V6]] : tensor<1xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Number = !cm.java<"java.lang.Number">
module attributes {cm.signature = [8]} {
cm.func "reshape" body (%c8: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %m1 = cm.constant -1 : i32
  %true = cm.constant true
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %2, %4) : (!Tensor, i32, i32) -> !Tensor
  %c = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, boolean, int[]):oracle.code.triton.Tensor"(%a, %true, %4, %2) : (!Tensor, i1, i32, i32) -> !Tensor
  %d = cm.invoke "oracle.code.triton.Triton::ravel(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%b) : (!Tensor) -> !Tensor
  %e = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %m1) : (!Tensor, i32) -> !Tensor
  %f = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%e, %m1) : (!Tensor, i32) -> !Tensor
  %g = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %h = cm.invoke "oracle.code.triton.Triton::squeeze(oracle.code.triton.Tensor, int):java.lang.Number"(%g, %0) : (!Tensor, i32) -> !Number
  %i = cm.invoke "oracle.code.triton.Triton::item(oracle.code.triton.Tensor):java.lang.Number"(%g) : (!Tensor) -> !Number
  cm.return
}
}

// -----

// The order of the dimensions.
// CHECK-LABEL: tt.func public @permute(
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.reshape %[[V0]] : tensor<8xi32> -> tensor<1x2x4xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.trans %[[V1]] {order = array<i32: 0, 2, 1>} : tensor<1x2x4xi32> -> tensor<1x4x2xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.trans %[[V1]] {order = array<i32: 2, 0, 1>} : tensor<1x2x4xi32> -> tensor<4x1x2xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = [8]} {
cm.func "permute" body (%c8: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %2 = cm.constant 2 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %4 = cm.constant 4 : i32
  %b = cm.invoke "oracle.code.triton.Triton::reshape(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %1, %2, %4) : (!Tensor, i32, i32, i32) -> !Tensor
  %t = cm.invoke "oracle.code.triton.Triton::trans(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%b) : (!Tensor) -> !Tensor
  %p = cm.invoke "oracle.code.triton.Triton::permute(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%b, %2, %0, %1) : (!Tensor, i32, i32, i32) -> !Tensor
  cm.return
}
}

// -----

// Scalars are repeated; leading dimensions are added.
// CHECK-LABEL: tt.func public @broadcast_to(
// CHECK-SAME: %[[P0:[^:]+]]: !tt.ptr<f32>
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.expand_dims %[[V0]] {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.broadcast %[[V1]] : tensor<1x8xi32> -> tensor<2x8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
// CHECK-NEXT: %[[C4:.+]] = arith.constant dense<8> : tensor<2xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = [8, "*fp32"]} {
cm.func "broadcast_to" body (%c8: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int[]):oracle.code.triton.Tensor"(%a, %2, %c8) : (!Tensor, i32, i32) -> !Tensor
  %c = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Ptr, int[]):oracle.code.triton.Tensor"(%p, %2) : (!Ptr, i32) -> !Tensor
  %d = cm.invoke "oracle.code.triton.Triton::broadcastTo(int, int[]):oracle.code.triton.Tensor"(%c8, %2) : (i32, i32) -> !Tensor
  cm.return
}
}
