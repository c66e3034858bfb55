// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Along an axis, kept or dropped, and over all.
// CHECK-LABEL: tt.func public @sums(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[V1:.+]] = "tt.reduce"(%[[C0]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2:[^:]+]]: f32, %[[V3:[^:]+]]: f32):
// CHECK-NEXT: %[[V4:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: tt.reduce.return %[[V4]] : f32
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[V5:.+]] = "tt.reduce"(%[[C0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2]]: f32, %[[V3]]: f32):
// CHECK-NEXT: %[[V6:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: tt.reduce.return %[[V6]] : f32
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %[[V7:.+]] = tt.expand_dims %[[V5]] {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
// CHECK-NEXT: %[[V8:.+]] = tt.reshape %[[C0]] allow_reorder : tensor<4x8xf32> -> tensor<32xf32>
// CHECK-NEXT: %[[V9:.+]] = "tt.reduce"(%[[V8]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2]]: f32, %[[V3]]: f32):
// CHECK-NEXT: %[[V10:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: tt.reduce.return %[[V10]] : f32
// CHECK-NEXT: }) : (tensor<32xf32>) -> f32
// CHECK-NEXT: %[[V11:.+]] = "tt.reduce"(%[[V1]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2]]: f32, %[[V3]]: f32):
// CHECK-NEXT: %[[V12:.+]] = arith.mulf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: tt.reduce.return %[[V12]] : f32
// CHECK-NEXT: }) : (tensor<4xf32>) -> f32
// CHECK-NEXT: %[[V13:.+]] = tt.splat %[[V11]] : f32 -> tensor<1xf32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "sums" body () -> none {
  %t = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %a = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%x, %0, %true) : (!Tensor, i32, i1) -> !Tensor
  %c = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x) : (!Tensor) -> !Tensor
  %d = cm.invoke "oracle.code.triton.Triton::prod(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Tensor"(%a, %0, %true) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}

// -----

// Narrow elements are converted first.
// CHECK-LABEL: tt.func public @widened(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf16>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<8xi8>
// CHECK-NEXT: %[[C2:.+]] = arith.constant dense<false> : tensor<8xi1>
// CHECK-NEXT: %[[V3:.+]] = arith.extf %[[C0]] : tensor<8xf16> to tensor<8xf32>
// CHECK-NEXT: %[[V4:.+]] = "tt.reduce"(%[[V3]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5:[^:]+]]: f32, %[[V6:[^:]+]]: f32):
// CHECK-NEXT: %[[V7:.+]] = arith.maxnumf %[[V5]], %[[V6]] : f32
// CHECK-NEXT: tt.reduce.return %[[V7]] : f32
// CHECK-NEXT: }) : (tensor<8xf32>) -> f32
// CHECK-NEXT: %[[V8:.+]] = arith.extui %[[C1]] : tensor<8xi8> to tensor<8xi32>
// CHECK-NEXT: %[[V9:.+]] = "tt.reduce"(%[[V8]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5]]: i32, %[[V6]]: i32):
// CHECK-NEXT: %[[V10:.+]] = arith.minsi %[[V5]], %[[V6]] : i32
// CHECK-NEXT: tt.reduce.return %[[V10]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[V11:.+]] = arith.extui %[[C2]] : tensor<8xi1> to tensor<8xi32>
// CHECK-NEXT: %[[V12:.+]] = "tt.reduce"(%[[V11]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5]]: i32, %[[V6]]: i32):
// CHECK-NEXT: %[[V13:.+]] = arith.addi %[[V5]], %[[V6]] : i32
// CHECK-NEXT: tt.reduce.return %[[V13]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[V14:.+]] = arith.uitofp %[[C2]] : tensor<8xi1> to tensor<8xf16>
// CHECK-NEXT: %[[V15:.+]] = "tt.reduce"(%[[V14]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5]]: f16, %[[V6]]: f16):
// CHECK-NEXT: %[[V16:.+]] = arith.addf %[[V5]], %[[V6]] : f16
// CHECK-NEXT: tt.reduce.return %[[V16]] : f16
// CHECK-NEXT: }) : (tensor<8xf16>) -> f16
// CHECK-NEXT: %[[V17:.+]] = "tt.reduce"(%[[C2]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5]]: i1, %[[V6]]: i1):
// CHECK-NEXT: %[[V18:.+]] = arith.ori %[[V5]], %[[V6]] : i1
// CHECK-NEXT: tt.reduce.return %[[V18]] : i1
// CHECK-NEXT: }) : (tensor<8xi1>) -> i1
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "widened" body () -> none {
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %u = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
  %b = cm.constant i1 -> !Class
  %0 = cm.constant 0 : i32
  %c8 = cm.constant 8 : i32
  %xh = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %c8) : (!Class, i32) -> !Tensor
  %xu = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u, %c8) : (!Class, i32) -> !Tensor
  %xb = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %c8) : (!Class, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::max(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%xh) : (!Tensor) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::min(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xu, %0) : (!Tensor, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xb, %0) : (!Tensor, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor, int, java.lang.Class):oracle.code.triton.Tensor"(%xb, %0, %h) : (!Tensor, i32, !Class) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::reduceOr(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%xb, %0) : (!Tensor, i32) -> !Tensor
  cm.return
}
}

// -----

// The signedness of the elements chooses the operation.
// CHECK-LABEL: tt.func public @unsigned(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0> : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = "tt.reduce"(%[[C0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2:[^:]+]]: i32, %[[V3:[^:]+]]: i32):
// CHECK-NEXT: %[[V4:.+]] = arith.maxui %[[V2]], %[[V3]] : i32
// CHECK-NEXT: tt.reduce.return %[[V4]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[V5:.+]] = "tt.reduce"(%[[C0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2]]: i32, %[[V3]]: i32):
// CHECK-NEXT: %[[V6:.+]] = arith.xori %[[V2]], %[[V3]] : i32
// CHECK-NEXT: tt.reduce.return %[[V6]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: %[[V7:.+]] = "tt.reduce"(%[[C0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V2]]: i32, %[[V3]]: i32):
// CHECK-NEXT: %[[V8:.+]] = arith.andi %[[V2]], %[[V3]] : i32
// CHECK-NEXT: tt.reduce.return %[[V8]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "unsigned" body () -> none {
  %u = cm.constant !cm.java<"oracle.code.triton.UInt32"> -> !Class
  %0 = cm.constant 0 : i32
  %c8 = cm.constant 8 : i32
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u, %c8) : (!Class, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::max(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::xorSum(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::reduceAnd(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %0) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
