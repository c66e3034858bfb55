// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors="tensor-maps=true" -split-input-file | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors="tensor-maps=true" -split-input-file -verify-diagnostics -o /dev/null

// A descriptor whose base and strides 16 bytes may not divide is accessed by
// pointers of which nothing is known; another one of the same type is a tensor
// map.
// CHECK-LABEL: tt.func public @parameters(
// CHECK-SAME:  %[[U:[^:]+]]: !tt.ptr<f16>, %{{[^:]+}}: i64, %{{[^:]+}}: i64, %{{[^:]+}}: i64, %{{[^:]+}}: i64, %{{[^:]+}}: i1,
// CHECK-SAME:  %[[A:[^:]+]]: !tt.tensordesc<tensor<8x16xf16>>, %{{[^:]+}}: i32)
// CHECK-NOT:  tt.divisibility
// CHECK:      tt.load
// CHECK-NOT:  tt.divisibility
// CHECK:      tt.descriptor_store %[[A]]
// expected-remark @+1 {{the base or a stride may be no multiple of 16 bytes}}
tt.func public @parameters(%u: !tt.tensordesc<tensor<8x16xf16>> {tt.divisibility = 1 : i32}, %a: !tt.tensordesc<tensor<8x16xf16>>, %i: i32) {
  %c0 = arith.constant 0 : i32
  %x = tt.descriptor_load %u[%i, %c0] : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x16xf16>
  tt.descriptor_store %a[%i, %c0], %x : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  tt.return
}

// -----

// Whichever it is after control flow may be the unaligned one.
// CHECK-LABEL: tt.func public @merged(
// CHECK-SAME:  %[[U:[^:]+]]: !tt.ptr<f16>,
// CHECK-SAME:  %[[A:[^:]+]]: !tt.ptr<f16> {tt.divisibility = 16 : i32},
// CHECK:      arith.select
// CHECK-NOT:  tt.divisibility
// CHECK:      tt.load
// expected-remark @+1 {{the base or a stride may be no multiple of 16 bytes}}
tt.func public @merged(%u: !tt.tensordesc<tensor<16xf16>> {tt.divisibility = 1 : i32}, %a: !tt.tensordesc<tensor<16xf16>>, %c: i1, %p: !tt.ptr<f16>) {
  %c0 = arith.constant 0 : i32
  %d = arith.select %c, %u, %a : !tt.tensordesc<tensor<16xf16>>
  %x = tt.descriptor_load %d[%c0] : !tt.tensordesc<tensor<16xf16>> -> tensor<16xf16>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %s = tt.splat %p : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
  %q = tt.addptr %s, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
  tt.store %q, %x : tensor<16x!tt.ptr<f16>>
  tt.return
}
