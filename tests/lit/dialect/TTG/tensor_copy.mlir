// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics | FileCheck %s

#plain = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]}>
#one = #ttg.shared<{offset = []}, rank = 1>
!barriers = !ttg.memdesc<1xi64, #one, buffers = 3>
!barrier = !ttg.memdesc<1xi64, #one>
!tile = !ttg.memdesc<8x16xi8, #plain>
!desc = !tt.tensordesc<tensor<8x16xi8>>

// CHECK-LABEL: tt.func @copies
tt.func @copies(%d: !desc, %i: i32, %k: i1) {
  %bs = ttg.local_alloc : () -> !barriers
  %b = ttg.memdesc_index %bs[%i] : !barriers -> !barrier
  %m = ttg.local_alloc : () -> !tile
  // CHECK: ttg.mbarrier_init %{{.+}} : <1xi64, #{{.+}}, buffers = 3>
  ttg.mbarrier_init %bs : !barriers
  // CHECK: ttg.tensor_copy %{{.+}}[%{{.+}}, %{{.+}}], %{{.+}}, %{{.+}} : !tt.tensordesc<tensor<8x16xi8>> -> <8x16xi8, #{{.+}}>, <1xi64, #{{.+}}>
  ttg.tensor_copy %d[%i, %i], %m, %b : !desc -> !tile, !barrier
  // CHECK: ttg.tensor_copy {{.+}} mask %{{.+}} :
  ttg.tensor_copy %d[%i, %i], %m, %b mask %k : !desc -> !tile, !barrier
  // CHECK: ttg.mbarrier_wait %{{.+}}, %{{.+}} : <1xi64, #{{.+}}>
  ttg.mbarrier_wait %b, %i : !barrier
  // CHECK: ttg.tensor_store %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] : <8x16xi8, #{{.+}}> -> !tt.tensordesc<tensor<8x16xi8>>
  ttg.tensor_store %m, %d[%i, %i] : !tile -> !desc
  // CHECK: ttg.tensor_store_wait {pending = 0 : i32}
  ttg.tensor_store_wait {pending = 0 : i32}
  // CHECK: ttg.fence_async_global
  ttg.fence_async_global
  // CHECK: ttg.mbarrier_inval %{{.+}} : <1xi64, #{{.+}}, buffers = 3>
  ttg.mbarrier_inval %bs : !barriers
  tt.return
}

// -----

#l = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>
!desc = !tt.tensordesc<tensor<4x4xf32>>

// CHECK-LABEL: tt.func @reduces
tt.func @reduces(%d: !desc, %i: i32) {
  %m = ttg.local_alloc : () -> !ttg.memdesc<4x4xf32, #l>
  // CHECK: ttg.tensor_store %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] reduce add :
  ttg.tensor_store %m, %d[%i, %i] reduce add : !ttg.memdesc<4x4xf32, #l> -> !desc
  tt.return
}

// -----

#l = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>
tt.func @init(%m: !ttg.memdesc<4x4xf32, #l>) {
  // expected-error @below {{operand #0 must be barriers in shared memory, which are tiles of one i64}}
  ttg.mbarrier_init %m : !ttg.memdesc<4x4xf32, #l>
  tt.return
}

// -----

#one = #ttg.shared<{offset = []}, rank = 1>
tt.func @wait(%b: !ttg.memdesc<1xi64, #one, buffers = 2>, %i: i32) {
  // expected-error @below {{operand #0 must be a barrier in shared memory, which is one tile of one i64}}
  ttg.mbarrier_wait %b, %i : !ttg.memdesc<1xi64, #one, buffers = 2>
  tt.return
}

// -----

#l = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>
#one = #ttg.shared<{offset = []}, rank = 1>
tt.func @indices(%d: !tt.tensordesc<tensor<4x4xf32>>, %m: !ttg.memdesc<4x4xf32, #l>, %b: !ttg.memdesc<1xi64, #one>, %i: i32) {
  // expected-error @below {{TTG-TENSOR-COPY-1: 2 indices expected, not 1}}
  ttg.tensor_copy %d[%i], %m, %b : !tt.tensordesc<tensor<4x4xf32>> -> !ttg.memdesc<4x4xf32, #l>, !ttg.memdesc<1xi64, #one>
  tt.return
}

// -----

