// RUN: %variants %s | cm2tt-opt --pass-pipeline='builtin.module(tt.func(cm2tt-tt-split-loops))' --split-input-file --verify-diagnostics | FileCheck %s

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @causal
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK: %[[PID:.*]] = tt.get_program_id x
// 64 rows have no masked element in columns up to their first one.
// CHECK: arith.shrsi
// CHECK: arith.minsi
// CHECK: %[[END:.*]] = arith.trunci
// CHECK: %[[SPLIT:.*]] = arith.muli %[[END]], %c32
// CHECK: %[[R:.*]] = scf.for %{{.*}} = %c0{{.*}} to %[[SPLIT]] step %c32{{.*}} iter_args(%{{.*}} = %[[ZERO]])
// CHECK-NOT: arith.select
// CHECK: %[[D:.*]] = tt.dot
// CHECK-NOT: arith.select
// CHECK: scf.yield %[[D]]
// CHECK: scf.for %{{.*}} = %[[SPLIT]] to %{{.*}} step %c32{{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK: arith.cmpi sge
// CHECK: tt.dot
// CHECK: arith.select
// CHECK: tt.num_stages = 5
tt.func public @causal(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !f
  %rm = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rn = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %firsts = tt.splat %first : i32 -> tensor<64xi32>
  %m = arith.addi %firsts, %rm : tensor<64xi32>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rows = tt.broadcast %m1 : tensor<64x1xi32> -> !i
  %next = arith.addi %first, %c64 : i32
  %end = arith.minsi %next, %n : i32
  // expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the first: 1}}
  %r = scf.for %i = %c0 to %end step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sge, %rows, %cols : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  } {tt.num_stages = 5 : i32}
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// -----

!i = tensor<64x32xi32>
!b = tensor<64x32xi1>
!f = tensor<64x32xf32>
!x = tensor<64x16xf16>
!y = tensor<16x32xf16>

// CHECK-LABEL: @becomes_true
// The front has all iterations if the columns of the last one may wrap.
// CHECK: %[[HOLDS:.*]] = arith.cmpi sle
// CHECK: %[[REACHED:.*]] = arith.cmpi sle
// CHECK: %[[BOTH:.*]] = arith.andi %[[REACHED]], %[[HOLDS]]
// CHECK: %[[SPLIT:.*]] = arith.select %[[BOTH]], %{{.*}}, %{{.*}} : i32
// CHECK: %[[A:.*]] = scf.for %{{.*}} = %c0{{.*}} to %[[SPLIT]]
// CHECK: arith.cmpi sgt
// CHECK: arith.select
// CHECK: scf.for %{{.*}} = %[[SPLIT]] to %{{.*}} iter_args(%{{.*}} = %[[A]])
// CHECK-NOT: arith.select
// CHECK: tt.return
tt.func public @becomes_true(%x: !x, %y: !y, %out: !tt.ptr<f32>, %n: i32, %w: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !f
  %rm = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rn = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %firsts = tt.splat %first : i32 -> tensor<64xi32>
  %m = arith.addi %firsts, %rm : tensor<64xi32>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %rows = tt.broadcast %m1 : tensor<64x1xi32> -> !i
  // expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the second: 1}}
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
    %is = tt.splat %i : i32 -> tensor<32xi32>
    %n0 = arith.addi %is, %rn : tensor<32xi32>
    %n1 = tt.expand_dims %n0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %n1 : tensor<1x32xi32> -> !i
    %mask = arith.cmpi sgt, %cols, %rows : !i
    %d = tt.dot %x, %y, %zero : !x * !y -> !f
    %s = arith.select %mask, %d, %acc : !b, !f
    scf.yield %s : !f
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  tt.store %outs, %r : tensor<64x32x!tt.ptr<f32>>
  tt.return
}

// VARIANT: window
// A mask that becomes true, and then false.

// CHECK-LABEL: @window
// CHECK: %[[A:.*]] = scf.for
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: arith.select
// CHECK: %[[B:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
// CHECK-NOT: arith.select
// CHECK: tt.dot
// CHECK-NOT: arith.select
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[B]])
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: arith.select
%ws = tt.splat %w : i32 -> !i
// expected-remark @below {{the loop is split into 3 parts; comparisons that are true for all elements in the second: 2}}
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%m0 = arith.cmpi sge, %rows, %cols : !i
%apart = arith.subi %rows, %cols : !i
%near = arith.cmpi slt, %apart, %ws : !i
%mask = arith.andi %m0, %near : !b

// VARIANT: bounds
// At most the last iteration is in the second part, which is not pipelined.

// CHECK-LABEL: @bounds
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: scf.for
// CHECK: arith.select
// CHECK: tt.num_stages = 1
%ns = tt.splat %n : i32 -> !i
// expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the first: 1}}
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi slt, %cols, %ns : !i

