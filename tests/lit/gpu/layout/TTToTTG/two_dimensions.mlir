// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// The dimension whose neighbours are neighbours in memory comes first; where
// load and store differ in it, one conversion stands between them.

// CHECK-DAG: #[[$ROWS:.+]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [16, 0]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = {{\[\[}}4, 0], [8, 0]]}>
// CHECK-DAG: #[[$COLUMNS:.+]] = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [0, 16]], lane = {{\[\[}}4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = {{\[\[}}0, 4], [0, 8]]}>

// CHECK-DAG: #[[$ROW:.+]] = #ttg.linear<{register = {{\[\[}}1], [2]], lane = {{\[\[}}4], [8], [16], [0], [0]], warp = {{\[\[}}0], [0]]}>

// CHECK-LABEL: tt.func public @transpose
// CHECK: %[[V:.+]] = tt.load %{{.+}} : tensor<32x32x!tt.ptr<f32>, #[[$ROWS]]>
// CHECK: %[[W:.+]] = ttg.convert_layout %[[V]] : tensor<32x32xf32, #[[$ROWS]]> -> tensor<32x32xf32, #[[$COLUMNS]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}}, %[[W]] : tensor<32x32x!tt.ptr<f32>, #[[$COLUMNS]]>
tt.func public @transpose(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<32> : tensor<32x32xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %m1 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %n1 = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %m = tt.broadcast %m1 : tensor<32x1xi32> -> tensor<32x32xi32>
  %n = tt.broadcast %n1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %i0 = arith.muli %m, %c : tensor<32x32xi32>
  %i = arith.addi %i0, %n : tensor<32x32xi32>
  %j0 = arith.muli %n, %c : tensor<32x32xi32>
  %j = arith.addi %j0, %m : tensor<32x32xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %i : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %qa = tt.addptr %qs, %j : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %v = tt.load %pa : tensor<32x32x!tt.ptr<f32>>
  tt.store %qa, %v : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// A row is loaded where its broadcast wants it, by vectors, each of which four
// lanes and all warps load; nothing is converted.
// CHECK-LABEL: tt.func public @add_row
// CHECK: %[[X:.+]] = tt.load %{{.+}} : tensor<32x!tt.ptr<f32>, #[[$ROW]]>
// CHECK: %[[E:.+]] = tt.expand_dims %[[X]] {axis = 0 : i32} : tensor<32xf32, #[[$ROW]]> -> tensor<1x32xf32, #[[THIN:.+]]>
// CHECK: tt.broadcast %[[E]] : tensor<1x32xf32, #[[THIN]]> -> tensor<32x32xf32, #[[$ROWS]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @add_row(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<32> : tensor<32x32xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %x = tt.load %qa : tensor<32x!tt.ptr<f32>>
  %x1 = tt.expand_dims %x {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
  %xs = tt.broadcast %x1 : tensor<1x32xf32> -> tensor<32x32xf32>
  %m1 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %n1 = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %m = tt.broadcast %m1 : tensor<32x1xi32> -> tensor<32x32xi32>
  %n = tt.broadcast %n1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %i0 = arith.muli %m, %c : tensor<32x32xi32>
  %i = arith.addi %i0, %n : tensor<32x32xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %i : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %v = tt.load %pa : tensor<32x32x!tt.ptr<f32>>
  %w = arith.addf %v, %xs : tensor<32x32xf32>
  tt.store %pa, %w : tensor<32x32x!tt.ptr<f32>>
  tt.return
}
