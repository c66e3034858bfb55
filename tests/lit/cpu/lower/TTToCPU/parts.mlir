// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Tiles that are put together or taken apart.

// The source is kept before, for all lanes to look into; indices stay inside.
// CHECK-LABEL: llvm.func internal @gather.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for
// CHECK: %[[X:.+]] = llvm.load
// CHECK: llvm.store %[[X]],
// CHECK: scf.for
// CHECK: %[[I:.+]] = llvm.load %{{.+}} -> vector<8xi32>
// CHECK: %[[WIDE:.+]] = arith.extsi %[[I]] : vector<8xi32> to vector<8xi64>
// CHECK: %[[LAST:.+]] = arith.constant dense<63> : vector<8xi64>
// CHECK: arith.andi %[[WIDE]], %[[LAST]]
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%{{.+}}] : (!llvm.ptr, vector<8xi64>)
// CHECK: %[[Y:.+]] = llvm.intr.masked.gather %[[P]]
// CHECK: llvm.store %[[Y]],
tt.func public @gather(%p: !tt.ptr<f32>, %i: !tt.ptr<i32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %q : tensor<64x!tt.ptr<f32>>
  %t = tt.splat %i : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %u = tt.addptr %t, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %k = tt.load %u : tensor<64x!tt.ptr<i32>>
  %y = tt.gather %x[%k] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  %v = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %w = tt.addptr %v, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %w, %y : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Each lane knows which of the two it is of.
// CHECK-LABEL: llvm.func internal @join.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: %[[PAIRS:.+]] = arith.constant dense<[0, 0, 1, 1, 2, 2, 3, 3]>
// CHECK: llvm.getelementptr %[[P]][%[[PAIRS]]]
// CHECK: %[[X:.+]] = llvm.intr.masked.gather
// CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00>
// CHECK: arith.constant dense<[0, 1, 0, 1, 0, 1, 0, 1]>
// CHECK: %[[ODD:.+]] = arith.cmpi eq,
// CHECK: arith.select %[[ODD]], %[[ZERO]], %[[X]]
tt.func public @join(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %q : tensor<64x!tt.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %j = tt.join %x, %zero : tensor<64xf32> -> tensor<64x2xf32>
  %n = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %v = tt.splat %o : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %w = tt.addptr %v, %n : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %m = tt.reshape %w : tensor<128x!tt.ptr<f32>> -> tensor<64x2x!tt.ptr<f32>>
  tt.store %m, %j : tensor<64x2x!tt.ptr<f32>>
  tt.return
}

// Two views of one tile, which is kept.
// CHECK-LABEL: llvm.func internal @split.program
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: scf.for
// CHECK: %[[A:.+]] = llvm.intr.masked.gather
// CHECK: %[[B:.+]] = llvm.intr.masked.gather
// CHECK: arith.subf %[[A]], %[[B]]
tt.func public @split(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %m = tt.reshape %q : tensor<128x!tt.ptr<f32>> -> tensor<64x2x!tt.ptr<f32>>
  %x = tt.load %m : tensor<64x2x!tt.ptr<f32>>
  %a, %b = tt.split %x : tensor<64x2xf32> -> tensor<64xf32>
  %y = arith.subf %a, %b : tensor<64xf32>
  %n = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %v = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %w = tt.addptr %v, %n : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %w, %y : tensor<64x!tt.ptr<f32>>
  tt.return
}

// An index has a bit that says of which tile it is, and is without it in both.
// CHECK-LABEL: llvm.func internal @cat.program
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[MOST:.+]] = arith.constant 63 : i64
// CHECK: %[[IN:.+]] = arith.andi %[[I]], %[[MOST]]
// CHECK: arith.trunci %[[IN]]
// CHECK: %[[A:.+]] = arith.addi
// CHECK: %[[B:.+]] = arith.constant dense<7>
// CHECK: %[[BIT:.+]] = arith.constant dense<64> : vector<32xi64>
// CHECK: %[[HAS:.+]] = arith.andi %{{.+}}, %[[BIT]]
// CHECK: %[[BEHIND:.+]] = arith.cmpi eq, %[[HAS]], %[[BIT]]
// CHECK: %[[C:.+]] = arith.select %[[BEHIND]], %[[B]], %[[A]]
// CHECK: llvm.store %[[C]],
tt.func public @cat(%o: !tt.ptr<i32>) {
  %a = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b = arith.constant dense<7> : tensor<64xi32>
  %c = tt.cat %a, %b : tensor<64xi32> -> tensor<128xi32>
  %n = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %v = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %w = tt.addptr %v, %n : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %w, %c : tensor<128x!tt.ptr<i32>>
  tt.return
}
