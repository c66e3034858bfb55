// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-insert-barriers | FileCheck %s

// Accesses to global memory: a barrier where another thread may access what was
// stored, and none where each thread meets its own accesses only.

#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#s = #ttg.linear<{register = [], lane = [[4], [8], [16], [32], [64]], warp = [[1], [2]]}>
#c = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]}>
!p = tensor<128x!tt.ptr<i32>, #r>
!q = tensor<128x!tt.ptr<i32>, #s>
!i = tensor<128xi32, #r>
!j = tensor<128xi32, #s>

// The pointers are one value: no barrier. Other threads hold what `#s` holds.
// CHECK-LABEL: @layouts
tt.func public @layouts(%a: !tt.ptr<i32>, %x: !i) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  %p = tt.addptr %b, %r : !p, !i
  // CHECK: tt.store
  // CHECK-NEXT: tt.load
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.load
  tt.store %p, %x : !p
  %y = tt.load %p : !p
  %q = ttg.convert_layout %p : !p -> !q
  %z = tt.load %q : !q
  tt.return
}

// Different parameters do not overlap, two loads need no order.
// CHECK-LABEL: @parameters
// CHECK-NOT: gpu.barrier
// CHECK: tt.return
tt.func public @parameters(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  %s = tt.make_range {start = 0 : i32, end = 128 : i32} : !j
  %ba = tt.splat %a : !tt.ptr<i32> -> !p
  %ca = tt.splat %a : !tt.ptr<i32> -> !q
  %bb = tt.splat %b : !tt.ptr<i32> -> !p
  %pa = tt.addptr %ba, %r : !p, !i
  %qa = tt.addptr %ca, %s : !q, !j
  %pb = tt.addptr %bb, %r : !p, !i
  %x = tt.load %pa : !p
  %y = tt.load %qa : !q
  tt.store %pb, %x : !p
  tt.return
}

// One thread stores a number, all load it, before and after.
// CHECK-LABEL: @numbers
tt.func public @numbers(%a: !tt.ptr<i32>) {
  // CHECK: tt.load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.load
  %x = tt.load %a : !tt.ptr<i32>
  tt.store %a, %x : !tt.ptr<i32>
  tt.store %a, %x : !tt.ptr<i32>
  %y = tt.load %a : !tt.ptr<i32>
  tt.return
}

// All warps hold all elements, one of them stores.
// CHECK-LABEL: @copies
tt.func public @copies(%a: !tt.ptr<i32>, %x: tensor<32xi32, #c>) {
  %b = tt.splat %a : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #c>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #c>
  %p = tt.addptr %b, %r : tensor<32x!tt.ptr<i32>, #c>, tensor<32xi32, #c>
  // CHECK: tt.store
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.load
  tt.store %p, %x : tensor<32x!tt.ptr<i32>, #c>
  tt.store %p, %x : tensor<32x!tt.ptr<i32>, #c>
  %y = tt.load %p : tensor<32x!tt.ptr<i32>, #c>
  tt.return
}

// Elements by numbers that were loaded may meet.
// CHECK-LABEL: @gathered
tt.func public @gathered(%a: !tt.ptr<i32>, %at: !i, %x: !i) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %p = tt.addptr %b, %at : !p, !i
  // CHECK: tt.atomic_rmw
  // CHECK-NEXT: tt.atomic_rmw
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.load
  %u = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!p, !i) -> !i
  %v = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!p, !i) -> !i
  %y = tt.load %p : !p
  tt.return
}

// Parts that are next to each other, and between each other.
// CHECK-LABEL: @parts
tt.func public @parts(%a: !tt.ptr<i32>, %x: !i) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %c128 = arith.constant dense<128> : !i
  %c127 = arith.constant dense<127> : !i
  %c2 = arith.constant dense<2> : !i
  %c1 = arith.constant dense<1> : !i
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  %p = tt.addptr %b, %r : !p, !i
  %next = tt.addptr %p, %c128 : !p, !i
  %near = tt.addptr %p, %c127 : !p, !i
  %r2 = arith.muli %r, %c2 : !i
  %even = tt.addptr %b, %r2 : !p, !i
  %odd = tt.addptr %even, %c1 : !p, !i
  // CHECK: tt.store
  // CHECK-NEXT: tt.load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: tt.load
  tt.store %p, %x : !p
  %y = tt.load %next : !p
  tt.store %near, %x : !p
  tt.store %even, %x : !p
  %z = tt.load %odd : !p
  tt.return
}

// Rows of 128, each iteration its own; then rows that overlap with the next.
// CHECK-LABEL: @rows
tt.func public @rows(%a: !tt.ptr<i32>, %n: i32) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  // CHECK: scf.for
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.store
  scf.for %i = %c0 to %n step %c1 : i32 {
    %row = arith.muli %i, %c128 : i32
    %t = tt.splat %row : i32 -> !i
    %o = arith.addi %t, %r : !i
    %p = tt.addptr %b, %o : !p, !i
    %x = tt.load %p : !p
    tt.store %p, %x : !p
  }
  // CHECK: scf.for
  // CHECK: gpu.barrier
  // CHECK-NEXT: tt.load
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.store
  scf.for %i = %c0 to %n step %c64 : i32 {
    %t = tt.splat %i : i32 -> !i
    %o = arith.addi %t, %r : !i
    %p = tt.addptr %b, %o : !p, !i
    %x = tt.load %p : !p
    tt.store %p, %x : !p
  }
  tt.return
}

