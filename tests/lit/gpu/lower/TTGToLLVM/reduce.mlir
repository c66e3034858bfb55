// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// A thread's registers, then lanes by butterflies, then warps: each stores its
// sum, and each thread loads all of them at once. Products may join sums of
// registers, but not of lanes, which must be equal in all.

#a = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
// CHECK: module attributes {{.*}}ttg.shared = 16 : i32
// CHECK-LABEL: llvm.func @sum
// CHECK-COUNT-3: llvm.fadd {{.*}}contract
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: contract
// CHECK: llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-COUNT-3: llvm.fadd
// CHECK-NOT: llvm.fadd
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @sum(%p: !tt.ptr<f32>, %q: tensor<512x!tt.ptr<f32>, #a>) {
  %v = tt.load %q : tensor<512x!tt.ptr<f32>, #a>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.addf %l, %r : f32
    tt.reduce.return %c : f32
  }) : (tensor<512xf32, #a>) -> f32
  tt.store %p, %s : !tt.ptr<f32>
  tt.return
}
}

// -----

// Integers of 32 bits or less in one instruction for a warp, sign-extended for
// a signed maximum.

#w = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
// CHECK: module attributes {{.*}}ttg.shared = 0 : i32
// CHECK-LABEL: llvm.func @integers
// CHECK: nvvm.redux.sync add
// CHECK: llvm.sext {{.*}} : i16 to i32
// CHECK: nvvm.redux.sync max
// CHECK: llvm.trunc {{.*}} : i32 to i16
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.barrier0
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @integers(%p: !tt.ptr<i32>, %q: tensor<32x!tt.ptr<i32>, #w>, %p16: !tt.ptr<i16>, %q16: tensor<32x!tt.ptr<i16>, #w>) {
  %v = tt.load %q : tensor<32x!tt.ptr<i32>, #w>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.addi %l, %r : i32
    tt.reduce.return %c : i32
  }) : (tensor<32xi32, #w>) -> i32
  tt.store %p, %s : !tt.ptr<i32>
  %v16 = tt.load %q16 : tensor<32x!tt.ptr<i16>, #w>
  %t = "tt.reduce"(%v16) <{axis = 0 : i32}> ({
  ^bb0(%l: i16, %r: i16):
    %c = arith.maxsi %l, %r : i16
    tt.reduce.return %c : i16
  }) : (tensor<32xi16, #w>) -> i16
  tt.store %p16, %t : !tt.ptr<i16>
  %u = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.muli %l, %r : i32
    tt.reduce.return %c : i32
  }) : (tensor<32xi32, #w>) -> i32
  tt.store %p, %u : !tt.ptr<i32>
  tt.return
}
}

// -----

// Where lanes hold copies, a maximum may count them twice, a sum may not.

#c = #ttg.linear<{register = [], lane = [[1], [2], [4], [0], [0]], warp = []}>
// CHECK-LABEL: llvm.func @copies
// CHECK: nvvm.redux.sync umax
// CHECK-COUNT-3: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @copies(%p: !tt.ptr<i32>, %q: tensor<8x!tt.ptr<i32>, #c>) {
  %v = tt.load %q : tensor<8x!tt.ptr<i32>, #c>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.maxui %l, %r : i32
    tt.reduce.return %c : i32
  }) : (tensor<8xi32, #c>) -> i32
  tt.store %p, %s : !tt.ptr<i32>
  %t = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.addi %l, %r : i32
    tt.reduce.return %c : i32
  }) : (tensor<8xi32, #c>) -> i32
  tt.store %p, %t : !tt.ptr<i32>
  tt.return
}
}

// -----

// Several operands: one lane of each row stores. A result keeps the layout
// across the axis.

#b = #ttg.linear<{register = [[1, 0]], lane = [[0, 1], [0, 2], [0, 4], [2, 0], [4, 0]], warp = [[0, 8]]}>
#s = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [2], [4]], warp = [[0]]}>
// CHECK: module attributes {{.*}}ttg.shared = 192 : i32
// CHECK-LABEL: llvm.func @argmax
// CHECK: llvm.inline_asm {{.*}}"@$0 st.shared.b32 [$1+0], $2;", "b,r,r"
// CHECK: llvm.inline_asm {{.*}}"@$0 st.shared.b32 [$1+32], $2;", "b,r,r"
// CHECK: llvm.inline_asm {{.*}}"@$0 st.shared.b64 [$1+64], $2;", "b,r,l"
// CHECK: llvm.inline_asm {{.*}}"@$0 st.shared.b64 [$1+128], $2;", "b,r,l"
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<2xf32>
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<2xi64>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @argmax(%q: tensor<8x16x!tt.ptr<f32>, #b>, %n: tensor<8x16x!tt.ptr<i64>, #b>, %o: tensor<8x!tt.ptr<i64>, #s>) {
  %v = tt.load %q : tensor<8x16x!tt.ptr<f32>, #b>
  %i = tt.load %n : tensor<8x16x!tt.ptr<i64>, #b>
  %s:2 = "tt.reduce"(%v, %i) <{axis = 1 : i32}> ({
  ^bb0(%v1: f32, %i1: i64, %v2: f32, %i2: i64):
    %g = arith.cmpf ogt, %v1, %v2 : f32
    %w = arith.select %g, %v1, %v2 : f32
    %j = arith.select %g, %i1, %i2 : i64
    tt.reduce.return %w, %j : f32, i64
  }) : (tensor<8x16xf32, #b>, tensor<8x16xi64, #b>) -> (tensor<8xf32, #s>, tensor<8xi64, #s>)
  tt.store %o, %s#1 : tensor<8x!tt.ptr<i64>, #s>
  tt.return
}
}

// -----

// Control flow in a region splits blocks.

#p = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = []}>
// CHECK-LABEL: llvm.func @branches
// CHECK: llvm.cond_br
// CHECK: ^bb{{[0-9]+}}(%{{.*}}: i32):
// CHECK: llvm.inline_asm {{.*}}st.global
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @branches(%p: !tt.ptr<i32>, %q: tensor<2x!tt.ptr<i32>, #p>, %d: i32) {
  %v = tt.load %q : tensor<2x!tt.ptr<i32>, #p>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %g = arith.cmpi sgt, %l, %r : i32
    %c = scf.if %g -> i32 {
      %x = arith.divsi %l, %d : i32
      scf.yield %x : i32
    } else {
      scf.yield %r : i32
    }
    tt.reduce.return %c : i32
  }) : (tensor<2xi32, #p>) -> i32
  tt.store %p, %s : !tt.ptr<i32>
  tt.return
}
}

// -----

// Pointers travel as integers.

#w = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
// CHECK-LABEL: llvm.func @pointers
// CHECK: llvm.ptrtoint
// CHECK: nvvm.shfl.sync bfly
// CHECK: llvm.inttoptr
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
tt.func public @pointers(%q: tensor<32x!tt.ptr<f32>, #w>, %c: i1) {
  %s = "tt.reduce"(%q) <{axis = 0 : i32}> ({
  ^bb0(%l: !tt.ptr<f32>, %r: !tt.ptr<f32>):
    %x = arith.select %c, %l, %r : !tt.ptr<f32>
    tt.reduce.return %x : !tt.ptr<f32>
  }) : (tensor<32x!tt.ptr<f32>, #w>) -> !tt.ptr<f32>
  %one = arith.constant 1.0 : f32
  tt.store %s, %one : !tt.ptr<f32>
  tt.return
}
}