// VARIANT: carried
// A tile of 64 bits that each iteration advances.

// CHECK-LABEL: @carried
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: scf.for
// CHECK: arith.select
// WITHOUT: %is, %n0, %n1, %cols
%rows64 = arith.extsi %rows : !i to tensor<64x32xi64>
%rn64 = arith.extsi %rn : tensor<32xi32> to tensor<32xi64>
%by = arith.constant dense<32> : tensor<32xi64>
// expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the first: 1}}
%r, %last = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero, %at = %rn64) -> (!f, tensor<32xi64>) : i32 {
%carried1 = tt.expand_dims %at {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
%wide = tt.broadcast %carried1 : tensor<1x32xi64> -> tensor<64x32xi64>
%mask = arith.cmpi sge, %rows64, %wide : tensor<64x32xi64>
%to = arith.addi %at, %by : tensor<32xi64>
scf.yield %s, %to : !f, tensor<32xi64>

// VARIANT: odd_step
// CHECK-LABEL: @odd_step
// CHECK: arith.divsi %{{.*}}, %{{.*}} : i64
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: scf.for
// CHECK: arith.select
%c24 = arith.constant 24 : i32
// expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the first: 1}}
%r = scf.for %i = %c0 to %n step %c24 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %rows, %cols : !i

// VARIANT: always
// CHECK-LABEL: @always
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: tt.return
%c5000 = arith.constant dense<5000> : !i
// expected-remark @below {{comparisons of the loop are true for all elements: 1}}
%r = scf.for %i = %c0 to %c64 step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%mask = arith.cmpi sge, %c5000, %cols : !i

// VARIANT: narrow
// Without the mask of the columns of a product, loads are wider.

// CHECK-LABEL: @narrow
// CHECK: scf.for
// CHECK: tt.load %{{[^,]*}} : tensor
// CHECK: scf.for
// CHECK: tt.load %{{[^,]*}}, %{{.*}}, %{{.*}} : tensor
// CHECK: tt.num_stages = 1
// WITHOUT: %s
tt.func public @narrow(%x: !x, %p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %n: i32) {
%ps = tt.splat %p : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
%other = arith.constant dense<0.0> : !y
%ns = tt.splat %n : i32 -> tensor<1x32xi32>
// expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the first: 1}}
%r = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (!f) : i32 {
%in = arith.cmpi slt, %n1, %ns : tensor<1x32xi32>
%mask = tt.broadcast %in : tensor<1x32xi1> -> tensor<16x32xi1>
%c1 = tt.broadcast %n1 : tensor<1x32xi32> -> tensor<16x32xi32>
%ptrs = tt.addptr %ps, %c1 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
%z = tt.load %ptrs, %mask, %other : tensor<16x32x!tt.ptr<f16>>
%d = tt.dot %x, %z, %acc : !x * !y -> !f
scf.yield %d : !f

// -----

// Without a product, a load whose mask is true in some iterations is enough.

// CHECK-LABEL: @loads
// CHECK: %[[R:.*]] = scf.for %{{.*}} = %c0{{.*}} to %[[SPLIT:.*]] step %c512
// CHECK-NOT: arith.cmpi
// CHECK: tt.load %{{[^,]*}} : tensor<512x!tt.ptr<f32>>
// CHECK: tt.store %{{[^,]*}}, %{{[^,]*}} : tensor<512x!tt.ptr<f32>>
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[SPLIT]] to %{{.*}} step %c512{{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK: tt.load %{{.*}}, %[[MASK]], %{{.*}} : tensor<512x!tt.ptr<f32>>
// CHECK: tt.store %{{.*}}, %{{.*}}, %[[MASK]] : tensor<512x!tt.ptr<f32>>
tt.func public @loads(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ns = tt.splat %n : i32 -> tensor<512xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  // expected-remark @below {{the loop is split into 2 parts; comparisons that are true for all elements in the first: 1}}
  %sum = scf.for %i = %c0 to %n step %c512 iter_args(%s = %zero) -> (tensor<512xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<512xi32>
    %at = arith.addi %is, %r : tensor<512xi32>
    %mask = arith.cmpi slt, %at, %ns : tensor<512xi32>
    %p = tt.addptr %xs, %at : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    %v = tt.load %p, %mask, %zero : tensor<512x!tt.ptr<f32>>
    tt.store %p, %zero, %mask : tensor<512x!tt.ptr<f32>>
    %t = arith.addf %s, %v : tensor<512xf32>
    scf.yield %t : tensor<512xf32>
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  tt.store %outs, %sum : tensor<512x!tt.ptr<f32>>
  tt.return
}
