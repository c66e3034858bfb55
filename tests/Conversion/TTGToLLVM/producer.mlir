// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// The consumers have 4 warps, the producer 4 more, of which one thread works.
// Its first warp meets them once, at barrier 0, the others exit; barrier 1 is for
// the 128 consumers.

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
// CHECK: llvm.cond_br %[[IDLE]], ^[[EXIT:.+]], ^[[MEET:.+]]
// CHECK: ^[[MEET]]:
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.count"(%[[ZERO]], %[[ALL]])
// CHECK: %[[ONE:.+]] = llvm.icmp "eq" %{{.+}}, %[[N]]
// CHECK: llvm.cond_br %[[ONE]], ^[[WORK:.+]], ^[[EXIT]]
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
