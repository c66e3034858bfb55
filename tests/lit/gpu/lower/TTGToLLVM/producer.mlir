// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// The consumers have 4 warps, the producer 4 more, of which one thread works.
// Its first warp meets them once, at barrier 0, the others exit; barrier 1 is for
// the 128 consumers. It waits for them, as they initialise the barrier.

#one = #ttg.shared<{offset = []}, rank = 1>
!barrier = !ttg.memdesc<1xi64, #one>
#flat = #ttg.shared<{offset = [[1], [2]]}>
!tile = !ttg.memdesc<4xf32, #flat>
!desc = !tt.tensordesc<tensor<64x64xf16>>
#plain = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
!block = !ttg.memdesc<64x64xf16, #plain>
!blocks = !ttg.memdesc<64x64xf16, #plain, buffers = 2>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {

// CHECK-LABEL: llvm.func @kernel
// CHECK-SAME: nvvm.maxnreg = 128 : i32, nvvm.reqntid = array<i32: 256, 1, 1>
// CHECK-DAG: %[[ZERO:.+]] = llvm.mlir.constant(0 : i32)
// CHECK-DAG: %[[ALL:.+]] = llvm.mlir.constant(160 : i32)
// CHECK-DAG: %[[N:.+]] = llvm.mlir.constant(128 : i32)
// CHECK: %[[TID:.+]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256>
// CHECK: %[[IS:.+]] = llvm.icmp "uge" %[[TID]], %[[N]]
// CHECK: llvm.cond_br %[[IS]], ^[[WARPS:.+]], ^[[CONSUMERS:.+]]
// CHECK: ^[[CONSUMERS]]:
// CHECK: nvvm.setmaxregister increase 232
// CHECK: nvvm.mbarrier.init
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.count"(%[[ZERO]], %[[ALL]])
// One lane of each warp arrives, if the mask holds.
// CHECK: nvvm.bar.warp.sync
// CHECK: %[[LANE:.+]] = llvm.and %{{.+}}, %{{.+}} : i32
// CHECK: %[[FIRST:.+]] = llvm.icmp "eq" %[[LANE]]
// CHECK: %[[ARRIVES:.+]] = llvm.and %[[FIRST]], %arg2
// CHECK: llvm.cond_br %[[ARRIVES]]
// CHECK: nvvm.mbarrier.arrive %
// CHECK: nvvm.barrier id = %{{.+}} number_of_threads = %[[N]]
// CHECK: llvm.return
// CHECK: ^[[WARPS]]:
// CHECK: nvvm.setmaxregister decrease 24
// CHECK: %[[IDLE:.+]] = llvm.icmp "uge" %[[TID]], %[[ALL]]
// CHECK: llvm.cond_br %[[IDLE]], ^[[EXIT:.+]], ^[[WARP:.+]]
// CHECK: ^[[WARP]]:
// CHECK: %[[ONE:.+]] = llvm.icmp "eq" %{{.+}}, %[[N]]
// CHECK: llvm.cond_br %[[ONE]], ^[[SETUP:.+]], ^[[MEET:.+]]
// CHECK: ^[[SETUP]]:
// CHECK-NEXT: llvm.br ^[[MEET]]
// CHECK: ^[[MEET]]:
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.count"(%[[ZERO]], %[[ALL]])
// CHECK-NEXT: llvm.cond_br %[[ONE]], ^[[WORK:.+]], ^[[EXIT]]
// CHECK: ^[[WORK]]:
// CHECK: llvm.inline_asm has_side_effects {{.+}}fence.proxy.tensormap::generic.acquire.gpu
// CHECK: nvvm.mbarrier.try_wait
// CHECK-NOT: llvm.icmp
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.mbarrier.inval
// CHECK: llvm.br ^[[EXIT]]
tt.func public @kernel(%slot: !tt.ptr<i8>, %i: i32, %k: i1) {
  %b = ttg.local_alloc : () -> !barrier
  %m = ttg.local_alloc : () -> !tile
  %x = ttg.local_alloc : () -> !block
  ttg.mbarrier_init %b {count = 4 : i32} : !barrier
  ttg.producer {
    %d = ttg.tensor_map_acquire %slot : !tt.ptr<i8> -> !desc
    ttg.mbarrier_wait %b, %i : !barrier
    ttg.tensor_copy %d[%i, %i], %x, %b : !desc -> !block, !barrier
    ttg.mbarrier_inval %b : !barrier
    ttg.producer_end
  }
  ttg.mbarrier_arrive %b after %m mask %k : !barrier, !tile
  gpu.barrier
  // Where the barrier was, so that it has to end.
  %y = ttg.local_alloc : () -> !blocks
  tt.return
}
}

// -----

#one = #ttg.shared<{offset = []}, rank = 1>
!barrier = !ttg.memdesc<1xi64, #one>
!barriers = !ttg.memdesc<1xi64, #one, buffers = 2>
!desc = !tt.tensordesc<tensor<64x64xf16>>
#plain = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
!block = !ttg.memdesc<64x64xf16, #plain>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {

// A producer that initialises its barriers does not wait. One thread does that,
// its warp arrives, and that thread goes on; the consumers wait.
// CHECK-LABEL: llvm.func @own_barriers
// CHECK-DAG: %[[ZERO:.+]] = llvm.mlir.constant(0 : i32)
// CHECK-DAG: %[[ALL:.+]] = llvm.mlir.constant(160 : i32)
// CHECK-NOT: mbarrier.init
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.count"(%[[ZERO]], %[[ALL]])
// CHECK: nvvm.mbarrier.try_wait
// CHECK: nvvm.setmaxregister decrease 24
// CHECK: llvm.cond_br %{{.+}}, ^{{.+}}, ^[[WARP:.+]]
// CHECK: ^[[WARP]]:
// CHECK: llvm.cond_br %[[ONE:.+]], ^[[SETUP:.+]], ^[[MEET:.+]]
// CHECK: ^[[SETUP]]:
// CHECK-NEXT: nvvm.mbarrier.init
// CHECK-NEXT: nvvm.mbarrier.init
// CHECK-NEXT: nvvm.fence.mbarrier.init
// CHECK-NEXT: llvm.br ^[[MEET]]
// CHECK: ^[[MEET]]:
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.arrive.count"(%[[ZERO]], %[[ALL]])
// CHECK-NEXT: llvm.cond_br %[[ONE]], ^[[WORK:.+]], ^
// CHECK: ^[[WORK]]:
// CHECK: nvvm.mbarrier.arrive.expect_tx
tt.func public @own_barriers(%d: !desc {tt.tensor_map}, %i: i32) {
  %c0 = arith.constant 0 : i32
  %bs = ttg.local_alloc : () -> !barriers
  %x = ttg.local_alloc : () -> !block
  ttg.producer {
    ttg.mbarrier_init %bs {count = 1 : i32} : !barriers
    %z = arith.constant 1 : i32
    %p = ttg.memdesc_index %bs[%z] : !barriers -> !barrier
    ttg.tensor_copy %d[%i, %i], %x, %p : !desc -> !block, !barrier
    ttg.producer_end
  }
  %b = ttg.memdesc_index %bs[%c0] : !barriers -> !barrier
  ttg.mbarrier_wait %b, %i : !barrier
  tt.return
}
}
