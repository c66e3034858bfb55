// RUN: not cm2tt-opt %s -cm2tt-tt-to-ttg=num-warps=3 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not cm2tt-opt %s -cm2tt-tt-to-ttg=num-warps=64 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not cm2tt-opt %s -cm2tt-tt-to-ttg=target=sm_70 2>&1 | FileCheck %s --check-prefix=TARGET

// WARPS: error: the number of warps must be a power of two up to 32: 3
// MANY: error: the number of warps must be a power of two up to 32: 64
// TARGET: error: unknown target: 'sm_70'
tt.func public @kernel() {
  tt.return
}
