// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v4 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v2 | FileCheck %s --check-prefix=PLAIN

// A block of the result, half of the registers, is in them while a loop goes
// along K: 4 rows of 4 vectors, or 4 of 2. The accumulator that the loop around
// carries is added to where it lies; the operand lies behind it.

// CHECK: module attributes {cpu.scratch = 32768 : i64
// CHECK-LABEL: llvm.func internal @block.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for %{{.+}} : i32 {
// CHECK-NOT: memcpy
// WIDE: %[[ACC:.+]]:16 = scf.for %[[K:.+]] = %{{.+}} iter_args(%[[A0:.+]] = %{{.+}}, %[[A1:.+]] = %{{.+}}, %{{.+}}) -> (vector<16xf32>,
// NARROW: %[[ACC:.+]]:8 = scf.for %[[K:.+]] = %{{.+}} iter_args(%[[A0:.+]] = %{{[0-9]+}}, %[[A1:.+]] = %{{[0-9]+}}, %arg17 = %{{.+}}) -> (vector<8xf32>,

// A row of the right operand: neighbouring vectors.
// CHECK-DAG: %[[B0:.+]] = llvm.load %{{.+}} -> vector
// CHECK-DAG: %[[B1:.+]] = llvm.load %{{.+}} -> vector
// One element of the left operand for each row of the block.
// CHECK: %[[LEFT:.+]] = llvm.load %{{.+}} -> f32
// CHECK: llvm.insertelement %[[LEFT]]
// CHECK: %[[ALL:.+]] = llvm.shufflevector
// CHECK: math.fma %[[ALL]], %[[B0]],
// CHECK: math.fma %[[ALL]], %[[B1]],
// WIDE-COUNT-14: math.fma
// NARROW-COUNT-6: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%{{.+}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.store %[[ACC]]#0, %[[P]]

// Without an instruction for it, a product and a sum.
// PLAIN-LABEL: llvm.func internal @block.program
// PLAIN: %{{.+}}:8 = scf.for %{{.+}} -> (vector<4xf32>,
// PLAIN-NOT: math.fma
// PLAIN: %[[AB:.+]] = arith.mulf %{{.+}} : vector<4xf32>
// PLAIN: arith.addf %[[AB]], %{{.+}} : vector<4xf32>
tt.func public @block(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  %m = tt.reshape %q : tensor<4096x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tt.load %m : tensor<64x64x!tt.ptr<f32>>
    %d = tt.dot %x, %x, %acc, inputPrecision = ieee : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %m, %z : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// An accumulator that is needed afterwards is copied first.
// CHECK-LABEL: llvm.func internal @kept.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for
// CHECK: "llvm.intr.memcpy"(%{{.+}}, %[[SCRATCH]], %{{.+}})
// CHECK: math.fma
// CHECK: arith.addf
tt.func public @kept(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %m = tt.reshape %q : tensor<256x!tt.ptr<f32>> -> tensor<16x16x!tt.ptr<f32>>
  %x = tt.load %m : tensor<16x16x!tt.ptr<f32>>
  %d = tt.dot %x, %x, %x, inputPrecision = ieee : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %y = arith.addf %d, %x : tensor<16x16xf32>
  tt.store %m, %y : tensor<16x16x!tt.ptr<f32>>
  tt.return
}

// A loop over the batch is around it; integers are multiplied as such.
// CHECK-LABEL: llvm.func internal @batch.program
// CHECK-DAG: %[[BATCH:.+]] = arith.constant 2 : i64
// CHECK: scf.for %{{.+}} to %[[BATCH]]
// CHECK: %[[AB:.+]] = arith.muli %{{.+}} : vector<{{.+}}xi32>
// CHECK: arith.addi %[[AB]], %{{.+}} : vector<{{.+}}xi32>
tt.func public @batch(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %q = tt.addptr %s, %r : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  %m = tt.reshape %q : tensor<512x!tt.ptr<i32>> -> tensor<2x16x16x!tt.ptr<i32>>
  %x = tt.load %m : tensor<2x16x16x!tt.ptr<i32>>
  %zero = arith.constant dense<0> : tensor<2x16x16xi32>
  %d = tt.dot %x, %x, %zero, inputPrecision = ieee : tensor<2x16x16xi32> * tensor<2x16x16xi32> -> tensor<2x16x16xi32>
  tt.store %m, %d : tensor<2x16x16x!tt.ptr<i32>>
  tt.return
}
