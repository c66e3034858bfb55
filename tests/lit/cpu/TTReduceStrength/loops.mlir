// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-reduce-strength | FileCheck %s

// Pointers move by an i64; each offset is extended by itself.
// CHECK-LABEL: tt.func @pointers
// CHECK-DAG: %[[P0:.+]] = tt.addptr
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK: %[[D:.+]]:2 = scf.for {{.*}} iter_args(%[[O:.+]] = %[[ZERO]], %{{.+}} = %{{.+}}) -> (i64, tensor<8xf32>)
// CHECK:   %[[T:.+]] = tt.splat %[[O]] : i64 -> tensor<8xi64>
// CHECK:   %[[P:.+]] = tt.addptr %[[P0]], %[[T]] : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
// CHECK:   tt.load %[[P]]
// CHECK:   %[[M:.+]] = arith.extsi %arg2 : i32 to i64
// CHECK:   %[[A:.+]] = arith.addi %[[O]], %[[M]] : i64
// CHECK:   %[[C:.+]] = arith.constant -4 : i64
// CHECK:   %[[B:.+]] = arith.addi %[[A]], %[[C]] : i64
// CHECK-NOT: tt.addptr
// CHECK:   scf.yield %[[B]], %{{.+}} : i64, tensor<8xf32>
// CHECK: %[[U:.+]] = tt.splat %[[D]]#0
// CHECK: %[[R:.+]] = tt.addptr %[[P0]], %[[U]]
// CHECK: tt.store %[[R]], %[[D]]#1
tt.func @pointers(%base: !tt.ptr<f32>, %n: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %f0 = arith.constant dense<0.0> : tensor<8xf32>
  %back = arith.constant dense<-4> : tensor<8xi32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %splat = tt.splat %base : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p0 = tt.addptr %splat, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %s = %f0) -> (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) : i32 {
    %x = tt.load %p : tensor<8x!tt.ptr<f32>>
    %t = arith.addf %s, %x : tensor<8xf32>
    %by = tt.splat %step : i32 -> tensor<8xi32>
    %q = tt.addptr %p, %by : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %u = tt.addptr %q, %back : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %u, %t : tensor<8x!tt.ptr<f32>>, tensor<8xf32>
  }
  tt.store %r#0, %r#1 : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// Integers keep their width, in which they wrap. The amount may be another in
// each turn; what is not moved needs no sum.
// CHECK-LABEL: tt.func @integers
// CHECK: %[[RANGE:.+]] = tt.make_range
// CHECK: %[[D:.+]]:2 = scf.for %[[I:.+]] = {{.*}} iter_args(%[[O:.+]] = %{{.+}}, %{{.+}} = %{{.+}}) -> (i16, i16)
// CHECK:   %[[T:.+]] = tt.splat %[[O]] : i16 -> tensor<8xi16>
// CHECK:   %[[X:.+]] = arith.addi %[[N:.+]], %[[T]] : tensor<8xi16>
// CHECK:   tt.store %{{.+}}, %[[X]]
// CHECK:   tt.store %{{.+}}, %[[N]]
// CHECK:   %[[S:.+]] = arith.subi %[[O]], %[[I]] : i16
// CHECK:   scf.yield %[[S]]
// CHECK: tt.return %{{.+}}, %[[N]]
tt.func @integers(%p: tensor<8x!tt.ptr<i16>>, %n: i16) -> (tensor<8xi16>, tensor<8xi16>) {
  %c0 = arith.constant 0 : i16
  %c1 = arith.constant 1 : i16
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %narrow = arith.trunci %range : tensor<8xi32> to tensor<8xi16>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %narrow, %y = %narrow) -> (tensor<8xi16>, tensor<8xi16>) : i16 {
    tt.store %p, %x : tensor<8x!tt.ptr<i16>>
    tt.store %p, %y : tensor<8x!tt.ptr<i16>>
    %by = tt.splat %i : i16 -> tensor<8xi16>
    %z = arith.subi %x, %by : tensor<8xi16>
    scf.yield %z, %y : tensor<8xi16>, tensor<8xi16>
  }
  tt.return %r#0, %r#1 : tensor<8xi16>, tensor<8xi16>
}

