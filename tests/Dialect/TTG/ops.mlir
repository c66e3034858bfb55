// RUN: cm2tt-opt %s -split-input-file | FileCheck %s
// RUN: cm2tt-opt %s -split-input-file -mlir-print-op-generic | cm2tt-opt -split-input-file | FileCheck %s

// Layouts round trip, and infer what shape operations of `tt` give.

// CHECK-DAG: #[[$ROWS:.+]] = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 2], [1, 0]], warp = {{\[\[}}2, 0]]}>
#rows = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [[2, 0]]}>
// CHECK-DAG: #[[$COLUMNS:.+]] = #ttg.linear<{register = {{\[\[}}1, 0]], lane = {{\[\[}}2, 0], [0, 1]], warp = {{\[\[}}0, 2]]}>
#columns = #ttg.linear<{register = [[1, 0]], lane = [[2, 0], [0, 1]], warp = [[0, 2]], block = []}>

// CHECK-LABEL: tt.func @convert
tt.func @convert(%x: tensor<4x4xf32, #rows>) -> tensor<4x4xf32, #columns> {
  // CHECK: ttg.convert_layout %{{.*}} : tensor<4x4xf32, #[[$ROWS]]> -> tensor<4x4xf32, #[[$COLUMNS]]>
  %y = ttg.convert_layout %x : tensor<4x4xf32, #rows> -> tensor<4x4xf32, #columns>
  tt.return %y : tensor<4x4xf32, #columns>
}

// CHECK-LABEL: tt.func @trans
tt.func @trans(%x: tensor<4x4xf32, #rows>) -> tensor<4x4xf32, #columns> {
  // CHECK: tt.trans %{{.*}} -> tensor<4x4xf32, #[[$COLUMNS]]>
  %y = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x4xf32, #rows> -> tensor<4x4xf32, #columns>
  tt.return %y : tensor<4x4xf32, #columns>
}

// -----

// A slice of a layout, the reduction's result, expands and broadcasts back.
#whole = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [[2, 0]]}>
#slice = #ttg.linear<{register = [], lane = [[0], [1]], warp = [[2]]}>
#column = #ttg.linear<{register = [], lane = [[0, 0], [1, 0]], warp = [[2, 0]]}>

// CHECK-LABEL: tt.func @reduce_expand_broadcast
tt.func @reduce_expand_broadcast(%x: tensor<4x4xf32, #whole>) -> tensor<4x4xf32, #whole> {
  // CHECK: "tt.reduce"
  // CHECK-SAME: axis = 1
  %sum = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<4x4xf32, #whole>) -> tensor<4xf32, #slice>
  // CHECK: tt.expand_dims
  %column = tt.expand_dims %sum {axis = 1 : i32} : tensor<4xf32, #slice> -> tensor<4x1xf32, #column>
  // CHECK: tt.broadcast
  %y = tt.broadcast %column : tensor<4x1xf32, #column> -> tensor<4x4xf32, #whole>
  tt.return %y : tensor<4x4xf32, #whole>
}

// -----

#flat = #ttg.linear<{register = [[1], [4]], lane = [[2]], warp = []}>
#square = #ttg.linear<{register = [[0, 1], [2, 0]], lane = [[1, 0]], warp = []}>
#joined = #ttg.linear<{register = [[0, 1], [1, 0], [4, 0]], lane = [[2, 0]], warp = []}>

// CHECK-LABEL: tt.func @reshape_join_split
tt.func @reshape_join_split(%x: tensor<8xf32, #flat>) -> tensor<8xf32, #flat> {
  // CHECK: tt.reshape
  %square = tt.reshape %x : tensor<8xf32, #flat> -> tensor<4x2xf32, #square>
  // CHECK: tt.join
  %joined = tt.join %x, %x : tensor<8xf32, #flat> -> tensor<8x2xf32, #joined>
  // CHECK: tt.split
  %low, %high = tt.split %joined : tensor<8x2xf32, #joined> -> tensor<8xf32, #flat>
  tt.return %low : tensor<8xf32, #flat>
}

// -----

// One element, and no thread bit: the rank is spelled.

// CHECK: #{{.+}} = #ttg.linear<{register = [], lane = [], warp = []}, rank = 2>
#one = #ttg.linear<{register = [], lane = [], warp = []}, rank = 2>
tt.func private @one(tensor<1x1xf32, #one>)

// -----

// CHECK: #[[MEMORY:.+]] = #ttg.shared<{offset = {{\[\[}}0, 1], [0, 2], [1, 1], [2, 2]]}>
// CHECK: module attributes {ttg.memory = #[[MEMORY]], "ttg.num-warps" = 4 : i32, ttg.shared = 1024 : i32, ttg.target = "sm_90a", "ttg.threads-per-warp" = 32 : i32}
module attributes {
  ttg.memory = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 1], [2, 2]]}>,
  "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32,
  ttg.target = "sm_90a", ttg.shared = 1024 : i32
} {}