// Rows at a stride that is not known: those that are only stored are presumed
// not to overlap.
// CHECK-LABEL: @strides
tt.func public @strides(%a: !tt.ptr<i32>, %c: !tt.ptr<i32>, %n: i32, %d: i32, %y: !i) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %e = tt.splat %c : !tt.ptr<i32> -> !p
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  // CHECK: scf.for
  // CHECK: tt.addptr
  // CHECK-NEXT: tt.store
  // CHECK: tt.addptr
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.load
  // CHECK-NEXT: tt.store
  scf.for %i = %c0 to %n step %c1 : i32 {
    %row = arith.muli %i, %d : i32
    %t = tt.splat %row : i32 -> !i
    %o = arith.addi %t, %r : !i
    %q = tt.addptr %e, %o : !p, !i
    tt.store %q, %y : !p
    %p = tt.addptr %b, %o : !p, !i
    %x = tt.load %p : !p
    tt.store %p, %x : !p
  }
  tt.return
}

// A function that accesses memory may access any; others do not matter.
// CHECK-LABEL: @calls
tt.func public @calls(%a: !tt.ptr<i32>, %x: !i) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  %p = tt.addptr %b, %r : !p, !i
  // CHECK: tt.store
  // CHECK-NEXT: tt.call @same
  // CHECK: gpu.barrier
  // CHECK-NEXT: tt.call @reads
  tt.store %p, %x : !p
  %y = tt.call @same(%x) : (!i) -> !i
  %z = tt.call @reads(%a) : (!tt.ptr<i32>) -> i32
  tt.return
}
tt.func private @same(%x: !i) -> !i {
  tt.return %x : !i
}
tt.func private @reads(%a: !tt.ptr<i32>) -> i32 {
  %x = tt.load %a : !tt.ptr<i32>
  tt.return %x : i32
}

// A branch back to a block: what it accessed before is another iteration's.
// CHECK-LABEL: @blocks
tt.func public @blocks(%a: !tt.ptr<i32>, %n: i32) {
  %b = tt.splat %a : !tt.ptr<i32> -> !p
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  cf.br ^loop(%c0 : i32)
// CHECK: ^bb1
// CHECK: gpu.barrier
// CHECK-NEXT: tt.load
// CHECK-NEXT: tt.store
^loop(%i: i32):
  %t = tt.splat %i : i32 -> !i
  %o = arith.addi %t, %r : !i
  %p = tt.addptr %b, %o : !p, !i
  %x = tt.load %p : !p
  tt.store %p, %x : !p
  %j = arith.addi %i, %c1 : i32
  %more = arith.cmpi slt, %j, %n : i32
  cf.cond_br %more, ^loop(%j : i32), ^end
^end:
  tt.return
}

// Truth values are stored as bytes, through pointers of another type: rows of 128
// in each iteration.
// CHECK-LABEL: @bytes
tt.func public @bytes(%a: !tt.ptr<i1>, %x: tensor<128xi8, #r>, %n: i32) {
  %b = tt.splat %a : !tt.ptr<i1> -> tensor<128x!tt.ptr<i1>, #r>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : !i
  // CHECK: scf.for
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  scf.for %i = %c0 to %n step %c128 : i32 {
    %t = tt.splat %i : i32 -> !i
    %o = arith.addi %t, %r : !i
    %p = tt.addptr %b, %o : tensor<128x!tt.ptr<i1>, #r>, !i
    %q = tt.bitcast %p : tensor<128x!tt.ptr<i1>, #r> -> tensor<128x!tt.ptr<i8>, #r>
    tt.store %q, %x : tensor<128x!tt.ptr<i8>, #r>
  }
  tt.return
}

// A range of one index, broadcast: all elements have one address, and the load of
// each thread needs the store of the last one.
#c2 = #ttg.linear<{register = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]}>
#c1 = #ttg.linear<{register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]}>
#c11 = #ttg.linear<{register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]}>
// CHECK-LABEL: @one_index
tt.func public @one_index(%a: !tt.ptr<i32>, %x: tensor<128x1xi32, #c2>) {
  %b = tt.splat %a : !tt.ptr<i32> -> tensor<128x1x!tt.ptr<i32>, #c2>
  %r = tt.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32, #c1>
  %e = tt.expand_dims %r {axis = 1 : i32} : tensor<1xi32, #c1> -> tensor<1x1xi32, #c11>
  %o = tt.broadcast %e : tensor<1x1xi32, #c11> -> tensor<128x1xi32, #c2>
  %p = tt.addptr %b, %o : tensor<128x1x!tt.ptr<i32>, #c2>, tensor<128x1xi32, #c2>
  // CHECK: tt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: tt.load
  tt.store %p, %x : tensor<128x1x!tt.ptr<i32>, #c2>
  %y = tt.load %p : tensor<128x1x!tt.ptr<i32>, #c2>
  tt.return
}
