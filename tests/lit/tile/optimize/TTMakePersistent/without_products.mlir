// RUN: cm2tt-opt %s -verify-diagnostics --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)' | FileCheck %s

// Kernels without products are not what the option is for.
// CHECK-LABEL: tt.func public @add(%arg0: !tt.ptr<f32>, %arg1: f32) {
// CHECK-NOT: scf.for
tt.func public @add(%p: !tt.ptr<f32>, %x: f32) {
  %i = tt.get_program_id x : i32
  %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
  tt.store %q, %x : !tt.ptr<f32>
  tt.return
}
