// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-overlap-launches | FileCheck %s

// Addresses are computed before the wait, and what has effects after it.
// CHECK-LABEL: tt.func public @addresses
// CHECK-SAME: attributes {ttg.waits_for_kernels}
// CHECK-NEXT: tt.grid_dependency_launch_dependents
// CHECK-NOT: tt.grid_dependency_wait
// CHECK: tt.addptr
// CHECK-NEXT: tt.grid_dependency_wait
// CHECK-NEXT: tt.load
tt.func public @addresses(%p: !tt.ptr<f32>) {
  %i = tt.get_program_id x : i32
  %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
  %x = tt.load %q : !tt.ptr<f32>
  tt.store %q, %x : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @nothing
// CHECK: tt.grid_dependency_wait
// CHECK-NEXT: tt.return
tt.func public @nothing(%p: !tt.ptr<f32>) {
  tt.return
}
