// RUN: cm2tt-opt %s -cm2tt-tt-reorder-broadcast -canonicalize -cse | FileCheck %s

// CHECK-LABEL: tt.func @splats
// CHECK: %[[S:.+]] = arith.addf %arg0, %arg1 : f32
// CHECK: %[[E:.+]] = math.exp %[[S]] : f32
// CHECK: %[[T:.+]] = tt.splat %[[E]] : f32 -> tensor<64xf32>
// CHECK: tt.return %[[T]]
tt.func @splats(%a: f32, %b: f32) -> tensor<64xf32> {
  %x = tt.splat %a : f32 -> tensor<64xf32>
  %y = tt.splat %b : f32 -> tensor<64xf32>
  %s = arith.addf %x, %y : tensor<64xf32>
  %e = math.exp %s : tensor<64xf32>
  tt.return %e : tensor<64xf32>
}

// CHECK-LABEL: tt.func @constant
// CHECK: %[[C:.+]] = arith.constant 3 : i32
// CHECK: arith.muli %arg0, %[[C]] : i32
// CHECK: tt.splat
tt.func @constant(%a: i32) -> tensor<64xi32> {
  %x = tt.splat %a : i32 -> tensor<64xi32>
  %y = arith.constant dense<3> : tensor<64xi32>
  %s = arith.muli %x, %y : tensor<64xi32>
  tt.return %s : tensor<64xi32>
}

// The condition stays a scalar; pointers are like numbers.
// CHECK-LABEL: tt.func @pointers
// CHECK: %[[P:.+]] = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i32
// CHECK: %[[Q:.+]] = arith.select %arg2, %[[P]], %arg0 : !tt.ptr<f32>
// CHECK: tt.splat %[[Q]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
tt.func @pointers(%p: !tt.ptr<f32>, %i: i32, %c: i1) -> tensor<64x!tt.ptr<f32>> {
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %y = tt.splat %i : i32 -> tensor<64xi32>
  %q = tt.addptr %x, %y : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %s = arith.select %c, %q, %x : tensor<64x!tt.ptr<f32>>
  tt.return %s : tensor<64x!tt.ptr<f32>>
}

// CHECK-LABEL: tt.func @broadcasts
// CHECK-SAME: %[[X:.+]]: tensor<64x1xf32>, %[[Y:.+]]: tensor<64x1xf32>, %[[K:.+]]: f32
// CHECK: %[[ONE:.+]] = arith.constant dense<1.000000e+00> : tensor<64x1xf32>
// CHECK: %[[A:.+]] = arith.addf %[[X]], %[[Y]] : tensor<64x1xf32>
// CHECK: %[[T:.+]] = tt.splat %[[K]] : f32 -> tensor<64x1xf32>
// CHECK: %[[M:.+]] = arith.mulf %[[A]], %[[T]] : tensor<64x1xf32>
// CHECK: %[[R:.+]] = arith.subf %[[M]], %[[ONE]] : tensor<64x1xf32>
// CHECK: tt.broadcast %[[R]] : tensor<64x1xf32> -> tensor<64x32xf32>
tt.func @broadcasts(%x: tensor<64x1xf32>, %y: tensor<64x1xf32>, %k: f32) -> tensor<64x32xf32> {
  %one = arith.constant dense<1.0> : tensor<64x32xf32>
  %b = tt.broadcast %x : tensor<64x1xf32> -> tensor<64x32xf32>
  %c = tt.broadcast %y : tensor<64x1xf32> -> tensor<64x32xf32>
  %s = tt.splat %k : f32 -> tensor<64x32xf32>
  %a = arith.addf %b, %c : tensor<64x32xf32>
  %m = arith.mulf %a, %s : tensor<64x32xf32>
  %r = arith.subf %m, %one : tensor<64x32xf32>
  tt.return %r : tensor<64x32xf32>
}

// Hints are about the tile, and stay there.
// CHECK-LABEL: tt.func @hints
// CHECK: arith.muli %arg0, %arg0 : i32
// CHECK: tt.splat %{{.+}} {tt.divisibility = dense<16> : tensor<1xi32>}
tt.func @hints(%a: i32) -> tensor<64xi32> {
  %x = tt.splat %a : i32 -> tensor<64xi32>
  %s = arith.muli %x, %x {tt.divisibility = dense<16> : tensor<1xi32>} : tensor<64xi32>
  tt.return %s : tensor<64xi32>
}

// Two shapes: nothing is smaller than the result.
// CHECK-LABEL: tt.func @outer
// CHECK: arith.mulf %{{.+}}, %{{.+}} : tensor<64x32xf32>
tt.func @outer(%x: tensor<64x1xf32>, %y: tensor<1x32xf32>) -> tensor<64x32xf32> {
  %b = tt.broadcast %x : tensor<64x1xf32> -> tensor<64x32xf32>
  %c = tt.broadcast %y : tensor<1x32xf32> -> tensor<64x32xf32>
  %a = arith.mulf %b, %c : tensor<64x32xf32>
  tt.return %a : tensor<64x32xf32>
}

// What has effects, works on several elements at once or meets a real tile
// stays where it is.
// CHECK-LABEL: tt.func @kept
// CHECK: tt.extern_elementwise {{.*}} (tensor<64xf32>) -> tensor<64xf32>
// CHECK: tt.elementwise_inline_asm {{.*}} tensor<64xf32> -> tensor<64xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : tensor<64xf32>
tt.func @kept(%a: f32, %t: tensor<64xf32>) -> tensor<64xf32> {
  %x = tt.splat %a : f32 -> tensor<64xf32>
  %e = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "f"} : (tensor<64xf32>) -> tensor<64xf32>
  %f = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x : tensor<64xf32> -> tensor<64xf32>
  %s = arith.addf %e, %f : tensor<64xf32>
  %r = arith.addf %x, %t : tensor<64xf32>
  %q = arith.addf %r, %s : tensor<64xf32>
  tt.return %q : tensor<64xf32>
}
