// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// All steps along K are one operation; descriptors differ by constants. The
// result is there behind it.
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
// In a cluster, addresses have the number of the block above their low bits.
// CHECK-LABEL: llvm.func @halves
// CHECK: %[[MASK:.+]] = llvm.mlir.constant(262143 : i32) : i32
// CHECK: %[[ADDRESS:.+]] = llvm.ptrtoint %{{.+}} : !llvm.ptr<3> to i32
// CHECK: %[[LOW:.+]] = llvm.and %[[ADDRESS]], %[[MASK]] : i32
// CHECK: llvm.lshr %[[LOW]], %{{.+}} : i32
// CHECK-COUNT-1: llvm.inline_asm has_side_effects "{
// CHECK-SAME: add.u32 low, $64, 33554432;
// CHECK-SAME: mov.b64 a0, {low, 1073741888};
// CHECK-SAME: add.u32 low, $64, 33554434;
// CHECK-SAME: add.u32 low, $64, 33554438;
// CHECK-SAME: add.u32 low, $65, 33554432;
// CHECK-SAME: wgmma.fence.sync.aligned;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, {{.*}}$31}, a0, b0, 1, 1, 1, 0, 0;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, {{.*}}$31}, a6, b6, 1, 1, 1, 0, 0;
// CHECK-SAME: wgmma.commit_group.sync.aligned;
// CHECK-SAME: wgmma.wait_group.sync.aligned 0;
// CHECK-SAME: "=f,=f
// CHECK-SAME: ,0,1,2,{{.*}},31,r,r,~{memory}"
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @halves(%x: i32, %c: tensor<64x64xf32, #c>, %u: i1, %o: tensor<64x64x!tt.ptr<f32>, #c>) {
  %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #a>
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<64x64xf16, #b>
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.store %o, %d : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}
}

// -----

// Contiguous along M and N, and whether to add is known at run time.
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0]]}>
#a = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16]]}>
// CHECK-LABEL: llvm.func @transposed
// CHECK: llvm.inline_asm
// CHECK-SAME: m64n64k16.f32.bf16.bf16 {{{.*}}}, a0, b0, $66, 1, 1, 1, 1;
// CHECK-SAME: m64n64k16.f32.bf16.bf16 {{{.*}}}, a128, b128, 1, 1, 1, 1, 1;
// CHECK-SAME: r,r,b,~{memory}
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @transposed(%x: i32, %c: tensor<64x64xf32, #c>, %u: i1, %o: tensor<64x64x!tt.ptr<f32>, #c>) {
  %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x32xbf16, #a>
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<32x64xbf16, #b>
  %d = ttg.warp_group_dot %a, %b, %c, useC = %u {instrN = 64 : i32} : !ttg.memdesc<64x32xbf16, #a> * !ttg.memdesc<32x64xbf16, #b> -> tensor<64x64xf32, #c>
  tt.store %o, %d : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}
}

// -----

// An asynchronous product does not wait; halves as accumulators are in pairs.
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @half_accumulators
// CHECK-COUNT-8: llvm.insertelement
// CHECK: llvm.inline_asm
// CHECK-SAME: m64n16k16.f16.f16.f16 {$0, $1, $2, $3}
// CHECK-NOT: wait_group
// CHECK: llvm.extractelement
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @half_accumulators(%x: i32, %c: tensor<64x16xf16, #c>, %u: i1, %o: tensor<64x16x!tt.ptr<f16>, #c>) {
  %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x16xf16, #a>
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<16x16xf16, #b>
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 16 : i32, isAsync} : !ttg.memdesc<64x16xf16, #a> * !ttg.memdesc<16x16xf16, #b> -> tensor<64x16xf16, #c>
  tt.store %o, %d : tensor<64x16x!tt.ptr<f16>, #c>
  tt.return
}
}

// -----

// A in registers; two instructions along M, which share descriptors of B.
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [64, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [8, 2], [16, 4], [0, 8], [0, 16]]}>
#a = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [64, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @registers
// CHECK: llvm.inline_asm
// CHECK-SAME: m64n32k16.f32.f16.f16 {{{[^}]*}}$15}, {$64, $65, $66, $67}, b0, 1, 1, 1, 0;
// CHECK-SAME: m64n32k16.f32.f16.f16 {{{[^}]*}}$15}, {$68, $69, $70, $71}, b2, 1, 1, 1, 0;
// CHECK-SAME: m64n32k16.f32.f16.f16 {$16, {{[^}]*}}}, {$72, $73, $74, $75}, b0, 1, 1, 1, 0;
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @registers(%x: tensor<128x32xf16, #a>, %c: tensor<128x32xf32, #c>, %u: i1, %o: tensor<128x32x!tt.ptr<f32>, #c>) {
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<32x32xf16, #b>
  %d = ttg.warp_group_dot %x, %b, %c {instrN = 32 : i32} : tensor<128x32xf16, #a> * !ttg.memdesc<32x32xf16, #b> -> tensor<128x32xf32, #c>
  tt.store %o, %d : tensor<128x32x!tt.ptr<f32>, #c>
  tt.return
}
}

