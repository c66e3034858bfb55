// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// By renaming registers where a thread has what it needs.

#a = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []}>
#b = #ttg.linear<{register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = []}>
// CHECK: module attributes {{.*}}ttg.shared = 0 : i32
// CHECK-LABEL: llvm.func @registers
// CHECK-NOT: shfl
// CHECK-NOT: llvm.ptr<3>
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
tt.func public @registers(%p: !tt.ptr<f32>, %q: tensor<128x!tt.ptr<f32>, #a>, %o: tensor<128x!tt.ptr<f32>, #b>) {
  %v = tt.load %q : tensor<128x!tt.ptr<f32>, #a>
  %w = ttg.convert_layout %v : tensor<128xf32, #a> -> tensor<128xf32, #b>
  tt.store %o, %w : tensor<128x!tt.ptr<f32>, #b>
  tt.return
}
}

// -----

// By shuffles inside of a warp: a butterfly where lanes differ by XOR with a
// constant, two for 64 bits, by way of 32 bits for fewer.

#a = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []}>
#b = #ttg.linear<{register = [[2]], lane = [[1], [4], [8], [16], [32]], warp = []}>
// CHECK-LABEL: llvm.func @exchange
// CHECK: llvm.select
// CHECK-COUNT-1: nvvm.shfl.sync bfly
// CHECK-NOT: llvm.ptr<3>
// CHECK-LABEL: llvm.func @exchange_64
// CHECK: llvm.bitcast %{{.+}} : i64 to vector<2xi32>
// CHECK-COUNT-2: nvvm.shfl.sync bfly
// CHECK: llvm.bitcast %{{.+}} : vector<2xi32> to i64
// CHECK-LABEL: llvm.func @exchange_16
// CHECK: llvm.bitcast %{{.+}} : f16 to i16
// CHECK: llvm.zext %{{.+}} : i16 to i32
// CHECK: nvvm.shfl.sync bfly
// CHECK: llvm.trunc %{{.+}} : i32 to i16
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
tt.func public @exchange(%q: tensor<64x!tt.ptr<f32>, #a>, %o: tensor<64x!tt.ptr<f32>, #b>) {
  %v = tt.load %q : tensor<64x!tt.ptr<f32>, #a>
  %w = ttg.convert_layout %v : tensor<64xf32, #a> -> tensor<64xf32, #b>
  tt.store %o, %w : tensor<64x!tt.ptr<f32>, #b>
  tt.return
}
tt.func public @exchange_64(%q: tensor<64x!tt.ptr<i64>, #a>, %o: tensor<64x!tt.ptr<i64>, #b>) {
  %v = tt.load %q : tensor<64x!tt.ptr<i64>, #a>
  %w = ttg.convert_layout %v : tensor<64xi64, #a> -> tensor<64xi64, #b>
  tt.store %o, %w : tensor<64x!tt.ptr<i64>, #b>
  tt.return
}
tt.func public @exchange_16(%q: tensor<64x!tt.ptr<f16>, #a>, %o: tensor<64x!tt.ptr<f16>, #b>) {
  %v = tt.load %q : tensor<64x!tt.ptr<f16>, #a>
  %w = ttg.convert_layout %v : tensor<64xf16, #a> -> tensor<64xf16, #b>
  tt.store %o, %w : tensor<64x!tt.ptr<f16>, #b>
  tt.return
}
}

// -----

// Lanes in another order: the lane is computed.

#a = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
#b = #ttg.linear<{register = [], lane = [[16], [8], [4], [2], [1]], warp = []}>
// CHECK-LABEL: llvm.func @permute_lanes
// CHECK-COUNT-1: nvvm.shfl.sync idx
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
tt.func public @permute_lanes(%q: tensor<32x!tt.ptr<f32>, #a>, %o: tensor<32x!tt.ptr<f32>, #b>) {
  %v = tt.load %q : tensor<32x!tt.ptr<f32>, #a>
  %w = ttg.convert_layout %v : tensor<32xf32, #a> -> tensor<32xf32, #b>
  tt.store %o, %w : tensor<32x!tt.ptr<f32>, #b>
  tt.return
}
}

// -----

// Between warps through shared memory, in vectors: all store, wait for each
// other, and load. Who may still read it is another pass's business.

