// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The maximum of floating-point numbers, as Triton prints it: of their bits, by
// sign.
// CHECK-LABEL: tt.func public @maximum(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f64>,
// CHECK-SAME:  %[[P1:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = tt.bitcast %[[P1]] : f64 -> i64
// CHECK-NEXT: %[[V2:.+]] = tt.bitcast %[[P0]] : !tt.ptr<f64> -> !tt.ptr<i64>
// CHECK-NEXT: %[[V3:.+]] = arith.constant 63 : i64
// CHECK-NEXT: %[[V4:.+]] = arith.shrui %[[V1]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi eq, %[[V4]], %[[V5]] : i64
// CHECK-NEXT: %[[V7:.+]] = arith.andi %[[V0]], %[[V6]] : i1
// CHECK-NEXT: %[[V8:.+]] = tt.atomic_rmw max, acq_rel, gpu, %[[V2]], %[[V1]], %[[V7]] : (!tt.ptr<i64>, i64, i1) -> i64
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi ne, %[[V4]], %[[V5]] : i64
// CHECK-NEXT: %[[V10:.+]] = arith.andi %[[V0]], %[[V9]] : i1
// CHECK-NEXT: %[[V11:.+]] = tt.atomic_rmw umin, acq_rel, gpu, %[[V2]], %[[V1]], %[[V10]] : (!tt.ptr<i64>, i64, i1) -> i64
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V6]], %[[V8]], %[[V11]] : i64
// CHECK-NEXT: %[[V13:.+]] = tt.bitcast %[[V12]] : i64 -> f64
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp64", "fp64"]} {
cm.func "maximum" body (%f: !Ptr, %x: f64) -> none {
  %v = cm.invoke "io.github.cm2tt.lang.Triton::atomicMax(io.github.cm2tt.lang.Ptr, double):io.github.cm2tt.lang.Tensor"(%f, %x) : (!Ptr, f64) -> !Tensor
  cm.return
}
}

// -----

// The minimum, of tiles, under a mask.
// CHECK-LABEL: tt.func public @minimum(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = arith.sitofp %[[P1]] : i32 to f32
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[V3]] : f32 -> tensor<8xf32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[P2]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[V6:.+]] = tt.bitcast %[[V4]] : tensor<8xf32> -> tensor<8xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.bitcast %[[V2]] : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V8:.+]] = arith.constant dense<31> : tensor<8xi32>
// CHECK-NEXT: %[[V9:.+]] = arith.shrui %[[V6]], %[[V8]] : tensor<8xi32>
// CHECK-NEXT: %[[V10:.+]] = arith.constant dense<0> : tensor<8xi32>
// CHECK-NEXT: %[[V11:.+]] = arith.cmpi eq, %[[V9]], %[[V10]] : tensor<8xi32>
// CHECK-NEXT: %[[V12:.+]] = arith.andi %[[V5]], %[[V11]] : tensor<8xi1>
// CHECK-NEXT: %[[V13:.+]] = tt.atomic_rmw min, acq_rel, gpu, %[[V7]], %[[V6]], %[[V12]] : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
// CHECK-NEXT: %[[V14:.+]] = arith.cmpi ne, %[[V9]], %[[V10]] : tensor<8xi32>
// CHECK-NEXT: %[[V15:.+]] = arith.andi %[[V5]], %[[V14]] : tensor<8xi1>
// CHECK-NEXT: %[[V16:.+]] = tt.atomic_rmw umax, acq_rel, gpu, %[[V7]], %[[V6]], %[[V15]] : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
// CHECK-NEXT: %[[V17:.+]] = arith.select %[[V11]], %[[V13]], %[[V16]] : tensor<8xi1>, tensor<8xi32>
// CHECK-NEXT: %[[V18:.+]] = tt.bitcast %[[V17]] : tensor<8xi32> -> tensor<8xf32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i32", "i1"]} {
cm.func "minimum" body (%f: !Ptr, %n: i32, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %fs = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%f, %x) : (!Ptr, !Tensor) -> !Tensor
  %v = cm.invoke "io.github.cm2tt.lang.Triton::atomicMin(io.github.cm2tt.lang.Tensor, int, boolean):io.github.cm2tt.lang.Tensor"(%fs, %n, %m) : (!Tensor, i32, i1) -> !Tensor
  cm.return
}
}