#l = #ttg.shared<{offset = [[1, 0], [2, 0], [0, 1], [0, 2]]}>
#one = #ttg.shared<{offset = []}, rank = 1>
tt.func @layout(%d: !tt.tensordesc<tensor<4x4xf32>>, %m: !ttg.memdesc<4x4xf32, #l>, %b: !ttg.memdesc<1xi64, #one>, %i: i32) {
  // expected-error @below {{TTG-TENSOR-COPY-2: the tile must be '!ttg.memdesc<4x4xf32, #ttg.shared<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>>', not '!ttg.memdesc<4x4xf32, #ttg.shared<{offset = [[1, 0], [2, 0], [0, 1], [0, 2]]}>>'}}
  ttg.tensor_copy %d[%i, %i], %m, %b : !tt.tensordesc<tensor<4x4xf32>> -> !ttg.memdesc<4x4xf32, #l>, !ttg.memdesc<1xi64, #one>
  tt.return
}

// -----

#l = #ttg.shared<{offset = [[0, 1], [1, 0], [2, 0]]}>
tt.func @rows(%d: !tt.tensordesc<tensor<4x2xf32>>, %m: !ttg.memdesc<4x2xf32, #l>, %i: i32) {
  // expected-error @below {{TTG-TENSOR-STORE-2: bulk copies cannot move a block of type 'tensor<4x2xf32>'}}
  ttg.tensor_store %m, %d[%i, %i] : !ttg.memdesc<4x2xf32, #l> -> !tt.tensordesc<tensor<4x2xf32>>
  tt.return
}

// -----

#l = #ttg.shared<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>
tt.func @store_indices(%d: !tt.tensordesc<tensor<4x4xf32>>, %m: !ttg.memdesc<4x4xf32, #l>, %i: i32) {
  // expected-error @below {{TTG-TENSOR-STORE-1: 2 indices expected, not 3}}
  ttg.tensor_store %m, %d[%i, %i, %i] : !ttg.memdesc<4x4xf32, #l> -> !tt.tensordesc<tensor<4x4xf32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<8x16xi8>>

// CHECK-LABEL: tt.func @creates
tt.func @creates(%s: !tt.ptr<i8>, %p: !tt.ptr<i8>, %n: i32, %t: i64) -> (!desc, !desc) {
  // CHECK: ttg.tensor_map_create %{{.+}}, %{{.+}}, [%{{.+}}, %{{.+}}], [%{{.+}}, %{{.+}}] : (<i8>, <i8>) -> !tt.tensordesc<tensor<8x16xi8>>
  %d = ttg.tensor_map_create %s, %p, [%n, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<i8>) -> !desc
  // CHECK: ttg.tensor_map_slot %{{.+}} beside %{{.+}}, %{{.+}} : !tt.ptr<i8>, !tt.tensordesc<tensor<8x16xi8>>, !tt.tensordesc<tensor<8x16xi8>>
  %u = ttg.tensor_map_slot %s beside %d, %d : !tt.ptr<i8>, !desc, !desc
  // CHECK: ttg.tensor_map_create {{.+}} padding nan :
  %e = ttg.tensor_map_create %s, %p, [%n, %n], [%t, %t] padding nan : (!tt.ptr<i8>, !tt.ptr<i8>) -> !desc
  tt.return %d, %e : !desc, !desc
}

// -----

tt.func @rank(%s: !tt.ptr<i8>, %p: !tt.ptr<i8>, %n: i32, %t: i64) {
  // expected-error @below {{TTG-TENSOR-MAP-1: 1 extents and 2 strides for a block of rank 2}}
  %d = ttg.tensor_map_create %s, %p, [%n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<i8>) -> !tt.tensordesc<tensor<8x16xi8>>
  tt.return
}

// -----

tt.func @block(%s: !tt.ptr<i8>, %p: !tt.ptr<i8>, %n: i32, %t: i64) {
  // expected-error @below {{TTG-TENSOR-MAP-2: bulk copies cannot move a block of type 'tensor<8x8xi8>'}}
  %d = ttg.tensor_map_create %s, %p, [%n, %n], [%t, %t] : (!tt.ptr<i8>, !tt.ptr<i8>) -> !tt.tensordesc<tensor<8x8xi8>>
  tt.return
}

// -----

#one = #ttg.shared<{offset = []}, rank = 1>
#row = #ttg.shared<{offset = [[1], [2], [4], [8], [16]]}>

// A tile may lack dimensions of size 1.
// CHECK-LABEL: tt.func @squeezed
tt.func @squeezed(%d: !tt.tensordesc<tensor<1x32xi8>>, %i: i32, %m: !ttg.memdesc<32xi8, #row>, %b: !ttg.memdesc<1xi64, #one>) {
  // CHECK: ttg.tensor_copy
  ttg.tensor_copy %d[%i, %i], %m, %b : !tt.tensordesc<tensor<1x32xi8>> -> !ttg.memdesc<32xi8, #row>, !ttg.memdesc<1xi64, #one>
  // CHECK: ttg.tensor_store_wait written {pending = 0 : i32}
  ttg.tensor_store_wait written {pending = 0 : i32}
  tt.return
}
