// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// Shapes are where lanes look for their elements.

// What was loaded is kept in rows, and read in columns.
// CHECK-LABEL: llvm.func internal @transposed.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: %[[X:.+]] = llvm.load
// CHECK: %[[ROW:.+]] = arith.muli %[[I]], %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[ROW]]]
// CHECK: llvm.store %[[X]], %[[P]]
// CHECK: scf.for %[[J:.+]] = %{{.+}} : i64
// CHECK: %[[COLUMN:.+]] = llvm.getelementptr %[[SCRATCH]][%[[J]]]
// CHECK: %[[PS:.+]] = llvm.getelementptr %[[COLUMN]][%{{.+}}] : (!llvm.ptr, vector<32xi64>)
// CHECK: %[[T:.+]] = llvm.intr.masked.gather %[[PS]]
// CHECK: llvm.store %[[T]],
tt.func public @transposed(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %m = tt.reshape %q : tensor<1024x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
  %x = tt.load %m : tensor<32x32x!tt.ptr<f32>>
  %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x32xf32> -> tensor<32x32xf32>
  %u = tt.splat %o : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %v = tt.addptr %u, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %w = tt.reshape %v : tensor<1024x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
  tt.store %w, %t : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// A loop before loads the column; one element of it is in all lanes of a row.
// CHECK-LABEL: llvm.func internal @broadcast.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align
// CHECK: llvm.store %{{.+}}, %[[SCRATCH]]
// CHECK: scf.for %[[I:.+]] = %{{.+}} : i64
// CHECK: scf.for %[[J:.+]] = %{{.+}} : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: %[[X:.+]] = llvm.load %[[P]] {{.*}}-> f32
// CHECK: llvm.insertelement %[[X]]
// CHECK: %[[XS:.+]] = llvm.shufflevector
// CHECK: llvm.store %[[XS]],
tt.func public @broadcast(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %x = tt.load %q : tensor<32x!tt.ptr<f32>>
  %c = tt.expand_dims %x {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %b = tt.broadcast %c : tensor<32x1xf32> -> tensor<32x128xf32>
  %i = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %u = tt.splat %o : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %v = tt.addptr %u, %i : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  %w = tt.reshape %v : tensor<4096x!tt.ptr<f32>> -> tensor<32x128x!tt.ptr<f32>>
  tt.store %w, %b : tensor<32x128x!tt.ptr<f32>>
  tt.return
}

// What is one for a row is a scalar, and neighbours in the row are neighbours
// in memory.
// CHECK-LABEL: llvm.func internal @row_address.program
// CHECK-SAME: %[[O:arg2]]: !llvm.ptr, %[[STRIDE:arg3]]: i32
// CHECK: %[[FAR:.+]] = arith.muli %{{.+}}, %[[STRIDE]] : i32
// CHECK: %[[PLACE:.+]] = arith.addi %[[FAR]], %{{.+}} : i32
// CHECK: %[[P:.+]] = llvm.getelementptr %[[O]][%[[PLACE]]]
// CHECK: llvm.store %{{.+}}, %[[P]] {{.*}}: vector<32xf32>
tt.func public @row_address(%o: !tt.ptr<f32>, %stride: i32) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %j = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %ss = tt.splat %stride : i32 -> tensor<16x1xi32>
  %far = arith.muli %rows, %ss : tensor<16x1xi32>
  %columns = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a = tt.broadcast %far : tensor<16x1xi32> -> tensor<16x64xi32>
  %b = tt.broadcast %columns : tensor<1x64xi32> -> tensor<16x64xi32>
  %d = arith.addi %a, %b : tensor<16x64xi32>
  %s = tt.splat %o : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
  %q = tt.addptr %s, %d : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
  %one = arith.constant dense<1.0> : tensor<16x64xf32>
  tt.store %q, %one : tensor<16x64x!tt.ptr<f32>>
  tt.return
}
