// RUN: cm2tt-opt %s -cm2tt-tt-describe-tensors -verify-diagnostics | FileCheck %s

// Several programs sum parts of a tile: the first index along K depends on the
// program, and a loop goes on by all parts. Each writes its sums, and the last
// one that counts reads those of all. The update of the counter follows the
// loads of the loop, so that it does not order them.

// CHECK-LABEL: tt.func public @parts_of_a_tile(
// CHECK-SAME: extents = [array<i64: 1, 6>, array<i64: 1, 7>]
// CHECK: tt.descriptor_load
// CHECK: tt.store {{.*}} : tensor<64x64x!tt.ptr<f32>>
// CHECK: tt.atomic_rmw add, acq_rel
// CHECK: scf.if
tt.func public @parts_of_a_tile(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %parts: !tt.ptr<f32>, %counts: !tt.ptr<i32>, %c: !tt.ptr<f32>, %s: i32 {tt.divisibility = 16 : i32}, %M: i32, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf16>
  %step = arith.constant dense<256> : tensor<64x64xi32>
  %width = arith.constant dense<64> : tensor<64x1xi32>
  %program = tt.get_program_id x : i32
  %tile = arith.divsi %program, %c4 : i32
  %part = arith.remsi %program, %c4 : i32
  %i = arith.muli %tile, %c64 : i32
  %j = arith.muli %part, %c64 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %wrapped = arith.remsi %rows, %ms : tensor<64xi32>
  %js = tt.splat %j : i32 -> tensor<64xi32>
  %inner = arith.addi %js, %range : tensor<64xi32>
  %r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %ss = tt.splat %s : i32 -> tensor<64x1xi32>
  %r2 = arith.muli %r1, %ss : tensor<64x1xi32>
  %r3 = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %k1 = tt.expand_dims %inner {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k2 = tt.broadcast %k1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %r3, %k2 : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %p0 = tt.addptr %b, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %r:2 = scf.for %l = %c0 to %K step %c256 iter_args(%t = %zero, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %rest = arith.subi %K, %l : i32
    %rests = tt.splat %rest : i32 -> tensor<1x64xi32>
    %is_inner = arith.cmpi slt, %k1, %rests : tensor<1x64xi32>
    %mask = tt.broadcast %is_inner : tensor<1x64xi1> -> tensor<64x64xi1>
    %x = tt.load %p, %mask, %none : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %next : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %n1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %limit = tt.splat %M : i32 -> tensor<64x1xi32>
  %inside = arith.cmpi slt, %n1, %limit : tensor<64x1xi32>
  %m = tt.broadcast %inside : tensor<64x1xi1> -> tensor<64x64xi1>
  %own = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %or = arith.muli %own, %width : tensor<64x1xi32>
  %ow = tt.broadcast %or : tensor<64x1xi32> -> tensor<64x64xi32>
  %q1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %q2 = tt.broadcast %q1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %q3 = arith.addi %ow, %q2 : tensor<64x64xi32>
  %first = arith.muli %program, %c64 : i32
  %begin = arith.muli %first, %c64 : i32
  %base = tt.addptr %parts, %begin : !tt.ptr<f32>, i32
  %bases = tt.splat %base : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %places = tt.addptr %bases, %q3 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  // expected-remark @+1 {{the store is not a bulk tensor copy: the kernel accesses the tensor elsewhere, too}}
  tt.store %places, %r#0, %m : tensor<64x64x!tt.ptr<f32>>
  %counter = tt.addptr %counts, %tile : !tt.ptr<i32>, i32
  %count = tt.atomic_rmw add, acq_rel, gpu, %counter, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %is_last = arith.cmpi eq, %count, %c3 : i32
  scf.if %is_last {
    %total = tt.load %places, %m : tensor<64x64x!tt.ptr<f32>>
    %out = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %to = tt.addptr %out, %q3 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    tt.store %to, %total, %m : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// The part has the repeated rows: another program could read them.

// CHECK-LABEL: tt.func public @parts_with_repeated_rows(
// CHECK-NOT: tt.descriptor_load
tt.func public @parts_with_repeated_rows(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %parts: !tt.ptr<f32>, %counts: !tt.ptr<i32>, %c: !tt.ptr<f32>, %s: i32 {tt.divisibility = 16 : i32}, %M: i32, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf16>
  %step = arith.constant dense<256> : tensor<64x64xi32>
  %width = arith.constant dense<64> : tensor<64x1xi32>
  %program = tt.get_program_id x : i32
  %tile = arith.divsi %program, %c4 : i32
  %part = arith.remsi %program, %c4 : i32
  %i = arith.muli %tile, %c64 : i32
  %j = arith.muli %part, %c64 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range : tensor<64xi32>
  %ms = tt.splat %M : i32 -> tensor<64xi32>
  %wrapped = arith.remsi %rows, %ms : tensor<64xi32>
  %js = tt.splat %j : i32 -> tensor<64xi32>
  %inner = arith.addi %js, %range : tensor<64xi32>
  %r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %ss = tt.splat %s : i32 -> tensor<64x1xi32>
  %r2 = arith.muli %r1, %ss : tensor<64x1xi32>
  %r3 = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %k1 = tt.expand_dims %inner {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k2 = tt.broadcast %k1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %r3, %k2 : tensor<64x64xi32>
  %b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %p0 = tt.addptr %b, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %r:2 = scf.for %l = %c0 to %K step %c256 iter_args(%t = %zero, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %rest = arith.subi %K, %l : i32
    %rests = tt.splat %rest : i32 -> tensor<1x64xi32>
    %is_inner = arith.cmpi slt, %k1, %rests : tensor<1x64xi32>
    %mask = tt.broadcast %is_inner : tensor<1x64xi1> -> tensor<64x64xi1>
    // expected-remark @+1 {{the load is not a bulk tensor copy: rows that a remainder repeats may be stored}}
    %x = tt.load %p, %mask, %none : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %next : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %n1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %limit = tt.splat %M : i32 -> tensor<64x1xi32>
  %inside = arith.cmpi slt, %n1, %limit : tensor<64x1xi32>
  %m = tt.broadcast %inside : tensor<64x1xi1> -> tensor<64x64xi1>
  %own = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %or = arith.muli %own, %width : tensor<64x1xi32>
  %ow = tt.broadcast %or : tensor<64x1xi32> -> tensor<64x64xi32>
  %q1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %q2 = tt.broadcast %q1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %q3 = arith.addi %ow, %q2 : tensor<64x64xi32>
  %first = arith.muli %program, %c64 : i32
  %begin = arith.muli %first, %c64 : i32
  %base = tt.addptr %parts, %begin : !tt.ptr<f32>, i32
  %bases = tt.splat %base : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %places = tt.addptr %bases, %q3 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %places, %r#0 : tensor<64x64x!tt.ptr<f32>>
  %counter = tt.addptr %counts, %tile : !tt.ptr<i32>, i32
  %count = tt.atomic_rmw add, acq_rel, gpu, %counter, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %is_last = arith.cmpi eq, %count, %c3 : i32
  scf.if %is_last {
    %total = tt.load %places, %m : tensor<64x64x!tt.ptr<f32>>
    %out = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %to = tt.addptr %out, %q3 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    tt.store %to, %total, %m : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}
