// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Tiles that a loop carries lie in scratch memory; scalars are its arguments.

// CHECK-LABEL: llvm.func internal @in_place.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// The first value is written there.
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64 {
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %{{.+}}, %[[P]]
// CHECK: scf.for %{{.+}} iter_args(%{{.+}} = %{{.+}}) -> (i32)
// CHECK: scf.for %[[J:.+]] = %{{.+}} : i64 {
// CHECK-DAG: %[[PA:.+]] = llvm.getelementptr %[[SCRATCH]][%[[J]]]
// CHECK-DAG: %[[A:.+]] = llvm.load %[[PA]]
// CHECK: %[[Y:.+]] = arith.addf %[[A]],
// CHECK: %[[PA:.+]] = llvm.getelementptr %[[SCRATCH]][%[[J]]]
// CHECK: llvm.store %[[Y]], %[[PA]]
// CHECK-NOT: memcpy
// The result is what lies there.
// CHECK: scf.for %[[K:.+]] = %{{.+}} : i64 {
// CHECK: %[[PA:.+]] = llvm.getelementptr %[[SCRATCH]][%[[K]]]
// CHECK: llvm.load %[[PA]]
tt.func public @in_place(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %x0 = %c0) -> (tensor<256xf32>, i32) : i32 {
    %far = arith.muli %i, %n : i32
    %start = tt.addptr %p, %far : !tt.ptr<f32>, i32
    %s = tt.splat %start : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %x = tt.load %q : tensor<256x!tt.ptr<f32>>
    %y = arith.addf %acc, %x : tensor<256xf32>
    scf.yield %y, %i : tensor<256xf32>, i32
  }
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %sum : tensor<256x!tt.ptr<f32>>
  tt.return
}

// Both are copied apart before either is overwritten.
// CHECK-LABEL: llvm.func internal @swap.program
// CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for %{{.+}} : i32 {
// CHECK-NOT: scf.for
// CHECK: "llvm.intr.memcpy"(%[[C:.+]], %[[B:.+]], %{{.+}})
// CHECK: "llvm.intr.memcpy"(%[[D:.+]], %[[A]], %{{.+}})
// CHECK: "llvm.intr.memcpy"(%[[A]], %{{.+}}, %{{.+}})
// CHECK: "llvm.intr.memcpy"(%{{.+}}, %{{.+}}, %{{.+}})
// CHECK-NOT: memcpy
tt.func public @swap(%o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %one = arith.constant dense<1.0> : tensor<256xf32>
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero, %y = %one) -> (tensor<256xf32>, tensor<256xf32>) : i32 {
    scf.yield %y, %x : tensor<256xf32>, tensor<256xf32>
  }
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %a : tensor<256x!tt.ptr<f32>>
  tt.return
}

// The next value may overwrite the last, as that is read at the same places
// before.
// CHECK-LABEL: llvm.func internal @delay.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for %{{.+}} : i32 {
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64 {
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[PB:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: %[[BEFORE:.+]] = llvm.load %[[PB]]
// CHECK: %[[D:.+]] = arith.subf %[[X]], %[[BEFORE]]
// CHECK: llvm.store %[[D]],
// CHECK: %[[PB:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %[[X]], %[[PB]]
// CHECK-NOT: memcpy
// CHECK: llvm.return
tt.func public @delay(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> (tensor<256xf32>) : i32 {
    %x = tt.load %q : tensor<256x!tt.ptr<f32>>
    %d = arith.subf %x, %before : tensor<256xf32>
    tt.store %u, %d : tensor<256x!tt.ptr<f32>>
    scf.yield %x : tensor<256xf32>
  }
  tt.return
}
