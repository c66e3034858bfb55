// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-rotate-loops,tt.func(cm2tt-tt-simplify-iter-args,cm2tt-ttg-overlap-dots))' | FileCheck %s

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

// The second product, with the load that only it needs, is an iteration late.
// What reads its result waits for it, at the end: the operand that replaces the
// one that it reads, too. The wait for the first product leaves it running.
// CHECK-LABEL: tt.func public @chain
// CHECK: %[[RUNS:.+]] = arith.cmpi slt, %[[C0:.+]], %arg4
// CHECK: %[[R:.+]] = scf.if %[[RUNS]]
// CHECK: %[[K0:.+]] = tt.descriptor_load %arg1[%[[C0]], %[[C0]]]
// CHECK: ttg.warp_group_dot
// CHECK-NOT: isAsync
// CHECK: %[[P0:.+]] = arith.truncf
// CHECK: %[[ACC0:.+]] = arith.mulf
// CHECK: %[[LOOP:.+]]:2 = scf.for %[[I:[^ ]+]] = {{.+}} iter_args(%[[P:[^ ]+]] = %[[P0]], %[[ACC:[^ ]+]] = %[[ACC0]])
// CHECK: %[[BEFORE:.+]] = arith.subi %[[I]], %[[C64:.+]] : i32
// CHECK: tt.descriptor_load %arg1[%[[I]], %[[C0]]]
// CHECK: %[[S:.+]] = ttg.warp_group_dot {{.+}}isAsync
// CHECK: tt.descriptor_load %arg2[%[[BEFORE]], %[[C0]]]
// CHECK: %[[D:.+]] = ttg.warp_group_dot %[[P]], %{{[^,]+}}, %[[ACC]] {{.+}}isAsync
// CHECK: %[[SDONE:.+]] = ttg.warp_group_dot_wait %[[S]] {{.+}} {pending = 1 : i32}
// CHECK: %[[E:.+]] = math.exp2 %[[SDONE]]
// CHECK: %[[DDONE:.+]] = ttg.warp_group_dot_wait %[[D]] {{.+}} {pending = 0 : i32}
// CHECK: %[[NEXT:.+]] = arith.truncf %[[E]]
// CHECK: %[[SCALED:.+]] = arith.mulf %[[DDONE]]
// CHECK: scf.yield %[[NEXT]], %[[SCALED]]
// The last iteration, for any bounds.
// CHECK: %[[COUNT:.+]] = arith.divui
// CHECK: %[[OFFSET:.+]] = arith.muli %[[COUNT]], %[[C64]]
// CHECK: %[[LAST:.+]] = arith.addi %[[C0]], %[[OFFSET]]
// CHECK: tt.descriptor_load %arg2[%[[LAST]], %[[C0]]]
// CHECK: %[[RESULT:.+]] = ttg.warp_group_dot %[[LOOP]]#0, %{{[^,]+}}, %[[LOOP]]#1
// CHECK: scf.yield %[[RESULT]]
// CHECK: } else {
// CHECK: scf.yield %{{.+}} : tensor<64x64xf32
tt.func public @chain(%q: !desc, %k: !desc, %v: !desc, %o: !desc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %half = arith.constant dense<0.5> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %e = math.exp2 %s : !sum
    %h = arith.truncf %e : !sum to !tile
    %f = arith.mulf %acc, %half : !sum
    %d = tt.dot %h, %z, %f : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %h = arith.truncf %r : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}

// With bounds that are known there is no branch. The accumulator is carried as
// it is. A sum of the first stage is that of all iterations after the loop.
// CHECK-LABEL: tt.func public @known_bounds
// CHECK-NOT: scf.if
// CHECK: %[[SUM0:.+]] = arith.addf
// CHECK: %[[LOOP:.+]]:3 = scf.for {{.+}} iter_args(%[[ACC:[^ ]+]] = %{{[^,]+}}, %[[SUM:[^ ]+]] = %[[SUM0]], %[[P:[^ ]+]] = %{{[^)]+}})
// CHECK: %[[S:.+]] = ttg.warp_group_dot
// CHECK: %[[D:.+]] = ttg.warp_group_dot %[[P]], %{{[^,]+}}, %[[ACC]]
// CHECK: %[[SDONE:.+]] = ttg.warp_group_dot_wait %[[S]] {{.+}} {pending = 1 : i32}
// CHECK: %[[NEXTSUM:.+]] = arith.addf %[[SUM]], %[[SDONE]]
// CHECK: %[[DDONE:.+]] = ttg.warp_group_dot_wait %[[D]] {{.+}} {pending = 0 : i32}
// CHECK: %[[NEXT:.+]] = arith.truncf %[[SDONE]]
// CHECK: scf.yield %[[DDONE]], %[[NEXTSUM]], %[[NEXT]]
// CHECK: %[[LAST:.+]] = ttg.warp_group_dot %[[LOOP]]#2, %{{[^,]+}}, %[[LOOP]]#0
// CHECK: arith.addf %[[LAST]], %[[LOOP]]#1
tt.func public @known_bounds(%q: !desc, %k: !desc, %v: !desc, %o: !desc) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %c256 step %c64 iter_args(%acc = %zero, %sum = %zero) -> (!sum, !sum) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%i, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %next = arith.addf %sum, %s : !sum
    %h = arith.truncf %s : !sum to !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    scf.yield %d, %next : !sum, !sum
  }
  %all = arith.addf %r#0, %r#1 : !sum
  %h = arith.truncf %all : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}

// Both stages have a copy of an offset that the loop carries: that of the second
// is an iteration late.
// CHECK-LABEL: tt.func public @carried_offset
// CHECK: %[[NEXT0:.+]] = arith.addi %[[C0:.+]], %[[C64:.+]] : i32
// CHECK: scf.for {{.+}} iter_args(%{{[^,]+}}, %[[FIRST:[^ ]+]] = %[[NEXT0]], %[[SECOND:[^ ]+]] = %[[C0]],
// CHECK: tt.descriptor_load %arg1[%[[FIRST]],
// CHECK: tt.descriptor_load %arg2[%[[SECOND]],
tt.func public @carried_offset(%q: !desc, %k: !desc, %v: !desc, %o: !desc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %x = tt.descriptor_load %q[%c0, %c0] : !desc -> !tile
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %at = %c0) -> (!sum, i32) : i32 {
    %y = tt.descriptor_load %k[%at, %c0] : !desc -> !tile
    %z = tt.descriptor_load %v[%at, %c0] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %s = tt.dot %x, %t, %zero : !tile * !tile -> !sum
    %h = arith.truncf %s : !sum to !tile
    %d = tt.dot %h, %z, %acc : !tile * !tile -> !sum
    %after = arith.addi %at, %c64 : i32
    scf.yield %d, %after : !sum, i32
  }
  %h = arith.truncf %r#0 : !sum to !tile
  tt.descriptor_store %o[%c0, %c0], %h : !desc, !tile
  tt.return
}
