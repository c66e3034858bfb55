// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// Reductions stay in the layout of what they reduce; what is reduced comes back
// to it without moving.

// CHECK-LABEL: tt.func public @softmax
// CHECK: %[[V:.+]] = tt.load %{{.+}} : tensor<64x64x!tt.ptr<f32>, #[[L:.+]]>
// CHECK: "tt.reduce"(%[[V]])
// CHECK: }) : (tensor<64x64xf32, #[[L]]>) -> tensor<64xf32, #[[S:.+]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.expand_dims %{{.+}} {axis = 1 : i32} : tensor<64xf32, #[[S]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}} : tensor<64x64x!tt.ptr<f32>, #[[L]]>
tt.func public @softmax(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<64> : tensor<64x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %i = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %j = tt.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %k = arith.muli %i, %c : tensor<64x64xi32>
  %o = arith.addi %k, %j : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %m2 = tt.broadcast %m1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %w = arith.subf %v, %m2 : tensor<64x64xf32>
  tt.store %pa, %w : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @scans
// CHECK: }) : (tensor<64x64xf32, #[[L:.+]]>) -> tensor<64x64xf32, #[[L]]>
// CHECK: tt.store %{{.+}} : tensor<64x64x!tt.ptr<f32>, #[[L]]>
tt.func public @scans(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<64> : tensor<64x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %i = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %j = tt.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %k = arith.muli %i, %c : tensor<64x64xi32>
  %o = arith.addi %k, %j : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %s = "tt.scan"(%v) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %z = arith.addf %a, %b : f32
    tt.scan.return %z : f32
  }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  tt.store %pa, %s : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// A cheap operand is made in a layout for it; a scalar needs none.
// CHECK-LABEL: tt.func public @cheap
// CHECK: %[[R:.+]] = tt.make_range {{.+}} : tensor<64xi32, #[[$LINE:.+]]>
// CHECK: "tt.reduce"(%[[R]])
// CHECK: }) : (tensor<64xi32, #[[$LINE]]>) -> i32
tt.func public @cheap(%q: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = "tt.reduce"(%r) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %z = arith.addi %a, %b : i32
    tt.reduce.return %z : i32
  }) : (tensor<64xi32>) -> i32
  %o = tt.addptr %q, %n : !tt.ptr<f32>, i32
  %one = arith.constant 1.0 : f32
  tt.store %o, %one : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: tt.func public @picks
// CHECK: tt.histogram %{{.+}} : tensor<64xi32, #{{.+}}> -> tensor<16xi32, #[[H:.+]]>
// CHECK: tt.gather %{{.+}}[%{{.+}}] {axis = 0 : i32} : (tensor<64xf32, #{{.+}}>, tensor<64xi32, #[[G:.+]]>) -> tensor<64xf32, #[[G]]>
// CHECK: tt.print {{.*}} : tensor<16xi32, #[[H]]>
tt.func public @picks(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<64> : tensor<64x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %i = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %j = tt.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %k = arith.muli %i, %c : tensor<64x64xi32>
  %o = arith.addi %k, %j : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %h = tt.histogram %r : tensor<64xi32> -> tensor<16xi32>
  %g = tt.gather %m[%r] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  tt.store %qa, %g : tensor<64x!tt.ptr<f32>>
  tt.print "h" {hex = false, isSigned = array<i32: 1>} : %h : tensor<16xi32>
  tt.return
}

// What a map takes together is together in registers.
// CHECK-LABEL: tt.func public @packs
// CHECK: "tt.map_elementwise"
// CHECK: }) : (tensor<64xf32, #[[$PACK:.+]]>, tensor<64xi32, #[[$PACK]]>) -> tensor<64xf32, #[[$PACK]]>
tt.func public @packs(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<64> : tensor<64x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %i = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %j = tt.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %k = arith.muli %i, %c : tensor<64x64xi32>
  %o = arith.addi %k, %j : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %mp = "tt.map_elementwise"(%m, %r) <{pack = 4 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c1: f32, %d: f32, %e: i32, %f: i32, %g: i32, %h: i32):
    tt.map_elementwise.return %b, %a, %d, %c1 : f32, f32, f32, f32
  }) : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  tt.store %qa, %mp : tensor<64x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @atomics
// CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.+}}, %{{.+}} : (tensor<64x!tt.ptr<f32>, #[[A:.+]]>, tensor<64xf32, #[[A]]>) -> tensor<64xf32, #[[A]]>
tt.func public @atomics(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<64> : tensor<64x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %i = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %j = tt.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %k = arith.muli %i, %c : tensor<64x64xi32>
  %o = arith.addi %k, %j : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %qa, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>) -> tensor<64xf32>
  tt.return
}
