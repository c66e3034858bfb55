// RUN: cm2tt-opt %s -cm2tt-tt-pad-tiles -split-input-file | FileCheck %s -enable-var-scope

// Ranges grow, accesses are masked, other dimensions stay.
// CHECK-LABEL: tt.func public @accesses
// CHECK-DAG: %[[R:.*]] = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
// CHECK-DAG: %[[N:.*]] = arith.constant dense<80> : tensor<128xi32>
// CHECK: %[[IN:.*]] = arith.cmpi slt, %[[R]], %[[N]]
// CHECK: tt.load %{{.*}}, %[[IN]] : tensor<128x!tt.ptr<f32>>
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[IN]] : tensor<128xi1>
// CHECK: tt.store %{{.*}}, %{{.*}}, %[[BOTH]] : tensor<128x!tt.ptr<f32>>
tt.func public @accesses(%p: !tt.ptr<f32>, %m: i1) {
  %r = tt.make_range {end = 83 : i32, start = 3 : i32} : tensor<80xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<80x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<80x!tt.ptr<f32>>, tensor<80xi32>
  %x = tt.load %a : tensor<80x!tt.ptr<f32>>
  %k = tt.splat %m : i1 -> tensor<80xi1>
  tt.store %a, %x, %k : tensor<80x!tt.ptr<f32>>
  tt.return
}

// A range whose padding exceeds 32 bits is moved.
// CHECK-LABEL: tt.func public @late_range
// CHECK: %[[R:.*]] = tt.make_range {end = 4 : i32, start = 0 : i32}
// CHECK: %[[S:.*]] = arith.constant dense<2147483644> : tensor<4xi32>
// CHECK: arith.addi %[[R]], %[[S]]
tt.func public @late_range() {
  %r = tt.make_range {end = 2147483647 : i32, start = 2147483644 : i32} : tensor<3xi32>
  tt.print " r: " {hex = false, isSigned = array<i32: 1>} : %r : tensor<3xi32>
  tt.return
}

// CHECK-LABEL: tt.func public @constants
// CHECK: dense<7> : tensor<4xi32>
// CHECK: dense<{{\[\[}}1, 2, 3, 0], [4, 5, 6, 0]]> : tensor<2x4xi32>
// CHECK: tt.print {{.*}} shapes = [array<i64: 3>, array<i64: 2, 3>]
tt.func public @constants() {
  %a = arith.constant dense<7> : tensor<3xi32>
  %b = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  tt.print " " {hex = false, isSigned = array<i32: 1, 1>} : %a, %b : tensor<3xi32>, tensor<2x3xi32>
  tt.return
}

// Only the padding along the axis matters.
// CHECK-LABEL: tt.func private @reductions(%arg0: tensor<8x4xf32>)
// CHECK: %[[MASK:.*]] = tt.broadcast %{{.*}} : tensor<1x4xi1> -> tensor<8x4xi1>
// CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : tensor<8x4xf32>
// CHECK: %[[X:.*]] = arith.select %[[MASK]], %arg0, %[[ZERO]]
// CHECK: "tt.reduce"(%[[X]])
// The last one may be any combination: whether there is an element comes along.
// CHECK: "tt.reduce"(%arg0, %[[MASK]])
// CHECK: ^bb0(%[[L:.*]]: f32, %[[HL:.*]]: i1, %[[R:.*]]: f32, %[[HR:.*]]: i1):
// CHECK: %[[C:.*]] = arith.subf %[[L]], %[[R]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[HL]], %[[HR]]
// CHECK: %[[ONE:.*]] = arith.select %[[HL]], %[[L]], %[[R]]
// CHECK: %[[V:.*]] = arith.select %[[BOTH]], %[[C]], %[[ONE]]
// CHECK: %[[H:.*]] = arith.ori %[[HL]], %[[HR]]
// CHECK: tt.reduce.return %[[V]], %[[H]]
tt.func private @reductions(%x: tensor<6x3xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<6x3xf32>) -> tensor<6xf32>
  %d = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.subf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<6x3xf32>) -> tensor<6xf32>
  tt.return %s, %d : tensor<6xf32>, tensor<6xf32>
}

// CHECK-LABEL: tt.func private @inner(%arg0: tensor<8x2xf32>) -> tensor<2xf32>
// CHECK-NOT: arith.select
// CHECK: "tt.scan"(%arg0)
tt.func private @inner(%x: tensor<6x2xf32>) -> tensor<2xf32> {
  %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.scan.return %c : f32
  }) : (tensor<6x2xf32>) -> tensor<6x2xf32>
  // CHECK: "tt.reduce"(%{{.*}}) <{axis = 1 : i32}>
  %t = "tt.reduce"(%s) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.maxnumf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<6x2xf32>) -> tensor<6xf32>
  // CHECK: dense<0x7FC00000> : tensor<8x2xf32>
  %u = "tt.reduce"(%s) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.maxnumf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<6x2xf32>) -> tensor<2xf32>
  tt.return %u : tensor<2xf32>
}

// All elements: a dimension at a time, where a reshape would move them.
// CHECK-LABEL: tt.func private @total
// CHECK-NOT: tt.reshape
// CHECK: "tt.reduce"(%{{.*}}) <{axis = 1 : i32}>
// CHECK: }) : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK: "tt.reduce"(%{{.*}}) <{axis = 0 : i32}>
tt.func private @total(%x: tensor<3x5xf32>) -> f32 {
  %f = tt.reshape %x allow_reorder : tensor<3x5xf32> -> tensor<15xf32>
  %s = "tt.reduce"(%f) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<15xf32>) -> f32
  tt.return %s : f32
}

