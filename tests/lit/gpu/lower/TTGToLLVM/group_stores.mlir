// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// The first thread of each group of 4 warps starts the copies of its rows: boxes
// of 64 rows, whose place in memory and row depend on the group. Barriers of the
// groups have numbers of their own.

#m = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0], [0, 64]]}>
!tile = !ttg.memdesc<128x128xf16, #m>
!desc = !tt.tensordesc<tensor<128x128xf16>>
module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: llvm.func @store(
// CHECK-DAG: %[[C127:.+]] = llvm.mlir.constant(127 : i32) : i32
// CHECK-DAG: %[[C128:.+]] = llvm.mlir.constant(128 : i32) : i32
// CHECK-DAG: %[[C64:.+]] = llvm.mlir.constant(64 : i32) : i32
// CHECK-DAG: %[[C7:.+]] = llvm.mlir.constant(7 : i32) : i32
// CHECK-DAG: %[[C2:.+]] = llvm.mlir.constant(2 : i32) : i32
// CHECK: %[[TID:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[GROUP:.+]] = llvm.lshr %[[TID]], %[[C7]] : i32
// CHECK: %[[NUMBER:.+]] = llvm.add %[[GROUP]], %[[C2]] : i32
// CHECK: nvvm.barrier id = %[[NUMBER]] number_of_threads = %[[C128]]
// CHECK: %[[LOCAL:.+]] = llvm.and %[[TID]], %[[C127]] : i32
// CHECK: %[[FIRST:.+]] = llvm.icmp "eq" %[[LOCAL]], %{{.+}} : i32
// CHECK: llvm.cond_br %[[FIRST]]
// CHECK: %[[ROW:.+]] = llvm.add %arg1, %{{.+}} : i32
// CHECK: llvm.mul %{{.+}}, %[[C128]] : i32
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %{{.+}}, box[%arg2, %[[ROW]]]
// CHECK: %[[COLUMN:.+]] = llvm.add %arg2, %[[C64]] : i32
// CHECK: llvm.getelementptr %{{.+}}[16384]
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %{{.+}}, box[%[[COLUMN]], %[[ROW]]]
// CHECK-NOT: nvvm.cp.async.bulk.tensor
// CHECK: nvvm.cp.async.bulk.commit.group
tt.func public @store(%d: !desc, %i: i32, %j: i32) {
  %m = ttg.local_alloc : () -> !tile
  gpu.barrier {ttg.of_group}
  ttg.tensor_store %m, %d[%i, %j] {ttg.of_group = array<i64: 64>} : !tile -> !desc
  tt.return
}
}
