// RUN: cm2tt-opt %s -cm2tt-tt-combine | FileCheck %s

// The direction of a step of a sorting network.
// CHECK-LABEL: tt.func @directions
// CHECK: arith.constant dense<0> : tensor<2xi32>
// CHECK: %[[R:.+]] = tt.make_range
// CHECK-NEXT: %[[C:.+]] = arith.cmpf ogt, %arg0, %arg1 : tensor<4x2x2xf32>
// CHECK-NEXT: %[[A:.+]] = arith.cmpi ne, %[[R]], %{{.+}} : tensor<2xi32>
// CHECK: %[[AR:.+]] = tt.reshape %[[A]] : tensor<2xi1> -> tensor<1x2x1xi1>
// CHECK: %[[AB:.+]] = tt.broadcast %[[AR]] : tensor<1x2x1xi1> -> tensor<1x2x2xi1>
// CHECK: %[[B:.+]] = arith.cmpi ne, %[[R]], %{{.+}} : tensor<2xi32>
// CHECK: %[[BR:.+]] = tt.reshape %[[B]] : tensor<2xi1> -> tensor<1x1x2xi1>
// CHECK: %[[BB:.+]] = tt.broadcast %[[BR]] : tensor<1x1x2xi1> -> tensor<1x2x2xi1>
// CHECK: %[[X:.+]] = arith.xori %[[AB]], %[[BB]] : tensor<1x2x2xi1>
// CHECK: %[[Y:.+]] = tt.broadcast %[[X]] : tensor<1x2x2xi1> -> tensor<4x2x2xi1>
// CHECK: %[[D:.+]] = arith.xori %[[C]], %[[Y]] : tensor<4x2x2xi1>
// CHECK: tt.return %[[D]]
tt.func @directions(%x: tensor<4x2x2xf32>, %y: tensor<4x2x2xf32>) -> tensor<4x2x2xi1> {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %a = tt.reshape %r : tensor<2xi32> -> tensor<1x2x1xi32>
  %b = tt.reshape %r : tensor<2xi32> -> tensor<1x1x2xi32>
  %aa = tt.broadcast %a : tensor<1x2x1xi32> -> tensor<1x2x2xi32>
  %bb = tt.broadcast %b : tensor<1x1x2xi32> -> tensor<1x2x2xi32>
  %d = arith.xori %aa, %bb : tensor<1x2x2xi32>
  %c = arith.cmpf ogt, %x, %y : tensor<4x2x2xf32>
  %i = arith.extui %c : tensor<4x2x2xi1> to tensor<4x2x2xi32>
  %e = tt.broadcast %d : tensor<1x2x2xi32> -> tensor<4x2x2xi32>
  %s = arith.cmpi ne, %i, %e : tensor<4x2x2xi32>
  tt.return %s : tensor<4x2x2xi1>
}

// The bit first; a bit of another word; an extended condition; a bit that is 1.
// CHECK-LABEL: tt.func @equal
// CHECK: %[[T:.+]] = arith.constant dense<true> : tensor<64xi1>
// CHECK: %[[AND:.+]] = arith.andi
// CHECK: %[[B:.+]] = arith.cmpi ne, %[[AND]], %{{.+}} : tensor<64xi32>
// CHECK: %[[X:.+]] = arith.xori %[[B]], %arg0 : tensor<64xi1>
// CHECK: %[[N:.+]] = arith.xori %[[X]], %[[T]] : tensor<64xi1>
// CHECK: %[[E:.+]] = arith.xori %arg0, %arg2 : tensor<64xi1>
// CHECK: %[[S:.+]] = tt.splat %{{.+}} : i1 -> tensor<64xi1>
// CHECK: %[[P:.+]] = arith.xori %arg0, %[[S]] : tensor<64xi1>
// CHECK: tt.return %[[N]], %[[E]], %[[P]]
tt.func @equal(%c: tensor<64xi1>, %n: tensor<64xi32>, %d: tensor<64xi1>) -> (tensor<64xi1>, tensor<64xi1>, tensor<64xi1>) {
  %one = arith.constant dense<1> : tensor<64xi32>
  %w = arith.constant 1 : i32
  %i = arith.extui %c : tensor<64xi1> to tensor<64xi32>
  %b = arith.andi %n, %one : tensor<64xi32>
  %r = arith.cmpi eq, %b, %i : tensor<64xi32>
  %j = arith.extui %d : tensor<64xi1> to tensor<64xi32>
  %s = arith.cmpi ne, %i, %j : tensor<64xi32>
  %k = tt.splat %w : i32 -> tensor<64xi32>
  %t = arith.cmpi ne, %i, %k : tensor<64xi32>
  tt.return %r, %s, %t : tensor<64xi1>, tensor<64xi1>, tensor<64xi1>
}

