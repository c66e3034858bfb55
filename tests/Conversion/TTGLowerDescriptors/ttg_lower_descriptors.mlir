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

// CHECK-LABEL: tt.func @store(
// CHECK: %[[M:.+]] = ttg.local_alloc %{{.+}} : (tensor<8x32xf16, #{{.+}}>) -> !ttg.memdesc<8x32xf16, #{{.+}}>
// CHECK-NEXT: ttg.tensor_store %[[M]], %{{.+}}[%{{.+}}, %{{.+}}] :
// CHECK-NEXT: ttg.tensor_store_wait {pending = 0 : i32}
// CHECK: ttg.tensor_store %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] reduce max :
tt.func @store(%d: !desc, %e: !desc, %i: i32) {
  %x = arith.constant dense<1.0> : tensor<8x32xf16, #rows>
  tt.descriptor_store %d[%i, %i], %x : !desc, tensor<8x32xf16, #rows>
  tt.descriptor_reduce max, %e[%i, %i], %x : !desc, tensor<8x32xf16, #rows>
  tt.return
}

// What is read again must be written.
// CHECK-LABEL: tt.func @read_again(
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
tt.func @read_again(%d: !desc, %i: i32) {
  %x = tt.descriptor_load %d[%i, %i] : !desc -> tensor<8x32xf16, #rows>
  tt.descriptor_store %d[%i, %i], %x : !desc, tensor<8x32xf16, #rows>
  tt.return
}

// So must what is stored before another block is told.
// CHECK-LABEL: tt.func @told(
// CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
// CHECK: tt.atomic_rmw
tt.func @told(%d: !desc, %p: !tt.ptr<i32>, %i: i32, %k: i1) {
  %x = arith.constant dense<1.0> : tensor<8x32xf16, #rows>
  tt.descriptor_store %d[%i, %i], %x : !desc, tensor<8x32xf16, #rows>
  %o = tt.atomic_rmw add, release, gpu, %p, %i, %k : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}
