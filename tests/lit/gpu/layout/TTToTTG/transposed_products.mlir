// A product of tf32 whose second operand comes row by row is computed
// transposed: B^T is a first operand in registers, whose fragments are loaded
// from asynchronous copies, an iteration ahead; A^T has neighbours along K.

// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg="target=sm_90a" | FileCheck %s
// RUN: cm2tt-opt %s -pass-pipeline='builtin.module(cm2tt-ttg-phase{target=sm_90a num-stages=3})' | FileCheck %s --check-prefix=AHEAD
// RUN: cm2tt-opt %s -pass-pipeline='builtin.module(cm2tt-ttg-phase{target=sm_90a num-stages=2})' | FileCheck %s --check-prefix=TWO

// The loop carries the transposed sum, and the load of B is as wide as its
// alignment permits.
// CHECK-DAG: #[[$WIDE:.+]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [4, 0]
// CHECK-LABEL: tt.func public @row_major
// CHECK: %[[R:.+]]:3 = scf.for {{.+}} iter_args({{.+}}, {{.+}}, %[[SUM:.+]] = %{{.+}}) -> ({{.+}}, tensor<128x64xf32,
// CHECK: %[[A:.+]] = tt.load
// CHECK: %[[M:.+]] = ttg.local_alloc %[[A]]
// CHECK: %[[B:.+]] = tt.load {{.+}} : tensor<32x128x!tt.ptr<f32>, #[[$WIDE]]>
// CHECK: %[[C:.+]] = ttg.convert_layout %[[B]]
// CHECK: %[[F:.+]] = tt.trans %[[C]] {order = array<i32: 1, 0>}
// CHECK: %[[T:.+]] = ttg.memdesc_trans %[[M]] {order = array<i32: 1, 0>} : <64x32xf32, {{.+}}> -> <32x64xf32
// CHECK: %[[D:.+]] = ttg.warp_group_dot %[[F]], %[[T]], %[[SUM]], inputPrecision = tf32 {instrN = 64 : i32}
// CHECK: scf.yield %{{.+}}, %{{.+}}, %[[D]]
// CHECK: tt.trans %[[R]]#2 {order = array<i32: 1, 0>} : tensor<128x64xf32, {{.+}}> -> tensor<64x128xf32

// AHEAD-DAG: #[[$SWIZZLED:.+]] = #ttg.shared<{offset = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [1, 8], [2, 16], [4, 0], [8, 0], [16, 0]]}>
// AHEAD-LABEL: tt.func public @row_major
// AHEAD: scf.for
// AHEAD: %[[D:.+]] = ttg.warp_group_dot %[[F:.+]], {{.+}} isAsync
// AHEAD: ttg.async_wait
// AHEAD: %[[L:.+]] = ttg.local_load {{.+}} : <32x128xf32, #[[$SWIZZLED]]>
// AHEAD: %[[N:.+]] = tt.trans %[[L]]
// AHEAD-COUNT-2: ttg.async_copy
// AHEAD: ttg.warp_group_dot_wait %[[D]]
// AHEAD-NEXT: %[[NEXT:.+]] = ttg.copy_fragments %[[N]]
// AHEAD-NEXT: scf.yield {{.+}}%[[NEXT]]

