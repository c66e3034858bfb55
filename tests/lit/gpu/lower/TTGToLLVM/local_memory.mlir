// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Tiles in shared memory: one address of 32 bits for all accesses, to which
// the instructions add constants.

#r = #ttg.linear<{register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]]}>
// CHECK-LABEL: llvm.func @store_and_load
// CHECK: %[[BASE:.+]] = llvm.mlir.addressof @cm2tt_shared : !llvm.ptr<3>
// CHECK: %[[ADDRESS:.+]] = llvm.getelementptr %[[BASE]][%{{.+}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
// CHECK: llvm.store %{{.+}}, %[[ADDRESS]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK: %[[NEXT:.+]] = llvm.getelementptr %[[ADDRESS]][2048]
// CHECK: llvm.store %{{.+}}, %[[NEXT]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK: llvm.load %[[ADDRESS]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: llvm.load %[[NEXT]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
tt.func public @store_and_load(%p: tensor<1024x!tt.ptr<f32>, #r>) {
  %x = tt.load %p : tensor<1024x!tt.ptr<f32>, #r>
  %m = ttg.local_alloc %x : (tensor<1024xf32, #r>) -> !ttg.memdesc<1024xf32, #m>
  %y = ttg.local_load %m : !ttg.memdesc<1024xf32, #m> -> tensor<1024xf32, #r>
  tt.store %p, %y : tensor<1024x!tt.ptr<f32>, #r>
  tt.return
}
}

// -----

// Buffers behind each other; halves in words; a transposed view is the same
// address.

#r = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]]}>
#m = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}>
#t = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]}>
// CHECK-LABEL: llvm.func @views
// CHECK: %[[NEXT:.+]] = llvm.add %{{.+}}, %{{.+}} : i32
// CHECK: %[[LAST:.+]] = llvm.icmp "eq" %[[NEXT]], %{{.+}} : i32
// CHECK: %[[INDEX:.+]] = llvm.select %[[LAST]], %{{.+}}, %[[NEXT]] : i1, i32
// CHECK: %[[OFFSET:.+]] = llvm.mul %[[INDEX]], %{{.+}} : i32
// CHECK: llvm.getelementptr %{{.+}}[%[[OFFSET]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
// Of copies in four warps, one is stored.
// CHECK: llvm.inline_asm has_side_effects "@$0 st.shared.b32 [$1], {$2};", "b,r,r"
// CHECK: nvvm.ldmatrix %{{.+}} {{{.*}}layout = #nvvm.mma_layout<col>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
tt.func public @views(%p: tensor<8x8x!tt.ptr<f16>, #r>, %i: i32) {
  %x = tt.load %p : tensor<8x8x!tt.ptr<f16>, #r>
  %b = ttg.local_alloc : () -> !ttg.memdesc<8x8xf16, #m, buffers = 3>
  %n = ttg.next_buffer %i of 3
  %v = ttg.memdesc_index %b[%n] : !ttg.memdesc<8x8xf16, #m, buffers = 3> -> !ttg.memdesc<8x8xf16, #m>
  ttg.local_store %x, %v : tensor<8x8xf16, #r> -> !ttg.memdesc<8x8xf16, #m>
  %t = ttg.memdesc_trans %v {order = array<i32: 1, 0>} : !ttg.memdesc<8x8xf16, #m> -> !ttg.memdesc<8x8xf16, #t>
  %y = ttg.local_load %t : !ttg.memdesc<8x8xf16, #t> -> tensor<8x8xf16, #r>
  tt.store %p, %y : tensor<8x8x!tt.ptr<f16>, #r>
  tt.return
}
}

// -----

// The fence of products of warp groups, and the barrier of a block of one warp.

// CHECK-LABEL: llvm.func @fence
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK: nvvm.bar.warp.sync
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "sm_90a"} {
tt.func public @fence() {
  ttg.fence_async_shared
  gpu.barrier
  tt.return
}
}

// -----

// The rows of the memory are swizzled as bulk copies need. Pairs of columns of
// an odd row meet those of an even row in a bank, so lanes of odd rows exchange
// them with those 16 columns away: each pair is selected.

#r = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#m = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @exchange
// CHECK: %[[BIT:.+]] = llvm.and %{{.+}}, %{{.+}} : i32
// CHECK: %[[ODD:.+]] = llvm.icmp "ne" %[[BIT]], %{{.+}} : i32
// CHECK: llvm.select %[[ODD]], %[[HIGH:.+]], %[[LOW:.+]] : i1, vector<2xi32>
// CHECK-NEXT: llvm.select %[[ODD]], %[[LOW]], %[[HIGH]] : i1, vector<2xi32>
// CHECK-COUNT-6: llvm.select %[[ODD]]
// CHECK-NOT: llvm.select
// CHECK-COUNT-8: llvm.store %{{.+}} {alignment = 8 : i64} : vector<2xi32>
// CHECK-COUNT-8: llvm.load %{{.+}} {alignment = 8 : i64} : {{.+}} -> vector<2xi32>
// CHECK-COUNT-8: llvm.select %[[ODD]]
// CHECK-NOT: llvm.select
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
tt.func public @exchange(%p: tensor<64x32x!tt.ptr<f32>, #r>) {
  %x = tt.load %p : tensor<64x32x!tt.ptr<f32>, #r>
  %m = ttg.local_alloc %x : (tensor<64x32xf32, #r>) -> !ttg.memdesc<64x32xf32, #m>
  gpu.barrier
  %y = ttg.local_load %m : !ttg.memdesc<64x32xf32, #m> -> tensor<64x32xf32, #r>
  tt.store %p, %y : tensor<64x32x!tt.ptr<f32>, #r>
  tt.return
}
}
