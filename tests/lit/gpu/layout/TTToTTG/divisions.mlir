// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cse)' --split-input-file | FileCheck %s

// Rows of an image, by quotients. A thread divides once for each of its rows, so
// that it has one, with all channels; nothing is converted, as each use computes
// what it needs.
// CHECK: #[[$TILE:.+]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = {{\[\[}}32, 0], [64, 0]]}>
// CHECK-LABEL: tt.func public @rows_by_quotients
// CHECK: tt.load %{{.+}} : tensor<128x16x!tt.ptr<f32>, #[[$TILE]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store
tt.func public @rows_by_quotients(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %w: i32, %h: i32, %s: i32, %c: i32) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %width = tt.splat %w : i32 -> tensor<128xi32>
  %height = tt.splat %h : i32 -> tensor<128xi32>
  %row = arith.divsi %r, %width : tensor<128xi32>
  %image = arith.divsi %row, %height : tensor<128xi32>
  %y = arith.remsi %row, %height : tensor<128xi32>
  %size = tt.splat %s : i32 -> tensor<128xi32>
  %first = arith.muli %image, %size : tensor<128xi32>
  %at = arith.addi %first, %y : tensor<128xi32>
  %rows = tt.expand_dims %at {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<128x1x!tt.ptr<f32>>
  %starts = tt.addptr %base, %rows : tensor<128x1x!tt.ptr<f32>>, tensor<128x1xi32>
  %k = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %channel = tt.splat %c : i32 -> tensor<16xi32>
  %offset = arith.muli %k, %channel : tensor<16xi32>
  %columns = tt.expand_dims %offset {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %wide = tt.broadcast %starts : tensor<128x1x!tt.ptr<f32>> -> tensor<128x16x!tt.ptr<f32>>
  %each = tt.broadcast %columns : tensor<1x16xi32> -> tensor<128x16xi32>
  %where = tt.addptr %wide, %each : tensor<128x16x!tt.ptr<f32>>, tensor<128x16xi32>
  %m = tt.expand_dims %y {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %limit = tt.splat %w : i32 -> tensor<128x1xi32>
  %inside = arith.cmpi slt, %m, %limit : tensor<128x1xi32>
  %mask = tt.broadcast %inside : tensor<128x1xi1> -> tensor<128x16xi1>
  %x = tt.load %where, %mask : tensor<128x16x!tt.ptr<f32>>
  %to = tt.splat %o : !tt.ptr<f32> -> tensor<128x16x!tt.ptr<f32>>
  %target = tt.addptr %to, %each : tensor<128x16x!tt.ptr<f32>>, tensor<128x16xi32>
  tt.store %target, %x, %mask : tensor<128x16x!tt.ptr<f32>>
  tt.return
}

// -----

// Of two strides that are not known, one is a multiple of a sector of the
// caches: lanes are along the other dimension, the first one here.
// CHECK: #[[$NEAR:.+]] = #ttg.linear<{register = {{\[\[}}0, 4], [0, 8], [0, 16]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp
// CHECK-LABEL: tt.func public @apart
// CHECK: tt.load %{{.+}} : tensor<32x32x!tt.ptr<f16>, #[[$NEAR]]>
tt.func public @apart(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f16>, %far: i32 {tt.divisibility = 16 : i32}, %near: i32) {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %a = tt.splat %far : i32 -> tensor<32xi32>
  %b = tt.splat %near : i32 -> tensor<32xi32>
  %x = arith.muli %r, %a : tensor<32xi32>
  %y = arith.muli %r, %b : tensor<32xi32>
  %columns = tt.expand_dims %x {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %rows = tt.expand_dims %y {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %c = tt.broadcast %columns : tensor<1x32xi32> -> tensor<32x32xi32>
  %d = tt.broadcast %rows : tensor<32x1xi32> -> tensor<32x32xi32>
  %offset = arith.addi %c, %d : tensor<32x32xi32>
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %where = tt.addptr %base, %offset : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
  %v = tt.load %where : tensor<32x32x!tt.ptr<f16>>
  %to = tt.splat %o : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %target = tt.addptr %to, %offset : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
  tt.store %target, %v : tensor<32x32x!tt.ptr<f16>>
  tt.return
}

// -----

// A thread scans neighbours by itself: 16 of a scan of 2048 in 4 warps, as many
// as it loads with one access, and not 2, as it stores.
// CHECK: #[[$SCAN:.+]] = #ttg.linear<{register = {{\[\[}}1], [2], [4], [8]], lane
// CHECK-LABEL: tt.func public @scan
// CHECK: "tt.scan"
// CHECK: (tensor<2048xi64, #[[$SCAN]]>) -> tensor<2048xi64, #[[$SCAN]]>
tt.func public @scan(%p: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %o: !tt.ptr<i64> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %base = tt.splat %p : !tt.ptr<i8> -> tensor<2048x!tt.ptr<i8>>
  %where = tt.addptr %base, %r : tensor<2048x!tt.ptr<i8>>, tensor<2048xi32>
  %v = tt.load %where : tensor<2048x!tt.ptr<i8>>
  %wide = arith.extui %v : tensor<2048xi8> to tensor<2048xi64>
  %sums = "tt.scan"(%wide) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i64, %b: i64):
    %s = arith.addi %a, %b : i64
    tt.scan.return %s : i64
  }) : (tensor<2048xi64>) -> tensor<2048xi64>
  %to = tt.splat %o : !tt.ptr<i64> -> tensor<2048x!tt.ptr<i64>>
  %target = tt.addptr %to, %r : tensor<2048x!tt.ptr<i64>>, tensor<2048xi32>
  tt.store %target, %sums : tensor<2048x!tt.ptr<i64>>
  tt.return
}

// -----

// An operand without an order in memory has the one of the thread that stores
// it: along K, 8 halves at a time.
// CHECK: #[[$SHARED:.+]] = #ttg.shared<{offset = {{\[\[}}0, 1], [0, 2], [0, 4],
// CHECK-LABEL: tt.func public @operand
// CHECK: ttg.local_alloc %{{.+}} -> !ttg.memdesc<128x32xf16, #[[$SHARED]]>
tt.func public @operand(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32>, %w: i32 {tt.divisibility = 16 : i32}, %h: i32, %c: i32 {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %width = tt.splat %w : i32 -> tensor<128xi32>
  %row = arith.divsi %r, %width : tensor<128xi32>
  %x = arith.remsi %r, %width : tensor<128xi32>
  %line = tt.splat %h : i32 -> tensor<128xi32>
  %first = arith.muli %row, %line : tensor<128xi32>
  %at = arith.addi %first, %x : tensor<128xi32>
  %rows = tt.expand_dims %at {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<128x1x!tt.ptr<f16>>
  %starts = tt.addptr %base, %rows : tensor<128x1x!tt.ptr<f16>>, tensor<128x1xi32>
  %k = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %channel = tt.splat %c : i32 -> tensor<32xi32>
  %offset = arith.muli %k, %channel : tensor<32xi32>
  %columns = tt.expand_dims %offset {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide = tt.broadcast %starts : tensor<128x1x!tt.ptr<f16>> -> tensor<128x32x!tt.ptr<f16>>
  %each = tt.broadcast %columns : tensor<1x32xi32> -> tensor<128x32xi32>
  %where = tt.addptr %wide, %each : tensor<128x32x!tt.ptr<f16>>, tensor<128x32xi32>
  %a = tt.load %where : tensor<128x32x!tt.ptr<f16>>
  %b = arith.constant dense<1.0> : tensor<32x32xf16>
  %acc = arith.constant dense<0.0> : tensor<128x32xf32>
  %d = tt.dot %a, %b, %acc : tensor<128x32xf16> * tensor<32x32xf16> -> tensor<128x32xf32>
  %to = tt.splat %o : !tt.ptr<f32> -> tensor<128x32x!tt.ptr<f32>>
  %target = tt.addptr %to, %each : tensor<128x32x!tt.ptr<f32>>, tensor<128x32xi32>
  tt.store %target, %d : tensor<128x32x!tt.ptr<f32>>
  tt.return
}
