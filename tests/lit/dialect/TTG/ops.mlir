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

// -----

// Tiles in shared memory.

#registers = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [[2, 0]]}>
#memory = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 1], [2, 2]]}>
#turned = #ttg.shared<{offset = [[1, 0], [2, 0], [1, 1], [2, 2]]}>

// CHECK-LABEL: tt.func @memory
tt.func @memory(%x: tensor<4x4xf32, #registers>, %i: i32) -> tensor<4x4xf32, #registers> {
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<4x4xf32, #{{.+}}, buffers = 3>
  %buffers = ttg.local_alloc : () -> !ttg.memdesc<4x4xf32, #memory, buffers = 3>
  // CHECK: ttg.local_alloc %{{.+}} : (tensor<4x4xf32, #{{.+}}>) -> !ttg.memdesc<4x4xf32, #{{.+}}>
  %m = ttg.local_alloc %x : (tensor<4x4xf32, #registers>) -> !ttg.memdesc<4x4xf32, #memory>
  // CHECK: ttg.next_buffer %{{.+}} of 3
  %n = ttg.next_buffer %i of 3
  // CHECK: ttg.memdesc_index %{{.+}}[%{{.+}}] : <4x4xf32, #{{.+}}, buffers = 3> -> <4x4xf32, #{{.+}}>
  %v = ttg.memdesc_index %buffers[%n] : !ttg.memdesc<4x4xf32, #memory, buffers = 3> -> !ttg.memdesc<4x4xf32, #memory>
  // CHECK: ttg.local_store %{{.+}}, %{{.+}} : tensor<4x4xf32, #{{.+}}> -> <4x4xf32, #{{.+}}>
  ttg.local_store %x, %v : tensor<4x4xf32, #registers> -> !ttg.memdesc<4x4xf32, #memory>
  // CHECK: ttg.memdesc_trans %{{.+}} {order = array<i32: 1, 0>}
  %t = ttg.memdesc_trans %v {order = array<i32: 1, 0>} : !ttg.memdesc<4x4xf32, #memory> -> !ttg.memdesc<4x4xf32, #turned>
  // CHECK: ttg.fence_async_shared
  ttg.fence_async_shared
  // CHECK: ttg.local_load %{{.+}} : <4x4xf32, #{{.+}}> -> tensor<4x4xf32, #{{.+}}>
  %y = ttg.local_load %t : !ttg.memdesc<4x4xf32, #turned> -> tensor<4x4xf32, #registers>
  tt.return %y : tensor<4x4xf32, #registers>
}

// CHECK-LABEL: tt.func @copies
tt.func @copies(%p: tensor<4x4x!tt.ptr<f32>, #registers>, %k: tensor<4x4xi1, #registers>) {
  %m = ttg.local_alloc : () -> !ttg.memdesc<4x4xf32, #memory>
  // CHECK: %[[FIRST:.+]] = ttg.async_copy %{{.+}}, %{{.+}} : tensor<4x4x!tt.ptr<f32>, #{{.+}}> -> <4x4xf32, #{{.+}}>
  %t = ttg.async_copy %p, %m : tensor<4x4x!tt.ptr<f32>, #registers> -> !ttg.memdesc<4x4xf32, #memory>
  // CHECK: %[[SECOND:.+]] = ttg.async_copy %{{.+}}, %{{.+}} mask %{{.+}} {cache = {{.+}}, evict = {{.+}}}
  %u = ttg.async_copy %p, %m mask %k {cache = 2 : i32, evict = 2 : i32} : tensor<4x4x!tt.ptr<f32>, #registers> -> !ttg.memdesc<4x4xf32, #memory>
  // CHECK: %[[GROUP:.+]] = ttg.async_commit %[[FIRST]], %[[SECOND]]
  %g = ttg.async_commit %t, %u
  // CHECK: ttg.async_commit none{{$}}
  %h = ttg.async_commit none
  // CHECK: ttg.async_wait %[[GROUP]] {pending = 1 : i32}
  ttg.async_wait %g {pending = 1 : i32}
  // CHECK: ttg.async_wait {pending = 0 : i32}
  ttg.async_wait {pending = 0 : i32}
  tt.return
}
