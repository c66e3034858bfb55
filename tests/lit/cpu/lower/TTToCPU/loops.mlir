// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v4 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s --check-prefixes=CHECK,NARROW

// Loads, arithmetic and the store run in one loop over vectors of four
// registers. Addresses are those of the first lane; all accesses have one mask,
// and need none where it is true in all lanes.

// CHECK: module attributes {cpu.scratch = 0 : i64
// CHECK-LABEL: llvm.func internal @add.program
// CHECK-SAME: %[[A:arg2]]: !llvm.ptr, %[[B:arg3]]: !llvm.ptr, %[[O:arg4]]: !llvm.ptr, %[[N:arg5]]: i32
// CHECK-DAG: %[[FIRST:.+]] = arith.constant 0 : i64
// CHECK-DAG: %[[END:.+]] = arith.constant 1024 : i64
// WIDE-DAG: %[[STEP:.+]] = arith.constant 64 : i64
// NARROW-DAG: %[[STEP:.+]] = arith.constant 32 : i64
// CHECK: scf.for %[[I:.+]] = %[[FIRST]] to %[[END]] step %[[STEP]]
// CHECK-DAG: %[[PA:.+]] = llvm.getelementptr %[[A]][%[[PLACE:.+]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK-DAG: %[[MASK:.+]] = arith.cmpi slt
// CHECK: %[[ALL:.+]] = "llvm.intr.vector.reduce.and"(%[[MASK]])
// CHECK: %[[X:.+]] = scf.if %[[ALL]]
// WIDE-SAME: -> (vector<64xf32>)
// NARROW-SAME: -> (vector<32xf32>)
// CHECK: llvm.load %[[PA]]
// CHECK: } else {
// CHECK: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[MASK]])
// CHECK: scf.if %[[ANY]]
// CHECK: llvm.intr.masked.load %[[PA]], %[[MASK]]
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK: %[[PB:.+]] = llvm.getelementptr %[[B]][%[[PLACE]]]
// CHECK: %[[Y:.+]] = scf.if
// CHECK: llvm.intr.masked.load %[[PB]], %[[MASK]]
// CHECK: %[[Z:.+]] = arith.addf %[[X]], %[[Y]] fastmath<contract>
// CHECK: %[[PO:.+]] = llvm.getelementptr %[[O]][%[[PLACE]]]
// CHECK: scf.if
// CHECK: llvm.store %[[Z]], %[[PO]]
// CHECK: } else {
// CHECK: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[MASK]])
// CHECK: scf.if %[[ANY]]
// CHECK: llvm.intr.masked.store %[[Z]], %[[PO]], %[[MASK]]
// CHECK-NOT: scf.for
// CHECK: llvm.return
tt.func public @add(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c = arith.constant 1024 : i32
  %id = tt.get_program_id x : i32
  %start = arith.muli %id, %c : i32
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %s, %r : tensor<1024xi32>
  %l = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %i, %l : tensor<1024xi32>
  %ta = tt.splat %a : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %pa = tt.addptr %ta, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %tb = tt.splat %b : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %pb = tt.addptr %tb, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %to = tt.splat %o : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %po = tt.addptr %to, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x = tt.load %pa, %m : tensor<1024x!tt.ptr<f32>>
  %y = tt.load %pb, %m : tensor<1024x!tt.ptr<f32>>
  %z = arith.addf %x, %y : tensor<1024xf32>
  tt.store %po, %z, %m : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// What a load gives where its mask is false.
// CHECK-LABEL: llvm.func internal @other.program
// CHECK: %[[ONE:.+]] = arith.constant dense<1.000000e+00> : vector
// CHECK: llvm.intr.masked.load %{{.+}}, %{{.+}}, %[[ONE]]
tt.func public @other(%p: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %l = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %r, %l : tensor<1024xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %x = tt.load %q, %m, %one : tensor<1024x!tt.ptr<f32>>
  tt.store %q, %x : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// A tile of fewer elements than lanes has no loop.
// CHECK-LABEL: llvm.func internal @small.program
// CHECK-NOT: scf.for
// CHECK: llvm.store %{{.+}} : vector<4xf32>
// CHECK: llvm.return
tt.func public @small(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  tt.store %q, %one : tensor<4x!tt.ptr<f32>>
  tt.return
}

// Registers hold fewer numbers of 64 bits.
// CHECK-LABEL: llvm.func internal @doubles.program
// WIDE: llvm.store %{{.+}} : vector<32xf64>
// NARROW: llvm.store %{{.+}} : vector<16xf64>
tt.func public @doubles(%p: !tt.ptr<f64>) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %t = tt.splat %p : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>>
  %q = tt.addptr %t, %r : tensor<1024x!tt.ptr<f64>>, tensor<1024xi32>
  %x = tt.load %q : tensor<1024x!tt.ptr<f64>>
  %y = arith.addf %x, %x : tensor<1024xf64>
  tt.store %q, %y : tensor<1024x!tt.ptr<f64>>
  tt.return
}

// Each row has a loop; what belongs to the row is a scalar.
// CHECK-LABEL: llvm.func internal @rows.program
// CHECK: scf.for %[[I:.+]] = %{{.+}} to
// CHECK: scf.for %[[J:.+]] = %{{.+}} to
// CHECK: %[[II:.+]] = arith.trunci %[[I]] : i64 to i32
// CHECK: arith.muli
// CHECK: arith.trunci %[[J]] : i64 to i32
// CHECK: llvm.store
// CHECK-NOT: llvm.store
tt.func public @rows(%o: !tt.ptr<f32>, %stride: i32) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %j = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %ss = tt.splat %stride : i32 -> tensor<16x1xi32>
  %far = arith.muli %rows, %ss : tensor<16x1xi32>
  %columns = tt.expand_dims %j {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %a = tt.broadcast %far : tensor<16x1xi32> -> tensor<16x128xi32>
  %b = tt.broadcast %columns : tensor<1x128xi32> -> tensor<16x128xi32>
  %d = arith.addi %a, %b : tensor<16x128xi32>
  %s = tt.splat %o : !tt.ptr<f32> -> tensor<16x128x!tt.ptr<f32>>
  %q = tt.addptr %s, %d : tensor<16x128x!tt.ptr<f32>>, tensor<16x128xi32>
  %one = arith.constant dense<1.0> : tensor<16x128xf32>
  tt.store %q, %one : tensor<16x128x!tt.ptr<f32>>
  tt.return
}

// Neighbours that are not neighbours in memory are gathered and scattered.
// CHECK-LABEL: llvm.func internal @strided.program
// CHECK: %[[P:.+]] = llvm.getelementptr %{{.+}}[%{{.+}}] : (vector<{{.+}}x!llvm.ptr>, vector<{{.+}}xi32>) -> vector<{{.+}}x!llvm.ptr>, f32
// CHECK: %[[X:.+]] = llvm.intr.masked.gather %[[P]]
// CHECK: llvm.intr.masked.scatter %[[X]], %[[P]]
tt.func public @strided(%p: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %l = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.muli %r, %l : tensor<1024xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %t, %m : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x = tt.load %q : tensor<1024x!tt.ptr<f32>>
  tt.store %q, %x : tensor<1024x!tt.ptr<f32>>
  tt.return
}
