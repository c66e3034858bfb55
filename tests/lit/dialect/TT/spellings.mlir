// RUN: cm2tt-opt %s | FileCheck %s

// What Triton 3.5 to 3.9 write in other ways than 3.6, which is what is
// printed.

// CHECK-LABEL: tt.func @descriptor(
// CHECK-SAME: %{{.*}}: !tt.tensordesc<tensor<128x64xf16>>, %{{.*}}: !tt.tensordesc<tensor<8x16xui8>>, %{{.*}}: !tt.tensordesc<tensor<16xsi32>>, %{{.*}}: !tt.tensordesc<tensor<64xf32, "shared">>)
tt.func @descriptor(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<8x16xui8>,
                    %c: !tt.tensordesc<16xsi32>, %d: !tt.tensordesc<64xf32, "shared">) {
  tt.return
}

// CHECK-LABEL: tt.func @short_and_long(
tt.func @short_and_long(%p: !tt.ptr<f32>, %i: i32, %n: i64) {
  // CHECK-COUNT-4: tt.make_tensor_descriptor %{{.*}} : <f32>, <tensor<64xf32>>
  %0 = tt.make_tensor_descriptor %p, [%i], [%n] : <f32>, <64xf32>
  %1 = tt.make_tensor_descriptor %p, [%i], [%n] : <f32>, <tensor<64xf32>>
  %2 = tt.make_tensor_descriptor %p, [%i], [%n] : !tt.ptr<f32>, !tt.tensordesc<64xf32>
  %3 = tt.make_tensor_descriptor %p, [%i], [%n] : !tt.ptr<f32>, !tt.tensordesc<tensor<64xf32>>
  // CHECK: tt.make_tensor_ptr %{{.*}} {order = array<i32: 0>} : <tensor<64xf32>>
  %4 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : !tt.ptr<tensor<64xf32>>
  // CHECK: tt.advance %{{.*}} : <tensor<64xf32>>
  %5 = tt.advance %4, [%i] : !tt.ptr<tensor<64xf32>>
  // CHECK: tt.descriptor_load %{{.*}} : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  %6 = tt.descriptor_load %0[%i] : !tt.tensordesc<64xf32> -> tensor<64xf32>
  tt.return
}

// Generic form, with properties and with a plain dictionary.
// CHECK-LABEL: tt.func @generic(
tt.func @generic(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>, %m: tensor<8xi1>) {
  // CHECK: tt.load %{{.*}}, %{{.*}} cacheModifier = cg : tensor<8x!tt.ptr<f32>>
  %0 = "tt.load"(%p, %m) <{cache = 3 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<f32>>
  %1 = "tt.load"(%p) {boundaryCheck = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
  // CHECK: tt.store %{{.*}}, %{{.*}} evictionPolicy = evict_last : tensor<8x!tt.ptr<f32>>
  "tt.store"(%p, %x) {cache = 1 : i32, evict = 3 : i32} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> ()
  // CHECK: tt.get_program_id z : i32
  %2 = "tt.get_program_id"() {axis = 2 : i32} : () -> i32
  // CHECK: tt.atomic_rmw fadd, acq_rel, sys,
  %3 = "tt.atomic_rmw"(%p, %x) <{atomic_rmw_op = 5 : i32, scope = 3 : i32, sem = 4 : i32}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @default_address_space(
// CHECK-SAME: %{{.*}}: !tt.ptr<f32>, %{{.*}}: !tt.ptr<f32, 0>)
tt.func @default_address_space(%p: !tt.ptr<f32, 1>, %q: !tt.ptr<f32, 0>) {
  tt.return
}

#loc = loc("kernel.py":3:0)
// CHECK-LABEL: tt.func public @located(
tt.func public @located(%x: i32 loc("x"(#loc))) attributes {noinline = false} {
  tt.return loc(#loc1)
} loc(#loc)
#loc1 = loc("kernel.py":4:4)

// Attributes that the compiler reads, and those of its schedulers.
// CHECK-LABEL: tt.func @hints(
// CHECK-SAME: {tt.constancy = 1 : i32, tt.contiguity = 4 : i32, tt.divisibility = 8 : i32}
// CHECK-SAME: {tt.nv_tma_desc = 1 : i32}
tt.func @hints(%i: i32 {tt.divisibility = 8 : i32, tt.contiguity = 4 : i32, tt.constancy = 1 : i32},
               %d: !tt.ptr<i8, 0> {tt.nv_tma_desc = 1 : i32}, %n: i32, %x: tensor<8xi32>) {
  // CHECK: {tt.contiguity = dense<8> : tensor<1xi32>, tt.divisibility = 16 : i32}
  %0 = arith.addi %x, %x {tt.contiguity = dense<8> : tensor<1xi32>, tt.divisibility = 16 : i32} : tensor<8xi32>
  // CHECK: scf.for
  scf.for %k = %i to %n step %i : i32 {
    // CHECK: {llvm.loop_annotation = #{{.*}}, tt.disallow_acc_multi_buffer, tt.flatten, tt.latency = 2 : i32, tt.loop_unroll_factor = 4 : i32, tt.num_stages = 3 : i32, tt.warp_specialize}
  } {tt.num_stages = 3 : i32, tt.loop_unroll_factor = 4 : i32, tt.disallow_acc_multi_buffer, tt.flatten, tt.warp_specialize, tt.latency = 2 : i32, llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
  tt.return
}

// Triton 3.9: the caching of an access is one attribute, an address space a
// string.
// CHECK-LABEL: tt.func @policies(
// CHECK-SAME: %{{.*}}: !tt.ptr<f32>, %{{.*}}: !tt.ptr<f32>, %{{.*}}: !tt.tensordesc
tt.func @policies(%p: !tt.ptr<f32, "constant">, %q: !tt.ptr<f32, "global">, %d: !tt.tensordesc<64xf32>, %i: i32) {
  // CHECK: tt.load %{{.*}} cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.ptr<f32>
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>, isVolatile = true} : !tt.ptr<f32>
  // CHECK: tt.store %{{.*}}, %{{.*}} cacheModifier = wt : !tt.ptr<f32>
  tt.store %q, %0 {cachePolicy = #tt.cache_policy<eviction_policy = evict_normal, cache_modifier = wt>} : !tt.ptr<f32>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}] evictionPolicy = evict_first : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  %1 = tt.descriptor_load %d[%i] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<64xf32> -> tensor<64xf32>
  tt.return
}
