// RUN: cm2tt-opt %s -cm2tt-tt-guard-accesses -verify-diagnostics | FileCheck %s

// A map must not write memory, so that a fault could not be recorded.
// CHECK: guard.sites = []
// CHECK: tt.map_elementwise
// CHECK: tt.load %{{[^,]+}} : !tt.ptr<f32>
tt.func public @map(%p: tensor<64x!tt.ptr<f32>>) {
  %y = "tt.map_elementwise"(%p) <{pack = 1 : i32}> ({
  ^bb0(%e: !tt.ptr<f32>):
    // expected-warning @+1 {{a load in a map is not checked on a GPU: expected a load before the map, or the CPU device}}
    %v = tt.load %e : !tt.ptr<f32>
    tt.map_elementwise.return %v : f32
  }) : (tensor<64x!tt.ptr<f32>>) -> tensor<64xf32>
  tt.return
}
