// RUN: cm2tt-opt %s -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: tt.func @splat(
// CHECK-SAME: %[[X:.*]]: f32)
tt.func @splat(%x: f32)
    -> (tensor<8xi1>, f32, i32, tensor<1x8xf32>, tensor<2x4xf32>, tensor<4x8xf32>, tensor<4x2xf32>) {
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<true> : tensor<8xi1>
  // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i32
  // CHECK-DAG: %[[E:.*]] = tt.splat %[[X]] : f32 -> tensor<1x8xf32>
  // CHECK-DAG: %[[R:.*]] = tt.splat %[[X]] : f32 -> tensor<2x4xf32>
  // CHECK-DAG: %[[B:.*]] = tt.splat %[[X]] : f32 -> tensor<4x8xf32>
  // CHECK-DAG: %[[T:.*]] = tt.splat %[[X]] : f32 -> tensor<4x2xf32>
  %t = arith.constant true
  %0 = tt.splat %t : i1 -> tensor<8xi1>
  %one = tt.splat %x : f32 -> tensor<1x1xf32>
  %1 = tt.unsplat %one : tensor<1x1xf32>
  %c = arith.constant dense<7> : tensor<1xi32>
  %2 = tt.unsplat %c : tensor<1xi32>
  %s = tt.splat %x : f32 -> tensor<8xf32>
  %3 = tt.expand_dims %s {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %4 = tt.reshape %s : tensor<8xf32> -> tensor<2x4xf32>
  %5 = tt.broadcast %3 : tensor<1x8xf32> -> tensor<4x8xf32>
  %6 = tt.trans %4 {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<4x2xf32>
  // CHECK: tt.return %[[TRUE]], %[[X]], %[[C7]], %[[E]], %[[R]], %[[B]], %[[T]]
  tt.return %0, %1, %2, %3, %4, %5, %6 : tensor<8xi1>, f32, i32, tensor<1x8xf32>, tensor<2x4xf32>, tensor<4x8xf32>, tensor<4x2xf32>
}

// -----

// CHECK-LABEL: tt.func @constants()
tt.func @constants() -> (tensor<1x4xi32>, tensor<2x2xi32>, tensor<4x8xi32>, tensor<4x2xi8>,
                         tensor<4x2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<1xi32>) {
  // CHECK-DAG: %[[E:.*]] = arith.constant dense<{{\[\[}}1, 2, 3, 4]]> : tensor<1x4xi32>
  // CHECK-DAG: %[[R:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
  // CHECK-DAG: %[[B:.*]] = arith.constant dense<5> : tensor<4x8xi32>
  // CHECK-DAG: %[[T:.*]] = arith.constant dense<6> : tensor<4x2xi8>
  // CHECK-DAG: %[[S:.*]] = arith.constant dense<6> : tensor<2xi8>
  // CHECK-DAG: %[[M:.*]] = arith.constant dense<9> : tensor<1xi32>
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %five = arith.constant dense<5> : tensor<4x1xi32>
  %six = arith.constant dense<6> : tensor<2x4xi8>
  %half = arith.constant dense<6> : tensor<4xi8>
  %pair = arith.constant dense<6> : tensor<2x2xi8>
  %0 = tt.expand_dims %c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %1 = tt.reshape %c : tensor<4xi32> -> tensor<2x2xi32>
  %2 = tt.broadcast %five : tensor<4x1xi32> -> tensor<4x8xi32>
  %3 = tt.trans %six {order = array<i32: 1, 0>} : tensor<2x4xi8> -> tensor<4x2xi8>
  %4 = tt.join %half, %half : tensor<4xi8> -> tensor<4x2xi8>
  %5, %6 = tt.split %pair : tensor<2x2xi8> -> tensor<2xi8>
  %7 = tt.make_range {start = 9 : i32, end = 10 : i32} : tensor<1xi32>
  // CHECK: tt.return %[[E]], %[[R]], %[[B]], %[[T]], %[[T]], %[[S]], %[[S]], %[[M]]
  tt.return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<1x4xi32>, tensor<2x2xi32>, tensor<4x8xi32>, tensor<4x2xi8>, tensor<4x2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<1xi32>
}

// -----

// A constant that is not a splat has to be moved.
// CHECK-LABEL: tt.func @not_splat()
tt.func @not_splat() -> (tensor<4x2xi32>, tensor<2x4xi32>, tensor<2xi32>) {
  %c = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %d = arith.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xi32>
  %e = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  // CHECK: %[[T:.*]] = tt.trans
  %0 = tt.trans %e {order = array<i32: 1, 0>} : tensor<2x4xi32> -> tensor<4x2xi32>
  // CHECK: %[[B:.*]] = tt.broadcast
  %1 = tt.broadcast %d : tensor<1x4xi32> -> tensor<2x4xi32>
  // CHECK: %[[S:.*]], %{{.*}} = tt.split
  %2, %3 = tt.split %c : tensor<2x2xi32> -> tensor<2xi32>
  // CHECK: tt.return %[[T]], %[[B]], %[[S]]
  tt.return %0, %1, %2 : tensor<4x2xi32>, tensor<2x4xi32>, tensor<2xi32>
}

// -----

// CHECK-LABEL: tt.func @compositions(
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[Y:.*]]: tensor<1x1x4xf32>, %[[Z:.*]]: tensor<2x4x8xf32>)
tt.func @compositions(%x: tensor<8x4xf32>, %y: tensor<1x1x4xf32>, %z: tensor<2x4x8xf32>)
    -> (tensor<4x8xf32>, tensor<2x16xf32>, tensor<2x8x4xf32>, tensor<8x2x4xf32>, tensor<2x1x8x4xf32>) {
  // CHECK-DAG: %[[R:.*]] = tt.reshape %[[X]] : tensor<8x4xf32> -> tensor<4x8xf32>
  %a = tt.reshape %x : tensor<8x4xf32> -> tensor<32xf32>
  %0 = tt.reshape %a : tensor<32xf32> -> tensor<4x8xf32>
  // CHECK-DAG: %[[A:.*]] = tt.reshape %[[X]] allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<2x16xf32>
  %b = tt.reshape %x allow_reorder : tensor<8x4xf32> -> tensor<32xf32>
  %1 = tt.reshape %b efficient_layout : tensor<32xf32> -> tensor<2x16xf32>
  // CHECK-DAG: %[[B:.*]] = tt.broadcast %[[Y]] : tensor<1x1x4xf32> -> tensor<2x8x4xf32>
  %c = tt.broadcast %y : tensor<1x1x4xf32> -> tensor<1x8x4xf32>
  %2 = tt.broadcast %c : tensor<1x8x4xf32> -> tensor<2x8x4xf32>
  // CHECK-DAG: %[[T:.*]] = tt.trans %[[Z]] {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  %d = tt.trans %z {order = array<i32: 1, 2, 0>} : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %3 = tt.trans %d {order = array<i32: 1, 2, 0>} : tensor<4x8x2xf32> -> tensor<8x2x4xf32>
  // CHECK-DAG: %[[E:.*]] = tt.expand_dims %[[Y]] {axis = 1 : i32} : tensor<1x1x4xf32> -> tensor<1x1x1x4xf32>
  // CHECK-DAG: %[[F:.*]] = tt.broadcast %[[E]] : tensor<1x1x1x4xf32> -> tensor<2x1x8x4xf32>
  %4 = tt.expand_dims %2 {axis = 1 : i32} : tensor<2x8x4xf32> -> tensor<2x1x8x4xf32>
  // CHECK: tt.return %[[R]], %[[A]], %[[B]], %[[T]], %[[F]]
  tt.return %0, %1, %2, %3, %4 : tensor<4x8xf32>, tensor<2x16xf32>, tensor<2x8x4xf32>, tensor<8x2x4xf32>, tensor<2x1x8x4xf32>
}

