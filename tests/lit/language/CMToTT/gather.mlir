// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Narrow indices are ints; the last axis is flipped.
// CHECK-LABEL: tt.func public @gather(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[V2]] : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<4xi16>
// CHECK-NEXT: %[[V4:.+]] = arith.extsi %[[CST]] : tensor<4xi16> to tensor<4xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.gather %[[V3]][%[[V4]]] {axis = 0 : i32} : (tensor<16xf32>, tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT: %[[V6:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<15> : tensor<16xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.subi %[[CST_0]], %[[V6]] : tensor<16xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.gather %[[V3]][%[[V7]]] {axis = 0 : i32} : (tensor<16xf32>, tensor<16xi32>) -> tensor<16xf32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*fp32"]} {
cm.func "gather" body (%p: !Ptr) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 16 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Ptr"(%p, %1) : (!Ptr, !Tensor) -> !Ptr
  %3 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Ptr):oracle.code.triton.Tensor"(%2) : (!Ptr) -> !Tensor
  %c2 = cm.constant i16 -> !Class
  %c3 = cm.constant 4 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c2, %c3) : (!Class, i32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::gather(oracle.code.triton.Tensor, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %4, %c0) : (!Tensor, !Tensor, i32) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::flip(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%3) : (!Tensor) -> !Tensor
  cm.return
}
}

// -----

// An axis that is not the last.
// CHECK-LABEL: tt.func public @flip(
// CHECK-SAME:  )
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0.000000e+00> : tensor<2x4xf32>
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.expand_dims %[[V0]] {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.broadcast %[[V1]] : tensor<2x1xi32> -> tensor<2x4xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<1> : tensor<2x4xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.subi %[[CST_0]], %[[V2]] : tensor<2x4xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.gather %[[CST]][%[[V3]]] {axis = 0 : i32} : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "flip" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 2 : i32
  %c2 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1, %c2) : (!Class, i32, i32) -> !Tensor
  %c3 = cm.constant 0 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::flip(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c3) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// With a mask that is one truth value.
// CHECK-LABEL: tt.func public @histogram(
// CHECK-SAME:  %[[P0:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.histogram %[[V0]] : tensor<16xi32> -> tensor<4xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<0> : tensor<16xi8>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P0]] : i1 -> tensor<16xi1>
// CHECK-NEXT: %[[V3:.+]] = arith.extsi %[[CST]] : tensor<16xi8> to tensor<16xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.histogram %[[V3]], %[[V2]] : tensor<16xi32> -> tensor<4xi32>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1"]} {
cm.func "histogram" body (%b: i1) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 16 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 4 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %c2) : (!Tensor, i32) -> !Tensor
  %c3 = cm.constant i8 -> !Class
  %3 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c3, %c1) : (!Class, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::histogram(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%3, %c2, %b) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}
