// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-allocate-shared | FileCheck %s

#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
!t = tensor<128xf32, #r>
!m = !ttg.memdesc<128xf32, #m>
!b = !ttg.memdesc<128xf32, #m, buffers = 3>

// CHECK: module attributes
// CHECK-SAME: ttg.shared = 2048 : i32
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
// What lives at the same time lies apart; the rest shares, the largest first.
// CHECK-LABEL: @lives
tt.func @lives(%x: !t, %i: i32) {
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 1536 : i32}
  %m = ttg.local_alloc %x : (!t) -> !m
  // CHECK: ttg.local_alloc {ttg.offset = 0 : i32}
  %b = ttg.local_alloc : () -> !b
  %v = ttg.memdesc_index %b[%i] : !b -> !m
  ttg.local_store %x, %v : !t -> !m
  %y = ttg.local_load %m : !m -> !t
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 1536 : i32}
  %n = ttg.local_alloc %x : (!t) -> !m
  %z = ttg.local_load %v : !m -> !t
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 0 : i32}
  %o = ttg.local_alloc %x : (!t) -> !m
  %w = ttg.local_load %n : !m -> !t
  tt.return
}

// What a loop uses lives until its end; what it allocates, in each iteration.
// CHECK-LABEL: @loop
tt.func @loop(%x: !t, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 0 : i32}
  %m = ttg.local_alloc %x : (!t) -> !m
  scf.for %i = %c0 to %n step %c1 : i32 {
    %y = ttg.local_load %m : !m -> !t
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 512 : i32}
    %o = ttg.local_alloc %y : (!t) -> !m
    %z = ttg.local_load %o : !m -> !t
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 512 : i32}
    %u = ttg.local_alloc %z : (!t) -> !m
  }
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 0 : i32}
  %v = ttg.local_alloc %x : (!t) -> !m
  tt.return
}
}

// -----

// Blocks may follow each other in any order.

#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
!t = tensor<128xf32, #r>
!m = !ttg.memdesc<128xf32, #m>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: @blocks
tt.func @blocks(%x: !t, %c: i1) {
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 0 : i32}
  %m = ttg.local_alloc %x : (!t) -> !m
  cf.br ^body
^body:
  %y = ttg.local_load %m : !m -> !t
  // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 512 : i32}
  %n = ttg.local_alloc %y : (!t) -> !m
  cf.cond_br %c, ^body, ^end
^end:
  tt.return
}
}

// -----

// Scratch lives for one operation. Where there is room, it does not lie where
// that before it was.

#a = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]}>
#b = #ttg.linear<{register = [[128]], lane = [[64], [2], [4], [8], [16]], warp = [[32], [1]]}>
!a = tensor<256xf32, #a>
!b = tensor<256xf32, #b>
// CHECK: ttg.shared = 2048 : i32
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: @scratch
tt.func @scratch(%x: !a) {
  // CHECK: ttg.convert_layout %{{.+}} {ttg.offset = 0 : i32}
  // CHECK: ttg.convert_layout %{{.+}} {ttg.offset = 1024 : i32}
  // CHECK: ttg.convert_layout %{{.+}} {ttg.offset = 0 : i32}
  %y = ttg.convert_layout %x : !a -> !b
  %z = ttg.convert_layout %y : !b -> !a
  %w = ttg.convert_layout %z : !a -> !b
  tt.return
}
}

// -----

// Barriers end where something else follows in their memory, and where they are
// initialised again: in a loop, and in a function that is called.

#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
#one = #ttg.shared<{offset = []}, rank = 1>
!m = !ttg.memdesc<128xf32, #m>
!b = !ttg.memdesc<1xi64, #one>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: @last
tt.func public @last() {
  %b = ttg.local_alloc : () -> !b
  // CHECK: ttg.mbarrier_init
  ttg.mbarrier_init %b : !b
  // CHECK-NEXT: tt.call
  ttg.mbarrier_inval %b : !b
  tt.call @called() : () -> ()
  tt.return
}

// CHECK-LABEL: @followed
tt.func public @followed() {
  // CHECK: ttg.local_alloc {ttg.offset = 0 : i32}
  %b = ttg.local_alloc : () -> !b
  ttg.mbarrier_init %b : !b
  // CHECK: ttg.mbarrier_inval
  ttg.mbarrier_inval %b : !b
  // CHECK-NEXT: ttg.local_alloc {ttg.offset = 0 : i32}
  %m = ttg.local_alloc : () -> !m
  tt.return
}

// CHECK-LABEL: @repeated
tt.func public @repeated(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = ttg.local_alloc : () -> !b
    ttg.mbarrier_init %b : !b
    // CHECK: ttg.mbarrier_inval
    ttg.mbarrier_inval %b : !b
  }
  tt.return
}

// CHECK-LABEL: @called
tt.func private @called() {
  %b = ttg.local_alloc : () -> !b
  ttg.mbarrier_init %b : !b
  // CHECK: ttg.mbarrier_inval
  ttg.mbarrier_inval %b : !b
  tt.return
}
}

