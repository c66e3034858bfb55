// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Loads see what stores before them wrote, and nothing that stores behind them
// write.

// All is loaded before the first vector is stored one element below.
// CHECK-LABEL: llvm.func internal @moved.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]]
// CHECK: llvm.store %[[X]], %[[P]]
// CHECK-NOT: llvm.store
// CHECK: scf.for
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]]
// CHECK: %[[X:.+]] = llvm.load %[[P]]
// CHECK: llvm.store %[[X]],
tt.func public @moved(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %one = arith.constant 1 : i32
  %next = tt.addptr %p, %one : !tt.ptr<f32>, i32
  %s = tt.splat %next : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %x : tensor<256x!tt.ptr<f32>>
  tt.return
}

// Each element goes where it came from, and another array is another place: one
// loop, which loads first.
// CHECK-LABEL: llvm.func internal @in_place.program
// CHECK: scf.for
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[Y:.+]] = arith.mulf %[[X]], %[[X]]
// CHECK: llvm.store %[[Y]],
// CHECK: %[[Z:.+]] = arith.addf %[[X]], %[[X]]
// CHECK: llvm.store %[[Z]],
// CHECK-NOT: scf.for
// CHECK: llvm.return
tt.func public @in_place(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %s = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %y = arith.mulf %x, %x : tensor<256xf32>
  tt.store %q, %y : tensor<256x!tt.ptr<f32>>
  %z = arith.addf %x, %x : tensor<256xf32>
  tt.store %u, %z : tensor<256x!tt.ptr<f32>>
  tt.return
}

// A load behind a store has a loop behind it.
// CHECK-LABEL: llvm.func internal @reload.program
// CHECK: scf.for
// CHECK-NOT: llvm.load
// CHECK: llvm.store
// CHECK: scf.for
// CHECK: %[[X:.+]] = llvm.load
// CHECK: llvm.store %[[X]],
// CHECK-NOT: scf.for
// CHECK: llvm.return
tt.func public @reload(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %one = arith.constant dense<1.0> : tensor<256xf32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %s = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %one : tensor<256x!tt.ptr<f32>>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  tt.store %q, %x : tensor<256x!tt.ptr<f32>>
  tt.return
}

// So have those of one element.
// CHECK-LABEL: llvm.func internal @scalar.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK-SAME: %[[P:arg2]]: !llvm.ptr, %[[O:arg3]]: !llvm.ptr
// CHECK: scf.for
// CHECK: %[[X:.+]] = llvm.load
// CHECK: llvm.store %[[X]],
// CHECK: llvm.store %{{.+}}, %[[P]] {{.*}}: f32
// CHECK: scf.for
// CHECK: %[[S:.+]] = llvm.getelementptr %[[SCRATCH]]
// CHECK: llvm.load %[[S]]
// CHECK: llvm.store
// CHECK: %[[Y:.+]] = llvm.load %[[P]] {{.*}}-> f32
// CHECK: llvm.store %[[Y]], %[[O]]
tt.func public @scalar(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %zero = arith.constant 0.0 : f32
  tt.store %p, %zero : !tt.ptr<f32>
  %s = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %x : tensor<256x!tt.ptr<f32>>
  %y = tt.load %p : !tt.ptr<f32>
  tt.store %o, %y : !tt.ptr<f32>
  tt.return
}

// What a loop stores again and again is loaded once, before it.
// CHECK-LABEL: llvm.func internal @loop.program
// CHECK: scf.for %{{.+}} : i64
// CHECK: %[[X:.+]] = llvm.load
// CHECK: llvm.store %[[X]],
// CHECK: scf.for %{{.+}} : i32
// CHECK: scf.for %{{.+}} : i64
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[Y:.+]] = arith.addf %[[X]], %[[X]]
// CHECK: llvm.intr.masked.scatter %[[Y]],
tt.func public @loop(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %y = arith.addf %x, %x : tensor<256xf32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %a = tt.addptr %q, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    tt.store %a, %y : tensor<256x!tt.ptr<f32>>
  }
  tt.return
}

// After a barrier, a store to one parameter may replace what was loaded from
// another: both may be one array.
// CHECK-LABEL: llvm.func internal @barrier.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]]
// CHECK: llvm.store %[[X]], %[[P]]
// CHECK-NOT: llvm.store
// CHECK: scf.for
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]]
// CHECK: llvm.load %[[P]]
// CHECK: llvm.return
tt.func public @barrier(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tt.splat %a : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  gpu.barrier
  %last = arith.constant dense<255> : tensor<256xi32>
  %reverse = arith.subi %last, %r : tensor<256xi32>
  %s = tt.splat %b : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %s, %reverse : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %x : tensor<256x!tt.ptr<f32>>
  tt.return
}
