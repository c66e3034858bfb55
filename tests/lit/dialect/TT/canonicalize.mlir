// RUN: cm2tt-opt %s -split-input-file -canonicalize | FileCheck %s

// Element-wise and memory operations; shapes are in canonicalize_shape.mlir.

// CHECK-LABEL: tt.func @pointer_casts(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[I:.*]]: i64, %[[Q:.*]]: !tt.ptr<f32, 3>)
tt.func @pointer_casts(%p: !tt.ptr<f32>, %i: i64, %q: !tt.ptr<f32, 3>)
    -> (!tt.ptr<f32>, i64, !tt.ptr<i8>, i64, !tt.ptr<f32>) {
  %0 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<f32>
  %2 = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
  %3 = tt.ptr_to_int %2 : !tt.ptr<f32> -> i64
  // CHECK-DAG: %[[B:.*]] = tt.bitcast %[[P]] : !tt.ptr<f32> -> !tt.ptr<i8>
  %4 = tt.int_to_ptr %0 : i64 -> !tt.ptr<i8>
  // CHECK-DAG: %[[A:.*]] = tt.ptr_to_int %[[P]] : !tt.ptr<f32> -> i64
  %5 = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i16>
  %6 = tt.ptr_to_int %5 : !tt.ptr<i16> -> i64
  // Between address spaces the address stays an integer.
  // CHECK-DAG: %[[S:.*]] = tt.ptr_to_int %[[Q]] : !tt.ptr<f32, 3> -> i64
  // CHECK-DAG: %[[G:.*]] = tt.int_to_ptr %[[S]] : i64 -> !tt.ptr<f32>
  %7 = tt.ptr_to_int %q : !tt.ptr<f32, 3> -> i64
  %8 = tt.int_to_ptr %7 : i64 -> !tt.ptr<f32>
  // CHECK: tt.return %[[P]], %[[I]], %[[B]], %[[A]], %[[G]]
  tt.return %1, %3, %4, %6, %8 : !tt.ptr<f32>, i64, !tt.ptr<i8>, i64, !tt.ptr<f32>
}

// -----

// CHECK-LABEL: tt.func @bytes_to_elements(
// CHECK-SAME: %[[I:.*]]: i64, %[[T:.*]]: tensor<8xi64>)
tt.func @bytes_to_elements(%i: i64, %t: tensor<8xi64>)
    -> (!tt.ptr<f32>, tensor<8x!tt.ptr<i8>>, !tt.ptr<f64>) {
  // CHECK-DAG: %[[M4:.*]] = arith.constant -4 : i64
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<3> : tensor<8xi64>
  // CHECK-DAG: %[[C12:.*]] = arith.constant 12 : i64
  %c = arith.constant -16 : i64
  %d = arith.constant dense<3> : tensor<8xi64>
  %e = arith.constant 12 : i64
  // CHECK: %[[P:.*]] = tt.int_to_ptr %[[I]] : i64 -> !tt.ptr<f32>
  // CHECK: %[[A:.*]] = tt.addptr %[[P]], %[[M4]] : !tt.ptr<f32>, i64
  %0 = arith.addi %i, %c : i64
  %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<f32>
  // CHECK: %[[Q:.*]] = tt.int_to_ptr %[[T]]
  // CHECK: %[[B:.*]] = tt.addptr %[[Q]], %[[C3]] : tensor<8x!tt.ptr<i8>>, tensor<8xi64>
  %2 = arith.addi %t, %d : tensor<8xi64>
  %3 = tt.int_to_ptr %2 : tensor<8xi64> -> tensor<8x!tt.ptr<i8>>
  // Twelve bytes are no whole number of elements of eight.
  // CHECK: %[[S:.*]] = arith.addi %[[I]], %[[C12]] : i64
  // CHECK: %[[C:.*]] = tt.int_to_ptr %[[S]] : i64 -> !tt.ptr<f64>
  %4 = arith.addi %i, %e : i64
  %5 = tt.int_to_ptr %4 : i64 -> !tt.ptr<f64>
  // CHECK: tt.return %[[A]], %[[B]], %[[C]]
  tt.return %1, %3, %5 : !tt.ptr<f32>, tensor<8x!tt.ptr<i8>>, !tt.ptr<f64>
}