// -----

// Nothing orders a producer after what the consumers do before it: what it uses
// has memory of its own from the beginning of the kernel on.

#one = #ttg.shared<{offset = []}, rank = 1>
!barrier = !ttg.memdesc<1xi64, #one>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: @producer
tt.func public @producer(%i: i32) {
  // CHECK: ttg.local_alloc {ttg.offset = 128 : i32}
  %a = ttg.local_alloc : () -> !barrier
  ttg.mbarrier_init %a {count = 1 : i32} : !barrier
  ttg.mbarrier_inval %a : !barrier
  // CHECK: ttg.local_alloc {ttg.offset = 0 : i32}
  %b = ttg.local_alloc : () -> !barrier
  ttg.producer {
    ttg.mbarrier_init %b {count = 1 : i32} : !barrier
    ttg.producer_end
  }
  ttg.mbarrier_wait %b, %i : !barrier
  tt.return
}
}

// -----

// In a loop with products, what a bulk store reads has its memory for itself,
// so that no other tile waits for the store.

#acc = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#half = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#sums = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0], [0, 32]]}>
!acc = tensor<64x64xf32, #acc>
!tile = tensor<64x64xf16, #acc>
!half = !ttg.memdesc<64x64xf16, #half>
!ring = !ttg.memdesc<64x64xf16, #half, buffers = 8>
!sums = !ttg.memdesc<64x64xf32, #sums>
!desc = !tt.tensordesc<tensor<64x64xf32>>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: @stored
tt.func public @stored(%to: !desc {tt.tensor_map}, %x: !tile, %zero: !acc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: ttg.local_alloc {ttg.offset = 0 : i32}
  %r = ttg.local_alloc : () -> !ring
  %a = ttg.memdesc_index %r[%c0] : !ring -> !half
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 81920 : i32}
    %h = ttg.local_alloc %x : (!tile) -> !half
    %d = ttg.warp_group_dot %h, %a, %zero {instrN = 64 : i32} : !half * !half -> !acc
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 65536 : i32}
    %s = ttg.local_alloc %d : (!acc) -> !sums
    ttg.tensor_store %s, %to[%i, %c0] reduce add : !sums -> !desc
  }
  tt.return
}
}

// -----

// But not if fewer blocks fit then: 2 of 112 KiB, 1 of 120.

#acc = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#half = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#sums = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0], [0, 32]]}>
!acc = tensor<64x64xf32, #acc>
!tile = tensor<64x64xf16, #acc>
!half = !ttg.memdesc<64x64xf16, #half>
!ring = !ttg.memdesc<64x64xf16, #half, buffers = 12>
!sums = !ttg.memdesc<64x64xf32, #sums>
!desc = !tt.tensordesc<tensor<64x64xf32>>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: @short
tt.func public @short(%to: !desc {tt.tensor_map}, %x: !tile, %zero: !acc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: ttg.local_alloc {ttg.offset = 0 : i32}
  %r = ttg.local_alloc : () -> !ring
  %a = ttg.memdesc_index %r[%c0] : !ring -> !half
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 98304 : i32}
    %h = ttg.local_alloc %x : (!tile) -> !half
    %d = ttg.warp_group_dot %h, %a, %zero {instrN = 64 : i32} : !half * !half -> !acc
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 98304 : i32}
    %s = ttg.local_alloc %d : (!acc) -> !sums
    ttg.tensor_store %s, %to[%i, %c0] reduce add : !sums -> !desc
  }
  tt.return
}
}

// -----

// Nor if there are other functions.

#acc = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#half = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#sums = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0], [0, 32]]}>
!acc = tensor<64x64xf32, #acc>
!tile = tensor<64x64xf16, #acc>
!half = !ttg.memdesc<64x64xf16, #half>
!ring = !ttg.memdesc<64x64xf16, #half, buffers = 8>
!sums = !ttg.memdesc<64x64xf32, #sums>
!desc = !tt.tensordesc<tensor<64x64xf32>>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a"} {
tt.func @called() {
  tt.return
}

// CHECK-LABEL: @calls
tt.func public @calls(%to: !desc {tt.tensor_map}, %x: !tile, %zero: !acc, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: ttg.local_alloc {ttg.offset = 0 : i32}
  %r = ttg.local_alloc : () -> !ring
  %a = ttg.memdesc_index %r[%c0] : !ring -> !half
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 65536 : i32}
    %h = ttg.local_alloc %x : (!tile) -> !half
    %d = ttg.warp_group_dot %h, %a, %zero {instrN = 64 : i32} : !half * !half -> !acc
    // CHECK: ttg.local_alloc %{{.+}} {ttg.offset = 65536 : i32}
    %s = ttg.local_alloc %d : (!acc) -> !sums
    ttg.tensor_store %s, %to[%i, %c0] reduce add : !sums -> !desc
  }
  tt.return
}
}
