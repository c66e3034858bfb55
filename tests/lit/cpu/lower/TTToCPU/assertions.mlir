// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 -cm2tt-cpu-to-llvm | FileCheck %s --check-prefix=LLVM

// An assertion that fails says which element's, and ends the kernel.

// CHECK: cpu.sites = [
// CHECK-SAME: {bytes = 1 : i64, kind = "assert", loc = {{[^,]+}}, message = "positive", parameter = -1 : i64, shape = array<i64: 256>}
// CHECK-SAME: {bytes = 1 : i64, kind = "assert", loc = {{[^,]+}}, message = "few", parameter = -1 : i64, shape = array<i64>}

// CHECK-LABEL: llvm.func internal @tile.program
// CHECK-SAME: %[[LAUNCH:arg0]]: !llvm.ptr
// CHECK-SAME: %[[PROGRAM:arg3]]: i64
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64 {
// CHECK: scf.if
// CHECK-DAG: arith.constant 48 : i64
// CHECK-DAG: %[[FAIL:.+]] = llvm.load
// CHECK: %[[SITE:.+]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[ELEMENT:.+]] = arith.addi %[[I]],
// CHECK: llvm.call %[[FAIL]](%{{.+}}, %[[SITE]], %[[PROGRAM]], %[[ELEMENT]]) {cpu.leaves}

// LLVM-LABEL: llvm.func internal @tile.program
// LLVM: llvm.call %
// LLVM-NOT: cpu.leaves
// LLVM-NEXT: %[[ONE:.+]] = llvm.mlir.constant(1 : i32) : i32
// LLVM-NEXT: llvm.return %[[ONE]] : i32
tt.func public @tile(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %c = arith.cmpf ogt, %x, %zero : tensor<256xf32>
  tt.assert %c, "positive" : tensor<256xi1>
  tt.return
}

// What comes behind a scalar's is not done then.
// CHECK-LABEL: llvm.func internal @scalar.program
// CHECK: scf.if
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: %[[ELEMENT:.+]] = arith.constant 0 : i64
// CHECK: llvm.call %{{.+}}(%{{.+}}, %{{.+}}, %{{.+}}, %[[ELEMENT]]) {cpu.leaves}
// CHECK: }
// CHECK: llvm.store
tt.func public @scalar(%p: !tt.ptr<i32>, %n: i32) {
  %limit = arith.constant 10 : i32
  %c = arith.cmpi slt, %n, %limit : i32
  tt.assert %c, "few" : i1
  tt.store %p, %n : !tt.ptr<i32>
  tt.return
}