// -----

// An inner loop goes on where the outer one is: one sum of scalars, one move.
// CHECK-LABEL: tt.func @nested
// CHECK: %[[P0:.+]] = tt.splat %arg0
// CHECK: scf.for {{.*}} iter_args(%[[O:.+]] = %{{.+}}) -> (i64)
// CHECK:   %[[D:.+]] = scf.for {{.*}} iter_args(%[[I:.+]] = %{{.+}}) -> (i64)
// CHECK:     %[[S:.+]] = arith.addi %[[O]], %[[I]] : i64
// CHECK:     %[[T:.+]] = tt.splat %[[S]]
// CHECK:     %[[P:.+]] = tt.addptr %[[P0]], %[[T]]
// CHECK:     tt.store %[[P]]
// CHECK:     arith.addi %[[I]]
// CHECK:   %[[E:.+]] = arith.addi %[[O]], %[[D]] : i64
// CHECK:   %[[F:.+]] = arith.addi %[[E]], %{{.+}} : i64
// CHECK:   scf.yield %[[F]] : i64
tt.func @nested(%base: !tt.ptr<f32>, %x: tensor<8xf32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1> : tensor<8xi32>
  %p0 = tt.splat %base : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0) -> (tensor<8x!tt.ptr<f32>>) : i32 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%q = %p) -> (tensor<8x!tt.ptr<f32>>) : i32 {
      tt.store %q, %x : tensor<8x!tt.ptr<f32>>
      %t = tt.addptr %q, %one : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
      scf.yield %t : tensor<8x!tt.ptr<f32>>
    }
    %u = tt.addptr %s, %one : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %u : tensor<8x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// The first region passes the pointer on twice, once as it will be.
// CHECK-LABEL: tt.func @while
// CHECK: %[[P0:.+]] = tt.splat %arg0
// CHECK: %[[D:.+]]:3 = scf.while (%[[O:.+]] = %{{.+}}, %{{.+}} = %{{.+}}) : (i64, i32) -> (i64, i32, i64)
// CHECK:   %[[T:.+]] = tt.splat %[[O]]
// CHECK:   %[[P:.+]] = tt.addptr %[[P0]], %[[T]]
// CHECK:   tt.store %[[P]]
// CHECK:   %[[N:.+]] = arith.addi %[[O]], %{{.+}} : i64
// CHECK:   scf.condition(%{{.+}}) %[[O]], %{{.+}}, %[[N]] : i64, i32, i64
// CHECK: ^bb0(%{{.+}}: i64, %{{.+}}: i32, %[[A:.+]]: i64):
// CHECK:   %[[B:.+]] = arith.addi %[[A]], %{{.+}} : i64
// CHECK:   scf.yield %[[B]], %{{.+}} : i64, i32
// CHECK: tt.splat %[[D]]#0
tt.func @while(%base: !tt.ptr<f32>, %x: tensor<8xf32>, %n: i32) -> tensor<8x!tt.ptr<f32>> {
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1> : tensor<8xi32>
  %p0 = tt.splat %base : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %r:3 = scf.while (%p = %p0, %i = %n) : (tensor<8x!tt.ptr<f32>>, i32) -> (tensor<8x!tt.ptr<f32>>, i32, tensor<8x!tt.ptr<f32>>) {
    tt.store %p, %x : tensor<8x!tt.ptr<f32>>
    %q = tt.addptr %p, %one : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %c = arith.cmpi sgt, %i, %c1 : i32
    scf.condition(%c) %p, %i, %q : tensor<8x!tt.ptr<f32>>, i32, tensor<8x!tt.ptr<f32>>
  } do {
  ^bb0(%p: tensor<8x!tt.ptr<f32>>, %i: i32, %q: tensor<8x!tt.ptr<f32>>):
    %j = arith.subi %i, %c1 : i32
    %s = tt.addptr %q, %one : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %s, %j : tensor<8x!tt.ptr<f32>>, i32
  }
  tt.return %r#0 : tensor<8x!tt.ptr<f32>>
}
