// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Scans go from a tile in scratch memory to another.

// A vector is scanned inside by shuffles, and what was before it comes last. Its
// last lane is carried to the next.
// CHECK-LABEL: llvm.func internal @along.program
// CHECK: scf.for
// CHECK: %[[NONE:.+]] = llvm.mlir.zero : vector<8xf32>
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[CARRY:.+]] = %[[NONE]]) -> (vector<8xf32>)
// CHECK: %[[X:.+]] = llvm.load %{{.+}} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[S1:.+]] = llvm.shufflevector %[[X]], %[[X]] [0, 0, 1, 2, 3, 4, 5, 6]
// CHECK: %[[M1:.+]] = arith.constant dense<[false, true, true, true, true, true, true, true]>
// CHECK: %[[A1:.+]] = arith.addf %[[S1]], %[[X]] : vector<8xf32>
// CHECK: %[[V1:.+]] = llvm.select %[[M1]], %[[A1]], %[[X]]
// CHECK: llvm.shufflevector %[[V1]], %[[V1]] [0, 1, 0, 1, 2, 3, 4, 5]
// CHECK: %[[S3:.+]] = llvm.shufflevector %[[V2:.+]], %{{.+}} [0, 1, 2, 3, 0, 1, 2, 3]
// CHECK: %[[A3:.+]] = arith.addf %[[S3]], %[[V2]]
// CHECK: %[[V3:.+]] = llvm.select %{{.+}}, %[[A3]], %[[V2]]
// CHECK: %[[ALL:.+]] = arith.addf %[[CARRY]], %[[V3]]
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[I]],
// CHECK: %[[Y:.+]] = llvm.select %[[FIRST]], %[[V3]], %[[ALL]]
// CHECK: llvm.store %[[Y]]
// CHECK: %[[LAST:.+]] = llvm.shufflevector %[[Y]], %[[Y]] [7, 7, 7, 7, 7, 7, 7, 7]
// CHECK: scf.yield %[[LAST]]
tt.func public @along(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %e: f32):
    %sum = arith.addf %l, %e : f32
    tt.scan.return %sum : f32
  }) : (tensor<256xf32>) -> tensor<256xf32>
  tt.store %q, %y : tensor<256x!tt.ptr<f32>>
  tt.return
}

// From the other end.
// CHECK-LABEL: llvm.func internal @reverse.program
// CHECK: scf.for %[[I:.+]] = %{{.+}} iter_args
// CHECK: %[[END:.+]] = arith.constant 248 : i64
// CHECK: %[[J:.+]] = arith.subi %[[END]], %[[I]]
// CHECK: llvm.getelementptr %{{.+}}[%[[J]]]
// CHECK: llvm.shufflevector %{{.+}} [1, 2, 3, 4, 5, 6, 7, 7]
// CHECK: arith.constant dense<[true, true, true, true, true, true, true, false]>
// CHECK: arith.maxsi
// CHECK: llvm.shufflevector %{{.+}} [0, 0, 0, 0, 0, 0, 0, 0]
// CHECK-NEXT: scf.yield
tt.func public @reverse(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<i32>>
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%l: i32, %e: i32):
    %sum = arith.maxsi %l, %e : i32
    tt.scan.return %sum : i32
  }) : (tensor<256xi32>) -> tensor<256xi32>
  tt.store %q, %y : tensor<256x!tt.ptr<i32>>
  tt.return
}

// Each lane has a column of its own; the first row is copied.
// CHECK-LABEL: llvm.func internal @across.program
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[FIRST:.+]] = llvm.load %{{.+}} : !llvm.ptr -> vector<32xf32>
// CHECK: llvm.store %[[FIRST]]
// CHECK: scf.for %{{.+}} = %{{.+}} iter_args(%[[SUM:.+]] = %[[FIRST]]) -> (vector<32xf32>)
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[Y:.+]] = arith.addf %[[SUM]], %[[X]]
// CHECK: llvm.store %[[Y]]
// CHECK: scf.yield %[[Y]]
tt.func public @across(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  %m = tt.reshape %q : tensor<4096x!tt.ptr<f32>> -> tensor<32x128x!tt.ptr<f32>>
  %x = tt.load %m : tensor<32x128x!tt.ptr<f32>>
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %e: f32):
    %sum = arith.addf %l, %e : f32
    tt.scan.return %sum : f32
  }) : (tensor<32x128xf32>) -> tensor<32x128xf32>
  tt.store %m, %y : tensor<32x128x!tt.ptr<f32>>
  tt.return
}

// A region with branches takes one element after the other.
// CHECK-LABEL: llvm.func internal @branch.program
// CHECK: %[[FIRST:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: llvm.store %[[FIRST]]
// CHECK: scf.for %{{.+}} iter_args(%[[SUM:.+]] = %[[FIRST]]) -> (f32)
// CHECK: arith.constant 255 : i64
// CHECK: %[[X:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: arith.cmpf olt, %[[SUM]],
// CHECK: %[[Y:.+]] = scf.if
// CHECK: scf.yield %[[X]]
// CHECK: llvm.store %[[Y]]
// CHECK: scf.yield %[[Y]]
tt.func public @branch(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x = tt.load %q : tensor<256x!tt.ptr<f32>>
  %zero = arith.constant 0.0 : f32
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%l: f32, %e: f32):
    %c = arith.cmpf olt, %l, %zero : f32
    %sum = scf.if %c -> f32 {
      scf.yield %e : f32
    } else {
      %a = arith.addf %l, %e : f32
      scf.yield %a : f32
    }
    tt.scan.return %sum : f32
  }) : (tensor<256xf32>) -> tensor<256xf32>
  tt.store %q, %y : tensor<256x!tt.ptr<f32>>
  tt.return
}