// -----

// Two warp groups: where each begins in A depends on the number of the warp,
// which is computed once for all threads of a warp.
#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [4, 1], [8, 2], [16, 4]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]}>
// CHECK-LABEL: llvm.func @two_groups
// CHECK: %[[TID:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[FIRST:.+]] = nvvm.shfl.sync idx %{{.+}}, %[[TID]]
// CHECK: llvm.and %[[FIRST]]
// CHECK: llvm.inline_asm
// CHECK-SAME: m64n8k8.f32.tf32.tf32 {$0, $1, $2, $3}, a0, b0, 1, 1, 1;
module attributes {"ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @two_groups(%x: i32, %c: tensor<128x8xf32, #c>, %u: i1, %o: tensor<128x8x!tt.ptr<f32>, #c>) {
  %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<128x32xf32, #a>
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<32x8xf32, #b>
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 8 : i32} : !ttg.memdesc<128x32xf32, #a> * !ttg.memdesc<32x8xf32, #b> -> tensor<128x8xf32, #c>
  tt.store %o, %d : tensor<128x8x!tt.ptr<f32>, #c>
  tt.return
}
}

// -----

// Integers have no signs to give.
#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [0, 1], [16, 2], [32, 4]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @integers
// CHECK: m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, a0, b0, 1;
// CHECK-SAME: "=r,=r,=r,=r,0,1,2,3,r,r,~{memory}"
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @integers(%x: i32, %c: tensor<64x8xi32, #c>, %u: i1, %o: tensor<64x8x!tt.ptr<i32>, #c>) {
  %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x64xi8, #a>
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<64x8xi8, #b>
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 8 : i32} : !ttg.memdesc<64x64xi8, #a> * !ttg.memdesc<64x8xi8, #b> -> tensor<64x8xi32, #c>
  tt.store %o, %d : tensor<64x8x!tt.ptr<i32>, #c>
  tt.return
}
}

// -----

// Sums of 8-bit floats are imprecise: here 64 products are summed up at a time.
#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0], [16, 1], [32, 2], [64, 4]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [1, 16], [2, 32], [4, 64], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @two_sums
// CHECK: llvm.inline_asm
// CHECK-SAME: m64n8k32.f32.e4m3.e5m2 {$0, $1, $2, $3}, a0, b0, 0, 1, 1;
// CHECK-SAME: a2, b2, 1, 1, 1;
// CHECK-SAME: wait_group
// CHECK-SAME: "=f,=f,=f,=f,r,r,~{memory}"
// CHECK: llvm.fadd
// CHECK: llvm.inline_asm
// CHECK-SAME: a4, b4, 0, 1, 1;
// CHECK-SAME: a6, b6, 1, 1, 1;
// CHECK-COUNT-4: llvm.fadd
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @two_sums(%x: i32, %c: tensor<64x8xf32, #c>, %u: i1, %o: tensor<64x8x!tt.ptr<f32>, #c>) {
  %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x128xf8E4M3FN, #a>
  %b = ttg.local_alloc {ttg.offset = 32768 : i32} : () -> !ttg.memdesc<128x8xf8E5M2, #b>
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 8 : i32, maxNumImpreciseAcc = 64 : i32} : !ttg.memdesc<64x128xf8E4M3FN, #a> * !ttg.memdesc<128x8xf8E5M2, #b> -> tensor<64x8xf32, #c>
  tt.store %o, %d : tensor<64x8x!tt.ptr<f32>, #c>
  tt.return
}
}

// -----

// A wait gives back what it waits for; without results it is the instruction.
#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @waits
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 1;", "~{memory}"
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}"
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @waits(%c: tensor<64x8xf32, #c>, %o: tensor<64x8x!tt.ptr<f32>, #c>) {
  ttg.warp_group_dot_wait {pending = 1 : i32} : () -> ()
  %w = ttg.warp_group_dot_wait %c {pending = 0 : i32} : (tensor<64x8xf32, #c>) -> tensor<64x8xf32, #c>
  tt.store %o, %w : tensor<64x8x!tt.ptr<f32>, #c>
  tt.return
}
}

// -----

// A copy is one piece of assembly, which clears the bits that tf32 lacks.
#a = #ttg.linear<{register = [[8, 0], [0, 4]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @copies
// CHECK: llvm.inline_asm has_side_effects
// CHECK-SAME: "and.b32 $0, $0, 0xffffe000;\0Aand.b32 $1, $1, 0xffffe000;\0Aand.b32 $2, $2, 0xffffe000;\0Aand.b32 $3, $3, 0xffffe000;\0A", "=f,=f,=f,=f,0,1,2,3,~{memory}"
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a", ttg.shared = 65536 : i32} {
tt.func public @copies(%a: tensor<64x8xf32, #a>, %o: tensor<64x8x!tt.ptr<f32>, #a>) {
  %b = ttg.copy_fragments %a : tensor<64x8xf32, #a>
  tt.store %o, %b : tensor<64x8x!tt.ptr<f32>, #a>
  tt.return
}
}
