// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics | cm2tt-opt -split-input-file -verify-diagnostics | FileCheck %s

// The options of a product, alone and together: what is printed is read again.

#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>
#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
!a = !ttg.memdesc<64x16xf16, #a>
!b = !ttg.memdesc<16x8xf16, #b>
!c = tensor<64x8xf32, #c>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: tt.func @options
tt.func @options(%a: !a, %b: !b, %c: !c, %u: i1) {
  // CHECK: ttg.warp_group_dot %arg0, %arg1, %arg2 {instrN
  %0 = ttg.warp_group_dot %a, %b, %c {instrN = 8 : i32} : !a * !b -> !c
  // CHECK: ttg.warp_group_dot %arg0, %arg1, %arg2, useC = %arg3 {instrN
  %1 = ttg.warp_group_dot %a, %b, %c, useC = %u {instrN = 8 : i32} : !a * !b -> !c
  // CHECK: ttg.warp_group_dot %arg0, %arg1, %arg2, inputPrecision = tf32 {instrN
  %2 = ttg.warp_group_dot %a, %b, %c, inputPrecision = tf32 {instrN = 8 : i32} : !a * !b -> !c
  // CHECK: ttg.warp_group_dot %arg0, %arg1, %arg2, useC = %arg3, inputPrecision = tf32x3 {instrN = 8 : i32, isAsync}
  %3 = ttg.warp_group_dot %a, %b, %c, useC = %u, inputPrecision = tf32x3 {instrN = 8 : i32, isAsync} : !a * !b -> !c
  // CHECK: ttg.warp_group_dot %arg0, %arg1, %arg2 {instrN
  %4 = ttg.warp_group_dot %a, %b, %c, inputPrecision = ieee {instrN = 8 : i32} : !a * !b -> !c
  // CHECK: ttg.warp_group_dot %arg0, %arg1, %arg2, inputPrecision = bf16x3 {instrN = 8 : i32, isAsync, maxNumImpreciseAcc = 32 : i32}
  %5 = ttg.warp_group_dot %a, %b, %c, inputPrecision = bf16x3 {instrN = 8 : i32, isAsync, maxNumImpreciseAcc = 32 : i32} : !a * !b -> !c
  tt.return
}
}
