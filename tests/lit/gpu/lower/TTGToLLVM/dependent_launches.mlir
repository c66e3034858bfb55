// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-to-llvm | FileCheck %s

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: llvm.func @hopper
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;", "~{memory}"
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.launch_dependents;", "~{memory}"
tt.func public @hopper() {
  tt.grid_dependency_wait
  tt.grid_dependency_launch_dependents
  tt.return
}
}

// -----

// No launch depends on another here.
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: llvm.func @ampere
// CHECK-NOT: griddepcontrol
// CHECK: llvm.return
tt.func public @ampere() {
  tt.grid_dependency_wait
  tt.grid_dependency_launch_dependents
  tt.return
}
}
