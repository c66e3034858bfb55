// RUN: cm2tt-opt %s -cm2tt-tt-combine | FileCheck %s

// CHECK-LABEL: tt.func @offsets
// CHECK: %[[C:.+]] = arith.constant dense<5> : tensor<64xi32>
// CHECK: %[[P:.+]] = tt.addptr %arg0, %[[C]] {tt.divisibility = dense<4> : tensor<1xi32>}
// CHECK: %[[K:.+]] = arith.addi %arg2, %arg3 : i64
// CHECK: %[[Q:.+]] = tt.addptr %arg1, %[[K]] : !tt.ptr<f32>, i64
// CHECK: tt.return %[[P]], %[[Q]]
tt.func @offsets(%p: tensor<64x!tt.ptr<f32>>, %q: !tt.ptr<f32>, %i: i64, %j: i64) -> (tensor<64x!tt.ptr<f32>>, !tt.ptr<f32>) {
  %two = arith.constant dense<2> : tensor<64xi32>
  %three = arith.constant dense<3> : tensor<64xi32>
  %a = tt.addptr %p, %two : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %b = tt.addptr %a, %three {tt.divisibility = dense<4> : tensor<1xi32>} : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %c = tt.addptr %q, %i : !tt.ptr<f32>, i64
  %d = tt.addptr %c, %j : !tt.ptr<f32>, i64
  tt.return %b, %d : tensor<64x!tt.ptr<f32>>, !tt.ptr<f32>
}

// 32 bits may overflow, as constants may; a pointer of other uses stays, and an
// address in front of a loop is not computed in it.
// CHECK-LABEL: tt.func @kept_offsets
// CHECK-NOT: arith.addi
// CHECK-COUNT-7: tt.addptr
tt.func @kept_offsets(%p: !tt.ptr<f32>, %i: i32, %j: i64, %n: i32) -> (!tt.ptr<f32>, !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %big = arith.constant 2147483647 : i32
  %a = tt.addptr %p, %i : !tt.ptr<f32>, i32
  %b = tt.addptr %a, %i : !tt.ptr<f32>, i32
  %c = tt.addptr %b, %big : !tt.ptr<f32>, i32
  %d = tt.addptr %c, %c1 : !tt.ptr<f32>, i32
  %e = tt.addptr %d, %j : !tt.ptr<f32>, i64
  %f = tt.addptr %e, %j : !tt.ptr<f32>, i64
  scf.for %k = %c0 to %n step %c1 : i32 {
    %g = tt.addptr %f, %j : !tt.ptr<f32>, i64
    %x = tt.load %g {isVolatile = true} : !tt.ptr<f32>
  }
  tt.return %e, %f : !tt.ptr<f32>, !tt.ptr<f32>
}

// CHECK-LABEL: tt.func @masked
// CHECK: %[[X:.+]] = tt.load %arg0, %arg1, %arg2 : tensor<64x!tt.ptr<f32>>
// CHECK: %[[Y:.+]] = tt.load %arg0, %{{.+}}, %arg2 : tensor<64x!tt.ptr<f32>>
// CHECK-NOT: arith.select
// CHECK: tt.return %[[X]], %[[Y]]
tt.func @masked(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %o: tensor<64xf32>, %c: i1) -> (tensor<64xf32>, tensor<64xf32>) {
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %r = arith.select %m, %x, %o : tensor<64xi1>, tensor<64xf32>
  %n = tt.splat %c : i1 -> tensor<64xi1>
  %y = tt.load %p, %n, %o : tensor<64x!tt.ptr<f32>>
  %s = arith.select %c, %y, %o : tensor<64xf32>
  tt.return %r, %s : tensor<64xf32>, tensor<64xf32>
}

// Another mask, the other way round, volatile, and an `other` that comes later.
// CHECK-LABEL: tt.func @kept_selects
// CHECK-COUNT-4: arith.select
tt.func @kept_selects(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %n: tensor<64xi1>, %o: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %a = arith.select %n, %x, %o : tensor<64xi1>, tensor<64xf32>
  %y = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %b = arith.select %m, %o, %y : tensor<64xi1>, tensor<64xf32>
  %z = tt.load %p, %m {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  %c = arith.select %m, %z, %o : tensor<64xi1>, tensor<64xf32>
  %w = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %late = arith.negf %o : tensor<64xf32>
  %d = arith.select %m, %w, %late : tensor<64xi1>, tensor<64xf32>
  tt.return %a, %b, %c, %d : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// CHECK-LABEL: tt.func @reorder
// CHECK: tt.reshape %arg0 allow_reorder
// CHECK: tt.reshape %arg1 allow_reorder
// CHECK: tt.reshape %arg0 : tensor<64x32xf32> -> tensor<2048xf32>
// CHECK: tt.reshape %arg0 : tensor<64x32xf32> -> tensor<2048xf32>
tt.func @reorder(%x: tensor<64x32xf32>, %i: tensor<64x32xi32>) -> (f32, tensor<16xi32>, f32, f32, tensor<2048xf32>) {
  %a = tt.reshape %x : tensor<64x32xf32> -> tensor<2048xf32>
  %s = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %m = arith.addf %l, %r : f32
    tt.reduce.return %m : f32
  }) : (tensor<2048xf32>) -> f32
  %b = tt.reshape %i : tensor<64x32xi32> -> tensor<2048xi32>
  %h = tt.histogram %b : tensor<2048xi32> -> tensor<16xi32>
  // The order is seen: by a region that is not commutative, and by the caller.
  %c = tt.reshape %x : tensor<64x32xf32> -> tensor<2048xf32>
  %f = "tt.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.reduce.return %l : f32
  }) : (tensor<2048xf32>) -> f32
  %d = tt.reshape %x : tensor<64x32xf32> -> tensor<2048xf32>
  %t = "tt.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %m = arith.addf %l, %r : f32
    tt.reduce.return %m : f32
  }) : (tensor<2048xf32>) -> f32
  tt.return %s, %h, %f, %t, %d : f32, tensor<16xi32>, f32, f32, tensor<2048xf32>
}
