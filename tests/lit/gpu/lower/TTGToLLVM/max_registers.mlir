// RUN: cm2tt-opt %s -cm2tt-ttg-to-llvm | FileCheck %s

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80", ttg.maxnreg = 64 : i32} {
// CHECK-LABEL: llvm.func @limited
// CHECK-SAME: nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.reqntid
tt.func public @limited() {
  tt.return
}
}
