// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=4},tt.func(cm2tt-ttg-lower-descriptors))' | FileCheck %s

// Four slots of both operands take 192 KiB, which leaves 35 KiB for the result: half
// of one of f16, a quarter of one of f32.

// CHECK-LABEL: tt.func public @halves(
// CHECK-SAME: !tt.tensordesc<tensor<128x128xf16>>
// CHECK: !ttg.memdesc<128x64xf16, #{{.+}}, buffers = 4>
// CHECK: %[[H:.+]] = arith.truncf
// CHECK-NEXT: %[[R:.+]] = tt.reshape %[[H]] : tensor<128x256xf16, #{{.+}}> -> tensor<128x2x128xf16, #{{.+}}>
// CHECK-NEXT: %[[T:.+]] = tt.trans %[[R]] {order = array<i32: 0, 2, 1>}
// CHECK-NEXT: %[[LEFT:.+]], %[[RIGHT:.+]] = tt.split %[[T]]
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: %[[M:.+]] = ttg.local_alloc %[[LEFT]] {ttg.of_group = array<i64: 64>}
// CHECK: ttg.tensor_store %[[M]], %[[C:.+]][%[[I:.+]], %[[J:.+]]] {ttg.of_group
// CHECK: %[[NEXT:.+]] = arith.addi %[[J]], %{{.+}} : i32
// CHECK-NOT: ttg.tensor_store_wait
// CHECK: %[[N:.+]] = ttg.local_alloc %[[RIGHT]] {ttg.of_group = array<i64: 64>}
// CHECK: ttg.tensor_store %[[N]], %[[C]][%[[I]], %[[NEXT]]] {ttg.of_group
tt.func public @halves(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x256xf16>>, %c: !tt.tensordesc<tensor<128x256xf16>>, %i: i32, %j: i32, %k: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  scf.for %p = %c0 to %programs step %c1 : i32 {
    %r = scf.for %l = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tt.descriptor_load %a[%p, %l] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%l, %j] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>
      %d = tt.dot %x, %y, %s : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %d : tensor<128x256xf32>
    }
    %h = arith.truncf %r : tensor<128x256xf32> to tensor<128x256xf16>
    tt.descriptor_store %c[%p, %j], %h : !tt.tensordesc<tensor<128x256xf16>>, tensor<128x256xf16>
  } {tt.programs}
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @quarters(
// CHECK-SAME: !tt.tensordesc<tensor<128x64xf32>>
// CHECK: !ttg.memdesc<128x64xf16, #{{.+}}, buffers = 4>
// CHECK-COUNT-4: ttg.tensor_store %{{.+}} {ttg.of_group
// CHECK-NOT: ttg.tensor_store
tt.func public @quarters(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x256xf16>>, %c: !tt.tensordesc<tensor<128x256xf32>>, %i: i32, %j: i32, %k: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  scf.for %p = %c0 to %programs step %c1 : i32 {
    %r = scf.for %l = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tt.descriptor_load %a[%p, %l] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%l, %j] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>
      %d = tt.dot %x, %y, %s : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %d : tensor<128x256xf32>
    }
    tt.descriptor_store %c[%p, %j], %r : !tt.tensordesc<tensor<128x256xf32>>, tensor<128x256xf32>
  } {tt.programs}
  tt.return
}

// -----

// No groups store alone in another loop: there are fewer slots.
// CHECK-LABEL: tt.func public @fewer_slots(
// CHECK-SAME: !tt.tensordesc<tensor<128x256xf16>>
// CHECK: !ttg.memdesc<128x64xf16, #{{.+}}, buffers = 3>
// CHECK-NOT: tt.split
tt.func public @fewer_slots(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x256xf16>>, %c: !tt.tensordesc<tensor<128x256xf16>>, %i: i32, %j: i32, %k: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  scf.for %p = %c0 to %programs step %c1 : i32 {
    %r = scf.for %l = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tt.descriptor_load %a[%p, %l] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%l, %j] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>
      %d = tt.dot %x, %y, %s : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %d : tensor<128x256xf32>
    }
    %h = arith.truncf %r : tensor<128x256xf32> to tensor<128x256xf16>
    scf.for %n = %c0 to %k step %c64 : i32 {
      tt.descriptor_store %c[%p, %j], %h : !tt.tensordesc<tensor<128x256xf16>>, tensor<128x256xf16>
    }
  } {tt.programs}
  tt.return
}
