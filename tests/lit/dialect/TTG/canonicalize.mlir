// RUN: cm2tt-opt %s -canonicalize | FileCheck %s

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [[2]], lane = [[1]], warp = []}>
#c = #ttg.linear<{register = [[3]], lane = [[1]], warp = []}>

// CHECK-DAG: #[[$A:.+]] = #ttg.linear<{register = {{\[\[}}1]], lane = {{\[\[}}2]], warp = []}>
// CHECK-DAG: #[[$B:.+]] = #ttg.linear<{register = {{\[\[}}2]], lane = {{\[\[}}1]], warp = []}>
// CHECK-DAG: #[[$C:.+]] = #ttg.linear<{register = {{\[\[}}3]], lane = {{\[\[}}1]], warp = []}>

// CHECK-LABEL: tt.func @same_layout
// CHECK-SAME: (%[[X:.*]]: tensor
tt.func @same_layout(%x: tensor<4xf32, #a>) -> tensor<4xf32, #a> {
  // CHECK-NEXT: tt.return %[[X]]
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #a>
  tt.return %y : tensor<4xf32, #a>
}

// CHECK-LABEL: tt.func @next_of_constants
tt.func @next_of_constants() -> (i32, i32) {
  %before = arith.constant -1 : i32
  %last = arith.constant 2 : i32
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: tt.return %[[ZERO]], %[[ZERO]]
  %first = ttg.next_buffer %before of 3
  %again = ttg.next_buffer %last of 3
  tt.return %first, %again : i32, i32
}

// CHECK-LABEL: tt.func @there_and_back
// CHECK-SAME: (%[[X:.*]]: tensor
tt.func @there_and_back(%x: tensor<4xf32, #a>) -> tensor<4xf32, #a> {
  // CHECK-NEXT: tt.return %[[X]]
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  %z = ttg.convert_layout %y : tensor<4xf32, #b> -> tensor<4xf32, #a>
  tt.return %z : tensor<4xf32, #a>
}

// CHECK-LABEL: tt.func @two_steps
// CHECK-SAME: (%[[X:.*]]: tensor
tt.func @two_steps(%x: tensor<4xf32, #a>) -> tensor<4xf32, #c> {
  // CHECK-NEXT: %[[Y:.*]] = ttg.convert_layout %[[X]] : tensor<4xf32, #[[$A]]> -> tensor<4xf32, #[[$C]]>
  // CHECK-NEXT: tt.return %[[Y]]
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  %z = ttg.convert_layout %y : tensor<4xf32, #b> -> tensor<4xf32, #c>
  tt.return %z : tensor<4xf32, #c>
}

// CHECK-LABEL: tt.func @constant
tt.func @constant() -> tensor<4xf32, #b> {
  // CHECK-NEXT: %[[Y:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf32, #[[$B]]>
  // CHECK-NEXT: tt.return %[[Y]]
  %x = arith.constant dense<2.0> : tensor<4xf32, #a>
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  tt.return %y : tensor<4xf32, #b>
}

// CHECK-LABEL: tt.func @splat
// CHECK-SAME: (%[[S:.*]]: f32
tt.func @splat(%s: f32) -> tensor<4xf32, #b> {
  // CHECK-NEXT: %[[Y:.*]] = tt.splat %[[S]] : f32 -> tensor<4xf32, #[[$B]]>
  // CHECK-NEXT: tt.return %[[Y]]
  %x = tt.splat %s : f32 -> tensor<4xf32, #a>
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  tt.return %y : tensor<4xf32, #b>
}

// CHECK-LABEL: tt.func @range
tt.func @range() -> tensor<4xi32, #b> {
  // CHECK-NEXT: %[[Y:.*]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #[[$B]]>
  // CHECK-NEXT: tt.return %[[Y]]
  %x = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #a>
  %y = ttg.convert_layout %x : tensor<4xi32, #a> -> tensor<4xi32, #b>
  tt.return %y : tensor<4xi32, #b>
}
