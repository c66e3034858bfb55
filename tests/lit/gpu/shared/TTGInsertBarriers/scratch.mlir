// RUN: cm2tt-opt %s -cm2tt-ttg-insert-barriers | FileCheck %s

// Operations with scratch write, wait and read: only the read is pending behind
// them, and what was before is over.

#a = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]}>
#b = #ttg.linear<{register = [[128]], lane = [[64], [2], [4], [8], [16]], warp = [[32], [1]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64], [128]]}>
!a = tensor<256xf32, #a>
!b = tensor<256xf32, #b>
!m = !ttg.memdesc<256xf32, #m>

// In one place, the second must not write before all have read.
// CHECK-LABEL: @same_place
tt.func @same_place(%x: !a) {
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.convert_layout
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.convert_layout
  %y = ttg.convert_layout %x {ttg.offset = 0 : i32} : !a -> !b
  %z = ttg.convert_layout %y {ttg.offset = 0 : i32} : !b -> !a
  tt.return
}

// In turns, the barriers in the middle of each do.
// CHECK-LABEL: @other_places
tt.func @other_places(%x: !a) {
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  %y = ttg.convert_layout %x {ttg.offset = 0 : i32} : !a -> !b
  %z = ttg.convert_layout %y {ttg.offset = 1024 : i32} : !b -> !a
  %w = ttg.convert_layout %z {ttg.offset = 0 : i32} : !a -> !b
  tt.return
}

// The same for tiles.
// CHECK-LABEL: @tiles
tt.func @tiles(%x: !a) {
  // CHECK: ttg.local_alloc
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.convert_layout
  %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (!a) -> !m
  %y = ttg.convert_layout %x {ttg.offset = 1024 : i32} : !a -> !b
  %z = ttg.local_load %m : !m -> !a
  %w = ttg.convert_layout %z {ttg.offset = 0 : i32} : !a -> !b
  tt.return
}
