// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Tiles that come out of branches lie in scratch memory; scalars are results.

// Each branch puts the result where all look for it.
// CHECK-LABEL: llvm.func internal @if.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.if %{{.+}} -> (i32)
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[Z:.+]] = arith.addf
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %[[Z]], %[[P]]
// CHECK: scf.yield %{{.+}} : i32
// CHECK: } else {
// CHECK: dense<0.000000e+00>
// CHECK: scf.yield %{{.+}} : i32
// CHECK: scf.for %[[J:.+]] = %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[J]]]
// CHECK: llvm.load %[[P]]
tt.func public @if(%p: !tt.ptr<f32>, %c: i1) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %y, %k = scf.if %c -> (tensor<256xf32>, i32) {
    %x = tt.load %q : tensor<256x!tt.ptr<f32>>
    %z = arith.addf %x, %x : tensor<256xf32>
    scf.yield %z, %c0 : tensor<256xf32>, i32
  } else {
    scf.yield %zero, %c1 : tensor<256xf32>, i32
  }
  tt.store %q, %y : tensor<256x!tt.ptr<f32>>
  tt.return
}

// What is loaded outside is loaded there, whether it is needed or not: the
// branch reads it from scratch memory.
// CHECK-LABEL: llvm.func internal @without_else.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %[[X]], %[[P]]
// CHECK: scf.if
// CHECK: scf.for %[[J:.+]] = %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[J]]]
// CHECK: llvm.load %[[P]]
// CHECK-NOT: else
// CHECK: llvm.return
tt.func public @without_else(%p: !tt.ptr<f32>, %c: i1) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  scf.if %c {
    %z = arith.addf %x, %x : tensor<256xf32>
    tt.store %q, %z : tensor<256x!tt.ptr<f32>>
  }
  tt.return
}

// What the condition passes on is the result.
// CHECK-LABEL: llvm.func internal @while.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK-SAME: %[[N:arg3]]: i32
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %{{.+}}, %[[P]]
// CHECK: scf.while (%[[K:.+]] = %[[N]]) : (i32) -> i32
// CHECK: %[[GO:.+]] = arith.cmpi sgt, %[[K]]
// CHECK-DAG: %[[FAR:.+]] = arith.constant 1024 : i64
// CHECK: %[[T:.+]] = llvm.getelementptr %[[SCRATCH]][%{{.+}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: "llvm.intr.memcpy"(%[[T]], %[[SCRATCH]], %{{.+}})
// CHECK: scf.condition(%[[GO]]) %[[K]] : i32
// CHECK: } do {
// CHECK: ^bb0(%[[K:.+]]: i32):
// CHECK: %[[NEXT:.+]] = arith.subi %[[K]]
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[D:.+]] = arith.addf
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %[[D]], %[[P]]
// CHECK: scf.yield %[[NEXT]] : i32
tt.func public @while(%p: !tt.ptr<f32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %i, %y = scf.while (%k = %n, %t = %x) : (i32, tensor<256xf32>) -> (i32, tensor<256xf32>) {
    %go = arith.cmpi sgt, %k, %c1 : i32
    scf.condition(%go) %k, %t : i32, tensor<256xf32>
  } do {
  ^bb0(%k: i32, %t: tensor<256xf32>):
    %next = arith.subi %k, %c1 : i32
    %d = arith.addf %t, %t : tensor<256xf32>
    scf.yield %next, %d : i32, tensor<256xf32>
  }
  tt.store %q, %y : tensor<256x!tt.ptr<f32>>
  tt.return
}

// A branch that takes a tile along one of two ways has a block on that way.
// CHECK-LABEL: llvm.func internal @blocks.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: cf.cond_br %{{.+}}, ^[[OTHER:.+]], ^[[EDGE:bb[0-9]+]]
// CHECK: ^[[OTHER]]:
// CHECK: llvm.load
// CHECK: cf.br ^[[END:bb[0-9]+]](%[[C7:.+]] : i32)
// CHECK: ^[[EDGE]]:
// CHECK: dense<0.000000e+00>
// CHECK: cf.br ^[[END]](%[[C7]] : i32)
// CHECK: ^[[END]](%{{.+}}: i32):
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.load %[[P]]
tt.func public @blocks(%p: !tt.ptr<f32>, %c: i1) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %c7 = arith.constant 7 : i32
  cf.cond_br %c, ^other, ^end(%zero, %c7 : tensor<256xf32>, i32)
^other:
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  cf.br ^end(%x, %c7 : tensor<256xf32>, i32)
^end(%y: tensor<256xf32>, %k: i32):
  tt.store %q, %y : tensor<256x!tt.ptr<f32>>
  tt.return
}
