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
