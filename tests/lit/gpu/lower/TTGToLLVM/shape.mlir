// RUN: cm2tt-opt %s --cm2tt-ttg-to-llvm | FileCheck %s

// Where layouts agree, registers are renamed.

#m = #ttg.linear<{register = [[0, 1], [2, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [1, 0]], warp = []}>
#t = #ttg.linear<{register = [[2, 0, 0], [0, 1, 0]], lane = [[0, 2, 0], [0, 4, 0], [0, 8, 0], [0, 16, 0], [1, 0, 0]], warp = []}>
#v = #ttg.linear<{register = [[1], [64]], lane = [[2], [4], [8], [16], [32]], warp = []}>
#mt = #ttg.linear<{register = [[1, 0], [0, 2]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [0, 1]], warp = []}>
#h = #ttg.linear<{register = [[2]], lane = [[4], [8], [16], [32], [1]], warp = []}>
#j = #ttg.linear<{register = [[0, 1], [2, 0]], lane = [[4, 0], [8, 0], [16, 0], [32, 0], [1, 0]], warp = []}>
#c = #ttg.linear<{register = [[2], [64]], lane = [[4], [8], [16], [32], [1]], warp = []}>
#one = #ttg.linear<{lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @renamed
  // CHECK-COUNT-4: ld.volatile.global
  // CHECK-NOT: shfl
  // CHECK: llvm.return
  tt.func public @renamed(%p: !tt.ptr<i32>) {
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<4x32x!tt.ptr<i32>, #m>
    %x = tt.load %s {isVolatile = true} : tensor<4x32x!tt.ptr<i32>, #m>
    %r = tt.reshape %x : tensor<4x32xi32, #m> -> tensor<128xi32, #v>
    %q = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x32xi32, #m> -> tensor<32x4xi32, #mt>
    %sr = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #v>
    tt.store %sr, %r : tensor<128x!tt.ptr<i32>, #v>
    %sq = tt.splat %p : !tt.ptr<i32> -> tensor<32x4x!tt.ptr<i32>, #mt>
    tt.store %sq, %q : tensor<32x4x!tt.ptr<i32>, #mt>
    tt.return
  }

  // What is joined is split into what it was.
  // CHECK-LABEL: llvm.func @joined
  // CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[A:.*]]: i32, %[[B:.*]]: i32
  // CHECK: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[B]]
  // CHECK-NEXT: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[B]]
  // CHECK-NEXT: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[A]]
  // CHECK-NEXT: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[A]]
  tt.func public @joined(%p: !tt.ptr<i32>, %l: i32, %r: i32) {
    %a = tt.splat %l : i32 -> tensor<64xi32, #h>
    %b = tt.splat %r : i32 -> tensor<64xi32, #h>
    %j = tt.join %a, %b : tensor<64xi32, #h> -> tensor<64x2xi32, #j>
    %x, %y = tt.split %j : tensor<64x2xi32, #j> -> tensor<64xi32, #h>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #h>
    tt.store %s, %y : tensor<64x!tt.ptr<i32>, #h>
    tt.store %s, %x : tensor<64x!tt.ptr<i32>, #h>
    tt.return
  }

  // CHECK-LABEL: llvm.func @cat
  // CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[A:.*]]: i32, %[[B:.*]]: i32
  // CHECK: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[A]]
  // CHECK-NEXT: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[A]]
  // CHECK-NEXT: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[B]]
  // CHECK-NEXT: "st.global.b32 [$0], $1;", "l,r" %[[P]], %[[B]]
  tt.func public @cat(%p: !tt.ptr<i32>, %l: i32, %r: i32) {
    %a = tt.splat %l : i32 -> tensor<64xi32, #h>
    %b = tt.splat %r : i32 -> tensor<64xi32, #h>
    %c = tt.cat %a, %b : tensor<64xi32, #h> -> tensor<128xi32, #c>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #c>
    tt.store %s, %c : tensor<128x!tt.ptr<i32>, #c>
    tt.return
  }

  // CHECK-LABEL: llvm.func @unsplat
  // CHECK: %[[X:.*]] = llvm.inline_asm {{.*}}ld.global
  // CHECK: st.global{{.*}} %[[X]],
  tt.func public @unsplat(%p: !tt.ptr<i32>) {
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<1x1x!tt.ptr<i32>, #one>
    %x = tt.load %s : tensor<1x1x!tt.ptr<i32>, #one>
    %u = tt.unsplat %x : tensor<1x1xi32, #one>
    tt.store %p, %u : !tt.ptr<i32>
    tt.return
  }
}
