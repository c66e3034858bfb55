// RUN: cm2tt-opt %s '-cm2tt-tt-to-cpu=target=cpu:x86-64-v3 checked' | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s --check-prefix=PLAIN

// The runtime is asked before each element is accessed, one after the other,
// and the answer is the mask.

// PLAIN: cpu.sites = []
// PLAIN-NOT: llvm.alloca
// CHECK: cpu.sites = [
// CHECK-SAME: {bytes = 4 : i64, kind = "load", loc = {{[^,]+}}, parameter = 0 : i64, shape = array<i64: 4, 64>}
// CHECK-SAME: {bytes = 4 : i64, kind = "store", loc = {{[^,]+}}, parameter = 1 : i64, shape = array<i64: 4, 64>}
// CHECK-SAME: {bytes = 2 : i64, kind = "load", loc = {{[^,]+}}, parameter = -1 : i64, shape = array<i64>}
// CHECK-SAME: {bytes = 2 : i64, kind = "store", loc = {{[^,]+}}, parameter = 1 : i64, shape = array<i64>}

// CHECK-LABEL: llvm.func internal @tile.program
// CHECK-SAME: %[[LAUNCH:arg0]]: !llvm.ptr
// CHECK-SAME: %[[N:arg4]]: i32, %[[PROGRAM:arg5]]: i64
// What a store writes lies in memory, for the runtime to look at.
// CHECK: %[[SPILL:.+]] = llvm.alloca %{{.+}} x f32
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK: scf.for %[[I:.+]] = %{{.+}} step %[[ONE]]
// CHECK: scf.for %[[J:.+]] = %{{.+}} step
// CHECK: %[[MASK:.+]] = arith.cmpi slt
// CHECK: %[[MAY:.+]] = scf.if %[[MASK]] -> (i1)
// CHECK-DAG: %[[ACCESSES:.+]] = arith.constant 56 : i64
// CHECK: llvm.getelementptr %[[LAUNCH]][%[[ACCESSES]]]
// CHECK: %[[ACCESS:.+]] = llvm.load
// CHECK: arith.constant 40 : i64
// CHECK: %[[CONTEXT:.+]] = llvm.load
// CHECK: %[[SITE:.+]] = llvm.mlir.constant(0 : i32)
// CHECK-DAG: %[[NOTHING:.+]] = llvm.mlir.zero : !llvm.ptr
// CHECK-DAG: %[[ROW:.+]] = arith.muli %[[I]],
// CHECK-DAG: %[[BASE:.+]] = arith.addi %[[ROW]], %[[J]]
// CHECK-DAG: %[[ELEMENT:.+]] = arith.addi %[[BASE]],
// CHECK: %[[ANSWER:.+]] = llvm.call %[[ACCESS]](%[[CONTEXT]], %[[SITE]], %[[PROGRAM]], %[[ELEMENT]], %[[PLACE:.+]], %[[NOTHING]])
// CHECK: %[[YES:.+]] = arith.cmpi ne, %[[ANSWER]],
// CHECK: scf.yield %[[YES]]
// CHECK: scf.yield %[[MASK]]
// CHECK: %[[X:.+]] = scf.if %[[MAY]] -> (f32)
// CHECK: llvm.load %[[PLACE]]
// All is loaded before, since both parameters may be one array.
// CHECK: llvm.store %[[X]], %{{.+}} {alignment
// CHECK: scf.for
// CHECK: %[[Y:.+]] = llvm.load %{{.+}} -> f32
// CHECK: llvm.store %[[Y]], %[[SPILL]]
// CHECK: llvm.call %{{.+}}(%{{.+}}, %{{.+}}, %[[PROGRAM]], %{{.+}}, %[[TO:.+]], %[[SPILL]])
// CHECK: scf.if
// CHECK: llvm.store %[[Y]], %[[TO]]
tt.func public @tile(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %k = tt.reshape %r : tensor<256xi32> -> tensor<4x64xi32>
  %l = tt.splat %n : i32 -> tensor<4x64xi32>
  %m = arith.cmpi slt, %k, %l : tensor<4x64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x64x!tt.ptr<f32>>
  %q = tt.addptr %s, %k : tensor<4x64x!tt.ptr<f32>>, tensor<4x64xi32>
  %x = tt.load %q, %m : tensor<4x64x!tt.ptr<f32>>
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<4x64x!tt.ptr<f32>>
  %u = tt.addptr %t, %k : tensor<4x64x!tt.ptr<f32>>, tensor<4x64xi32>
  tt.store %u, %x, %m : tensor<4x64x!tt.ptr<f32>>
  tt.return
}

// Scalars too; a pointer may be one of several.
// CHECK-LABEL: llvm.func internal @scalar.program
// CHECK: %[[SPILL:.+]] = llvm.alloca %{{.+}} x i16
// CHECK: %[[ANSWER:.+]] = llvm.call %{{.+}}, %{{.+}}) : !llvm.ptr
// CHECK: %[[MAY:.+]] = arith.cmpi ne, %[[ANSWER]],
// CHECK: %[[X:.+]] = scf.if %[[MAY]]
// CHECK: llvm.store %[[X]], %[[SPILL]]
// CHECK: %[[ANSWER:.+]] = llvm.call %{{.+}}, %[[SPILL]]) : !llvm.ptr
// CHECK: %[[MAY:.+]] = arith.cmpi ne, %[[ANSWER]],
// CHECK: scf.if %[[MAY]] {
// CHECK: llvm.store %[[X]], %arg3
tt.func public @scalar(%p: !tt.ptr<bf16>, %o: !tt.ptr<bf16>, %c: i1) {
  %either = arith.select %c, %p, %o : !tt.ptr<bf16>
  %x = tt.load %either : !tt.ptr<bf16>
  tt.store %o, %x : !tt.ptr<bf16>
  tt.return
}

// Memory of parameters may be the same: all is loaded before anything is stored,
// and the runtime hears of the barrier.
// CHECK-LABEL: llvm.func internal @overlap.program
// CHECK-SAME: %[[LAUNCH:arg0]]: !llvm.ptr
// CHECK: scf.for
// CHECK: llvm.call
// CHECK: %[[X:.+]] = scf.if %{{.+}} -> (f32)
// CHECK: %[[SCRATCH:.+]] = llvm.getelementptr %arg1
// CHECK: llvm.store %[[X]], %[[SCRATCH]]
// CHECK: scf.for
// CHECK: llvm.call
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: %[[BARRIER:.+]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK: llvm.call %{{.+}}(%{{.+}}, %[[BARRIER]], %{{.+}}) : !llvm.ptr
// CHECK: llvm.return
// PLAIN-LABEL: llvm.func internal @overlap.program
// PLAIN: scf.for
// PLAIN-NOT: scf.for
// PLAIN: llvm.return
tt.func public @overlap(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tt.splat %a : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %last = arith.constant dense<255> : tensor<256xi32>
  %reverse = arith.subi %last, %r : tensor<256xi32>
  %s = tt.splat %b : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %s, %reverse : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %x : tensor<256x!tt.ptr<f32>>
  gpu.barrier
  tt.return
}
