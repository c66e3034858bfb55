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
    // expected-error @below {{has no address in shared memory: 'ttg.offset' expected}}
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
    // expected-error @below {{TTG-ASYNC-COPY-2: neighbours in global and in shared memory are fewer than 4 bytes}}
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

// -----

module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
  tt.func public @two_types(%x: f32, %y: f64, %o: !tt.ptr<f64>) {
    %a = tt.extern_elementwise %x {libname = "x", libpath = "/x.bc", pure = true, symbol = "f"} : (f32) -> f32
    // expected-error @+2 {{the function 'f' is called with other types, or from another library, elsewhere in the kernel}}
    // expected-error @+1 {{failed to legalize}}
    %b = tt.extern_elementwise %y {libname = "x", libpath = "/x.bc", pure = true, symbol = "f"} : (f64) -> f64
    %c = arith.extf %a : f32 to f64
    %d = arith.addf %b, %c : f64
    tt.store %o, %d : !tt.ptr<f64>
    tt.return
  }
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90", ttg.shared = 65536 : i32} {
  tt.func public @older_gpu(%c: tensor<64x64xf32, #c>, %o: tensor<64x64x!tt.ptr<f32>, #c>) {
    %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #a>
    %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<64x64xf16, #b>
    // expected-error @+2 {{needs sm_90a}}
    // expected-error @+1 {{failed to legalize}}
    %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    tt.store %o, %d : tensor<64x64x!tt.ptr<f32>, #c>
    tt.return
  }
}
