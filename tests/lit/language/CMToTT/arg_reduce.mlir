// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The index goes along; of equal elements the first wins.
// CHECK-LABEL: tt.func public @argmax(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[V1:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.expand_dims %[[V1]] {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.broadcast %[[V2]] : tensor<1x8xi32> -> tensor<4x8xi32>
// CHECK-NEXT: %[[V4:[^:]+]]:2 = "tt.reduce"(%[[C0]], %[[V3]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5:[^:]+]]: f32, %[[V6:[^:]+]]: i32, %[[V7:[^:]+]]: f32, %[[V8:[^:]+]]: i32):
// CHECK-NEXT: %[[V9:.+]] = arith.cmpf oeq, %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi slt, %[[V6]], %[[V8]] : i32
// CHECK-NEXT: %[[V11:.+]] = arith.andi %[[V9]], %[[V10]] : i1
// CHECK-NEXT: %[[V12:.+]] = arith.cmpf ogt, %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V13:.+]] = arith.ori %[[V12]], %[[V11]] : i1
// CHECK-NEXT: %[[V14:.+]] = arith.select %[[V13]], %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V15:.+]] = arith.select %[[V13]], %[[V6]], %[[V8]] : i32
// CHECK-NEXT: tt.reduce.return %[[V14]], %[[V15]] : f32, i32
// CHECK-NEXT: }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>)
// CHECK-NEXT: %[[V16:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V17:.+]] = tt.expand_dims %[[V16]] {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
// CHECK-NEXT: %[[V18:.+]] = tt.broadcast %[[V17]] : tensor<4x1xi32> -> tensor<4x8xi32>
// CHECK-NEXT: %[[V19:[^:]+]]:2 = "tt.reduce"(%[[C0]], %[[V18]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5]]: f32, %[[V6]]: i32, %[[V7]]: f32, %[[V8]]: i32):
// CHECK-NEXT: %[[V20:.+]] = arith.cmpf oeq, %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V21:.+]] = arith.cmpi slt, %[[V6]], %[[V8]] : i32
// CHECK-NEXT: %[[V22:.+]] = arith.andi %[[V20]], %[[V21]] : i1
// CHECK-NEXT: %[[V23:.+]] = arith.cmpf olt, %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V24:.+]] = arith.ori %[[V23]], %[[V22]] : i1
// CHECK-NEXT: %[[V25:.+]] = arith.select %[[V24]], %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V26:.+]] = arith.select %[[V24]], %[[V6]], %[[V8]] : i32
// CHECK-NEXT: tt.reduce.return %[[V25]], %[[V26]] : f32, i32
// CHECK-NEXT: }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
// CHECK-NEXT: %[[V27:.+]] = tt.expand_dims %[[V19]]#0 {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
// CHECK-NEXT: %[[V28:.+]] = tt.expand_dims %[[V19]]#1 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = []} {
cm.func "argmax" body () -> none {
  %t = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %a = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%x, %1) : (!Tensor, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::minWithIndices(oracle.code.triton.Tensor, int, boolean):oracle.code.triton.Triton$ValueIndex"(%x, %0, %true) : (!Tensor, i32, i1) -> !ValueIndex
  cm.return
}
}

// -----

// Without an axis the index is that in row-major order.
// CHECK-LABEL: tt.func public @argmin_all(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0> : tensor<4x8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.reshape %[[C0]] : tensor<4x8xi32> -> tensor<32xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
// CHECK-NEXT: %[[V3:[^:]+]]:2 = "tt.reduce"(%[[V1]], %[[V2]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V4:[^:]+]]: i32, %[[V5:[^:]+]]: i32, %[[V6:[^:]+]]: i32, %[[V7:[^:]+]]: i32):
// CHECK-NEXT: %[[V8:.+]] = arith.cmpi eq, %[[V4]], %[[V6]] : i32
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi slt, %[[V5]], %[[V7]] : i32
// CHECK-NEXT: %[[V10:.+]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: %[[V11:.+]] = arith.cmpi ult, %[[V4]], %[[V6]] : i32
// CHECK-NEXT: %[[V12:.+]] = arith.ori %[[V11]], %[[V10]] : i1
// CHECK-NEXT: %[[V13:.+]] = arith.select %[[V12]], %[[V4]], %[[V6]] : i32
// CHECK-NEXT: %[[V14:.+]] = arith.select %[[V12]], %[[V5]], %[[V7]] : i32
// CHECK-NEXT: tt.reduce.return %[[V13]], %[[V14]] : i32, i32
// CHECK-NEXT: }) : (tensor<32xi32>, tensor<32xi32>) -> (i32, i32)
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "argmin_all" body () -> none {
  %t = cm.constant !cm.java<"oracle.code.triton.UInt32"> -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %a = cm.invoke "oracle.code.triton.Triton::argmin(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x) : (!Tensor) -> !Tensor
  cm.return
}
}

