// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-specialize-warps -cm2tt-ttg-overlap-launches | FileCheck %s

// CHECK-LABEL: tt.func public @plain
// CHECK-NEXT: tt.grid_dependency_launch_dependents
// CHECK-NEXT: tt.grid_dependency_wait
// CHECK: tt.load
tt.func public @plain(%p: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f32>
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}

// -----

// The producer waits by itself, after it has initialised its barriers.
// CHECK-LABEL: tt.func public @producer
// CHECK-NEXT: tt.grid_dependency_launch_dependents
// CHECK-NEXT: tt.grid_dependency_wait
// CHECK: ttg.producer
// CHECK: ttg.mbarrier_init
// CHECK: ttg.mbarrier_init
// CHECK-NEXT: tt.grid_dependency_wait
// CHECK: scf.for
// CHECK: ttg.tensor_copy
// CHECK: ttg.producer_end
// CHECK-NOT: grid_dependency
// CHECK: tt.return
tt.func public @producer(%a: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %x, %x, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// A kernel that waits by itself keeps its order.
// CHECK-LABEL: tt.func public @own
// CHECK-NEXT: tt.load
// CHECK-NEXT: tt.grid_dependency_wait
// CHECK-NOT: grid_dependency
// CHECK: tt.return
tt.func public @own(%p: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f32>
  tt.grid_dependency_wait
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}

// -----

// A helper does not wait.
// CHECK-LABEL: tt.func private @helper
// CHECK-NEXT: tt.store
tt.func private @helper(%p: !tt.ptr<f32>, %x: f32) {
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: tt.func public @kernel
// CHECK: tt.grid_dependency_wait
// CHECK: tt.store
tt.func public @kernel(%p: !tt.ptr<f32>, %x: f32) {
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}
