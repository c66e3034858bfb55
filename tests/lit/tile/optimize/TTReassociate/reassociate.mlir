// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(tt.func(cm2tt-tt-reassociate))' --split-input-file | FileCheck %s
// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(tt.func(cm2tt-tt-reassociate,cm2tt-tt-reorder-broadcast))' --split-input-file | FileCheck %s --check-prefix=SMALL

// Parts of rows meet parts of rows, in the order that they have; with
// TTReorderBroadcast one operation is left for each element.
// CHECK-LABEL: @mask
// CHECK-SAME: %[[A:.+]]: tensor<64x1xi1>, %[[B:.+]]: tensor<1x32xi1>, %[[C:.+]]: tensor<64x1xi1>, %[[D:.+]]: tensor<1x32xi1>
// CHECK-DAG: %[[R:.+]] = tt.broadcast %[[A]]
// CHECK-DAG: %[[S:.+]] = tt.broadcast %[[B]]
// CHECK-DAG: %[[T:.+]] = tt.broadcast %[[C]]
// CHECK-DAG: %[[U:.+]] = tt.broadcast %[[D]]
// CHECK: %[[ROWS:.+]] = arith.andi %[[R]], %[[T]]
// CHECK: %[[COLUMNS:.+]] = arith.andi %[[S]], %[[U]]
// CHECK: arith.andi %[[ROWS]], %[[COLUMNS]]
// SMALL-LABEL: @mask
// SMALL: arith.andi {{.+}} : tensor<64x1xi1>
// SMALL: arith.andi {{.+}} : tensor<1x32xi1>
// SMALL: arith.andi {{.+}} : tensor<64x32xi1>
// SMALL-NOT: arith.andi
tt.func public @mask(%a: tensor<64x1xi1>, %b: tensor<1x32xi1>, %c: tensor<64x1xi1>, %d: tensor<1x32xi1>) -> tensor<64x32xi1> {
  %r = tt.broadcast %a : tensor<64x1xi1> -> tensor<64x32xi1>
  %s = tt.broadcast %b : tensor<1x32xi1> -> tensor<64x32xi1>
  %t = tt.broadcast %c : tensor<64x1xi1> -> tensor<64x32xi1>
  %u = tt.broadcast %d : tensor<1x32xi1> -> tensor<64x32xi1>
  %0 = arith.andi %r, %s : tensor<64x32xi1>
  %1 = arith.andi %0, %t : tensor<64x32xi1>
  %2 = arith.andi %1, %u : tensor<64x32xi1>
  tt.return %2 : tensor<64x32xi1>
}

// -----

// A pointer stays the first: offsets of its shape, and numbers, come before
// others. Offsets keep their types, as each is extended by itself.
// CHECK-LABEL: @pointer
// CHECK: %[[P:.+]] = tt.broadcast %{{.+}} : tensor<64x1x!tt.ptr<f16>>
// CHECK: %[[C:.+]] = tt.broadcast %{{.+}} : tensor<1x32xi32>
// CHECK: %[[R:.+]] = tt.broadcast %{{.+}} : tensor<64x1xi64>
// CHECK: %[[N:.+]] = tt.splat
// CHECK: %[[FIRST:.+]] = tt.addptr %[[P]], %[[R]] : {{.+}}, tensor<64x32xi64>
// CHECK: %[[SECOND:.+]] = tt.addptr %[[FIRST]], %[[N]] : {{.+}}, tensor<64x32xi32>
// CHECK: tt.addptr %[[SECOND]], %[[C]] : {{.+}}, tensor<64x32xi32>
// SMALL-LABEL: @pointer
// SMALL: tt.addptr {{.+}} : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi64>
// SMALL: tt.addptr {{.+}} : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
// SMALL: tt.addptr {{.+}} : tensor<64x32x!tt.ptr<f16>>
// SMALL-NOT: tt.addptr
tt.func public @pointer(%a: tensor<64x1x!tt.ptr<f16>>, %b: tensor<1x32xi32>, %c: tensor<64x1xi64>, %n: i32) -> tensor<64x32x!tt.ptr<f16>> {
  %p = tt.broadcast %a : tensor<64x1x!tt.ptr<f16>> -> tensor<64x32x!tt.ptr<f16>>
  %q = tt.broadcast %b : tensor<1x32xi32> -> tensor<64x32xi32>
  %r = tt.broadcast %c : tensor<64x1xi64> -> tensor<64x32xi64>
  %s = tt.splat %n : i32 -> tensor<64x32xi32>
  %0 = tt.addptr %p, %q : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %1 = tt.addptr %0, %r : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi64>
  %2 = tt.addptr %1, %s : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  tt.return %2 : tensor<64x32x!tt.ptr<f16>>
}

// -----

// As it is: a sum that has another user, or a hint; a part in another block,
// which is invariant; two operands; a pointer that differs in each element.
// CHECK-LABEL: @stays
// SMALL-LABEL: @stays
// CHECK: %[[USED:.+]] = arith.addi %[[R:.+]], %[[S:.+]] :
// CHECK: arith.addi %[[USED]], %[[T:.+]] :
// CHECK: %[[HINT:.+]] = arith.addi %[[R]], %[[S]] {tt.contiguity
// CHECK: arith.addi %[[HINT]], %[[T]] :
// CHECK: scf.for
// CHECK: arith.addi %[[USED]], %[[T]] :
// CHECK: arith.addi
// CHECK: %[[MOVED:.+]] = tt.addptr %{{.+}}, %[[R]] :
// CHECK: %[[AGAIN:.+]] = tt.addptr %[[MOVED]], %[[S]] :
// CHECK: tt.addptr %[[AGAIN]], %[[T]] :
tt.func public @stays(%a: tensor<64x1xi32>, %b: tensor<1x32xi32>, %c: tensor<64x1xi32>, %p: tensor<64x32x!tt.ptr<f16>>, %lo: i32, %hi: i32) -> (tensor<64x32xi32>, tensor<64x32xi32>, tensor<64x32xi32>, tensor<64x32x!tt.ptr<f16>>) {
  %r = tt.broadcast %a : tensor<64x1xi32> -> tensor<64x32xi32>
  %s = tt.broadcast %b : tensor<1x32xi32> -> tensor<64x32xi32>
  %t = tt.broadcast %c : tensor<64x1xi32> -> tensor<64x32xi32>
  %0 = arith.addi %r, %s : tensor<64x32xi32>
  %1 = arith.addi %0, %t : tensor<64x32xi32>
  %2 = arith.addi %r, %s {tt.contiguity = dense<[1, 32]> : tensor<2xi32>} : tensor<64x32xi32>
  %3 = arith.addi %2, %t : tensor<64x32xi32>
  %4 = scf.for %i = %lo to %hi step %hi iter_args(%sum = %3) -> (tensor<64x32xi32>) : i32 {
    %x = arith.addi %0, %t : tensor<64x32xi32>
    %y = arith.addi %sum, %x : tensor<64x32xi32>
    scf.yield %y : tensor<64x32xi32>
  }
  %5 = tt.addptr %p, %r : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %6 = tt.addptr %5, %s : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %7 = tt.addptr %6, %t : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  tt.return %1, %3, %4, %7 : tensor<64x32xi32>, tensor<64x32xi32>, tensor<64x32xi32>, tensor<64x32x!tt.ptr<f16>>
}