// -----

// bf16 is compared as float, byte as byte.
// CHECK-LABEL: tt.func public @argmax_bf16(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<8xbf16>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<8xi8>
// CHECK-NEXT: %[[V2:.+]] = arith.extf %[[C0]] : tensor<8xbf16> to tensor<8xf32>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V4:[^:]+]]:2 = "tt.reduce"(%[[V2]], %[[V3]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5:[^:]+]]: f32, %[[V6:[^:]+]]: i32, %[[V7:[^:]+]]: f32, %[[V8:[^:]+]]: i32):
// CHECK-NEXT: %[[V9:.+]] = arith.cmpf oeq, %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V10:.+]] = arith.cmpi slt, %[[V6]], %[[V8]] : i32
// CHECK-NEXT: %[[V11:.+]] = arith.andi %[[V9]], %[[V10]] : i1
// CHECK-NEXT: %[[V12:.+]] = arith.cmpf ogt, %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V13:.+]] = arith.ori %[[V12]], %[[V11]] : i1
// CHECK-NEXT: %[[V14:.+]] = arith.select %[[V13]], %[[V5]], %[[V7]] : f32
// CHECK-NEXT: %[[V15:.+]] = arith.select %[[V13]], %[[V6]], %[[V8]] : i32
// CHECK-NEXT: tt.reduce.return %[[V14]], %[[V15]] : f32, i32
// CHECK-NEXT: }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
// CHECK-NEXT: %[[V16:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V17:[^:]+]]:2 = "tt.reduce"(%[[C1]], %[[V16]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V5]]: i8, %[[V6]]: i32, %[[V7]]: i8, %[[V8]]: i32):
// CHECK-NEXT: %[[V18:.+]] = arith.cmpi eq, %[[V5]], %[[V7]] : i8
// CHECK-NEXT: %[[V19:.+]] = arith.cmpi slt, %[[V6]], %[[V8]] : i32
// CHECK-NEXT: %[[V20:.+]] = arith.andi %[[V18]], %[[V19]] : i1
// CHECK-NEXT: %[[V21:.+]] = arith.cmpi sgt, %[[V5]], %[[V7]] : i8
// CHECK-NEXT: %[[V22:.+]] = arith.ori %[[V21]], %[[V20]] : i1
// CHECK-NEXT: %[[V23:.+]] = arith.select %[[V22]], %[[V5]], %[[V7]] : i8
// CHECK-NEXT: %[[V24:.+]] = arith.select %[[V22]], %[[V6]], %[[V8]] : i32
// CHECK-NEXT: tt.reduce.return %[[V23]], %[[V24]] : i8, i32
// CHECK-NEXT: }) : (tensor<8xi8>, tensor<8xi32>) -> (i8, i32)
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!ValueIndex = !cm.java<"oracle.code.triton.Triton$ValueIndex">
module attributes {cm.signature = []} {
cm.func "argmax_bf16" body () -> none {
  %b = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i = cm.constant i8 -> !Class
  %0 = cm.constant 0 : i32
  %c8 = cm.constant 8 : i32
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%b, %c8) : (!Class, i32) -> !Tensor
  %y = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%i, %c8) : (!Class, i32) -> !Tensor
  %1 = cm.invoke "oracle.code.triton.Triton::maxWithIndices(oracle.code.triton.Tensor, int):oracle.code.triton.Triton$ValueIndex"(%x, %0) : (!Tensor, i32) -> !ValueIndex
  %2 = cm.invoke "oracle.code.triton.Triton::argmax(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%y, %0) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
