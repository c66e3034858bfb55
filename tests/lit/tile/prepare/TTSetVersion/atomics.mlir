// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-set-version -verify-diagnostics | FileCheck %s

// Atomic reads, writes and waits by the updates of Triton 3.6.

// CHECK-LABEL: tt.func @loads(
// CHECK-SAME: %[[P:.+]]: tensor<8x!tt.ptr<f32>>, %[[Q:.+]]: !tt.ptr<i64>, %[[H:.+]]: !tt.ptr<f16>, %[[M:.+]]: tensor<8xi1>)
tt.func @loads(%p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<i64>, %h: !tt.ptr<f16>, %m: tensor<8xi1>) -> (tensor<8xf32>, i64, f16) {
  // CHECK: %[[B:.+]] = tt.bitcast %[[P]] : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i32>>
  // CHECK: %[[Z:.+]] = arith.constant dense<0> : tensor<8xi32>
  // CHECK: %[[X:.+]] = tt.atomic_rmw or, acquire, gpu, %[[B]], %[[Z]], %[[M]] : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
  // CHECK: %[[Y:.+]] = tt.bitcast %[[X]] : tensor<8xi32> -> tensor<8xf32>
  %0 = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_rmw or, relaxed, sys, %[[Q]], %{{.+}} : (!tt.ptr<i64>, i64) -> i64
  %true = arith.constant true
  %1 = tt.atomic_load relaxed, sys, %q, %true : (!tt.ptr<i64>, i1) -> i64
  // CHECK: %[[A:.+]] = tt.ptr_to_int %{{.+}} : !tt.ptr<i16> -> i64
  // CHECK: %[[WORD:.+]] = arith.andi %[[A]], %{{.+}} : i64
  // CHECK: %[[W:.+]] = tt.int_to_ptr %[[WORD]] : i64 -> !tt.ptr<i32>
  // CHECK: %[[O:.+]] = tt.atomic_rmw or, acquire, cta, %[[W]], %{{.+}} : (!tt.ptr<i32>, i32) -> i32
  // CHECK: %[[S:.+]] = arith.muli
  // CHECK: %[[T:.+]] = arith.shrui %[[O]], %[[S]] : i32
  // CHECK: arith.trunci %[[T]] : i32 to i16
  %2 = tt.atomic_load acquire, cta, %h : (!tt.ptr<f16>) -> f16
  // CHECK: tt.return %[[Y]],
  tt.return %0, %1, %2 : tensor<8xf32>, i64, f16
}

// CHECK-LABEL: tt.func @stores(
tt.func @stores(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>, %m: tensor<8xi1>) {
  // CHECK: %[[X:.+]] = tt.bitcast %arg1 : tensor<8xf32> -> tensor<8xi32>
  // CHECK: tt.atomic_rmw exch, release, gpu, %{{.+}}, %[[X]], %arg2 : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
  tt.atomic_store release, gpu, %p, %x, %m : tensor<8x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func @poll(
// CHECK-SAME: %[[P:.+]]: !tt.ptr<i32>, %[[E:.+]]: i32)
tt.func @poll(%p: !tt.ptr<i32>, %e: i32) -> i1 {
  // CHECK: %[[L:.+]] = scf.while (%[[SEEN:.+]] = %false) : (i1) -> i1 {
  // CHECK: %[[MASK:.+]] = arith.xori %[[SEEN]], %true
  // CHECK: %[[X:.+]] = tt.atomic_rmw or, acquire, gpu, %[[P]], %{{.+}}, %[[MASK]] : (!tt.ptr<i32>, i32, i1) -> i32
  // CHECK: %[[IS:.+]] = arith.cmpi eq, %[[X]], %[[E]] : i32
  // CHECK: %[[NOW:.+]] = arith.ori %[[SEEN]], %[[IS]] : i1
  // CHECK: %[[ON:.+]] = arith.xori %[[NOW]], %{{.+}} : i1
  // CHECK: scf.condition(%[[ON]]) %[[NOW]] : i1
  // CHECK: tt.return %[[L]] : i1
  %0 = tt.atomic_poll acquire, gpu, %p, %e : !tt.ptr<i32>, i32 -> i1
  tt.return %0 : i1
}

// A tile waits for all its elements, and no longer than told by one clock.
// CHECK-LABEL: tt.func @poll_tile(
tt.func @poll_tile(%p: tensor<8x!tt.ptr<i16>>, %e: tensor<8xi16>, %t: i64) -> tensor<8xi1> {
  // CHECK: tt.elementwise_inline_asm "mov.u64 $0, %globaltimer; // $1" {{.*}} -> tensor<1024xi64>
  // CHECK: %[[START:.+]] = "tt.reduce"
  // CHECK: arith.maxui
  // CHECK: scf.while
  // CHECK: tt.atomic_rmw or, relaxed, sys
  // CHECK: "tt.reduce"
  // CHECK: arith.andi
  // CHECK: %[[PASSED:.+]] = arith.subi %{{.+}}, %[[START]] : i64
  // CHECK: arith.cmpi ult, %[[PASSED]], %arg2 : i64
  // CHECK: scf.condition
  %0 = tt.atomic_poll relaxed, sys, %p, %e timeout %t : tensor<8x!tt.ptr<i16>>, tensor<8xi16> -> tensor<8xi1>
  tt.return %0 : tensor<8xi1>
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %x: f16) {
  // expected-error @+1 {{an atomic store of 16 bits is not supported, only of 32 and 64}}
  tt.atomic_store release, gpu, %p, %x : !tt.ptr<f16>
  tt.return
}
