// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-describe-tensors | FileCheck %s

// The first row is a shift, and offsets are extended without a sign: program
// ids, ranges and products of them are not negative.

!i = tensor<64x64xi64>
!f = tensor<64x64xf32>
!x = tensor<64x64xf16>
!p = tensor<64x64x!tt.ptr<f16>>

// CHECK-LABEL: @shifted
// CHECK: %[[ID:.+]] = tt.get_program_id x
// CHECK: scf.for
// CHECK: %[[C:.+]] = arith.constant 64 : i32
// CHECK: %[[ROW:.+]] = arith.muli %[[ID]], %[[C]] : i32
// CHECK: tt.descriptor_load %{{.+}}[%[[ROW]], %{{.+}}]
tt.func public @shifted(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !x, %n: i32) -> !f {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c6 = arith.constant 6 : i32
  %c7 = arith.constant dense<7> : tensor<64x64xi64>
  %zero = arith.constant dense<0.0> : !f
  %id = tt.get_program_id x : i32
  %first = arith.shli %id, %c6 : i32
  %wide = arith.extsi %first : i32 to i64
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %natural = arith.extui %range : tensor<64xi32> to tensor<64xi64>
  %firsts = tt.splat %wide : i64 -> tensor<64xi64>
  %row = arith.addi %firsts, %natural : tensor<64xi64>
  %r1 = tt.expand_dims %row {axis = 1 : i32} : tensor<64xi64> -> tensor<64x1xi64>
  %rows = tt.broadcast %r1 : tensor<64x1xi64> -> !i
  %ro = arith.shli %rows, %c7 : !i
  %k1 = tt.expand_dims %natural {axis = 0 : i32} : tensor<64xi64> -> tensor<1x64xi64>
  %cols = tt.broadcast %k1 : tensor<1x64xi64> -> !i
  %sum = arith.addi %ro, %cols : !i
  %as = tt.splat %a : !tt.ptr<f16> -> !p
  %p = tt.addptr %as, %sum : !p, !i
  %r = scf.for %l = %c0 to %n step %c1 iter_args(%t = %zero) -> (!f) : i32 {
    %x = tt.load %p : !p
    %d = tt.dot %x, %y, %t : !x * !x -> !f
    scf.yield %d : !f
  }
  tt.return %r : !f
}

// -----

// Read without a sign, an index that may be negative is another number.

!i = tensor<64x64xi64>
!f = tensor<64x64xf32>
!x = tensor<64x64xf16>
!p = tensor<64x64x!tt.ptr<f16>>

// CHECK-LABEL: @negative
// CHECK-NOT: tt.descriptor_load
// CHECK: tt.load
tt.func public @negative(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !x, %n: i32) -> !f {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant dense<7> : tensor<64x64xi64>
  %zero = arith.constant dense<0.0> : !f
  %range = tt.make_range {end = 60 : i32, start = -4 : i32} : tensor<64xi32>
  %natural = arith.extui %range : tensor<64xi32> to tensor<64xi64>
  %r1 = tt.expand_dims %natural {axis = 1 : i32} : tensor<64xi64> -> tensor<64x1xi64>
  %rows = tt.broadcast %r1 : tensor<64x1xi64> -> !i
  %ro = arith.shli %rows, %c7 : !i
  %k1 = tt.expand_dims %natural {axis = 0 : i32} : tensor<64xi64> -> tensor<1x64xi64>
  %cols = tt.broadcast %k1 : tensor<1x64xi64> -> !i
  %sum = arith.addi %ro, %cols : !i
  %as = tt.splat %a : !tt.ptr<f16> -> !p
  %p = tt.addptr %as, %sum : !p, !i
  %r = scf.for %l = %c0 to %n step %c1 iter_args(%t = %zero) -> (!f) : i32 {
    %x = tt.load %p : !p
    %d = tt.dot %x, %y, %t : !x * !x -> !f
    scf.yield %d : !f
  }
  tt.return %r : !f
}
