// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-ttg-insert-barriers | FileCheck %s

// Two tiles of 4 rows of 32 elements: no element is in both if they differ
// modulo a power of two that divides the stride of rows and all that is not
// known, as the halves of rows do.

#l = #ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0]]}>
#rows = #ttg.linear<{register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[1, 0], [2, 0]]}>
#row = #ttg.linear<{register = [], lane = [[0], [0], [0], [0], [0]], warp = [[1], [2]]}>
#columns = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]}>
#line = #ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]]}>
!p = tensor<4x32x!tt.ptr<i32>, #l>
!i = tensor<4x32xi32, #l>

// Halves of rows of 64.
// CHECK-LABEL: @halves(
// CHECK-NOT: gpu.barrier
// CHECK: tt.return
tt.func public @halves(%a: !tt.ptr<i32>, %x: !i) {
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32, #row>
  %stride = arith.constant dense<64> : tensor<4x1xi32, #rows>
  %er = tt.expand_dims %r {axis = 1 : i32} : tensor<4xi32, #row> -> tensor<4x1xi32, #rows>
  %sr = arith.muli %er, %stride : tensor<4x1xi32, #rows>
  %br = tt.broadcast %sr : tensor<4x1xi32, #rows> -> !i
  %c = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  %ec = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #line>
  %bc = tt.broadcast %ec : tensor<1x32xi32, #line> -> !i
  %at = arith.addi %br, %bc : !i
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %p = tt.addptr %b, %at : !p, !i
  %far = arith.constant 32 : i32
  %d = tt.splat %far : i32 -> !i
  %q = tt.addptr %p, %d : !p, !i
  tt.store %p, %x : !p
  tt.store %q, %x : !p
  tt.return
}

// The second tile is the first half.
// CHECK-LABEL: @before(
// CHECK-NOT: gpu.barrier
// CHECK: tt.return
// VARIANT: before
%far = arith.constant -32 : i32

// Of four quarters of rows of 128, the first and the last.
// CHECK-LABEL: @quarters(
// CHECK-NOT: gpu.barrier
// CHECK: tt.return
// VARIANT: quarters
%stride = arith.constant dense<128> : tensor<4x1xi32, #rows>
%far = arith.constant 96 : i32

// Other rows, and the other half.
// CHECK-LABEL: @far(
// CHECK-NOT: gpu.barrier
// CHECK: tt.return
// VARIANT: far
%far = arith.constant 352 : i32

// The tiles overlap by 16 elements.
// CHECK-LABEL: @overlapping(
// CHECK: gpu.barrier
// CHECK: tt.return
// VARIANT: overlapping
%far = arith.constant 16 : i32

// The second tile ends in the first half of the next rows.
// CHECK-LABEL: @next_row(
// CHECK: gpu.barrier
// CHECK: tt.return
// VARIANT: next_row
%far = arith.constant 48 : i32

// Other rows of the same half.
// CHECK-LABEL: @same_half(
// CHECK: gpu.barrier
// CHECK: tt.return
// VARIANT: same_half
%far = arith.constant 128 : i32

// No more than 32 divides the stride.
// CHECK-LABEL: @odd_stride(
// CHECK: gpu.barrier
// CHECK: tt.return
// VARIANT: odd_stride
%stride = arith.constant dense<96> : tensor<4x1xi32, #rows>

// The distance is a multiple of rows, and a half.
// CHECK-LABEL: @rows_apart(
// CHECK-NOT: gpu.barrier
// CHECK: tt.return
// VARIANT: rows_apart
tt.func public @halves(%a: !tt.ptr<i32>, %x: !i, %n: i32) {
%c64 = arith.constant 64 : i32
%c32 = arith.constant 32 : i32
%m = arith.muli %n, %c64 : i32
%far = arith.addi %m, %c32 : i32

// The distance is a multiple of halves.
// CHECK-LABEL: @halves_apart(
// CHECK: gpu.barrier
// CHECK: tt.return
// VARIANT: halves_apart
tt.func public @halves(%a: !tt.ptr<i32>, %x: !i, %n: i32) {
%c32 = arith.constant 32 : i32
%m = arith.muli %n, %c32 : i32
%far = arith.addi %m, %c32 : i32
