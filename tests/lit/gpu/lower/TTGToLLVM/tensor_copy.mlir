// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// One thread initialises the barriers, and copies see them after its fence.
// A descriptor is a tensor map by value.
// CHECK-LABEL: llvm.func @load(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, llvm.noundef, nvvm.grid_constant}
// CHECK: %[[TID:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[FIRST:.+]] = llvm.icmp "eq" %[[TID]], %{{.+}} : i32
// CHECK: llvm.cond_br %[[FIRST]], ^[[INIT:.+]], ^[[AFTER:.+]]
// CHECK: ^[[INIT]]:
// CHECK-COUNT-2: nvvm.mbarrier.init
// CHECK-NOT: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: llvm.br ^[[AFTER]]
// CHECK: ^[[AFTER]]:
// The mask and the thread; rows of 256 bytes are two boxes of 128, of which the
// second begins 64 columns later, and the first coordinate is the column.
// CHECK: %[[STARTS:.+]] = llvm.and %[[FIRST]], %{{.+}} : i1
// CHECK: llvm.cond_br %[[STARTS]]
// CHECK: nvvm.mbarrier.arrive.expect_tx %[[BARRIER:[^,]+]], %{{.+}}
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.+}}, %arg0, %[[BARRIER]], box[%arg2, %arg1]
// CHECK: %[[NEXT:.+]] = llvm.add %arg2, %{{.+}} : i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.+}}, %arg0, %[[BARRIER]], box[%[[NEXT]], %arg1]
// All threads wait, until the phase is complete.
// CHECK: llvm.br ^[[LOOP:bb5]]
// CHECK-NEXT: ^[[LOOP]]:
// CHECK-NEXT: %[[DONE:.+]] = nvvm.mbarrier.try_wait %{{.+}}, %arg4
// CHECK: llvm.cond_br %[[DONE]], ^{{.+}}, ^[[LOOP]]
// CHECK-NOT: llvm.cond_br
// CHECK-COUNT-2: llvm.inline_asm has_side_effects "@$0 mbarrier.inval.shared.b64 [$1];", "b,r,~{memory}" %[[FIRST]], %{{.+}} : (i1, !llvm.ptr<3>) -> ()
// CHECK: llvm.return

// CHECK-LABEL: llvm.func @store
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %{{.+}}, box[%arg2, %arg1]
// CHECK: nvvm.cp.async.bulk.commit.group
// CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
// CHECK: nvvm.cp.async.bulk.tensor.reduce %arg0, %{{.+}}, box[%arg2, %arg1] {{.*}}max
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}

#tile = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [0, 64]]}>
#one = #ttg.shared<{offset = []}, rank = 1>
!tile = !ttg.memdesc<16x128xf16, #tile>
!tiles = !ttg.memdesc<16x128xf16, #tile, buffers = 2>
!barriers = !ttg.memdesc<1xi64, #one, buffers = 2>
!barrier = !ttg.memdesc<1xi64, #one>
!desc = !tt.tensordesc<tensor<16x128xf16>>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
tt.func public @load(%d: !desc, %i: i32, %j: i32, %k: i1, %parity: i32) {
  %bs = ttg.local_alloc : () -> !barriers
  %m = ttg.local_alloc : () -> !tile
  ttg.mbarrier_init %bs : !barriers
  %b = ttg.memdesc_index %bs[%parity] : !barriers -> !barrier
  ttg.tensor_copy %d[%i, %j], %m, %b mask %k : !desc -> !tile, !barrier
  ttg.mbarrier_wait %b, %parity : !barrier
  ttg.mbarrier_inval %bs : !barriers
  // Where the barriers were, so that these have to end.
  %ms = ttg.local_alloc : () -> !tiles
  tt.return
}
tt.func public @store(%d: !desc, %i: i32, %j: i32) {
  %m = ttg.local_alloc : () -> !tile
  ttg.tensor_store %m, %d[%i, %j] : !tile -> !desc
  ttg.tensor_store_wait {pending = 1 : i32}
  ttg.tensor_store %m, %d[%i, %j] reduce max : !tile -> !desc
  ttg.fence_async_global
  tt.return
}
}