// -----

// CHECK-LABEL: tt.func @casts(
// CHECK-SAME: %[[X:.*]]: f32, %[[H:.*]]: tensor<8xf16>)
tt.func @casts(%x: f32, %h: tensor<8xf16>)
    -> (f32, f32, tensor<8xbf16>, i32, tensor<8xf16>, tensor<8xf8E5M2>, f16, tensor<8xf16>) {
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1065353216 : i32
  // CHECK-DAG: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : tensor<8xf16>
  // CHECK-DAG: %[[NEG:.*]] = arith.constant dense<-0.000000e+00> : tensor<8xf8E5M2>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f16
  // CHECK-DAG: %[[B:.*]] = tt.bitcast %[[H]] : tensor<8xf16> -> tensor<8xbf16>
  %c1 = arith.constant 1.0 : f32
  %c2 = arith.constant dense<14336> : tensor<8xi16>
  %c3 = arith.constant dense<-0.0> : tensor<8xf32>
  %c4 = arith.constant 0.0 : f32
  %0 = tt.bitcast %x : f32 -> f32
  %i = tt.bitcast %x : f32 -> i32
  %1 = tt.bitcast %i : i32 -> f32
  %j = tt.bitcast %h : tensor<8xf16> -> tensor<8xi16>
  %2 = tt.bitcast %j : tensor<8xi16> -> tensor<8xbf16>
  %3 = tt.bitcast %c1 : f32 -> i32
  %4 = tt.bitcast %c2 : tensor<8xi16> -> tensor<8xf16>
  %5 = tt.fp_to_fp %c3, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  %6 = tt.fp_to_fp %c4, rounding = rtne : f32 -> f16
  %7 = tt.fp_to_fp %h : tensor<8xf16> -> tensor<8xf16>
  // CHECK: tt.return %[[X]], %[[X]], %[[B]], %[[ONE]], %[[HALF]], %[[NEG]], %[[ZERO]], %[[H]]
  tt.return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, tensor<8xbf16>, i32, tensor<8xf16>, tensor<8xf8E5M2>, f16, tensor<8xf16>
}

// -----

// CHECK-LABEL: tt.func @arithmetic(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[X:.*]]: f32, %[[I:.*]]: tensor<8xi32>)
tt.func @arithmetic(%p: tensor<8x!tt.ptr<f32>>, %x: f32, %i: tensor<8xi32>)
    -> (tensor<8x!tt.ptr<f32>>, f32, tensor<8xi32>, tensor<8xi32>, i32) {
  // CHECK-DAG: %[[Z:.*]] = arith.constant dense<0> : tensor<8xi32>
  // CHECK-DAG: %[[C:.*]] = arith.constant 2 : i32
  %zero = arith.constant dense<0> : tensor<8xi32>
  %one = arith.constant dense<1> : tensor<8xi32>
  %f = arith.constant 1.0 : f32
  %large = arith.constant -1 : i32
  %three = arith.constant 3 : i32
  %0 = tt.addptr %p, %zero : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %1 = tt.precise_divf %x, %f : f32
  %2 = tt.mulhiui %zero, %i : tensor<8xi32>
  %3 = tt.mulhiui %i, %one : tensor<8xi32>
  %4 = tt.mulhiui %large, %three : i32
  // CHECK: tt.return %[[P]], %[[X]], %[[Z]], %[[Z]], %[[C]]
  tt.return %0, %1, %2, %3, %4 : tensor<8x!tt.ptr<f32>>, f32, tensor<8xi32>, tensor<8xi32>, i32
}

// -----

