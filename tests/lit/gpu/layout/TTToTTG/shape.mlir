// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// The layout of what changes the shape follows from the other side: nothing moves
// but where both sides have a layout of their own.

// CHECK-LABEL: tt.func public @trans
// CHECK: %[[V:.+]] = tt.load %{{.+}} : tensor<64x64x!tt.ptr<f32>, #[[L:.+]]>
// CHECK: %[[C:.+]] = ttg.convert_layout %[[V]] : tensor<64x64xf32, #[[L]]> -> tensor<64x64xf32, #[[T:.+]]>
// CHECK: %[[W:.+]] = tt.trans %[[C]] {order = array<i32: 1, 0>} : tensor<64x64xf32, #[[T]]> -> tensor<64x64xf32, #[[L]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}}, %[[W]] : tensor<64x64x!tt.ptr<f32>, #[[L]]>
tt.func public @trans(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  tt.store %qa, %t : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @halves
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.reshape %{{.+}} : tensor<64x64xf32, #[[L:.+]]> -> tensor<2048x2xf32, #[[P:.+]]>
// CHECK: tt.split %{{.+}} : tensor<2048x2xf32, #[[P]]> -> tensor<2048xf32, #[[H:.+]]>
// CHECK: tt.join %{{.+}}, %{{.+}} : tensor<2048xf32, #[[H]]> -> tensor<2048x2xf32, #[[P]]>
// CHECK: tt.reshape %{{.+}} : tensor<2048x2xf32, #[[P]]> -> tensor<64x64xf32, #[[L]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @halves(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %s = tt.reshape %v : tensor<64x64xf32> -> tensor<2048x2xf32>
  %a, %b = tt.split %s : tensor<2048x2xf32> -> tensor<2048xf32>
  %ab = arith.addf %a, %b : tensor<2048xf32>
  %jn = tt.join %ab, %a : tensor<2048xf32> -> tensor<2048x2xf32>
  %w = tt.reshape %jn : tensor<2048x2xf32> -> tensor<64x64xf32>
  tt.store %pa, %w : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @cat
// CHECK: tt.cat %{{.+}}, %{{.+}} : tensor<64x64xf32, #{{.+}}> -> tensor<128x64xf32, #{{.+}}>
tt.func public @cat(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %c2 = tt.cat %v, %v : tensor<64x64xf32> -> tensor<128x64xf32>
  %h = tt.reshape %c2 : tensor<128x64xf32> -> tensor<2x64x64xf32>
  %s = "tt.reduce"(%h) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %z = arith.addf %a, %b : f32
    tt.reduce.return %z : f32
  }) : (tensor<2x64x64xf32>) -> tensor<64x64xf32>
  tt.store %pa, %s : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// What is loaded narrow is moved narrow.
// CHECK-LABEL: tt.func public @narrow
// CHECK: tt.load
// CHECK-NEXT: ttg.convert_layout %{{.+}} : tensor<64x64xf16,
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @narrow(%h: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %hs = tt.splat %h : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ot = arith.muli %j, %c : tensor<64x64xi32>
  %ou = arith.addi %ot, %i : tensor<64x64xi32>
  %ha = tt.addptr %hs, %ou : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %v = tt.load %ha : tensor<64x64x!tt.ptr<f16>>
  %w = arith.extf %v : tensor<64x64xf16> to tensor<64x64xf32>
  tt.store %pa, %w : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
