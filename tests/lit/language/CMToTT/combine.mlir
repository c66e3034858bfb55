// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The function becomes the region.
// CHECK-LABEL: tt.func public @reduce(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<4x8xi32>
// CHECK-NEXT: %[[V2:.+]] = tt.reshape %[[C0]] allow_reorder : tensor<4x8xf32> -> tensor<32xf32>
// CHECK-NEXT: %[[V3:.+]] = "tt.reduce"(%[[V2]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V4:[^:]+]]: f32, %[[V5:[^:]+]]: f32):
// CHECK-NEXT: %[[V6:.+]] = arith.addf %[[V4]], %[[V5]] : f32
// CHECK-NEXT: tt.reduce.return %[[V6]] : f32
// CHECK-NEXT: }) : (tensor<32xf32>) -> f32
// CHECK-NEXT: %[[V7:.+]] = "tt.reduce"(%[[C1]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V4]]: i32, %[[V5]]: i32):
// CHECK-NEXT: %[[V8:.+]] = arith.addi %[[V4]], %[[V5]] : i32
// CHECK-NEXT: tt.reduce.return %[[V8]] : i32
// CHECK-NEXT: }) : (tensor<4x8xi32>) -> tensor<4xi32>
// CHECK-NEXT: %[[V9:.+]] = "tt.reduce"(%[[C1]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V4]]: i32, %[[V5]]: i32):
// CHECK-NEXT: %[[V10:.+]] = arith.addi %[[V4]], %[[V5]] : i32
// CHECK-NEXT: tt.reduce.return %[[V10]] : i32
// CHECK-NEXT: }) : (tensor<4x8xi32>) -> tensor<8xi32>
// CHECK-NEXT: %[[V11:.+]] = tt.expand_dims %[[V9]] {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Operator = !cm.java<"java.util.function.BinaryOperator">
module attributes {cm.signature = []} {
cm.func "reduce" body () -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %t = cm.constant i32 -> !Class
  %i = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %a = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%x, %add) : (!Tensor, !Operator) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%i, %1, %add) : (!Tensor, i32, !Operator) -> !Tensor
  %c = cm.invoke "oracle.code.triton.Triton::reduce(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator, boolean):oracle.code.triton.Tensor"(%i, %0, %add, %true) : (!Tensor, i32, !Operator, i1) -> !Tensor
  cm.return
}
}

// -----

// A record is as many tiles.
// CHECK-LABEL: tt.func public @reduce_pairs(
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<4x8xi32>
// CHECK-NEXT: %[[V2:[^:]+]]:2 = "tt.reduce"(%[[C0]], %[[C1]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V3:[^:]+]]: f32, %[[V4:[^:]+]]: i32, %[[V5:[^:]+]]: f32, %[[V6:[^:]+]]: i32):
// CHECK-NEXT: %[[V7:.+]] = arith.addf %[[V3]], %[[V5]] : f32
// CHECK-NEXT: tt.reduce.return %[[V7]], %[[V6]] : f32, i32
// CHECK-NEXT: }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>)
// CHECK-NEXT: %[[V8:.+]] = tt.expand_dims %[[V2]]#0 {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
// CHECK-NEXT: %[[V9:.+]] = tt.expand_dims %[[V2]]#1 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.reshape %[[C0]] allow_reorder : tensor<4x8xf32> -> tensor<32xf32>
// CHECK-NEXT: %[[V11:.+]] = tt.reshape %[[C1]] allow_reorder : tensor<4x8xi32> -> tensor<32xi32>
// CHECK-NEXT: %[[V12:[^:]+]]:2 = "tt.reduce"(%[[V10]], %[[V11]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[V3]]: f32, %[[V4]]: i32, %[[V5]]: f32, %[[V6]]: i32):
// CHECK-NEXT: %[[V13:.+]] = arith.addf %[[V3]], %[[V5]] : f32
// CHECK-NEXT: tt.reduce.return %[[V13]], %[[V6]] : f32, i32
// CHECK-NEXT: }) : (tensor<32xf32>, tensor<32xi32>) -> (f32, i32)
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Operator = !cm.java<"java.util.function.BinaryOperator">
!Pair = !cm.java<"demo.Pair">
module attributes {cm.signature = []} {
cm.func "reduce_pairs" body () -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %t = cm.constant i32 -> !Class
  %i = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %pair = cm.new "demo.Pair::(oracle.code.triton.Tensor, oracle.code.triton.Tensor)"(%x, %i) {named = {record = "(Tensor value, Tensor index)demo.Pair"}} : (!Tensor, !Tensor) -> !Pair
  %sums = cm.lambda body (%p: !Pair, %q: !Pair) -> !Pair {
    %pv = cm.invoke "demo.Pair::value():oracle.code.triton.Tensor"(%p) : (!Pair) -> !Tensor
    %qv = cm.invoke "demo.Pair::value():oracle.code.triton.Tensor"(%q) : (!Pair) -> !Tensor
    %qi = cm.invoke "demo.Pair::index():oracle.code.triton.Tensor"(%q) : (!Pair) -> !Tensor
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%pv, %qv) : (!Tensor, !Tensor) -> !Tensor
    %r = cm.new "demo.Pair::(oracle.code.triton.Tensor, oracle.code.triton.Tensor)"(%s, %qi) {named = {record = "(Tensor value, Tensor index)demo.Pair"}} : (!Tensor, !Tensor) -> !Pair
    cm.return %r : !Pair
  } : () -> !Operator
  %e = cm.invoke "oracle.code.triton.Triton::reduce(demo.Pair, int, java.util.function.BinaryOperator, boolean):demo.Pair"(%pair, %1, %sums, %true) : (!Pair, i32, !Operator, i1) -> !Pair
  %h = cm.invoke "oracle.code.triton.Triton::reduce(demo.Pair, java.util.function.BinaryOperator):demo.Pair"(%pair, %sums) : (!Pair, !Operator) -> !Pair
  cm.return
}
}

