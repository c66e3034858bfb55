// RUN: cm2tt-opt %s -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Values from nothing: a splat or a constant is one value in all registers.

#four = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
#swizzled = #ttg.linear<{register = [[1], [8]], lane = [[2], [4], [9], [16], [32]], warp = [[64], [128]]}>

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: llvm.func @splats_cost_nothing
// CHECK: llvm.fadd %arg1, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK-NOT: llvm.fadd
// CHECK: %[[B:.+]] = llvm.bitcast
// CHECK: "st.global.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r" %{{.+}}, %[[B]], %[[B]], %[[B]], %[[B]] :
tt.func public @splats_cost_nothing(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: f32) {
  %s = tt.splat %x : f32 -> tensor<512xf32, #four>
  %t = arith.addf %s, %s : tensor<512xf32, #four>
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #four>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #four>
  %a = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>, #four>, tensor<512xi32, #four>
  tt.store %a, %t : tensor<512x!tt.ptr<f32>, #four>
  tt.return
}

// Register bit 0 is flipped by lane bit 2 too: XOR, not OR.
// CHECK-LABEL: llvm.func @range
// CHECK-DAG: %[[ONE:.+]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG: %[[EIGHT:.+]] = llvm.mlir.constant(8 : i32)
// CHECK-DAG: %[[NINE:.+]] = llvm.mlir.constant(9 : i32)
// CHECK-DAG: %[[START:.+]] = llvm.mlir.constant(100 : i32)
// CHECK-DAG: %[[C0:.+]] = llvm.xor %[[BASE:.+]], %[[ONE]]
// CHECK-DAG: %[[C1:.+]] = llvm.xor %[[BASE]], %[[EIGHT]]
// CHECK-DAG: %[[C2:.+]] = llvm.xor %[[BASE]], %[[NINE]]
// CHECK-DAG: llvm.add %[[BASE]], %[[START]]
// CHECK-DAG: llvm.add %[[C0]], %[[START]]
// CHECK-DAG: llvm.add %[[C1]], %[[START]]
// CHECK-DAG: llvm.add %[[C2]], %[[START]]
// CHECK: llvm.return
tt.func public @range(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 100 : i32, end = 356 : i32} : tensor<256xi32, #swizzled>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #swizzled>
  %a = tt.addptr %s, %r : tensor<256x!tt.ptr<i32>, #swizzled>, tensor<256xi32, #swizzled>
  tt.store %a, %r : tensor<256x!tt.ptr<i32>, #swizzled>
  tt.return
}

// CHECK-LABEL: llvm.func @constants
// CHECK-DAG: llvm.mlir.constant(62 : i16)
// CHECK-DAG: llvm.mlir.constant(0x7FC00000 : f32)
// CHECK-DAG: llvm.mlir.constant(1.500000e+00 : bf16)
// CHECK-DAG: llvm.mlir.constant(1 : i16)
tt.func public @constants(%p: !tt.ptr<f8E5M2>, %q: !tt.ptr<f32>, %b: !tt.ptr<bf16>, %t: !tt.ptr<i1>) {
  %c = arith.constant dense<1.5> : tensor<512xf8E5M2, #four>
  %s = tt.splat %p : !tt.ptr<f8E5M2> -> tensor<512x!tt.ptr<f8E5M2>, #four>
  tt.store %s, %c : tensor<512x!tt.ptr<f8E5M2>, #four>
  %nan = arith.constant 0x7FC00000 : f32
  tt.store %q, %nan : !tt.ptr<f32>
  %d = arith.constant dense<1.5> : tensor<512xbf16, #four>
  %u = tt.splat %b : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>, #four>
  tt.store %u, %d : tensor<512x!tt.ptr<bf16>, #four>
  %e = arith.constant dense<true> : tensor<512xi1, #four>
  %v = tt.splat %t : !tt.ptr<i1> -> tensor<512x!tt.ptr<i1>, #four>
  tt.store %v, %e : tensor<512x!tt.ptr<i1>, #four>
  tt.return
}

// CHECK-LABEL: llvm.func @poison
// CHECK: llvm.mlir.poison : f32
tt.func public @poison(%p: !tt.ptr<f32>) {
  %c = ub.poison : tensor<512xf32, #four>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #four>
  tt.store %s, %c : tensor<512x!tt.ptr<f32>, #four>
  tt.return
}

// CHECK-LABEL: llvm.func @grid
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.z : i32
// CHECK-DAG: nvvm.read.ptx.sreg.nctaid.x : i32
// CHECK-DAG: nvvm.read.ptx.sreg.nctaid.y : i32
// CHECK-DAG: nvvm.read.ptx.sreg.nctaid.z : i32
// CHECK: nvvm.barrier0
tt.func public @grid(%p: !tt.ptr<i32>) {
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %z = tt.get_program_id z : i32
  %nx = tt.get_num_programs x : i32
  %ny = tt.get_num_programs y : i32
  %nz = tt.get_num_programs z : i32
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %c = arith.addi %b, %nx : i32
  %d = arith.addi %c, %ny : i32
  %e = arith.addi %d, %nz : i32
  tt.store %p, %e : !tt.ptr<i32>
  gpu.barrier
  tt.return
}

// An alignment is a power of two, and no more than an access asks for.
// CHECK-LABEL: llvm.func @alignment
// CHECK-SAME: !llvm.ptr<1> {llvm.align = 4 : i64}
// CHECK-SAME: !llvm.ptr<1> {llvm.align = 16 : i64}
// CHECK-SAME: !llvm.ptr<1>, %arg3: i32)
tt.func public @alignment(%p: !tt.ptr<i32> {tt.divisibility = 12 : i32}, %q: !tt.ptr<i32> {tt.divisibility = 1024 : i32}, %r: !tt.ptr<i32>, %i: i32 {tt.divisibility = 16 : i32}) {
  tt.return
}

// CHECK-LABEL: llvm.func internal @helper
// CHECK-NOT: nvvm.kernel
tt.func private @helper(%i: i32) {
  tt.return
}
}