// With two buffers there is no next tile to load of.
// TWO-LABEL: tt.func public @row_major
// TWO: scf.for
// TWO: %[[L:.+]] = ttg.local_load
// TWO: %[[F:.+]] = tt.trans %[[L]]
// TWO: ttg.warp_group_dot %[[F]],
// TWO-NOT: copy_fragments
tt.func public @row_major(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %aStep = arith.constant dense<32> : tensor<64x32xi32>
  %bStep = arith.constant dense<4096> : tensor<32x128xi32>
  %k = arith.constant dense<1024> : tensor<64x1xi32>
  %w = arith.constant dense<128> : tensor<32x1xi32>
  %v = arith.constant dense<128> : tensor<64x1xi32>
  %m = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %s = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %mRow = tt.expand_dims %m {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rRow = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %rCol = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %sCol = tt.expand_dims %s {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %aRows = arith.muli %mRow, %k : tensor<64x1xi32>
  %bRows = arith.muli %rRow, %w : tensor<32x1xi32>
  %oRows = arith.muli %mRow, %v : tensor<64x1xi32>
  %aRow = tt.broadcast %aRows : tensor<64x1xi32> -> tensor<64x32xi32>
  %aCol = tt.broadcast %rCol : tensor<1x32xi32> -> tensor<64x32xi32>
  %bRow = tt.broadcast %bRows : tensor<32x1xi32> -> tensor<32x128xi32>
  %bCol = tt.broadcast %sCol : tensor<1x128xi32> -> tensor<32x128xi32>
  %oRow = tt.broadcast %oRows : tensor<64x1xi32> -> tensor<64x128xi32>
  %oCol = tt.broadcast %sCol : tensor<1x128xi32> -> tensor<64x128xi32>
  %aAt = arith.addi %aRow, %aCol : tensor<64x32xi32>
  %bAt = arith.addi %bRow, %bCol : tensor<32x128xi32>
  %oAt = arith.addi %oRow, %oCol : tensor<64x128xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %a0 = tt.addptr %ps, %aAt : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  %b0 = tt.addptr %qs, %bAt : tensor<32x128x!tt.ptr<f32>>, tensor<32x128xi32>
  %out = tt.addptr %os, %oAt : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
  %sum:3 = scf.for %i = %c0 to %n step %c1 iter_args(%ap = %a0, %bp = %b0, %acc = %zero) -> (tensor<64x32x!tt.ptr<f32>>, tensor<32x128x!tt.ptr<f32>>, tensor<64x128xf32>) : i32 {
    %a = tt.load %ap : tensor<64x32x!tt.ptr<f32>>
    %b = tt.load %bp : tensor<32x128x!tt.ptr<f32>>
    %d = tt.dot %a, %b, %acc, inputPrecision = tf32 : tensor<64x32xf32> * tensor<32x128xf32> -> tensor<64x128xf32>
    %an = tt.addptr %ap, %aStep : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
    %bn = tt.addptr %bp, %bStep : tensor<32x128x!tt.ptr<f32>>, tensor<32x128xi32>
    scf.yield %an, %bn, %d : tensor<64x32x!tt.ptr<f32>>, tensor<32x128x!tt.ptr<f32>>, tensor<64x128xf32>
  }
  tt.store %out, %sum#2 : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// A sum that the loop also reads is transposed for each reader.
// CHECK-LABEL: tt.func public @scaled
// CHECK: scf.for {{.+}} iter_args(%[[SUM:.+]] = %{{.+}}) -> (tensor<128x64xf32,
// CHECK: %[[S:.+]] = arith.mulf
// CHECK: ttg.warp_group_dot
// CHECK: scf.yield
tt.func public @scaled(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %ra = tt.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %rb = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %ro = tt.make_range {start = 0 : i32, end = 8192 : i32} : tensor<8192xi32>
  %aAt = tt.reshape %ra : tensor<2048xi32> -> tensor<64x32xi32>
  %bAt = tt.reshape %rb : tensor<4096xi32> -> tensor<32x128xi32>
  %oAt = tt.reshape %ro : tensor<8192xi32> -> tensor<64x128xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %qs = tt.splat %p : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %ap = tt.addptr %ps, %aAt : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  %bp = tt.addptr %qs, %bAt : tensor<32x128x!tt.ptr<f32>>, tensor<32x128xi32>
  %out = tt.addptr %os, %oAt : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
  %factor = tt.splat %x : f32 -> tensor<64x128xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i32 {
    %a = tt.load %ap : tensor<64x32x!tt.ptr<f32>>
    %b = tt.load %bp : tensor<32x128x!tt.ptr<f32>>
    %scaled = arith.mulf %acc, %factor : tensor<64x128xf32>
    %d = tt.dot %a, %b, %scaled, inputPrecision = tf32 : tensor<64x32xf32> * tensor<32x128xf32> -> tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tt.store %out, %sum : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// A column-major A is read from registers, B by columns from shared memory: the
// product stays.
// CHECK-LABEL: tt.func public @column_major
// CHECK: %[[F:.+]] = tt.trans %{{.+}} -> tensor<64x32xf32, #[[F_LAYOUT:.+]]>
// CHECK: %[[B:.+]] = ttg.memdesc_trans %{{.+}} -> <32x64xf32
// CHECK: ttg.warp_group_dot %[[F]], %[[B]], %{{.+}} : tensor<64x32xf32, #[[F_LAYOUT]]> * <32x64xf32
tt.func public @column_major(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %ro = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %kmAt = tt.reshape %r : tensor<2048xi32> -> tensor<32x64xi32>
  %nkAt = tt.reshape %r : tensor<2048xi32> -> tensor<64x32xi32>
  %oAt = tt.reshape %ro : tensor<4096xi32> -> tensor<64x64xi32>
  %kms = tt.splat %p : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %nks = tt.splat %p : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %kmp = tt.addptr %kms, %kmAt : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  %nkp = tt.addptr %nks, %nkAt : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  %out = tt.addptr %os, %oAt : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %km = tt.load %kmp : tensor<32x64x!tt.ptr<f32>>
  %nk = tt.load %nkp : tensor<64x32x!tt.ptr<f32>>
  %a = tt.trans %km {order = array<i32: 1, 0>} : tensor<32x64xf32> -> tensor<64x32xf32>
  %b = tt.trans %nk {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
  %d = tt.dot %a, %b, %zero, inputPrecision = tf32 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
  tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
