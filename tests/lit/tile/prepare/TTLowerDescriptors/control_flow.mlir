// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors | FileCheck %s --implicit-check-not=tensordesc

// CHECK-LABEL: tt.func @loop
tt.func @loop(%d: !tt.tensordesc<tensor<64xf32>>, %e: !tt.tensordesc<tensor<64xf32>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for {{.+}} -> (!tt.ptr<f32>, i64, i64, i1, !tt.ptr<f32>, i64, i64, i1) : i32
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%a = %d, %b = %e) -> (!tt.tensordesc<tensor<64xf32>>, !tt.tensordesc<tensor<64xf32>>) : i32 {
    %x = tt.descriptor_load %a[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
    tt.descriptor_store %b[%i], %x : !tt.tensordesc<tensor<64xf32>>, tensor<64xf32>
    // CHECK: scf.yield {{.+}} : !tt.ptr<f32>, i64, i64, i1, !tt.ptr<f32>, i64, i64, i1
    scf.yield %b, %a : !tt.tensordesc<tensor<64xf32>>, !tt.tensordesc<tensor<64xf32>>
  }
  tt.return
}

// A helper's arguments have no hints: it may be called with any descriptor.
// CHECK-LABEL: tt.func private @choose
// CHECK-SAME: (%{{.+}}: !tt.ptr<f32>, %{{.+}}: i64, %{{.+}}: i64, %{{.+}}: i1, %{{.+}}: i1, %{{.+}}: !tt.ptr<f32>, %{{.+}}: i64, %{{.+}}: i64, %{{.+}}: i1) -> (!tt.ptr<f32>, i64, i64, i1)
tt.func private @choose(%d: !tt.tensordesc<tensor<64xf32>>, %c: i1, %f: !tt.tensordesc<tensor<64xf32>>) -> !tt.tensordesc<tensor<64xf32>> {
  // CHECK: arith.select {{.+}} : !tt.ptr<f32>
  // CHECK-COUNT-2: arith.select {{.+}} : i64
  // CHECK: arith.select {{.+}} : i1
  %e = arith.select %c, %d, %f : !tt.tensordesc<tensor<64xf32>>
  tt.return %e : !tt.tensordesc<tensor<64xf32>>
}

// CHECK-LABEL: tt.func @call
tt.func @call(%d: !tt.tensordesc<tensor<64xf32>>, %c: i1, %i: i32) -> tensor<64xf32> {
  // CHECK: ub.poison : !tt.ptr<f32>
  // CHECK-COUNT-2: ub.poison : i64
  // CHECK: ub.poison : i1
  %u = ub.poison : !tt.tensordesc<tensor<64xf32>>
  // CHECK: tt.call @choose({{.+}}) : (!tt.ptr<f32>, i64, i64, i1, i1, !tt.ptr<f32>, i64, i64, i1) -> (!tt.ptr<f32>, i64, i64, i1)
  %e = tt.call @choose(%d, %c, %u) : (!tt.tensordesc<tensor<64xf32>>, i1, !tt.tensordesc<tensor<64xf32>>) -> !tt.tensordesc<tensor<64xf32>>
  %x = tt.descriptor_load %e[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  tt.return %x : tensor<64xf32>
}
