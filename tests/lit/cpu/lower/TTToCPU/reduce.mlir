// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// The last dimension: each row has a loop, its lanes are combined behind it.
// CHECK-LABEL: llvm.func internal @along_rows.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for %[[I:.+]] = %{{.+}} to
// CHECK: %[[ZERO:.+]] = arith.constant dense<-0.000000e+00> : vector<32xf32>
// CHECK: %[[SUMS:.+]] = scf.for %{{.+}} iter_args(%[[SUM:.+]] = %[[ZERO]])
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[NEXT:.+]] = arith.addf %[[SUM]], %[[X]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: llvm.shufflevector %[[SUMS]], %[[SUMS]]
// CHECK: %[[Y:.+]] = arith.addf %{{.+}} : f32
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %[[Y]], %[[P]]
tt.func public @along_rows(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 8192 : i32} : tensor<8192xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<8192x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<8192x!tt.ptr<f32>>, tensor<8192xi32>
  %m = tt.reshape %q : tensor<8192x!tt.ptr<f32>> -> tensor<32x256x!tt.ptr<f32>>
  %x = tt.load %m : tensor<32x256x!tt.ptr<f32>>
  %y = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %e: f32):
    %c = arith.addf %l, %e : f32
    tt.reduce.return %c : f32
  }) : (tensor<32x256xf32>) -> tensor<32xf32>
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %u = tt.addptr %t, %i : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %u, %y : tensor<32x!tt.ptr<f32>>
  tt.return
}

// Another dimension is the inner loop, and each lane has a column of its own.
// CHECK-LABEL: llvm.func internal @along_columns.program
// CHECK-DAG: %[[COLUMNS:.+]] = arith.constant 256 : i64
// CHECK-DAG: %[[LANES:.+]] = arith.constant 32 : i64
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %[[COLUMNS]] step %[[LANES]]
// CHECK-DAG: %[[ROWS:.+]] = arith.constant 32 : i64
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK: %[[SUMS:.+]] = scf.for %{{.+}} to %[[ROWS]] step %[[ONE]] iter_args
// CHECK: scf.yield
// CHECK-NOT: llvm.shufflevector
// CHECK: %[[P:.+]] = llvm.getelementptr %{{.+}}[%[[J]]]
// CHECK: llvm.store %[[SUMS]], %[[P]]
tt.func public @along_columns(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 8192 : i32} : tensor<8192xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<8192x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<8192x!tt.ptr<f32>>, tensor<8192xi32>
  %m = tt.reshape %q : tensor<8192x!tt.ptr<f32>> -> tensor<32x256x!tt.ptr<f32>>
  %x = tt.load %m : tensor<32x256x!tt.ptr<f32>>
  %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %e: f32):
    %c = arith.addf %l, %e : f32
    tt.reduce.return %c : f32
  }) : (tensor<32x256xf32>) -> tensor<256xf32>
  %i = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %u = tt.addptr %t, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %u, %y : tensor<256x!tt.ptr<f32>>
  tt.return
}

// A vector of eight rows of four: lanes of each row are combined, no loop.
// CHECK-LABEL: llvm.func internal @narrow_rows.program
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: %[[EVEN:.+]] = llvm.shufflevector %[[V:.+]], %{{.+}} [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29]
// CHECK: %[[ODD:.+]] = llvm.shufflevector %[[V]], %[[V]] [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31]
// CHECK: %[[HALF:.+]] = arith.addf %[[EVEN]], %[[ODD]] : vector<16xf32>
// CHECK: llvm.shufflevector %[[HALF]], %[[HALF]] [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK: llvm.shufflevector %[[HALF]], %[[HALF]] [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK: %[[ROWS:.+]] = arith.addf %{{.+}} : vector<8xf32>
// CHECK: llvm.store %[[ROWS]]
tt.func public @narrow_rows(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %m = tt.reshape %q : tensor<256x!tt.ptr<f32>> -> tensor<64x4x!tt.ptr<f32>>
  %x = tt.load %m : tensor<64x4x!tt.ptr<f32>>
  %y = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %e: f32):
    %c = arith.addf %l, %e : f32
    tt.reduce.return %c : f32
  }) : (tensor<64x4xf32>) -> tensor<64xf32>
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %u = tt.addptr %t, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %u, %y : tensor<64x!tt.ptr<f32>>
  tt.return
}

// No neutral element is known of a region with several operations: the first
// elements start it.
// CHECK-LABEL: llvm.func internal @argmax.program
// CHECK-DAG: %[[NONE:.+]] = llvm.mlir.zero : vector<32xf32>
// CHECK-DAG: %[[NOWHERE:.+]] = llvm.mlir.zero : vector<32xi32>
// CHECK: %[[R:.+]]:2 = scf.for %[[I:.+]] = %{{.+}} iter_args(%[[A:.+]] = %[[NONE]], %[[J:.+]] = %[[NOWHERE]])
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[K:.+]] = arith.addi %{{.+}} : vector<32xi32>
// CHECK: %[[C:.+]] = arith.cmpf ogt, %[[A]], %[[X]]
// CHECK: %[[B:.+]] = llvm.select %[[C]], %[[A]], %[[X]]
// CHECK: %[[L:.+]] = llvm.select %[[C]], %[[J]], %[[K]]
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[I]],
// CHECK: %[[B2:.+]] = llvm.select %[[FIRST]], %[[X]], %[[B]]
// CHECK: %[[L2:.+]] = llvm.select %[[FIRST]], %[[K]], %[[L]]
// CHECK: scf.yield %[[B2]], %[[L2]]
// CHECK: llvm.shufflevector %[[R]]#0
// CHECK: llvm.shufflevector %[[R]]#1
// CHECK: %[[Y:.+]] = llvm.select %{{.+}} : i1, i32
// CHECK: llvm.store %[[Y]], %{{.+}} i32
tt.func public @argmax(%p: !tt.ptr<f32>, %o: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %y:2 = "tt.reduce"(%x, %r) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %c, %a, %b : f32
    %k = arith.select %c, %i, %j : i32
    tt.reduce.return %v, %k : f32, i32
  }) : (tensor<256xf32>, tensor<256xi32>) -> (f32, i32)
  tt.store %o, %y#1 : !tt.ptr<i32>
  tt.return
}

// A region that branches takes one element at a time.
// CHECK-LABEL: llvm.func internal @branches.program
// CHECK: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK: scf.for %{{.+}} step %[[ONE]] iter_args(%[[A:.+]] = %{{.+}}) -> (f32)
// CHECK: %[[X:.+]] = llvm.load %{{.+}} -> f32
// CHECK: %[[B:.+]] = scf.if
// CHECK: scf.yield %[[X]] : f32
// CHECK: scf.yield %[[A]] : f32
// CHECK: llvm.select %{{.+}}, %[[X]], %[[B]]
tt.func public @branches(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %zero = arith.constant 0.0 : f32
  %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %e: f32):
    %c = arith.cmpf olt, %l, %zero : f32
    %v = scf.if %c -> f32 {
      scf.yield %e : f32
    } else {
      scf.yield %l : f32
    }
    tt.reduce.return %v : f32
  }) : (tensor<256xf32>) -> f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}
