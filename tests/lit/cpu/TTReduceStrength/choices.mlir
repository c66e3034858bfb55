// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-reduce-strength | FileCheck %s

// CHECK-LABEL: tt.func @if_in_loop
// CHECK: %[[P0:.+]] = tt.splat %arg0
// CHECK: scf.for {{.*}} iter_args(%[[O:.+]] = %{{.+}}) -> (i64)
// CHECK:   %[[D:.+]] = scf.if %arg3 -> (i64) {
// CHECK:     %[[M:.+]] = arith.extsi %arg2 : i32 to i64
// CHECK:     scf.yield %[[M]] : i64
// CHECK:   } else {
// CHECK:     %[[Z:.+]] = arith.constant 0 : i64
// CHECK:     scf.yield %[[Z]] : i64
// CHECK:   %[[N:.+]] = arith.addi %[[O]], %[[D]] : i64
// CHECK:   tt.splat %[[N]]
// CHECK:   tt.store
// CHECK:   %[[N:.+]] = arith.addi %[[O]], %[[D]] : i64
// CHECK:   scf.yield %[[N]] : i64
tt.func @if_in_loop(%base: !tt.ptr<f32>, %x: tensor<8xf32>, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p0 = tt.splat %base : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0) -> (tensor<8x!tt.ptr<f32>>) : i32 {
    %q = scf.if %c -> (tensor<8x!tt.ptr<f32>>) {
      %by = tt.splat %n : i32 -> tensor<8xi32>
      %s = tt.addptr %p, %by : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
      scf.yield %s : tensor<8x!tt.ptr<f32>>
    } else {
      scf.yield %p : tensor<8x!tt.ptr<f32>>
    }
    tt.store %q, %x : tensor<8x!tt.ptr<f32>>
    scf.yield %q : tensor<8x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// A loop in a branch; a select of integers that are moved down and not at all.
// CHECK-LABEL: tt.func @loop_in_if
// CHECK: %[[R:.+]] = tt.make_range
// CHECK: %[[D:.+]] = scf.if %arg1 -> (i32) {
// CHECK:   scf.for {{.*}} -> (i32)
// CHECK: %[[T:.+]] = tt.splat %[[D]]
// CHECK: %[[A:.+]] = arith.addi %[[R]], %[[T]] : tensor<8xi32>
// CHECK: %[[M:.+]] = arith.subi %{{.+}}, %arg0 : i32
// CHECK: %[[S:.+]] = arith.select %arg1, %{{.+}}, %{{.+}} : i32
// CHECK: %[[V:.+]] = tt.splat %{{.+}} : i32 -> tensor<8xi32>
// CHECK: %[[B:.+]] = arith.addi %[[R]], %[[V]] : tensor<8xi32>
// CHECK: tt.return %[[A]], %[[B]]
tt.func @loop_in_if(%n: i32, %c: i1) -> (tensor<8xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %by = tt.splat %n : i32 -> tensor<8xi32>
  %a = scf.if %c -> (tensor<8xi32>) {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %range) -> (tensor<8xi32>) : i32 {
      %y = arith.addi %by, %x : tensor<8xi32>
      scf.yield %y : tensor<8xi32>
    }
    scf.yield %s : tensor<8xi32>
  } else {
    scf.yield %range : tensor<8xi32>
  }
  %down = arith.subi %a, %by : tensor<8xi32>
  %b = arith.select %c, %down, %a : tensor<8xi32>
  tt.return %a, %b : tensor<8xi32>, tensor<8xi32>
}