// Scalars.
// CHECK-LABEL: tt.func @scalar
// CHECK: %[[B:.+]] = arith.cmpi ne, %{{.+}}, %{{.+}} : i32
// CHECK: %[[R:.+]] = arith.xori %arg0, %[[B]] : i1
// CHECK: tt.return %[[R]]
tt.func @scalar(%c: i1, %n: i32) -> i1 {
  %one = arith.constant 1 : i32
  %i = arith.extui %c : i1 to i32
  %b = arith.andi %n, %one : i32
  %r = arith.cmpi ne, %i, %b : i32
  tt.return %r : i1
}

// An integer that may be another one: an argument, a range to 4, a constant, a
// condition that is extended by its sign, an or of two words; another
// comparison; two bits that are no conditions; an extended byte; bits in any
// order.
// CHECK-LABEL: tt.func @kept
// CHECK-NOT: arith.xori
// CHECK: tt.return
tt.func @kept(%c: tensor<4xi1>, %n: tensor<4xi32>, %m: tensor<4xi8>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %one = arith.constant dense<1> : tensor<4xi32>
  %two = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %some = arith.constant dense<[0, 1, 2, 1]> : tensor<4xi32>
  %range = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %i = arith.extui %c : tensor<4xi1> to tensor<4xi32>
  %sign = arith.extsi %c : tensor<4xi1> to tensor<4xi32>
  %byte = arith.extui %m : tensor<4xi8> to tensor<4xi32>
  %bit = arith.andi %n, %one : tensor<4xi32>
  %or = arith.ori %n, %bit : tensor<4xi32>
  %a = arith.cmpi ne, %i, %n : tensor<4xi32>
  %b = arith.cmpi ne, %i, %range : tensor<4xi32>
  %d = arith.cmpi eq, %i, %some : tensor<4xi32>
  %e = arith.cmpi ne, %i, %sign : tensor<4xi32>
  %f = arith.cmpi ne, %i, %or : tensor<4xi32>
  %g = arith.cmpi ugt, %i, %bit : tensor<4xi32>
  %h = arith.cmpi ne, %bit, %one : tensor<4xi32>
  %j = arith.cmpi ne, %i, %byte : tensor<4xi32>
  %pair = tt.expand_dims %two {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %pairs = tt.broadcast %pair : tensor<1x2xi32> -> tensor<2x2xi32>
  %any = tt.reshape %pairs allow_reorder : tensor<2x2xi32> -> tensor<4xi32>
  %k = arith.cmpi ne, %i, %any : tensor<4xi32>
  tt.return %a, %b, %d, %e, %f, %g, %h, %j, %k : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// A bit that is constant is folded, and the text does not change when it is
// compiled again. What computed the bits is erased.
// CHECK-LABEL: tt.func @folded
// CHECK: %[[T:.+]] = arith.constant dense<true> : tensor<8x32xi1>
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.extui
// CHECK: %[[N:.+]] = arith.xori %arg0, %[[T]] : tensor<8x32xi1>
// CHECK: tt.return %arg0, %[[N]]
tt.func @folded(%c: tensor<8x32xi1>) -> (tensor<8x32xi1>, tensor<8x32xi1>) {
  %zero = arith.constant dense<0> : tensor<8x32xi32>
  %i = arith.extui %c : tensor<8x32xi1> to tensor<8x32xi32>
  %n = arith.cmpi ne, %i, %zero : tensor<8x32xi32>
  %e = arith.cmpi eq, %i, %zero : tensor<8x32xi32>
  tt.return %n, %e : tensor<8x32xi1>, tensor<8x32xi1>
}
