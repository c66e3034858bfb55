// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-reduce-strength | FileCheck %s

// The amounts of several steps are one sum, in integers that wrap: 200 is -56.
// CHECK-LABEL: tt.func @integers
// CHECK: scf.for {{.*}} iter_args(%[[O:.+]] = %{{.+}}) -> (i8)
// CHECK:   %[[TWO:.+]] = arith.constant 2 : i8
// CHECK:   %[[M:.+]] = arith.muli %arg1, %[[TWO]] : i8
// CHECK:   %[[S:.+]] = arith.addi %[[O]], %[[M]] : i8
// CHECK:   %[[N:.+]] = arith.constant -56 : i8
// CHECK:   %[[R:.+]] = arith.addi %[[S]], %[[N]] : i8
// CHECK:   scf.yield %[[R]] : i8
tt.func @integers(%n: i32, %by: i8, %p: tensor<8x!tt.ptr<i8>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant dense<100> : tensor<8xi8>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %narrow = arith.trunci %range : tensor<8xi32> to tensor<8xi8>
  %bys = tt.splat %by : i8 -> tensor<8xi8>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %narrow) -> (tensor<8xi8>) : i32 {
    tt.store %p, %x : tensor<8x!tt.ptr<i8>>
    %a = arith.addi %x, %bys : tensor<8xi8>
    %b = arith.addi %c100, %a : tensor<8xi8>
    %c = arith.addi %b, %bys : tensor<8xi8>
    %d = arith.addi %c, %c100 : tensor<8xi8>
    scf.yield %d : tensor<8xi8>
  }
  tt.return
}

// -----

// An offset is extended: its sum has to be one that does not wrap.
// CHECK-LABEL: tt.func @offsets
// CHECK: scf.for {{.*}} -> (i64, tensor<8x!tt.ptr<f32>>)
// CHECK:   %[[E:.+]] = arith.extsi %arg2 : i32 to i64
// CHECK:   arith.addi %{{.+}}, %[[E]] : i64
// CHECK:   %[[FOUR:.+]] = arith.constant 4 : i64
// CHECK:   arith.addi %{{.+}}, %[[FOUR]] : i64
tt.func @offsets(%base: !tt.ptr<f32>, %n: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant dense<4> : tensor<8xi32>
  %p0 = tt.splat %base : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %by = tt.splat %step : i32 -> tensor<8xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %p0) -> (tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>) : i32 {
    %x = tt.load %p : tensor<8x!tt.ptr<f32>>
    tt.store %q, %x : tensor<8x!tt.ptr<f32>>
    %exact = arith.addi %by, %c4 overflow<nsw> : tensor<8xi32>
    %wraps = arith.addi %by, %c4 : tensor<8xi32>
    %s = tt.addptr %p, %exact : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %t = tt.addptr %q, %wraps : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %s, %t : tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>
  }
  tt.return
}
