// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Copies of 16 bytes by threads whose neighbours in global memory are
// neighbours in shared memory; they leave out L1.

#r = #ttg.linear<{register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]]}>
!p = tensor<1024x!tt.ptr<f32>, #r>
// CHECK-LABEL: llvm.func @copy
// CHECK: llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0], [$1], 16;", "r,l"
// CHECK: llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+2048], [$1], 16;", "r,l"
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 2
// With a mask, of no bytes where it is false: those become zero.
// CHECK-LABEL: llvm.func @masked
// CHECK: %[[BYTES:.+]] = llvm.select %{{.+}}, %{{.+}}, %{{.+}} : i1, i32
// CHECK: "cp.async.ca.shared.global [$0], [$1], 16, $2;", "r,l,r" %{{.+}}, %{{.+}}, %[[BYTES]]
// Hints are left out: assemblers make illegal instructions of them.
// CHECK-LABEL: llvm.func @hint
// CHECK-NOT: createpolicy
// CHECK: "cp.async.cg.shared.global [$0], [$1], 16;", "r,l" %{{.+}}, %{{.+}}
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
tt.func public @copy(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %s = tt.splat %a : !tt.ptr<f32> -> !p
  %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #r>
  %p = tt.addptr %s, %i : !p, tensor<1024xi32, #r>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf32, #m>
  %t = ttg.async_copy %p, %m : !p -> !ttg.memdesc<1024xf32, #m>
  %g = ttg.async_commit %t
  ttg.async_wait %g {pending = 2 : i32}
  tt.return
}
tt.func public @masked(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %s = tt.splat %a : !tt.ptr<f32> -> !p
  %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #r>
  %p = tt.addptr %s, %i : !p, tensor<1024xi32, #r>
  %e = tt.splat %n : i32 -> tensor<1024xi32, #r>
  %k = arith.cmpi slt, %i, %e : tensor<1024xi32, #r>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf32, #m>
  %t = ttg.async_copy %p, %m mask %k {cache = 2 : i32} : !p -> !ttg.memdesc<1024xf32, #m>
  tt.return
}
tt.func public @hint(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %s = tt.splat %a : !tt.ptr<f32> -> !p
  %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #r>
  %p = tt.addptr %s, %i : !p, tensor<1024xi32, #r>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf32, #m>
  %t = ttg.async_copy %p, %m {evict = 2 : i32} : !p -> !ttg.memdesc<1024xf32, #m>
  tt.return
}
}

// -----

// Narrower where memory is not known to be aligned.

#r = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
!p = tensor<128x!tt.ptr<f32>, #r>
// CHECK-LABEL: llvm.func @narrow
// CHECK-COUNT-4: "cp.async.ca.shared.global [$0{{.*}}], [$1], 4;", "r,l"
// CHECK-NOT: cp.async.ca
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "sm_80"} {
tt.func public @narrow(%a: !tt.ptr<f32>) {
  %s = tt.splat %a : !tt.ptr<f32> -> !p
  %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #r>
  %p = tt.addptr %s, %i : !p, tensor<128xi32, #r>
  %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #m>
  %t = ttg.async_copy %p, %m : !p -> !ttg.memdesc<128xf32, #m>
  tt.return
}
}
