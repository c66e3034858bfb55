// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// Pointers, block pointers and descriptors.

// CHECK-LABEL: tt.func @loads(
tt.func @loads(%p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<!tt.ptr<i8>>,
               %m: tensor<8xi1>, %o: tensor<8xf32>, %c: i1) {
  // CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %p, %m, %o : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}} cacheModifier = cv evictionPolicy = evict_last {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %3 = tt.load %p evictionPolicy = evict_last cacheModifier = cv {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: %[[P:.*]] = tt.load %{{.*}}, %{{.*}} evictionPolicy = evict_first : !tt.ptr<!tt.ptr<i8>>
  %4 = tt.load %q, %c evictionPolicy = evict_first : !tt.ptr<!tt.ptr<i8>>
  // CHECK: tt.load %[[P]] : !tt.ptr<i8>
  %5 = tt.load %4 : !tt.ptr<i8>
  tt.return
}

// CHECK-LABEL: tt.func @stores(
tt.func @stores(%p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<i64>, %m: tensor<8xi1>,
                %x: tensor<8xf32>, %y: i64) {
  // CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = wt evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %m cacheModifier = wt evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %{{.*}} {ignore_cta} : !tt.ptr<i64>
  tt.store %q, %y {ignore_cta} : !tt.ptr<i64>
  tt.return
}

// CHECK-LABEL: tt.func @atomics(
tt.func @atomics(%p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<i32>, %m: tensor<8xi1>,
                 %x: tensor<8xf32>, %y: i32, %h: !tt.ptr<bf16>, %b: bf16) {
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_rmw umax, relaxed, cta, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.atomic_rmw umax, relaxed, cta, %q, %y : (!tt.ptr<i32>, i32) -> i32
  // CHECK: tt.atomic_rmw and, acquire, sys,
  %2 = tt.atomic_rmw and, acquire, sys, %q, %y : (!tt.ptr<i32>, i32) -> i32
  // CHECK: tt.atomic_rmw exch, release, gpu,
  %3 = tt.atomic_rmw exch, release, gpu, %p, %x, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_cas acq_rel, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (!tt.ptr<bf16>, bf16, bf16) -> bf16
  %4 = tt.atomic_cas acq_rel, gpu, %h, %b, %b : (!tt.ptr<bf16>, bf16, bf16) -> bf16
  tt.return
}

// CHECK-LABEL: tt.func @block_pointers(
tt.func @block_pointers(%p: !tt.ptr<f16>, %n: i64, %i: i32, %x: tensor<64x32xf16>,
                        %pp: !tt.ptr<tensor<4x!tt.ptr<f32>>, 3>) {
  // CHECK: %[[B:.*]] = tt.make_tensor_ptr %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
  // CHECK: tt.advance %[[B]], [%{{.*}}, %{{.*}}] : <tensor<64x32xf16>>
  %1 = tt.advance %0, [%i, %i] : <tensor<64x32xf16>>
  // CHECK: tt.load %[[B]] : !tt.ptr<tensor<64x32xf16>>
  %2 = tt.load %0 : !tt.ptr<tensor<64x32xf16>>
  // CHECK: tt.load %[[B]] cacheModifier = ca {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<64x32xf16>>
  %3 = tt.load %0 cacheModifier = ca {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<64x32xf16>>
  // CHECK: tt.store %[[B]], %{{.*}} {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<64x32xf16>>
  tt.store %0, %x {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<64x32xf16>>
  // CHECK: tt.load %{{.*}} : !tt.ptr<tensor<4x!tt.ptr<f32>>, 3>
  %4 = tt.load %pp : !tt.ptr<tensor<4x!tt.ptr<f32>>, 3>
  tt.return
}

// CHECK-LABEL: tt.func @descriptors(
// CHECK-SAME: !tt.tensordesc<tensor<1x8x32xsi16>>
tt.func @descriptors(%p: !tt.ptr<f16>, %i: i32, %n: i64, %x: tensor<64x32xf16>,
                     %d: !tt.tensordesc<tensor<1x8x32xsi16>>,
                     %r: !tt.tensordesc<tensor<1x32xf16>>, %rows: tensor<8xi32>,
                     %short: tensor<16xi16>, %y: tensor<8x32xf16>) {
  // CHECK: %[[D:.*]] = tt.make_tensor_descriptor %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f16>, <tensor<64x32xf16>>
  %0 = tt.make_tensor_descriptor %p, [%i, %i], [%n, %n] : <f16>, <tensor<64x32xf16>>
  // CHECK: tt.make_tensor_descriptor %{{.*}} {order = array<i32: 0>, padding = 2 : i32} : <f16>, <tensor<64x32xf16>>
  %1 = tt.make_tensor_descriptor %p, [%i, %i], [%n, %n] {order = array<i32: 0>, padding = 2 : i32} : <f16>, <tensor<64x32xf16>>
  // CHECK: tt.descriptor_load %[[D]][%{{.*}}, %{{.*}}] : !tt.tensordesc<tensor<64x32xf16>> -> tensor<64x32xf16>
  %2 = tt.descriptor_load %0[%i, %i] : !tt.tensordesc<tensor<64x32xf16>> -> tensor<64x32xf16>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] cacheModifier = cg evictionPolicy = evict_last : !tt.tensordesc<tensor<1x8x32xsi16>> -> tensor<8x32xi16>
  %3 = tt.descriptor_load %d[%i, %i, %i] cacheModifier = cg evictionPolicy = evict_last : !tt.tensordesc<tensor<1x8x32xsi16>> -> tensor<8x32xi16>
  // CHECK: tt.descriptor_store %[[D]][%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
  tt.descriptor_store %0[%i, %i], %x : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
  // CHECK: tt.descriptor_reduce max, %[[D]][%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
  tt.descriptor_reduce max, %0[%i, %i], %x : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
  // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  %4 = tt.descriptor_gather %r[%rows, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<16xi16>, i32) -> tensor<16x32xf16>
  %5 = tt.descriptor_gather %r[%short, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<16xi16>, i32) -> tensor<16x32xf16>
  // CHECK: tt.descriptor_scatter %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32, tensor<8x32xf16>
  tt.descriptor_scatter %r[%rows, %i], %y : !tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32, tensor<8x32xf16>
  tt.return
}

// Operations of Triton 3.9.
// CHECK-LABEL: tt.func @atomic_accesses(
tt.func @atomic_accesses(%p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<i16>, %m: tensor<8xi1>, %e: i16, %t: i64) {
  // CHECK: tt.atomic_load acquire, gpu, %{{.*}}, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  %0 = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_load relaxed, cta, %{{.*}} : (!tt.ptr<i16>) -> i16
  %1 = tt.atomic_load relaxed, cta, %q : (!tt.ptr<i16>) -> i16
  // CHECK: tt.atomic_store release, sys, %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  tt.atomic_store release, sys, %p, %0, %m : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.atomic_store relaxed, gpu, %{{.*}}, %{{.*}} : !tt.ptr<i16>
  tt.atomic_store relaxed, gpu, %q, %1 : !tt.ptr<i16>
  // CHECK: tt.atomic_poll acquire, sys, %{{.*}}, %{{.*}} timeout %{{.*}} : !tt.ptr<i16>, i16 -> i1
  %2 = tt.atomic_poll acquire, sys, %q, %e timeout %t : !tt.ptr<i16>, i16 -> i1
  // CHECK: tt.atomic_poll relaxed, gpu, %{{.*}}, %{{.*}} : !tt.ptr<i16>, i16 -> i1
  %3 = tt.atomic_poll relaxed, gpu, %q, %e : !tt.ptr<i16>, i16 -> i1
  tt.return
}