#a = #ttg.linear<{register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]}>
#b = #ttg.linear<{register = [[1, 0], [2, 0], [0, 16]], lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]]}>
// A kernel may have the name that shared memory would.
// CHECK: module attributes {{.*}}ttg.shared = 4096 : i32
// CHECK: llvm.mlir.global external @[[$MEMORY:cm2tt_shared_.+]]() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK-LABEL: llvm.func @cm2tt_shared
// CHECK: llvm.mlir.addressof @[[$MEMORY]] : !llvm.ptr<3>
// CHECK-NOT: nvvm.barrier0
// CHECK-COUNT-8: llvm.store %{{.+}} : vector<1xi32>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-8: llvm.load %{{.+}} : !llvm.ptr<3> -> vector<1xi32>
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
tt.func public @cm2tt_shared(%q: tensor<32x32x!tt.ptr<f32>, #a>, %o: tensor<32x32x!tt.ptr<f32>, #b>) {
  %v = tt.load %q : tensor<32x32x!tt.ptr<f32>, #a>
  %w = ttg.convert_layout %v : tensor<32x32xf32, #a> -> tensor<32x32xf32, #b>
  tt.store %o, %w : tensor<32x32x!tt.ptr<f32>, #b>
  tt.return
}
}

// -----

// What both layouts have in neighbouring registers travels in one access.

#a = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
#b = #ttg.linear<{register = [[1], [2]], lane = [[128], [256], [4], [8], [16]], warp = [[32], [64]]}>
// CHECK: ttg.shared = 2048 : i32
// CHECK-LABEL: llvm.func @vectors
// CHECK-COUNT-1: llvm.store %{{.+}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-1: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
tt.func public @vectors(%q: tensor<512x!tt.ptr<f32>, #a>, %o: tensor<512x!tt.ptr<f32>, #b>) {
  %v = tt.load %q : tensor<512x!tt.ptr<f32>, #a>
  %w = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #b>
  tt.store %o, %w : tensor<512x!tt.ptr<f32>, #b>
  tt.return
}
}

// -----

// Of copies, one is stored.

#a = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [[0], [16]]}>
#b = #ttg.linear<{register = [], lane = [[0], [1], [2], [4], [8]], warp = [[16], [0]]}>
// CHECK-LABEL: llvm.func @owners
// CHECK: %[[OWNER:.+]] = llvm.icmp "eq"
// CHECK: llvm.inline_asm has_side_effects "@$0 st.shared.b32 [$1], {$2};", "b,r,r" %[[OWNER]]
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
tt.func public @owners(%q: tensor<32x!tt.ptr<f32>, #a>, %o: tensor<32x!tt.ptr<f32>, #b>) {
  %v = tt.load %q : tensor<32x!tt.ptr<f32>, #a>
  %w = ttg.convert_layout %v : tensor<32xf32, #a> -> tensor<32xf32, #b>
  tt.store %o, %w : tensor<32x!tt.ptr<f32>, #b>
  tt.return
}
}

// -----

// Pointers are shuffled as two words.

#s = #ttg.linear<{register = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]], warp = []}>
#d = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = []}>
// CHECK-LABEL: llvm.func @pointers
// CHECK: %[[NUMBER:.+]] = llvm.ptrtoint %{{.+}} : !llvm.ptr<1> to i64
// CHECK: %[[WORDS:.+]] = llvm.bitcast %[[NUMBER]] : i64 to vector<2xi32>
// CHECK: %[[LOW:.+]] = llvm.extractelement %[[WORDS]][%{{.+}} : i32]
// CHECK: nvvm.shfl.sync {{.*}} %[[LOW]]
// CHECK: nvvm.shfl.sync
// CHECK: %[[BACK:.+]] = llvm.bitcast %{{.+}} : vector<2xi32> to i64
// CHECK: llvm.inttoptr %[[BACK]] : i64 to !llvm.ptr<1>
module attributes {"ttg.num-warps" = 1 : i32, ttg.shared = 0 : i32, ttg.target = "sm_80", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @pointers(%x: !tt.ptr<bf16>) {
  %p = tt.splat %x : !tt.ptr<bf16> -> tensor<16x1x!tt.ptr<bf16>, #s>
  %c = ttg.convert_layout %p : tensor<16x1x!tt.ptr<bf16>, #s> -> tensor<16x1x!tt.ptr<bf16>, #d>
  %v = tt.load %c : tensor<16x1x!tt.ptr<bf16>, #d>
  tt.store %c, %v : tensor<16x1x!tt.ptr<bf16>, #d>
  tt.return
}
}