// Both factors are zero along K.
// CHECK-LABEL: tt.func private @product
// CHECK-COUNT-2: arith.select
// CHECK: tt.dot %{{.*}} : tensor<16x32xf16> * tensor<32x32xf16> -> tensor<16x32xf32>
tt.func private @product(%a: tensor<16x24xf16>, %b: tensor<24x20xf16>, %c: tensor<16x20xf32>) -> tensor<16x20xf32> {
  %d = tt.dot %a, %b, %c : tensor<16x24xf16> * tensor<24x20xf16> -> tensor<16x20xf32>
  tt.return %d : tensor<16x20xf32>
}

// What is not loaded becomes zero, for free.
// CHECK-LABEL: tt.func private @loaded_product
// CHECK-NOT: arith.select
// CHECK-COUNT-2: tt.load %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK-NOT: arith.select
// CHECK: tt.dot
tt.func private @loaded_product(%p: tensor<16x24x!tt.ptr<f16>>, %q: tensor<24x16x!tt.ptr<f16>>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tt.load %p : tensor<16x24x!tt.ptr<f16>>
  %b = tt.load %q : tensor<24x16x!tt.ptr<f16>>
  %d = tt.dot %a, %b, %c : tensor<16x24xf16> * tensor<24x16xf16> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// CHECK-LABEL: tt.func private @shapes
// CHECK: tt.reshape %arg0 : tensor<128xf32> -> tensor<4x32xf32>
// CHECK: tt.gather
// CHECK: tt.reshape %{{.*}} : tensor<128xf32> -> tensor<32x4xf32>
// CHECK: tt.gather
// CHECK: tt.gather
// CHECK: arith.select
tt.func private @shapes(%x: tensor<96xf32>) -> (tensor<3x32xf32>, tensor<32x3xf32>, tensor<192xf32>) {
  %a = tt.reshape %x : tensor<96xf32> -> tensor<3x32xf32>
  %b = tt.reshape %x : tensor<96xf32> -> tensor<32x3xf32>
  %c = tt.cat %x, %x : tensor<96xf32> -> tensor<192xf32>
  tt.return %a, %b, %c : tensor<3x32xf32>, tensor<32x3xf32>, tensor<192xf32>
}

// CHECK-LABEL: tt.func private @own_index
// CHECK: tt.return %arg0
tt.func private @own_index(%x: tensor<96xf32>) -> tensor<128xf32> {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %y = tt.gather %x[%r] {axis = 0 : i32} : (tensor<96xf32>, tensor<128xi32>) -> tensor<128xf32>
  tt.return %y : tensor<128xf32>
}

// Loops and branches have the types; assertions ignore the padding, histograms too.
// CHECK-LABEL: tt.func private @flow
// CHECK: scf.for {{.*}} -> (tensor<4xi32>)
// CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<4xi32> -> tensor<8xi32>
// CHECK: %[[ALL:.*]] = arith.constant dense<true> : tensor<4xi1>
// CHECK: %[[C:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ALL]]
// CHECK: tt.assert %[[C]]
tt.func private @flow(%n: i32, %x: tensor<3xi32>, %c: tensor<3xi1>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%z = %x) -> (tensor<3xi32>) : i32 {
    %w = arith.addi %z, %z : tensor<3xi32>
    scf.yield %w : tensor<3xi32>
  }
  %h = tt.histogram %y : tensor<3xi32> -> tensor<5xi32>
  tt.assert %c, "c" : tensor<3xi1>
  tt.return %h : tensor<5xi32>
}

// The region of a map that may not end is entered for elements of the program.
// CHECK-LABEL: tt.func private @loop
// CHECK: "tt.map_elementwise"(%arg0, %{{.*}}) <{pack = 1 : i32}>
// CHECK: ^bb0(%[[E:.*]]: i32, %[[IN:.*]]: i1):
// CHECK: cf.cond_br %[[IN]], ^[[FIRST:.*]](%[[E]] : i32), ^[[SKIP:.*]]
// CHECK: ^[[SKIP]]:
// CHECK: tt.map_elementwise.return %c0_i32
tt.func private @loop(%x: tensor<3xi32>) -> tensor<3xi32> {
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: i32):
    %end = scf.while (%n = %e) : (i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %more = arith.cmpi sgt, %n, %c1 : i32
      scf.condition(%more) %n : i32
    } do {
    ^bb0(%n: i32):
      scf.yield %n : i32
    }
    tt.map_elementwise.return %end : i32
  }) : (tensor<3xi32>) -> tensor<3xi32>
  tt.return %y : tensor<3xi32>
}

// Atomic operations that have no mask access elements of the program.
// CHECK-LABEL: tt.func private @cas
// CHECK: %[[P:.*]] = tt.int_to_ptr
// CHECK: %[[V:.*]] = arith.select %{{.*}}, %arg2, %arg1
// CHECK: tt.atomic_cas acq_rel, gpu, %[[P]], %arg1, %[[V]]
tt.func private @cas(%p: tensor<3x!tt.ptr<i32>>, %c: tensor<3xi32>, %v: tensor<3xi32>) -> tensor<3xi32> {
  %o = tt.atomic_cas acq_rel, gpu, %p, %c, %v : (tensor<3x!tt.ptr<i32>>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  tt.return %o : tensor<3xi32>
}