// -----

// CHECK-LABEL: tt.func @identities(
// CHECK-SAME: %[[X:.*]]: tensor<8x2xf32>, %[[Y:.*]]: tensor<8xf32>, %[[Z:.*]]: tensor<8xf32>)
tt.func @identities(%x: tensor<8x2xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x2xf32>) {
  %0 = tt.reshape %x : tensor<8x2xf32> -> tensor<8x2xf32>
  %1 = tt.broadcast %x : tensor<8x2xf32> -> tensor<8x2xf32>
  %2 = tt.trans %x {order = array<i32: 0, 1>} : tensor<8x2xf32> -> tensor<8x2xf32>
  %a, %b = tt.split %x : tensor<8x2xf32> -> tensor<8xf32>
  %3 = tt.join %a, %b : tensor<8xf32> -> tensor<8x2xf32>
  %c = tt.join %y, %z : tensor<8xf32> -> tensor<8x2xf32>
  %4, %5 = tt.split %c : tensor<8x2xf32> -> tensor<8xf32>
  // Any order will do, but not none: it is what a layout may choose.
  // CHECK: %[[R:.*]] = tt.reshape %[[X]] allow_reorder
  %6 = tt.reshape %x allow_reorder : tensor<8x2xf32> -> tensor<8x2xf32>
  // CHECK: tt.return %[[X]], %[[X]], %[[X]], %[[X]], %[[Y]], %[[Z]], %[[R]]
  tt.return %0, %1, %2, %3, %4, %5, %6 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x2xf32>
}

// -----

// Swapped halves are not what was joined.
// CHECK-LABEL: tt.func @swapped(
tt.func @swapped(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // CHECK: %[[A:.*]], %[[B:.*]] = tt.split
  %a, %b = tt.split %x : tensor<8x2xf32> -> tensor<8xf32>
  // CHECK: %[[J:.*]] = tt.join %[[B]], %[[A]]
  %0 = tt.join %b, %a : tensor<8xf32> -> tensor<8x2xf32>
  // CHECK: tt.return %[[J]]
  tt.return %0 : tensor<8x2xf32>
}

// -----

// CHECK-LABEL: tt.func @scan_of_one(
// CHECK-SAME: %[[X:.*]]: tensor<8x1xf32>)
tt.func @scan_of_one(%x: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.scan.return %s : f32
  }) : (tensor<8x1xf32>) -> tensor<8x1xf32>
  // CHECK-NEXT: tt.return %[[X]]
  tt.return %0 : tensor<8x1xf32>
}
