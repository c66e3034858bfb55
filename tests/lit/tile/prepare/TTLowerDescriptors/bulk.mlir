// Descriptors that bulk tensor copies access stay, all others become pointers.

// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors='tensor-maps=true creates-tensor-maps=true' | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors=tensor-maps=true | FileCheck %s --check-prefix=PARAMETERS

// CHECK-LABEL: tt.func @passed(
// CHECK-SAME: %[[D:.+]]: !tt.tensordesc<tensor<8x64xf16>>, %[[I:.+]]: i32 {tt.divisibility = 16 : i32})
// CHECK-NEXT: %[[X:.+]] = tt.descriptor_load %[[D]][%[[I]], %[[I]]]
// CHECK-NEXT: tt.descriptor_store %[[D]][%[[I]], %[[I]]], %[[X]]
// CHECK-NEXT: tt.descriptor_reduce add, %[[D]][%[[I]], %[[I]]], %[[X]]
// CHECK-NEXT: tt.return
tt.func @passed(%d: !tt.tensordesc<tensor<8x64xf16>>, %i: i32 {tt.divisibility = 16 : i32}) {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<8x64xf16>>, tensor<8x64xf16>
  tt.descriptor_reduce add, %d[%i, %i], %x : !tt.tensordesc<tensor<8x64xf16>>, tensor<8x64xf16>
  tt.return
}

// One of two parameters stays.
// CHECK-LABEL: tt.func @gathered(
// CHECK-SAME: %[[D:[^:]+]]: !tt.tensordesc<tensor<1x32xf16>>, %{{[^:]+}}: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %{{.+}}: i64, %{{.+}}: i64, %{{.+}}: i64 {tt.divisibility = 8 : i32}, %{{.+}}: i64, %{{.+}}: i1, %{{.+}}: tensor<16xi32>, %{{.+}}: i32 {tt.divisibility = 16 : i32})
// CHECK: tt.load
// CHECK: tt.descriptor_load %[[D]]
tt.func @gathered(%d: !tt.tensordesc<tensor<1x32xf16>>, %e: !tt.tensordesc<tensor<1x32xf16>>, %r: tensor<16xi32>, %i: i32 {tt.divisibility = 16 : i32}) -> (tensor<16x32xf16>, tensor<1x32xf16>) {
  %x = tt.descriptor_gather %e[%r, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<16xi32>, i32) -> tensor<16x32xf16>
  %y = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<1x32xf16>> -> tensor<1x32xf16>
  tt.return %x, %y : tensor<16x32xf16>, tensor<1x32xf16>
}

