// RUN: cm2tt-opt %s | FileCheck %s --check-prefixes=OLD,WORDS
// RUN: cm2tt-opt %s --tt-version=3.6 | FileCheck %s --check-prefixes=OLD,WORDS
// RUN: cm2tt-opt %s --tt-version=3.7 | FileCheck %s --check-prefixes=OLD,WORDS
// RUN: cm2tt-opt %s --tt-version=3.8 | FileCheck %s --check-prefixes=NEW,WORDS
// RUN: cm2tt-opt %s --tt-version=3.9 | FileCheck %s --check-prefixes=NEW,POLICY
// RUN: cm2tt-opt %s --tt-version=3.9 | cm2tt-opt | FileCheck %s --check-prefixes=OLD,WORDS
// RUN: not cm2tt-opt %s --tt-version=4.0 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// The text of each version of Triton.

// UNKNOWN: Cannot find option named '4.0'

// OLD-LABEL: tt.func @descriptors(
// OLD-SAME: !tt.tensordesc<tensor<64xui8, "shared">>)
// NEW-LABEL: tt.func @descriptors(
// NEW-SAME: !tt.tensordesc<64xui8, "shared">)
tt.func @descriptors(%p: !tt.ptr<f32>, %i: i32, %n: i64, %e: !tt.tensordesc<64xui8, "shared">) {
  // OLD: tt.make_tensor_descriptor %{{.*}} : <f32>, <tensor<8x64xf32>>
  // NEW: tt.make_tensor_descriptor %{{.*}} : <f32>, <8x64xf32>
  %0 = tt.make_tensor_descriptor %p, [%i, %i], [%n, %n] : <f32>, <8x64xf32>
  // OLD: tt.descriptor_load %{{.*}} : !tt.tensordesc<tensor<8x64xf32>> -> tensor<8x64xf32>
  // NEW: tt.descriptor_load %{{.*}} : !tt.tensordesc<8x64xf32> -> tensor<8x64xf32>
  %1 = tt.descriptor_load %0[%i, %i] : !tt.tensordesc<8x64xf32> -> tensor<8x64xf32>
  // WORDS: tt.descriptor_load %{{.*}}] evictionPolicy = evict_last : !tt
  // POLICY: tt.descriptor_load %{{.*}}] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>} : !tt
  %2 = tt.descriptor_load %0[%i, %i] evictionPolicy = evict_last : !tt.tensordesc<8x64xf32> -> tensor<8x64xf32>
  tt.return
}

// WORDS-LABEL: tt.func @caching(
// POLICY-LABEL: tt.func @caching(
tt.func @caching(%p: !tt.ptr<f32>, %m: i1) {
  // WORDS: tt.load %{{[^:{]*}} : !tt.ptr<f32>
  // POLICY: tt.load %{{[^:{]*}} : !tt.ptr<f32>
  %0 = tt.load %p : !tt.ptr<f32>
  // WORDS: tt.load %{{.*}}, %{{.*}} cacheModifier = ca {isVolatile = true} : !tt.ptr<f32>
  // POLICY: tt.load %{{.*}}, %{{.*}} {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_normal>, isVolatile = true} : !tt.ptr<f32>
  %1 = tt.load %p, %m cacheModifier = ca {isVolatile = true} : !tt.ptr<f32>
  // WORDS: tt.store %{{.*}}, %{{.*}} cacheModifier = cs evictionPolicy = evict_first {ignore_cta} : !tt.ptr<f32>
  // POLICY: tt.store %{{.*}}, %{{.*}} {cachePolicy = #tt.cache_policy<cache_modifier = cs, eviction_policy = evict_first>, ignore_cta} : !tt.ptr<f32>
  tt.store %p, %0 cacheModifier = cs evictionPolicy = evict_first {ignore_cta} : !tt.ptr<f32>
  tt.return
}
