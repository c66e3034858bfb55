// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors | FileCheck %s

// The descriptor says whether integers have a sign.
// CHECK-LABEL: tt.func @signs
tt.func @signs(%s: !tt.tensordesc<tensor<64xsi32>>, %u: !tt.tensordesc<tensor<64xui32>>, %n: !tt.tensordesc<tensor<64xi32>>, %x: tensor<64xi32>, %i: i32) {
  // CHECK: tt.atomic_rmw min, relaxed, gpu, {{.+}} : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>)
  tt.descriptor_reduce min, %s[%i], %x : !tt.tensordesc<tensor<64xsi32>>, tensor<64xi32>
  // CHECK: tt.atomic_rmw umin, relaxed
  tt.descriptor_reduce min, %u[%i], %x : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  // CHECK: tt.atomic_rmw min, relaxed
  tt.descriptor_reduce min, %n[%i], %x : !tt.tensordesc<tensor<64xi32>>, tensor<64xi32>
  // CHECK: tt.atomic_rmw max, relaxed
  tt.descriptor_reduce max, %s[%i], %x : !tt.tensordesc<tensor<64xsi32>>, tensor<64xi32>
  // CHECK: tt.atomic_rmw umax, relaxed
  tt.descriptor_reduce max, %u[%i], %x : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.return
}

// CHECK-LABEL: tt.func @kinds
tt.func @kinds(%d: !tt.tensordesc<tensor<64xi64>>, %f: !tt.tensordesc<tensor<64xbf16>>, %x: tensor<64xi64>, %y: tensor<64xbf16>, %i: i32) {
  // CHECK: tt.atomic_rmw add, relaxed, gpu
  tt.descriptor_reduce add, %d[%i], %x : !tt.tensordesc<tensor<64xi64>>, tensor<64xi64>
  // CHECK: tt.atomic_rmw fadd, relaxed, gpu
  tt.descriptor_reduce add, %f[%i], %y : !tt.tensordesc<tensor<64xbf16>>, tensor<64xbf16>
  // CHECK: tt.atomic_rmw and, relaxed, gpu
  tt.descriptor_reduce and, %d[%i], %x : !tt.tensordesc<tensor<64xi64>>, tensor<64xi64>
  // CHECK: tt.atomic_rmw or, relaxed, gpu
  tt.descriptor_reduce or, %d[%i], %x : !tt.tensordesc<tensor<64xi64>>, tensor<64xi64>
  // CHECK: tt.atomic_rmw xor, relaxed, gpu
  tt.descriptor_reduce xor, %d[%i], %x : !tt.tensordesc<tensor<64xi64>>, tensor<64xi64>
  tt.return
}

// A loop: elements that are done, and masked ones, get what they had.
// CHECK-LABEL: tt.func @minimum
// CHECK-SAME: %[[P:.+]]: !tt.ptr<f16> {{.+}}, %[[X:.+]]: tensor<8x16xf16>
tt.func @minimum(%d: !tt.tensordesc<tensor<8x16xf16>>, %x: tensor<8x16xf16>, %i: i32) {
  // CHECK: %[[M:.+]] = arith.andi %{{.+}}, %{{.+}} : tensor<8x16xi1>
  // CHECK: %[[ANY:.+]] = arith.cmpi ne
  // CHECK: scf.if %[[ANY]] {
  // CHECK: %[[B:.+]] = tt.splat %[[P]] : !tt.ptr<f16> -> tensor<8x16x!tt.ptr<f16>>
  // CHECK: %[[S:.+]] = arith.select %[[M]], %{{.+}}, %[[B]]
  // CHECK: %[[Q:.+]] = tt.bitcast %[[S]] : tensor<8x16x!tt.ptr<f16>> -> tensor<8x16x!tt.ptr<i16>>
  // CHECK: %[[G:.+]] = tt.load %[[Q]] : tensor<8x16x!tt.ptr<i16>>
  // CHECK: scf.while (%[[SEEN:.+]] = %[[G]], %[[PENDING:.+]] = %[[M]])
  // CHECK: %[[F:.+]] = tt.bitcast %[[SEEN]] : tensor<8x16xi16> -> tensor<8x16xf16>
  // CHECK: %[[MIN:.+]] = arith.minnumf %[[F]], %[[X]] : tensor<8x16xf16>
  // CHECK: %[[N:.+]] = tt.bitcast %[[MIN]]
  // CHECK: %[[V:.+]] = arith.select %[[PENDING]], %[[N]], %[[SEEN]]
  // CHECK: %[[FOUND:.+]] = tt.atomic_cas relaxed, gpu, %[[Q]], %[[SEEN]], %[[V]]
  // CHECK: %[[DIFFERS:.+]] = arith.cmpi ne, %[[FOUND]], %[[SEEN]]
  // CHECK: %[[REST:.+]] = arith.andi %[[PENDING]], %[[DIFFERS]]
  // CHECK: scf.condition(%{{.+}}) %[[FOUND]], %[[REST]]
  tt.descriptor_reduce min, %d[%i, %i], %x : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  // CHECK: arith.maxnumf
  tt.descriptor_reduce max, %d[%i, %i], %x : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  tt.return
}

// CHECK-LABEL: tt.func @counters
tt.func @counters(%d: !tt.tensordesc<tensor<64xui32>>, %x: tensor<64xi32>, %i: i32) {
  // CHECK: %[[UP:.+]] = arith.addi %[[SEEN:.+]], %{{.+}} : tensor<64xi32>
  // CHECK: %[[C:.+]] = arith.cmpi uge, %[[SEEN]], %{{.+}} : tensor<64xi32>
  // CHECK: arith.select %[[C]], %{{.+}}, %[[UP]]
  tt.descriptor_reduce inc, %d[%i], %x : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  // CHECK: %[[DOWN:.+]] = arith.subi %{{.+}}, %{{.+}} : tensor<64xi32>
  // CHECK: %[[E:.+]] = arith.cmpi uge, %[[DOWN]], %[[LIMIT:.+]] : tensor<64xi32>
  // CHECK: arith.select %[[E]], %[[LIMIT]], %[[DOWN]]
  tt.descriptor_reduce dec, %d[%i], %x : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.return
}
