// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_80 -cse | FileCheck %s --check-prefix=EACH
// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_90a -cse | FileCheck %s --check-prefix=FOUR

// From compute capability 9.0 on one instruction adds four words, so that a thread
// has four neighbours; before, neighbouring threads have neighbours.

// EACH: #[[$L:.+]] = #ttg.linear<{register = {{\[\[}}128], [256], [512]], lane = {{\[\[}}1],
// EACH-LABEL: tt.func public @sums
// EACH: tt.atomic_rmw fadd, {{.+}} : (tensor<1024x!tt.ptr<f32>, #[[$L]]>
// FOUR: #[[$L:.+]] = #ttg.linear<{register = {{\[\[}}1], [2], [512]], lane = {{\[\[}}4],
// FOUR: #[[$E:.+]] = #ttg.linear<{register = {{\[\[}}128], [256], [512]], lane = {{\[\[}}1],
// FOUR-LABEL: tt.func public @sums
// FOUR: tt.atomic_rmw fadd, {{.+}} : (tensor<1024x!tt.ptr<f32>, #[[$L]]>
tt.func public @sums(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %q, %one : (tensor<1024x!tt.ptr<f32>>, tensor<1024xf32>) -> tensor<1024xf32>
  tt.return
}

// A product's result has two, and stays where it is.
// FOUR-LABEL: tt.func public @product
// FOUR: %[[D:.+]] = ttg.warp_group_dot
// FOUR-NOT: ttg.convert_layout %[[D]]
// FOUR: tt.atomic_rmw fadd, {{.+}}, %[[D]] :
tt.func public @product(%f: f16, %p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %x = tt.splat %f : f16 -> tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tt.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %q = tt.addptr %s, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %d = tt.dot %x, %x, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %q, %d : (tensor<64x64x!tt.ptr<f32>>, tensor<64x64xf32>) -> tensor<64x64xf32>
  tt.return
}

// Only sums have vectors.
// FOUR-LABEL: tt.func public @largest
// FOUR: tt.atomic_rmw max, {{.+}} : (tensor<1024x!tt.ptr<i32>, #[[$E]]>
tt.func public @largest(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %one = arith.constant dense<1> : tensor<1024xi32>
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %q = tt.addptr %s, %r : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %old = tt.atomic_rmw max, relaxed, gpu, %q, %one : (tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>) -> tensor<1024xi32>
  tt.return
}