// Control flow passes the address of a map on: those of parameters and created ones.
// CHECK-LABEL: tt.func @chosen(
// CHECK-SAME: %[[D:.+]]: !tt.tensordesc<tensor<64xf32>>, %[[P:.+]]: !tt.ptr<f32>
// CHECK: %[[E:.+]] = tt.make_tensor_descriptor %[[P]]
// CHECK: %[[F:.+]] = arith.select %{{.+}}, %[[D]], %[[E]] : !tt.tensordesc<tensor<64xf32>>
// CHECK: %[[R:.+]] = scf.for {{.+}} iter_args(%[[G:.+]] = %[[F]]) -> (!tt.tensordesc<tensor<64xf32>>)
// CHECK: %[[H:.+]] = scf.if %{{.+}} -> (!tt.tensordesc<tensor<64xf32>>)
// CHECK: scf.yield %[[G]]
// CHECK: tt.make_tensor_descriptor
// CHECK: tt.descriptor_load %[[H]]
// CHECK: scf.yield %[[H]]
// CHECK: %[[U:.+]] = ub.poison : !tt.tensordesc<tensor<64xf32>>
// CHECK: cf.cond_br %{{.+}}, ^bb1(%[[R]] : !tt.tensordesc<tensor<64xf32>>), ^bb1(%[[U]] : !tt.tensordesc<tensor<64xf32>>)
// CHECK: ^bb1(%[[V:.+]]: !tt.tensordesc<tensor<64xf32>>):
// CHECK: tt.descriptor_load %[[V]]
// PARAMETERS-LABEL: tt.func @chosen(
// PARAMETERS-NOT: tensordesc
tt.func @chosen(%d: !tt.tensordesc<tensor<64xf32>>, %p: !tt.ptr<f32>, %n: i32, %c: i1, %i: i32 {tt.divisibility = 16 : i32}) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %e = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  %f = arith.select %c, %d, %e : !tt.tensordesc<tensor<64xf32>>
  %r = scf.for %j = %i to %n step %n iter_args(%g = %f) -> (!tt.tensordesc<tensor<64xf32>>) : i32 {
    %h = scf.if %c -> (!tt.tensordesc<tensor<64xf32>>) {
      scf.yield %g : !tt.tensordesc<tensor<64xf32>>
    } else {
      %k = tt.make_tensor_descriptor %p, [%j], [%one] : <f32>, <tensor<64xf32>>
      scf.yield %k : !tt.tensordesc<tensor<64xf32>>
    }
    %y = tt.descriptor_load %h[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
    scf.yield %h : !tt.tensordesc<tensor<64xf32>>
  }
  %u = ub.poison : !tt.tensordesc<tensor<64xf32>>
  cf.cond_br %c, ^end(%r : !tt.tensordesc<tensor<64xf32>>), ^end(%u : !tt.tensordesc<tensor<64xf32>>)
^end(%v: !tt.tensordesc<tensor<64xf32>>):
  %x = tt.descriptor_load %v[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  tt.return %x : tensor<64xf32>
}

// So do calls.
// CHECK-LABEL: tt.func @calls(
// PARAMETERS-LABEL: tt.func @calls(
// CHECK-SAME: %[[D:.+]]: !tt.tensordesc<tensor<32xf32>>, %{{.+}}: i32 {{.+}}) -> tensor<32xf32>
// CHECK: %[[E:.+]] = tt.call @same(%[[D]]) : (!tt.tensordesc<tensor<32xf32>>) -> !tt.tensordesc<tensor<32xf32>>
// CHECK: tt.descriptor_load %[[E]]
// CHECK: tt.func private @same(%[[F:.+]]: !tt.tensordesc<tensor<32xf32>>) -> !tt.tensordesc<tensor<32xf32>>
// CHECK-NEXT: tt.return %[[F]] : !tt.tensordesc<tensor<32xf32>>
tt.func @calls(%d: !tt.tensordesc<tensor<32xf32>>, %i: i32 {tt.divisibility = 16 : i32}) -> tensor<32xf32> {
  %e = tt.call @same(%d) : (!tt.tensordesc<tensor<32xf32>>) -> !tt.tensordesc<tensor<32xf32>>
  %x = tt.descriptor_load %e[%i] : !tt.tensordesc<tensor<32xf32>> -> tensor<32xf32>
  tt.return %x : tensor<32xf32>
}
tt.func private @same(%d: !tt.tensordesc<tensor<32xf32>>) -> !tt.tensordesc<tensor<32xf32>> {
  tt.return %d : !tt.tensordesc<tensor<32xf32>>
}

// One access that bulk copies cannot perform makes all of them pointers.
// CHECK-LABEL: tt.func @mixed(
// CHECK-NOT: tensordesc
tt.func @mixed(%d: !tt.tensordesc<tensor<1x32xf16>>, %e: !tt.tensordesc<tensor<1x32xf16>>, %c: i1, %r: tensor<16xi32>, %i: i32 {tt.divisibility = 16 : i32}) -> (tensor<1x32xf16>, tensor<16x32xf16>) {
  %f = arith.select %c, %d, %e : !tt.tensordesc<tensor<1x32xf16>>
  %x = tt.descriptor_gather %f[%r, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<16xi32>, i32) -> tensor<16x32xf16>
  %y = tt.descriptor_load %e[%i, %i] : !tt.tensordesc<tensor<1x32xf16>> -> tensor<1x32xf16>
  tt.return %y, %x : tensor<1x32xf16>, tensor<16x32xf16>
}

// More than 256 rows of a block whose first dimension is not the only long one.
// CHECK-LABEL: tt.func @long(
// CHECK-NOT: tensordesc
tt.func @long(%d: !tt.tensordesc<tensor<2x512x4xf32>>, %i: i32 {tt.divisibility = 16 : i32}) -> tensor<2x512x4xf32> {
  %x = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<2x512x4xf32>> -> tensor<2x512x4xf32>
  tt.return %x : tensor<2x512x4xf32>
}

// CHECK-LABEL: tt.func @loaded(
// CHECK: tt.make_tensor_descriptor
// CHECK: tt.descriptor_load
// PARAMETERS-LABEL: tt.func @loaded(
// PARAMETERS-NOT: tensordesc
tt.func @loaded(%p: !tt.ptr<f32>, %n: i32, %i: i32 {tt.divisibility = 16 : i32}) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  tt.return %x : tensor<64xf32>
}

// A store writes 16 bytes at once: rows must be multiples of them.
// CHECK-LABEL: tt.func @stored(
// CHECK-COUNT-1: tt.make_tensor_descriptor
// CHECK: tt.descriptor_store
// CHECK: tt.store
// CHECK-NOT: tt.descriptor_store
tt.func @stored(%p: !tt.ptr<f32>, %n: i32 {tt.divisibility = 16 : i32}, %m: i32, %i: i32 {tt.divisibility = 16 : i32}, %x: tensor<64xf32>) {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  tt.descriptor_store %d[%i], %x : !tt.tensordesc<tensor<64xf32>>, tensor<64xf32>
  %e = tt.make_tensor_descriptor %p, [%m], [%one] : <f32>, <tensor<64xf32>>
  tt.descriptor_store %e[%i], %x : !tt.tensordesc<tensor<64xf32>>, tensor<64xf32>
  tt.return
}

// An index within 16 bytes of a row is an illegal instruction.
// CHECK-LABEL: tt.func @unaligned(
// CHECK-NOT: tensordesc
tt.func @unaligned(%d: !tt.tensordesc<tensor<8x64xf16>>, %i: i32, %j: i32) -> tensor<8x64xf16> {
  %x = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.return %x : tensor<8x64xf16>
}
