// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_90a -cse | FileCheck %s

// Operands of `wgmma` in shared memory. Those of 16 bits lie there as they come,
// all others with neighbours along K as neighbours.

// CHECK-DAG: #[[$ROWS16:.+]] = #ttg.shared<{offset = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
// CHECK-DAG: #[[$KMAJOR16:.+]] = #ttg.shared<{offset = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
// CHECK-DAG: #[[$KMAJOR8:.+]] = #ttg.shared<{offset = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [0, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>

// CHECK-LABEL: tt.func public @halves
// CHECK: %[[A:.+]] = ttg.local_alloc %{{.+}} : {{.*}} -> !ttg.memdesc<64x64xf16, #[[$ROWS16]]>
// CHECK: ttg.warp_group_dot %[[A]], %[[A]], %{{.+}} {instrN = 64 : i32}
tt.func public @halves(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tt.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %a = tt.load %pa : tensor<64x64x!tt.ptr<f16>>
  %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %qa, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// The second operand comes row by row, and is stored column by column.
// CHECK-LABEL: tt.func public @bytes
// CHECK: %[[B:.+]] = ttg.local_alloc %{{.+}} : {{.*}} -> !ttg.memdesc<64x64xi8, #[[$KMAJOR8]]>
// CHECK: ttg.warp_group_dot %{{.+}}, %[[B]], %{{.+}} {instrN = 64 : i32} : {{.*}} -> tensor<64x64xi32,
tt.func public @bytes(%p: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<0> : tensor<64x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tt.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<i8> -> tensor<64x64x!tt.ptr<i8>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<i8>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<i32> -> tensor<64x64x!tt.ptr<i32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<i32>>, tensor<64x64xi32>
  %a = tt.load %pa : tensor<64x64x!tt.ptr<i8>>
  %d = tt.dot %a, %a, %c : tensor<64x64xi8> * tensor<64x64xi8> -> tensor<64x64xi32>
  tt.store %qa, %d : tensor<64x64x!tt.ptr<i32>>
  tt.return
}

// What is computed from what was loaded is a first operand in registers, and
// converted before it grows.
// CHECK-LABEL: tt.func public @computed
// CHECK: %[[V:.+]] = tt.load
// CHECK: %[[C:.+]] = ttg.convert_layout %[[V]] : tensor<64x64xf16, #{{.+}}> -> tensor<64x64xf16, #[[A:.+]]>
// CHECK: %[[N:.+]] = arith.negf %[[C]] : tensor<64x64xf16, #[[A]]>
// CHECK: ttg.warp_group_dot %[[N]], %{{.+}}, %{{.+}} {instrN = 64 : i32} : tensor<64x64xf16, #[[A]]> *
tt.func public @computed(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tt.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f16>>
  %a = arith.negf %v : tensor<64x64xf16>
  %b = tt.load %pa : tensor<64x64x!tt.ptr<f16>>
  %d = tt.dot %a, %b, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %qa, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// A second operand that is computed of narrower elements keeps their order.
// CHECK-LABEL: tt.func public @widened
// CHECK: %[[V:.+]] = tt.fp_to_fp
// CHECK: ttg.local_alloc %[[V]] : {{.*}} -> !ttg.memdesc<64x64xbf16, #[[$KMAJOR16]]>
tt.func public @widened(%p: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}, %h: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tt.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %k = tt.trans %o {order = array<i32: 1, 0>} : tensor<64x64xi32> -> tensor<64x64xi32>
  %hs = tt.splat %h : !tt.ptr<bf16> -> tensor<64x64x!tt.ptr<bf16>>
  %ha = tt.addptr %hs, %o : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f8E4M3FN> -> tensor<64x64x!tt.ptr<f8E4M3FN>>
  %pa = tt.addptr %ps, %k : tensor<64x64x!tt.ptr<f8E4M3FN>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %a = tt.load %ha : tensor<64x64x!tt.ptr<bf16>>
  %n = tt.load %pa : tensor<64x64x!tt.ptr<f8E4M3FN>>
  %b = tt.fp_to_fp %n : tensor<64x64xf8E4M3FN> -> tensor<64x64xbf16>
  %d = tt.dot %a, %b, %c : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
  tt.store %qa, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// So is a first operand that is computed, unless it is transposed: it is then stored
// as it is, and read transposed.
// CHECK-LABEL: tt.func public @computed_and_transposed
// CHECK: %[[N:.+]] = arith.negf
// CHECK: %[[M:.+]] = ttg.local_alloc %[[N]]
// CHECK: %[[T:.+]] = ttg.memdesc_trans %[[M]]
// CHECK: ttg.warp_group_dot %[[T]], %{{.+}}, %{{.+}} {instrN = 64 : i32} : !ttg.memdesc<64x64xf16,
tt.func public @computed_and_transposed(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tt.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %pa : tensor<64x64x!tt.ptr<f16>>
  %n = arith.negf %v : tensor<64x64xf16>
  %t = tt.trans %n {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
  %d = tt.dot %t, %v, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %qa, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
