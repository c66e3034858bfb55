// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=num-warps=1 -cse | FileCheck %s --check-prefix=NW1

// How many neighbours a thread holds follows from the width of an element, what
// is known of the pointer, and the mask.

// CHECK-DAG: #[[$F32:.+]] = #ttg.linear<{register = {{\[\[}}1], [2], [512]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = {{\[\[}}128], [256]]}>
// CHECK-DAG: #[[$F16:.+]] = #ttg.linear<{register = {{\[\[}}1], [2], [4]], lane = {{\[\[}}8], [16], [32], [64], [128]], warp = {{\[\[}}256], [512]]}>
// CHECK-DAG: #[[$UNIT:.+]] = #ttg.linear<{register = {{\[\[}}128], [256], [512]], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}32], [64]]}>
// CHECK-DAG: #[[$F64:.+]] = #ttg.linear<{register = {{\[\[}}1], [256], [512]], lane = {{\[\[}}2], [4], [8], [16], [32]], warp = {{\[\[}}64], [128]]}>
// CHECK-DAG: #[[$SMALL:.+]] = #ttg.linear<{register = [], lane = {{\[\[}}1], [2], [4], [8], [0]], warp = {{\[\[}}0], [0]]}>
// CHECK: module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80", "ttg.threads-per-warp" = 32 : i32}
// NW1-DAG: #[[$F32:.+]] = #ttg.linear<{register = {{\[\[}}1], [2], [128], [256], [512]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = []}>
// NW1: "ttg.num-warps" = 1 : i32

// CHECK-LABEL: tt.func public @aligned_f32
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[$F32]]>
// CHECK: tt.store %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[$F32]]>
// NW1-LABEL: tt.func public @aligned_f32
// NW1: tt.load %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[$F32]]>
tt.func public @aligned_f32(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<f32>>
  tt.store %a, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @aligned_f16
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<f16>, #[[$F16]]>
tt.func public @aligned_f16(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<f16>>
  tt.store %a, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}

// No more than there are elements for each thread: 8 bytes here, 16 would fit.
// CHECK-LABEL: tt.func public @aligned_i8
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<i8>, #[[$F16]]>
tt.func public @aligned_i8(%p: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<i8>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<i8>>
  tt.store %a, %v : tensor<1024x!tt.ptr<i8>>
  tt.return
}

// CHECK-LABEL: tt.func public @aligned_f64
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<f64>, #[[$F64]]>
tt.func public @aligned_f64(%p: !tt.ptr<f64> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f64>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<f64>>
  tt.store %a, %v : tensor<1024x!tt.ptr<f64>>
  tt.return
}

// CHECK-LABEL: tt.func public @unaligned
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[$UNIT]]>
tt.func public @unaligned(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<f32>>
  tt.store %a, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// A mask is uniform in groups only if its bound is a multiple of them.
// CHECK-LABEL: tt.func public @masks
// CHECK: tt.load %{{.+}}, %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[$F32]]>
// CHECK-LABEL: tt.func public @ragged_mask
// CHECK: tt.load %{{.+}}, %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[$UNIT]]>
tt.func public @masks(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ns = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %r, %ns : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %a, %m : tensor<1024x!tt.ptr<f32>>
  tt.store %a, %v, %m : tensor<1024x!tt.ptr<f32>>
  tt.return
}
tt.func public @ragged_mask(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ns = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %r, %ns : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %a, %m : tensor<1024x!tt.ptr<f32>>
  tt.store %a, %v, %m : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// Fewer elements than threads: the rest hold copies.
// CHECK-LABEL: tt.func public @small
// CHECK: tt.load %{{.+}} : tensor<16x!tt.ptr<f32>, #[[$SMALL]]>
tt.func public @small(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %a : tensor<16x!tt.ptr<f32>>
  tt.store %a, %v : tensor<16x!tt.ptr<f32>>
  tt.return
}

// A gather's pointers come from memory; what they load follows them.
// CHECK-LABEL: tt.func public @gather
// CHECK: %[[I:.+]] = tt.load %{{.+}} : tensor<1024x!tt.ptr<i32>, #[[$F32]]>
// CHECK: %[[P:.+]] = tt.addptr %{{.+}}, %[[I]] : tensor<1024x!tt.ptr<f32>, #[[$F32]]>
// CHECK: tt.load %[[P]] : tensor<1024x!tt.ptr<f32>, #[[$F32]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @gather(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %qs = tt.splat %q : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %qa = tt.addptr %qs, %r : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %i = tt.load %qa : tensor<1024x!tt.ptr<i32>>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<f32>>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %oa = tt.addptr %os, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %oa, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @scalars
// CHECK-NOT: #ttg
// CHECK: %[[V:.+]] = tt.load %{{.+}} : !tt.ptr<f32>
// CHECK: tt.store %{{.+}}, %[[V]] : !tt.ptr<f32>
tt.func public @scalars(%p: !tt.ptr<f32>) {
  %v = tt.load %p : !tt.ptr<f32>
  tt.store %p, %v : !tt.ptr<f32>
  tt.return
}
