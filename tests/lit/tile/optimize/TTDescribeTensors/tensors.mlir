// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors | FileCheck %s
// RUN: %variants %s | cm2tt-opt -split-input-file -cm2tt-tt-describe-tensors | FileCheck %s --check-prefix=LAUNCHER

// Tensors of loads, by maps that the launcher encodes. An extent
// that is a parameter may be 0, which a map cannot have.

// CHECK-LABEL: tt.func public @plain(
// CHECK-SAME: %[[D:[^ :]+]]: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe
// CHECK-DAG: %[[SOME:.+]] = arith.cmpi sgt, %{{.+}}, %{{.+}} : i64
// CHECK: %[[I:.+]] = arith.muli %{{.+}}, %{{.+}} : i32
// CHECK: scf.for %[[L:[^ ]+]] =
// CHECK: %[[C16:.+]] = arith.constant 16 : i32
// CHECK: %[[ROW:.+]] = arith.select %{{.+}}, %{{.+}}, %[[C16]] : i32
// CHECK: %[[COLUMN:.+]] = arith.select %{{.+}}, %[[L]], %{{.+}} : i32
// CHECK: tt.descriptor_load %[[D]][%[[ROW]], %[[COLUMN]]] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
// LAUNCHER-LABEL: tt.func public @plain(
// LAUNCHER-SAME: %[[D:[^:]+]]: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe = {base = 0 : i32, extents = [array<i64: 1, 3>, array<i64: 1, 4>], strides = [array<i64: 1, 5>, array<i64: 1>]}})
// LAUNCHER: tt.descriptor_load %[[D]]
tt.func public @plain(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero_x = arith.constant dense<0.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %px = tt.get_program_id x : i32
  %i = arith.muli %px, %c64 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %rows, %ms : tensor<64xi32>
  %rm1 = tt.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %rm = tt.broadcast %rm1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rw = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %ss = tt.splat %s : i32 -> tensor<64x64xi32>
  %ro = arith.muli %rw, %ss : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %ls = tt.splat %l : i32 -> tensor<64xi32>
    %kk = arith.addi %ls, %range : tensor<64xi32>
    %kl = tt.splat %K : i32 -> tensor<64xi32>
    %ki = arith.cmpi slt, %kk, %kl : tensor<64xi32>
    %km1 = tt.expand_dims %ki {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %km = tt.broadcast %km1 : tensor<1x64xi1> -> tensor<64x64xi1>
    %k1 = tt.expand_dims %kk {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %kw = tt.broadcast %k1 : tensor<1x64xi32> -> tensor<64x64xi32>
    %sum = arith.addi %ro, %kw : tensor<64x64xi32>
    %p = tt.addptr %b, %sum : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %m = arith.andi %rm, %km : tensor<64x64xi1>
    %x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}

// VARIANT: constants
// Limits and strides that are constants, and no limit: the greatest extent.
// LAUNCHER-LABEL: tt.func public @constants(
// LAUNCHER-SAME: extents = [array<i64: 2147483647>, array<i64: 512>], strides = [array<i64: 512>, array<i64: 1>]
// LAUNCHER-NOT: arith.select
// LAUNCHER: tt.descriptor_load
%c512 = arith.constant dense<512> : tensor<64xi32>
%is = tt.splat %i : i32 -> tensor<64xi32>
%c512w = arith.constant dense<512> : tensor<64x64xi32>
%ro = arith.muli %rw, %c512w : tensor<64x64xi32>
%ki = arith.cmpi slt, %kk, %c512 : tensor<64xi32>
%m = arith.andi %km, %km : tensor<64x64xi1>

// VARIANT: batch
// A multiple of a further stride is a dimension of its own, whose index the box
// has one of.
// LAUNCHER-LABEL: tt.func public @batch(
// LAUNCHER-SAME: %[[D:[^:]+]]: !tt.tensordesc<tensor<1x64x64xf16>> {tt.tensor_recipe = {base = 0 : i32, extents = [array<i64: 2147483647>, array<i64: 1, 3>, array<i64: 1, 4>], strides = [array<i64: 1, 7>, array<i64: 1, 5>, array<i64: 1>]}})
// LAUNCHER: %[[Z:.+]] = tt.get_program_id z : i32
// LAUNCHER: tt.descriptor_load %[[D]][%[[Z]], %{{.+}}, %{{.+}}] : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<64x64xf16>
tt.func public @batch(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32, %zs: i32 {tt.divisibility = 16 : i32}) -> tensor<64x64xf32> {
%pz = tt.get_program_id z : i32
%zo = arith.muli %pz, %zs : i32
%az = tt.addptr %a, %zo : !tt.ptr<f16>, i32
%b = tt.splat %az : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>

// -----

// So is a multiple of a number of rows, such as the rows of a head, which might be
// negative as an index of the rows.
// LAUNCHER-LABEL: tt.func public @heads(
// LAUNCHER-SAME: %[[D:[^:]+]]: !tt.tensordesc<tensor<1x64x64xf16>> {tt.tensor_recipe = {base = 0 : i32, extents = [array<i64: 2147483647>, array<i64: 2147483647>, array<i64: 64>], strides = [array<i64: 64, 2>, array<i64: 64>, array<i64: 1>]}})
// LAUNCHER: %[[Y:.+]] = tt.get_program_id y : i32
// LAUNCHER: tt.descriptor_load %[[D]][%[[Y]], %{{.+}}, %{{.+}}] : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<64x64xf16>
tt.func public @heads(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %n: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %width = arith.constant dense<64> : tensor<64x64xi64>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %py = tt.get_program_id y : i32
  %wide = arith.extsi %py : i32 to i64
  %rows = arith.extsi %n : i32 to i64
  %head = arith.muli %wide, %rows : i64
  %hs = tt.splat %head : i64 -> tensor<64xi64>
  %c1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cw = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %columns = arith.extsi %cw : tensor<64x64xi32> to tensor<64x64xi64>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %r = scf.for %l = %c0 to %n step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %ls = tt.splat %l : i32 -> tensor<64xi32>
    %at = arith.addi %ls, %range : tensor<64xi32>
    %atw = arith.extsi %at : tensor<64xi32> to tensor<64xi64>
    %row = arith.addi %hs, %atw : tensor<64xi64>
    %r1 = tt.expand_dims %row {axis = 1 : i32} : tensor<64xi64> -> tensor<64x1xi64>
    %rw = tt.broadcast %r1 : tensor<64x1xi64> -> tensor<64x64xi64>
    %ro = arith.muli %rw, %width : tensor<64x64xi64>
    %sum = arith.addi %ro, %columns : tensor<64x64xi64>
    %p = tt.addptr %b, %sum : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi64>
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}

// -----

// Pointers that a loop has advanced go on from where it ends: its bounds are apart by a
// multiple of its step, and not negative.
// LAUNCHER-LABEL: tt.func public @goes_on(
// LAUNCHER-SAME: %[[D:[^:]+]]: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe = {base = 0 : i32, extents = [array<i64: 2147483647>, array<i64: 64>], strides = [array<i64: 64>, array<i64: 1>]}})
// LAUNCHER: scf.for
// LAUNCHER: tt.descriptor_load %[[D]]
// LAUNCHER: scf.for
// LAUNCHER: tt.descriptor_load %[[D]]
// LAUNCHER: scf.for
// LAUNCHER: tt.load
tt.func public @goes_on(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %n: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %width = arith.constant dense<64> : tensor<64x64xi32>
  %step = arith.constant dense<4096> : tensor<64x64xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rw = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %ro = arith.muli %rw, %width : tensor<64x64xi32>
  %c1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cw = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %sum = arith.addi %ro, %cw : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %p = tt.addptr %b, %sum : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %px = tt.get_program_id x : i32
  %end = arith.muli %px, %c128 : i32
  %r:2 = scf.for %l = %c0 to %end step %c64 iter_args(%t = %zero, %q = %p) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %x = tt.load %q : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %m = tt.addptr %q, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %m : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %s:2 = scf.for %l = %c0 to %n step %c64 iter_args(%t = %r#0, %q = %r#1) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %x = tt.load %q : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %m = tt.addptr %q, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %m : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  // The number of iterations of the second is not known so.
  %u = scf.for %l = %c0 to %n step %c64 iter_args(%t = %s#0) -> (tensor<64x64xf32>) : i32 {
    %x = tt.load %s#1 : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %u : tensor<64x64xf32>
}

// -----

// Equal tensors have one descriptor, also for loads before the loop.
// LAUNCHER-LABEL: tt.func public @shared(
// LAUNCHER-SAME: i32, %[[D:[^:]+]]: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe = {base = 0 : i32, extents = [array<i64: 2147483647>, array<i64: 64>], strides = [array<i64: 64>, array<i64: 1>]}})
// LAUNCHER: tt.descriptor_load %[[D]]
// LAUNCHER: scf.for
// LAUNCHER: %[[X:.+]] = tt.descriptor_load %[[D]]
// LAUNCHER: %[[T:.+]] = tt.trans %[[X]] {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
// LAUNCHER: tt.dot %{{.+}}, %[[T]]
tt.func public @shared(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %step = arith.constant dense<4096> : tensor<64x64xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<64> : tensor<64x1xi32>
  %r1 = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r2 = arith.muli %r1, %w : tensor<64x1xi32>
  %r3 = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c2 = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %r3, %c2 : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %q0 = arith.constant 64 : i32
  %u1 = tt.addptr %a, %c64 : !tt.ptr<f16>, i32
  %pid = tt.get_program_id x : i32
  %po = arith.muli %pid, %q0 : i32
  %pw = arith.muli %po, %c64 : i32
  %pa = tt.addptr %a, %pw : !tt.ptr<f16>, i32
  %pb = tt.splat %pa : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pp = tt.addptr %pb, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %q = tt.load %pp : tensor<64x64x!tt.ptr<f16>>
  %t1 = tt.trans %o {order = array<i32: 1, 0>} : tensor<64x64xi32> -> tensor<64x64xi32>
  %kp = tt.addptr %b, %t1 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %r:2 = scf.for %l = %c0 to %n step %c64 iter_args(%s = %zero, %k = %kp) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %x = tt.load %k : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %q, %x, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = tt.addptr %k, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %next : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  tt.return %r#0 : tensor<64x64xf32>
}

// -----

// A load that no product needs stays.
// CHECK-LABEL: tt.func public @other(
// CHECK: tt.load
tt.func public @other(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<64x64xf16> {
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %x = tt.load %b : tensor<64x64x!tt.ptr<f16>>
  tt.return %x : tensor<64x64xf16>
}