// -----

// From the first on, or from the last; what a function captures is a value.
// CHECK-LABEL: tt.func public @scan(
// CHECK-SAME: %[[P0:[^:]+]]: f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant dense<0> : tensor<4x8xi32>
// CHECK-NEXT: %[[V2:.+]] = "tt.scan"(%[[C1]]) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT: ^bb0(%[[V3:[^:]+]]: i32, %[[V4:[^:]+]]: i32):
// CHECK-NEXT: %[[V5:.+]] = arith.addi %[[V3]], %[[V4]] : i32
// CHECK-NEXT: tt.scan.return %[[V5]] : i32
// CHECK-NEXT: }) : (tensor<4x8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT: %[[V6:.+]] = "tt.scan"(%[[C0]]) <{axis = 1 : i32, reverse = true}> ({
// CHECK-NEXT: ^bb0(%[[V3]]: f32, %[[V4]]: f32):
// CHECK-NEXT: %[[V7:.+]] = arith.mulf %[[V4]], %[[P0]] : f32
// CHECK-NEXT: tt.scan.return %[[V7]] : f32
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Operator = !cm.java<"java.util.function.BinaryOperator">
module attributes {cm.signature = ["fp32"]} {
cm.func "scan" body (%y: f32) -> none {
  %f = cm.constant f32 -> !Class
  %0 = cm.constant 0 : i32
  %1 = cm.constant 1 : i32
  %c8 = cm.constant 8 : i32
  %c4 = cm.constant 4 : i32
  %true = cm.constant true
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %t = cm.constant i32 -> !Class
  %i = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%t, %c4, %c8) : (!Class, i32, i32) -> !Tensor
  %add = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %q) : (!Tensor, !Tensor) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %g = cm.lambda body (%p: !Tensor, %q: !Tensor) -> !Tensor {
    %s = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%q, %y) : (!Tensor, f32) -> !Tensor
    cm.return %s : !Tensor
  } : () -> !Operator
  %d = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator):oracle.code.triton.Tensor"(%i, %0, %add) : (!Tensor, i32, !Operator) -> !Tensor
  %e = cm.invoke "oracle.code.triton.Triton::scan(oracle.code.triton.Tensor, int, java.util.function.BinaryOperator, boolean):oracle.code.triton.Tensor"(%x, %1, %g, %true) : (!Tensor, i32, !Operator, i1) -> !Tensor
  cm.return
}
}
