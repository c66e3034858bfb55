// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics -cm2tt-ttg-to-llvm

// expected-error @+1 {{unknown target: 'sm_70'}}
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_70"} {
  tt.func public @kernel() {
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
  tt.func public @no_layout() {
    // expected-error @+1 {{a tile has no layout over 4 warps of 32 threads: 'tensor<16xi32>'}}
    %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
    tt.return
  }
}

// -----

#one = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
  tt.func public @other_warps() {
    // expected-error @+1 {{a tile has no layout over 4 warps of 32 threads}}
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #one>
    tt.return
  }
}

// -----

#m = #ttg.shared<{offset = [[1], [2]]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
  tt.func public @no_place() {
    // expected-error @below {{has no place in shared memory: 'ttg.offset' expected}}
    // expected-error @below {{failed to legalize}}
    %m = ttg.local_alloc : () -> !ttg.memdesc<4xf32, #m>
    tt.return
  }
}

// -----

#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16]]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "sm_80"} {
  tt.func public @narrow_copy(%p: tensor<32x!tt.ptr<f16>, #r>) {
    %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<32xf16, #m>
    // expected-error @below {{T-ASYNC-COPY-2: neighbours in global and in shared memory are fewer than 4 bytes}}
    // expected-error @below {{failed to legalize}}
    %t = ttg.async_copy %p, %m : tensor<32x!tt.ptr<f16>, #r> -> !ttg.memdesc<32xf16, #m>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
  tt.func public @fence_before_sm_90() {
    // expected-error @below {{needs sm_90}}
    // expected-error @below {{failed to legalize}}
    ttg.fence_async_shared
    tt.return
  }
}
