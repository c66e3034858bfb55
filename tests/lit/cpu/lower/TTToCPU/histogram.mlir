// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s

// An element that is out of range adds zero to an existing count.

// CHECK-LABEL: llvm.func internal @masked.program
// CHECK: %[[ZERO:.+]] = llvm.mlir.constant(0 : i8)
// CHECK: %[[BYTES:.+]] = arith.constant 64 : i64
// CHECK: "llvm.intr.memset"(%{{.+}}, %[[ZERO]], %[[BYTES]])
// CHECK: %[[N:.+]] = arith.constant 256 : i64
// CHECK: scf.for %{{.+}} to %[[N]]
// CHECK: %[[X:.+]] = llvm.load %{{.+}} -> i8
// CHECK: %[[I:.+]] = arith.extui %[[X]] : i8 to i64
// CHECK: %[[BINS:.+]] = arith.constant 16 : i64
// CHECK: %[[INSIDE:.+]] = arith.cmpi ult, %[[I]], %[[BINS]]
// CHECK: %[[MASK:.+]] = arith.cmpi ne
// CHECK: %[[COUNTS:.+]] = arith.andi %[[INSIDE]], %[[MASK]] : i1
// CHECK: %[[LAST:.+]] = arith.constant 15 : i64
// CHECK: %[[BIN:.+]] = arith.andi %[[I]], %[[LAST]]
// CHECK: %[[P:.+]] = llvm.getelementptr %{{.+}}[%[[BIN]]]
// CHECK: %[[ONE:.+]] = arith.extui %[[COUNTS]] : i1 to i32
// CHECK: %[[OLD:.+]] = llvm.load %[[P]]
// CHECK: %[[NEW:.+]] = arith.addi %[[OLD]], %[[ONE]]
// CHECK: llvm.store %[[NEW]], %[[P]]
tt.func public @masked(%p: !tt.ptr<i8>, %o: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<i8> -> tensor<256x!tt.ptr<i8>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<i8>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<i8>>
  %b = tt.splat %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %r, %b : tensor<256xi32>
  %h = tt.histogram %x, %m : tensor<256xi8> -> tensor<16xi32>
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %t = tt.splat %o : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %u = tt.addptr %t, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %u, %h : tensor<16x!tt.ptr<i32>>
  tt.return
}
