// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors | FileCheck %s
// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors | FileCheck %s --check-prefix=LAUNCHER
// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors='max-store-bytes=8191' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors='max-store-bytes=8192' | FileCheck %s

// Stores of the results of products.

// The limits of the mask are the extents.
// CHECK-LABEL: tt.func public @plain(
// CHECK-SAME: %[[C:[^ :]+]]: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe
// CHECK: %[[R:.+]] = scf.for
// CHECK: %[[H:.+]] = arith.truncf %[[R]]
// CHECK-DAG: %[[ROW:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : i32
// CHECK-DAG: %[[COLUMN:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : i32
// CHECK: tt.descriptor_store %[[C]][%[[ROW]], %[[COLUMN]]], %[[H]] : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
// CHECK-NOT: tt.store
// LAUNCHER-LABEL: tt.func public @plain(
// LAUNCHER-SAME: %[[C:[^:]+]]: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe = {base = 1 : i32, extents = [array<i64: 1, 4>, array<i64: 1, 5>], strides = [array<i64: 1, 7>, array<i64: 1>]}})
// LAUNCHER: tt.descriptor_store %[[C]]
// LIMIT: remark: the store is not a bulk tensor copy: the tile would take the shared memory of operands
// LIMIT-LABEL: tt.func public @plain(
// LIMIT-NOT: tt.descriptor_store
// LIMIT: tt.store
tt.func public @plain(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %i = arith.muli %px, %c64 : i32
  %j = arith.muli %py, %c64 : i32
  %range_m = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %range_n = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %js = tt.splat %j : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range_m : tensor<64xi32>
  %columns = arith.addi %js, %range_n : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rw = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cw = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %ss = tt.splat %s : i32 -> tensor<64x64xi32>
  %strided = arith.muli %rw, %ss : tensor<64x64xi32>
  %offsets = arith.addi %strided, %cw : tensor<64x64xi32>
  %base = tt.splat %c : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pointers = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %in_m = arith.cmpi slt, %rows, %ms : tensor<64xi32>
  %m1 = tt.expand_dims %in_m {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %mw = tt.broadcast %m1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %ns = tt.splat %N : i32 -> tensor<64xi32>
  %in_n = arith.cmpi slt, %columns, %ns : tensor<64xi32>
  %n1 = tt.expand_dims %in_n {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %nw = tt.broadcast %n1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %mask = arith.andi %mw, %nw : tensor<64x64xi1>
  %r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %left = tt.descriptor_load %d[%i, %l] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %p = tt.dot %left, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %p : tensor<64x64xf32>
  }
  %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// VARIANT: no_mask
// Without a mask, a tile of f32, after other operations.
// CHECK-LABEL: tt.func public @no_mask(
// LAUNCHER-LABEL: tt.func public @no_mask(
// LAUNCHER-SAME: extents = [array<i64: 2147483647>, array<i64: 2147483647>]
// LAUNCHER: %[[V:.+]] = arith.maximumf
// LAUNCHER: tt.descriptor_store %{{.+}}[%{{.+}}, %{{.+}}], %[[V]] : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
// WITHOUT: %in_m, %m1, %mw, %ns, %in_n, %n1, %nw, %mask, %h
tt.func public @no_mask(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
%base = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
%pointers = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
%relu = arith.maximumf %r, %zero : tensor<64x64xf32>
tt.store %pointers, %relu : tensor<64x64x!tt.ptr<f32>>

// VARIANT: rows_only
// The contiguous dimension need not be limited by a multiple of 16 bytes if it
// is not limited at all.
// LAUNCHER-LABEL: tt.func public @rows_only(
// LAUNCHER-SAME: extents = [array<i64: 1, 4>, array<i64: 2147483647>]
// LAUNCHER: tt.descriptor_store
// WITHOUT: %ns, %in_n, %n1, %nw, %mask
tt.func public @rows_only(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
tt.store %pointers, %h, %mw : tensor<64x64x!tt.ptr<f16>>

// VARIANT: batch
// A batch is a further dimension.
// LAUNCHER-LABEL: tt.func public @batch(
// LAUNCHER-SAME: strides = [array<i64: 1, 8>, array<i64: 1, 7>, array<i64: 1>]
// LAUNCHER: tt.descriptor_store %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}], %{{.+}} : !tt.tensordesc<tensor<1x64x64xf16>>, tensor<64x64xf16>
tt.func public @batch(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %zs: i32 {tt.divisibility = 16 : i32}) {
%z = tt.get_program_id z : i32
%zo = arith.muli %z, %zs : i32
%cz = tt.addptr %c, %zo : !tt.ptr<f16>, i32
%base = tt.splat %cz : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>

// VARIANT: same_limit
// A remainder that the mask makes the index itself.
// LAUNCHER-LABEL: tt.func public @same_limit(
// LAUNCHER: tt.descriptor_store
%wrapped = arith.remsi %rows, %ms : tensor<64xi32>
%r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>

// VARIANT: other_value
// LAUNCHER-LABEL: tt.func public @other_value(
// LAUNCHER-NOT: tt.descriptor_store
// LAUNCHER: tt.store
%h = arith.truncf %zero : tensor<64x64xf32> to tensor<64x64xf16>

// VARIANT: no_load
// No operand is loaded by a bulk copy.
// LAUNCHER-LABEL: tt.func public @no_load(
// LAUNCHER-NOT: tt.descriptor_store
// LAUNCHER: tt.store
// WITHOUT: %left
%p = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>

// -----

// Columns that are contiguous.
// LAUNCHER-LABEL: tt.func public @columns(
// LAUNCHER-SAME: extents = [array<i64: 2147483647>, array<i64: 2147483647>]
// LAUNCHER: %[[T:.+]] = tt.trans %{{.+}} {order = array<i32: 1, 0>} : tensor<64x128xf16> -> tensor<128x64xf16>
// LAUNCHER: tt.descriptor_store %{{.+}}[%{{.+}}, %{{.+}}], %[[T]] : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>
tt.func public @columns(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x128xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %cn = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %i = arith.muli %px, %c64 : i32
  %j = arith.muli %py, %cn : i32
  %range_m = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %range_n = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %js = tt.splat %j : i32 -> tensor<128xi32>
  %rows = arith.addi %is, %range_m : tensor<64xi32>
  %columns = arith.addi %js, %range_n : tensor<128xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rw = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %c1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %cw = tt.broadcast %c1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %ss = tt.splat %s : i32 -> tensor<64x128xi32>
  %strided = arith.muli %cw, %ss : tensor<64x128xi32>
  %offsets = arith.addi %strided, %rw : tensor<64x128xi32>
  %base = tt.splat %c : !tt.ptr<f16> -> tensor<64x128x!tt.ptr<f16>>
  %pointers = tt.addptr %base, %offsets : tensor<64x128x!tt.ptr<f16>>, tensor<64x128xi32>
  %r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x128xf32>) : i32 {
    %left = tt.descriptor_load %d[%i, %l] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %p = tt.dot %left, %y, %t : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %p : tensor<64x128xf32>
  }
  %h = arith.truncf %r : tensor<64x128xf32> to tensor<64x128xf16>
  tt.store %pointers, %h : tensor<64x128x!tt.ptr<f16>>
  tt.return
}

// -----

// No stores of results: in the loop itself, and of something else.
// LAUNCHER-LABEL: tt.func public @in_loop(
// LAUNCHER-NOT: tt.descriptor_store
// LAUNCHER: tt.store
tt.func public @in_loop(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %i = arith.muli %px, %c64 : i32
  %j = arith.muli %py, %c64 : i32
  %range_m = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %range_n = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %js = tt.splat %j : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range_m : tensor<64xi32>
  %columns = arith.addi %js, %range_n : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rw = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cw = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %ss = tt.splat %s : i32 -> tensor<64x64xi32>
  %strided = arith.muli %rw, %ss : tensor<64x64xi32>
  %offsets = arith.addi %strided, %cw : tensor<64x64xi32>
  %base = tt.splat %c : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pointers = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %in_m = arith.cmpi slt, %rows, %ms : tensor<64xi32>
  %m1 = tt.expand_dims %in_m {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %mw = tt.broadcast %m1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %ns = tt.splat %N : i32 -> tensor<64xi32>
  %in_n = arith.cmpi slt, %columns, %ns : tensor<64xi32>
  %n1 = tt.expand_dims %in_n {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %nw = tt.broadcast %n1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %mask = arith.andi %mw, %nw : tensor<64x64xi1>
  %r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %left = tt.descriptor_load %d[%i, %l] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %p = tt.dot %left, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>
    scf.yield %p : tensor<64x64xf32>
  }
  tt.return
}
