// RUN: cm2tt-opt %s --cm2tt-tt-scale-maxima=assumes-parameters --split-input-file --verify-diagnostics | FileCheck %s
// RUN: cm2tt-opt %s --cm2tt-tt-scale-maxima --split-input-file 2>/dev/null | FileCheck %s --check-prefix=KNOWN

// A softmax: the difference keeps the product, the maximum does not. Without a
// promise of the launcher, nothing is known of the parameter.

// CHECK-LABEL: @parameter
// CHECK-SAME: %[[SCALE:.*]]: f32 {tt.positive}
// CHECK: %[[Y:.*]] = arith.mulf %[[X:.*]], %{{.*}} : tensor
// CHECK: %[[MAX:.*]] = "tt.reduce"(%[[X]])
// CHECK: %[[S:.*]] = tt.splat %{{.*}} : f32 -> tensor<16xf32>
// CHECK: %[[M:.*]] = arith.mulf %[[MAX]], %[[S]]
// CHECK: tt.expand_dims %[[M]]
// CHECK: arith.subf %[[Y]],
// KNOWN-LABEL: @parameter
// KNOWN-NOT: tt.positive
// KNOWN: %[[Y:.*]] = arith.mulf %{{.*}} : tensor
// KNOWN: "tt.reduce"(%[[Y]])
tt.func public @parameter(%x: tensor<16x32xf32>, %scale: f32) -> tensor<16x32xf32> {
  %log2e = arith.constant 1.44269502 : f32
  %s = arith.mulf %scale, %log2e : f32
  %t = tt.splat %s : f32 -> tensor<16x32xf32>
  %y = arith.mulf %x, %t : tensor<16x32xf32>
  // expected-remark @below {{the maximum is multiplied, not each element}}
  %m = "tt.reduce"(%y) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<16x32xf32>) -> tensor<16xf32>
  %e = tt.expand_dims %m {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %w = tt.broadcast %e : tensor<16x1xf32> -> tensor<16x32xf32>
  %d = arith.subf %y, %w : tensor<16x32xf32>
  tt.return %d : tensor<16x32xf32>
}

// -----

// A constant, on the other side, of a maximum that returns NaN; to a scalar.

// CHECK-LABEL: @constant
// CHECK: %[[MAX:.*]] = "tt.reduce"(%arg0)
// CHECK: %[[C:.*]] = arith.constant 1.250000e-01 : f32
// CHECK: arith.mulf %[[MAX]], %[[C]] : f32
// KNOWN-LABEL: @constant
// KNOWN: "tt.reduce"(%arg0)
tt.func public @constant(%x: tensor<32xf32>) -> f32 {
  %c = arith.constant dense<0.125> : tensor<32xf32>
  %y = arith.mulf %c, %x : tensor<32xf32>
  // expected-remark @below {{the maximum is multiplied, not each element}}
  %m = "tt.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maximumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  tt.return %m : f32
}

// -----

// A scale that is negative, 0, infinite, no number, or so small or large that a
// product with a parameter may be 0 or infinite; a number that a load returns; a
// minimum; another type.

// CHECK-LABEL: @others
// CHECK-NOT: tt.positive
// CHECK: %[[Y:.*]] = arith.mulf
// CHECK: "tt.reduce"(%[[Y]])
tt.func public @others(%x: tensor<32xf32>) -> f32 {
  %c = arith.constant dense<-0.125> : tensor<32xf32>
  %y = arith.mulf %x, %c : tensor<32xf32>
  %m = "tt.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  tt.return %m : f32
}

// CHECK-LABEL: @bounds
// CHECK-SAME: %arg1: f32, %arg2: f32, %arg3: !tt.ptr<f32>)
// CHECK-COUNT-9: "tt.reduce"(%{{[0-9]+}})
tt.func public @bounds(%x: tensor<32xf32>, %scale: f32, %other: f32, %p: !tt.ptr<f32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %small = arith.constant 1.0e-20 : f32
  %large = arith.constant 1.0e+20 : f32
  %of_small = arith.mulf %scale, %small : f32
  %of_large = arith.mulf %scale, %large : f32
  %both = arith.mulf %scale, %other : f32
  %loaded = tt.load %p : !tt.ptr<f32>
  %sum = arith.addf %scale, %other : f32
  %t1 = tt.splat %c0 : f32 -> tensor<32xf32>
  %y1 = arith.mulf %x, %t1 : tensor<32xf32>
  %m1 = "tt.reduce"(%y1) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t2 = tt.splat %inf : f32 -> tensor<32xf32>
  %y2 = arith.mulf %x, %t2 : tensor<32xf32>
  %m2 = "tt.reduce"(%y2) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t3 = tt.splat %nan : f32 -> tensor<32xf32>
  %y3 = arith.mulf %x, %t3 : tensor<32xf32>
  %m3 = "tt.reduce"(%y3) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t4 = tt.splat %of_small : f32 -> tensor<32xf32>
  %y4 = arith.mulf %x, %t4 : tensor<32xf32>
  %m4 = "tt.reduce"(%y4) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t5 = tt.splat %of_large : f32 -> tensor<32xf32>
  %y5 = arith.mulf %x, %t5 : tensor<32xf32>
  %m5 = "tt.reduce"(%y5) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t6 = tt.splat %both : f32 -> tensor<32xf32>
  %y6 = arith.mulf %x, %t6 : tensor<32xf32>
  %m6 = "tt.reduce"(%y6) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t7 = tt.splat %loaded : f32 -> tensor<32xf32>
  %y7 = arith.mulf %x, %t7 : tensor<32xf32>
  %m7 = "tt.reduce"(%y7) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t8 = tt.splat %sum : f32 -> tensor<32xf32>
  %y8 = arith.mulf %x, %t8 : tensor<32xf32>
  %m8 = "tt.reduce"(%y8) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.maxnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  %t9 = tt.splat %scale : f32 -> tensor<32xf32>
  %y9 = arith.mulf %x, %t9 : tensor<32xf32>
  %m9 = "tt.reduce"(%y9) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %r = arith.minnumf %a, %b : f32
    tt.reduce.return %r : f32
  }) : (tensor<32xf32>) -> f32
  tt.return %m1, %m2, %m3, %m4, %m5, %m6, %m7, %m8, %m9 : f32, f32, f32, f32, f32, f32, f32, f32, f32
}
