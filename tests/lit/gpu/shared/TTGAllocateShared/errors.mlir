// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics -cm2tt-ttg-allocate-shared

// expected-error @+1 {{unknown target: 'sm_1'}}
module attributes {ttg.target = "sm_1"} {
}

// -----

#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
module attributes {ttg.target = "sm_86"} {
// expected-error @+1 {{'large' needs 102400 bytes of shared memory, sm_86 has 101376 for a block: smaller tiles or fewer stages need less}}
tt.func public @large() {
  // expected-note @+1 {{102400 bytes are for this}}
  %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #m, buffers = 200>
  tt.return
}
}

// -----

// The same fits other targets.

#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
module attributes {ttg.target = "sm_90a"} {
tt.func public @fits() {
  %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #m, buffers = 200>
  tt.return
}
}
