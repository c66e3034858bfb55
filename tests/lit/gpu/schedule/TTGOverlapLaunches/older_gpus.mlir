// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg="target=sm_89" -cm2tt-ttg-overlap-launches | FileCheck %s

// There are no such launches before sm_90.
// CHECK-NOT: grid_dependency
tt.func public @plain(%p: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f32>
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}
