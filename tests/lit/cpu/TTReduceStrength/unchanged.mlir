// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-reduce-strength | FileCheck %s

// Not cheap to make again: it is read from memory.
// CHECK-LABEL: tt.func @loaded
// CHECK: iter_args(%{{.+}} = %{{.+}}) -> (tensor<8xi32>)
tt.func @loaded(%p: tensor<8x!tt.ptr<i32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1> : tensor<8xi32>
  %init = tt.load %p : tensor<8x!tt.ptr<i32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %init) -> (tensor<8xi32>) : i32 {
    tt.store %p, %x : tensor<8x!tt.ptr<i32>>
    %y = arith.addi %x, %one : tensor<8xi32>
    scf.yield %y : tensor<8xi32>
  }
  tt.return
}

// -----

// Elements move apart, two tiles change places, a difference has it on the
// other side, the amount is the tile itself.
// CHECK-LABEL: tt.func @not_moved
// CHECK: iter_args({{.*}}) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>)
tt.func @not_moved(%n: i32) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %r:5 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %range, %b = %range, %c = %one, %d = %range, %e = %range) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) : i32 {
    %u = arith.addi %a, %range : tensor<8xi32>
    %v = arith.subi %one, %d : tensor<8xi32>
    %w = arith.addi %e, %e : tensor<8xi32>
    scf.yield %u, %c, %b, %v, %w : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
  }
  tt.return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// -----

// Branches with different bases, and with different tiles that are made alike.
// CHECK-LABEL: tt.func @bases
// CHECK: scf.if %arg1 -> (tensor<8xi32>)
// CHECK: arith.select %arg1, %{{.+}}, %{{.+}} : tensor<8xi32>
tt.func @bases(%n: i32, %c: i1) -> (tensor<8xi32>, tensor<8xi32>) {
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %other = tt.make_range {start = 8 : i32, end = 16 : i32} : tensor<8xi32>
  %a = scf.if %c -> (tensor<8xi32>) {
    %by = tt.splat %n : i32 -> tensor<8xi32>
    %y = arith.addi %range, %by : tensor<8xi32>
    scf.yield %y : tensor<8xi32>
  } else {
    scf.yield %other : tensor<8xi32>
  }
  %b = arith.select %c, %range, %other : tensor<8xi32>
  tt.return %a, %b : tensor<8xi32>, tensor<8xi32>
}
