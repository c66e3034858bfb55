// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-describe-tensors | FileCheck %s

// A loop transposes the tile that it carries: it has the initial one in every
// second iteration only.

!i = tensor<64x64xi32>
!f = tensor<64x64xf32>
!x = tensor<64x64xf16>
!p = tensor<64x64x!tt.ptr<f16>>

// CHECK-LABEL: @pointers
// CHECK-NOT: tt.descriptor_load
// CHECK: tt.load
tt.func public @pointers(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !x, %n: i32, %s: i32 {tt.divisibility = 16 : i32}) -> !f {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !f
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rows = tt.broadcast %r1 : tensor<64x1xi32> -> !i
  %ss = tt.splat %s : i32 -> !i
  %ro = arith.muli %rows, %ss : !i
  %k1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cols = tt.broadcast %k1 : tensor<1x64xi32> -> !i
  %sum = arith.addi %ro, %cols : !i
  %as = tt.splat %a : !tt.ptr<f16> -> !p
  %p0 = tt.addptr %as, %sum : !p, !i
  %r:2 = scf.for %l = %c0 to %n step %c1 iter_args(%t = %zero, %p = %p0) -> (!f, !p) : i32 {
    %x = tt.load %p : !p
    %d = tt.dot %x, %y, %t : !x * !x -> !f
    %next = tt.trans %p {order = array<i32: 1, 0>} : !p -> !p
    scf.yield %d, %next : !f, !p
  }
  tt.return %r#0 : !f
}

// -----

!i = tensor<64x64xi32>
!f = tensor<64x64xf32>
!x = tensor<64x64xf16>
!p = tensor<64x64x!tt.ptr<f16>>

// CHECK-LABEL: @offsets
// CHECK-NOT: tt.descriptor_load
// CHECK: tt.load
tt.func public @offsets(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !x, %n: i32, %s: i32 {tt.divisibility = 16 : i32}) -> !f {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant dense<64> : !i
  %zero = arith.constant dense<0.0> : !f
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rows = tt.broadcast %r1 : tensor<64x1xi32> -> !i
  %ss = tt.splat %s : i32 -> !i
  %ro = arith.muli %rows, %ss : !i
  %k1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cols = tt.broadcast %k1 : tensor<1x64xi32> -> !i
  %sum = arith.addi %ro, %cols : !i
  %as = tt.splat %a : !tt.ptr<f16> -> !p
  %r:2 = scf.for %l = %c0 to %n step %c1 iter_args(%t = %zero, %o = %sum) -> (!f, !i) : i32 {
    %p = tt.addptr %as, %o : !p, !i
    %x = tt.load %p : !p
    %d = tt.dot %x, %y, %t : !x * !x -> !f
    %moved = arith.addi %o, %c64 : !i
    %next = tt.trans %moved {order = array<i32: 1, 0>} : !i -> !i
    scf.yield %d, %next : !f, !i
  }
  tt.return %r#0 : !f
}
