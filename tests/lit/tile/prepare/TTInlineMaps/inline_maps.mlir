// RUN: cm2tt-opt %s -cm2tt-tt-inline-maps | FileCheck %s

// What comes from outside is splat, what depends on it alone stays scalar.
// CHECK-LABEL: tt.func @captured
// CHECK-SAME: %[[X:.+]]: tensor<64xf32>, %[[S:.+]]: f32
// CHECK: %[[C:.+]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[D:.+]] = arith.mulf %[[S]], %[[C]] : f32
// CHECK: %[[T:.+]] = tt.splat %[[D]] : f32 -> tensor<64xf32>
// CHECK: %[[A:.+]] = arith.addf %[[X]], %[[T]] : tensor<64xf32>
// CHECK: %[[E:.+]] = math.exp %[[A]] : tensor<64xf32>
// CHECK: tt.return %[[E]]
tt.func @captured(%x: tensor<64xf32>, %s: f32) -> tensor<64xf32> {
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %c = arith.constant 2.0 : f32
    %d = arith.mulf %s, %c : f32
    %a = arith.addf %e, %d : f32
    %r = math.exp %a : f32
    tt.map_elementwise.return %r : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// Several operands and results, of other types; a result that is a scalar.
// CHECK-LABEL: tt.func @several
// CHECK: %[[L:.+]] = arith.cmpf olt, %arg0, %arg1 : tensor<8x16xf32>
// CHECK: %[[R:.+]] = tt.splat %arg2 : i32 -> tensor<8x16xi32>
// CHECK: tt.return %[[L]], %[[R]]
tt.func @several(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %s: i32) -> (tensor<8x16xi1>, tensor<8x16xi32>) {
  %r:2 = "tt.map_elementwise"(%x, %y) <{pack = 1 : i32}> ({
  ^bb0(%e: f32, %f: f32):
    %l = arith.cmpf olt, %e, %f : f32
    tt.map_elementwise.return %l, %s : i1, i32
  }) : (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xi1>, tensor<8x16xi32>)
  tt.return %r#0, %r#1 : tensor<8x16xi1>, tensor<8x16xi32>
}

// A leaky rectifier: `e > 0 ? e : s * e`.
// CHECK-LABEL: tt.func @choice
// CHECK-NOT: scf.if
// CHECK: %[[C:.+]] = arith.cmpf ogt
// CHECK: %[[M:.+]] = arith.mulf %arg0, %{{.+}} : tensor<64xf32>
// CHECK: arith.select %[[C]], %arg0, %[[M]] : tensor<64xi1>, tensor<64xf32>
tt.func @choice(%x: tensor<64xf32>, %s: f32) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %c = arith.cmpf ogt, %e, %zero : f32
    %r = scf.if %c -> f32 {
      scf.yield %e : f32
    } else {
      %m = arith.mulf %e, %s : f32
      scf.yield %m : f32
    }
    tt.map_elementwise.return %r : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// A condition from outside is one for all elements.
// CHECK-LABEL: tt.func @uniform
// CHECK: %[[Z:.+]] = tt.splat %arg2 : f32 -> tensor<64xf32>
// CHECK: arith.select %arg1, %arg0, %[[Z]] : tensor<64xf32>
tt.func @uniform(%x: tensor<64xf32>, %c: i1, %s: f32) -> tensor<64xf32> {
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %r = scf.if %c -> f32 {
      scf.yield %e : f32
    } else {
      scf.yield %s : f32
    }
    tt.map_elementwise.return %r : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// A division that the branch guards must not be done for all elements.
// CHECK-LABEL: tt.func @guarded
// CHECK: tt.map_elementwise
tt.func @guarded(%x: tensor<64xi32>, %s: i32) -> tensor<64xi32> {
  %zero = arith.constant 0 : i32
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: i32):
    %c = arith.cmpi ne, %e, %zero : i32
    %r = scf.if %c -> i32 {
      %q = arith.divsi %s, %e : i32
      scf.yield %q : i32
    } else {
      scf.yield %zero : i32
    }
    tt.map_elementwise.return %r : i32
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return %y : tensor<64xi32>
}

// Several elements at a time, loops, reads and types that no tile has.
// CHECK-LABEL: tt.func @kept
// CHECK-COUNT-4: "tt.map_elementwise"
tt.func @kept(%x: tensor<64xf32>, %p: !tt.ptr<f32>, %n: i32) -> tensor<64xf32> {
  %a = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%e: f32, %f: f32):
    tt.map_elementwise.return %f, %e : f32, f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  %b = "tt.map_elementwise"(%a) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %c = arith.constant 1 : i32
    %r = scf.for %i = %c to %n step %c iter_args(%v = %e) -> (f32) : i32 {
      %w = arith.addf %v, %v : f32
      scf.yield %w : f32
    }
    tt.map_elementwise.return %r : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  %c = "tt.map_elementwise"(%b) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %v = tt.load %p : !tt.ptr<f32>
    %w = arith.addf %v, %e : f32
    tt.map_elementwise.return %w : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  %d = "tt.map_elementwise"(%c) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %i = arith.fptosi %e : f32 to i32
    %j = arith.index_cast %i : i32 to index
    %k = arith.index_cast %j : index to i32
    %w = arith.sitofp %k : i32 to f32
    tt.map_elementwise.return %w : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return %d : tensor<64xf32>
}
