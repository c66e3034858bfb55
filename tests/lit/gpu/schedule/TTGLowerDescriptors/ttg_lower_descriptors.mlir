// RUN: cm2tt-opt %s -cm2tt-ttg-lower-descriptors | FileCheck %s

#rows = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [0, 0]]}>
#columns = #ttg.linear<{register = [[1, 0], [2, 0]], lane = [[4, 0], [0, 1], [0, 2], [0, 4], [0, 8]], warp = [[0, 16], [0, 0]]}>
#swizzled = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 8], [4, 16]]}>
#plain = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0]]}>
!desc = !tt.tensordesc<tensor<8x32xf16>>

// A conversion of layouts reads the memory instead, and memory of the same
// layout is that of the copy.
// CHECK-LABEL: tt.func @load(
// CHECK-SAME: %[[D:[^:]+]]: !tt.tensordesc<tensor<8x32xf16>>, %[[I:.+]]: i32
// CHECK-NEXT: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64,
// CHECK-NEXT: ttg.mbarrier_init %[[B]]
// CHECK-NEXT: %[[M:.+]] = ttg.local_alloc : () -> !ttg.memdesc<8x32xf16, #[[MEMORY:.+]]>
// CHECK-NEXT: ttg.tensor_copy %[[D]][%[[I]], %[[I]]], %[[M]], %[[B]] :
// CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK-NEXT: ttg.mbarrier_wait %[[B]], %[[ZERO]]
// CHECK-NEXT: ttg.mbarrier_inval %[[B]]
// CHECK-NEXT: %[[Y:.+]] = ttg.local_load %[[M]] : <8x32xf16, #[[MEMORY]]> -> tensor<8x32xf16, #[[COLUMNS:[a-z0-9]+]]>
// CHECK-NEXT: %[[X:.+]] = ttg.local_load %[[M]] : <8x32xf16, #[[MEMORY]]> -> tensor<8x32xf16, #[[ROWS:[a-z0-9]+]]>
// CHECK-NEXT: %[[N:.+]] = ttg.local_alloc %[[X]] : (tensor<8x32xf16, #[[ROWS]]>) -> !ttg.memdesc<8x32xf16, #[[PLAIN:.+]]>
// CHECK-NEXT: tt.print "y" {{.+}} : %[[Y]]
// CHECK-NEXT: ttg.local_load %[[M]] :
// CHECK-NEXT: ttg.local_load %[[N]] : <8x32xf16, #[[PLAIN]]>
tt.func @load(%d: !desc, %i: i32) {
  %x = tt.descriptor_load %d[%i, %i] : !desc -> tensor<8x32xf16, #rows>
  %m = ttg.local_alloc %x : (tensor<8x32xf16, #rows>) -> !ttg.memdesc<8x32xf16, #swizzled>
  %n = ttg.local_alloc %x : (tensor<8x32xf16, #rows>) -> !ttg.memdesc<8x32xf16, #plain>
  %y = ttg.convert_layout %x : tensor<8x32xf16, #rows> -> tensor<8x32xf16, #columns>
  tt.print "y" {hex = false, isSigned = array<i32: 0>} : %y : tensor<8x32xf16, #columns>
  %v = ttg.local_load %m : !ttg.memdesc<8x32xf16, #swizzled> -> tensor<8x32xf16, #rows>
  %w = ttg.local_load %n : !ttg.memdesc<8x32xf16, #plain> -> tensor<8x32xf16, #rows>
  tt.print "v" {hex = false, isSigned = array<i32: 0, 0>} : %v, %w : tensor<8x32xf16, #rows>, tensor<8x32xf16, #rows>
  tt.return
}

// TTGInsertBarriers inserts the waits for the memory of the tiles.
// CHECK-LABEL: tt.func @store(
// CHECK: %[[M:.+]] = ttg.local_alloc %{{.+}} : (tensor<8x32xf16, #{{.+}}>) -> !ttg.memdesc<8x32xf16, #{{.+}}>
// CHECK-NEXT: ttg.tensor_store %[[M]], %{{.+}}[%{{.+}}, %{{.+}}] :
// CHECK-NEXT: %[[N:.+]] = ttg.local_alloc
// CHECK-NEXT: ttg.tensor_store %[[N]], %{{.+}}[%{{.+}}, %{{.+}}] reduce max :
// CHECK-NEXT: tt.return
tt.func @store(%d: !desc, %e: !desc, %i: i32) {
  %x = arith.constant dense<1.0> : tensor<8x32xf16, #rows>
  tt.descriptor_store %d[%i, %i], %x : !desc, tensor<8x32xf16, #rows>
  tt.descriptor_reduce max, %e[%i, %i], %x : !desc, tensor<8x32xf16, #rows>
  tt.return
}
