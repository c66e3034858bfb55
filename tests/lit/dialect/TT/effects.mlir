// RUN: cm2tt-opt %s -cse -canonicalize -loop-invariant-code-motion | FileCheck %s

// What may be removed, merged and moved.

// CHECK-LABEL: tt.func @unused(
tt.func @unused(%p: !tt.ptr<f32>, %x: f32, %t: tensor<8xf32>, %i: i32,
                %d: !tt.tensordesc<tensor<8xf32>>, %q: !tt.ptr<i32>) {
  %0 = tt.load %p : !tt.ptr<f32>
  // CHECK-NEXT: tt.load %{{.*}} {isVolatile = true}
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %2 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "f"} : (f32) -> f32
  // CHECK-NEXT: tt.extern_elementwise
  %3 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "f"} : (f32) -> f32
  %4 = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  // CHECK-NEXT: tt.elementwise_inline_asm
  %5 = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : f32 -> f32
  // CHECK-NEXT: tt.atomic_rmw
  %6 = tt.atomic_rmw add, relaxed, gpu, %q, %i : (!tt.ptr<i32>, i32) -> i32
  // CHECK-NEXT: tt.atomic_cas
  %7 = tt.atomic_cas relaxed, gpu, %q, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32
  %8 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf32>
  // CHECK-NEXT: tt.descriptor_store
  tt.descriptor_store %d[%i], %t : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  // CHECK-NEXT: tt.descriptor_reduce
  tt.descriptor_reduce add, %d[%i], %t : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  // CHECK-NEXT: tt.print
  tt.print "" {hex = false, isSigned = array<i32>}
  %9 = tt.cat %t, %t : tensor<8xf32> -> tensor<16xf32>
  %10 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.reduce.return %l : f32
  }) : (tensor<8xf32>) -> f32
  // A reduction is as pure as its region.
  // CHECK-NEXT: "tt.reduce"
  // CHECK: tt.print
  // CHECK: tt.reduce.return
  // CHECK-NEXT: }) : (tensor<8xf32>) -> f32
  %11 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.print "" {hex = false, isSigned = array<i32: 0>} : %l : f32
    tt.reduce.return %l : f32
  }) : (tensor<8xf32>) -> f32
  // CHECK-NEXT: tt.return
  tt.return
}

// CHECK-LABEL: tt.func @merged(
tt.func @merged(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %x: f32) -> (f32, f32, f32, f32) {
  // CHECK-NEXT: %[[A:.*]] = tt.load
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p : !tt.ptr<f32>
  // CHECK-NEXT: tt.store
  tt.store %q, %x : !tt.ptr<f32>
  // CHECK-NEXT: %[[B:.*]] = tt.load
  %2 = tt.load %p : !tt.ptr<f32>
  // CHECK: tt.assert
  %t = arith.cmpf olt, %x, %2 : f32
  tt.assert %t, "" : i1
  // CHECK: %[[C:.*]] = tt.load
  %3 = tt.load %p : !tt.ptr<f32>
  // CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]], %[[C]]
  tt.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// Two tiles that are put one after another in any order are not one value.
// CHECK-LABEL: tt.func @cat(
tt.func @cat(%x: tensor<8xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  // CHECK: %[[A:.*]] = tt.cat
  %0 = tt.cat %x, %x : tensor<8xf32> -> tensor<16xf32>
  %1 = tt.cat %x, %x : tensor<8xf32> -> tensor<16xf32>
  tt.return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// CHECK-LABEL: tt.func @moved(
tt.func @moved(%n: i32, %x: tensor<8xf32>, %p: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: tt.extern_elementwise
  // CHECK: tt.reduce
  // CHECK: scf.for
  // CHECK: tt.store
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "f"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      tt.reduce.return %l : f32
    }) : (tensor<8xf32>) -> f32
    tt.store %p, %1 : !tt.ptr<f32>
  }
  tt.return
}