// CHECK-LABEL: tt.func @quotients(
// CHECK-DAG: %[[S:.*]] = arith.constant 0.333333343 : f32
// CHECK-DAG: %[[T:.*]] = arith.constant dense<0.333333343> : tensor<8xf32>
// CHECK: tt.return %[[S]], %[[T]]
tt.func @quotients() -> (f32, tensor<8xf32>) {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %ones = arith.constant dense<1.0> : tensor<8xf32>
  %threes = arith.constant dense<3.0> : tensor<8xf32>
  %0 = tt.precise_divf %one, %three : f32
  %1 = tt.precise_divf %ones, %threes : tensor<8xf32>
  tt.return %0, %1 : f32, tensor<8xf32>
}

// -----

// CHECK-LABEL: tt.func @masked_loads(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[O:.*]]: tensor<8xf32>, %[[Q:.*]]: !tt.ptr<i32>)
tt.func @masked_loads(%p: tensor<8x!tt.ptr<f32>>, %o: tensor<8xf32>, %q: !tt.ptr<i32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, i32) {
  %t = arith.constant true
  // CHECK: %[[F:.*]] = arith.constant dense<false> : tensor<8xi1>
  %f = arith.constant dense<false> : tensor<8xi1>
  %all = tt.splat %t : i1 -> tensor<8xi1>
  // CHECK: %[[A:.*]] = tt.load %[[P]] cacheModifier = cg : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p, %all, %o cacheModifier = cg : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %f, %o : tensor<8x!tt.ptr<f32>>
  // CHECK: %[[B:.*]] = tt.load %[[P]], %[[F]] : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %p, %f : tensor<8x!tt.ptr<f32>>
  // CHECK: %[[C:.*]] = tt.load %[[Q]] : !tt.ptr<i32>
  %3 = tt.load %q, %t : !tt.ptr<i32>
  // CHECK: tt.return %[[A]], %[[O]], %[[B]], %[[C]]
  tt.return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, i32
}

// -----

// CHECK-LABEL: tt.func @masked_stores(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[X:.*]]: tensor<8xf32>, %[[M:.*]]: tensor<8xi1>, %[[Q:.*]]: !tt.ptr<i32>, %[[Y:.*]]: i32)
tt.func @masked_stores(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>, %m: tensor<8xi1>,
                       %q: !tt.ptr<i32>, %y: i32) -> i32 {
  %t = arith.constant dense<true> : tensor<8xi1>
  %f = arith.constant dense<false> : tensor<8xi1>
  %s = arith.constant true
  // CHECK-NEXT: tt.store %[[P]], %[[X]] cacheModifier = cs : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %t cacheModifier = cs : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %f : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store %[[P]], %[[X]], %[[M]] : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %m : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.atomic_rmw add, acq_rel, gpu, %[[Q]], %[[Y]] : (!tt.ptr<i32>, i32) -> i32
  %0 = tt.atomic_rmw add, acq_rel, gpu, %q, %y, %s : (!tt.ptr<i32>, i32, i1) -> i32
  // CHECK-NEXT: tt.assert %[[M]], "kept"
  tt.assert %t, "always" : tensor<8xi1>
  tt.assert %m, "kept" : tensor<8xi1>
  tt.return %0 : i32
}

// -----

// CHECK-LABEL: tt.func @advance(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<tensor<8x4xf32>>, %[[I:.*]]: i32)
tt.func @advance(%p: !tt.ptr<tensor<8x4xf32>>, %i: i32)
    -> (!tt.ptr<tensor<8x4xf32>>, !tt.ptr<tensor<8x4xf32>>) {
  // CHECK: %[[C0:.*]] = arith.constant 0 : i32
  %c0 = arith.constant 0 : i32
  %0 = tt.advance %p, [%c0, %c0] : <tensor<8x4xf32>>
  // CHECK: %[[A:.*]] = tt.advance %[[P]], [%[[C0]], %[[I]]]
  %1 = tt.advance %p, [%c0, %i] : <tensor<8x4xf32>>
  // CHECK: tt.return %[[P]], %[[A]]
  tt.return %0, %1 : !tt.ptr<tensor<8x4xf32>>, !tt.ptr<tensor<8x4xf32>>
}
