// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -o /dev/null -cm2tt-tt-describe-tensors

// Stores of the results of products that are no bulk copies, for each condition
// that loads do not have, and for one that they have, too.

tt.func public @hint(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
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
  // expected-remark @+1 {{the store is not a bulk tensor copy: it goes past the caches}}
  tt.store %pointers, %h, %mask cacheModifier = wt : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// VARIANT: narrow
tt.func public @narrow(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f8E5M2> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
%base = tt.splat %c : !tt.ptr<f8E5M2> -> tensor<64x64x!tt.ptr<f8E5M2>>
%pointers = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f8E5M2>>, tensor<64x64xi32>
%h = tt.fp_to_fp %r, rounding = rtne : tensor<64x64xf32> -> tensor<64x64xf8E5M2>
// expected-remark @+1 {{the store is not a bulk tensor copy: elements have less than 16 bits}}
tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f8E5M2>>

// VARIANT: read
%old = tt.load %c : !tt.ptr<f16>
%r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
// expected-remark @+1 {{the store is not a bulk tensor copy: the kernel accesses the tensor elsewhere, too}}
tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>

// VARIANT: waits
tt.func public @waits(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %f: !tt.ptr<i32>) {
%ticket = tt.atomic_cas acq_rel, gpu, %f, %c0, %c64 : (!tt.ptr<i32>, i32, i32) -> i32
%used = arith.addi %ticket, %c0 : i32
%r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
// expected-remark @+1 {{the store is not a bulk tensor copy: the program may wait for another one before}}
tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>

// VARIANT: repeats
// WITHOUT: %in_m, %m1, %mw, %ns, %in_n, %n1, %nw, %mask
%wrapped = arith.remsi %rows, %ms : tensor<64xi32>
%r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
// expected-remark @+1 {{the store is not a bulk tensor copy: it stores rows that a remainder repeats}}
tt.store %pointers, %h : tensor<64x64x!tt.ptr<f16>>

// VARIANT: negative
%i2 = arith.subi %i, %K : i32
%is = tt.splat %i2 : i32 -> tensor<64xi32>
%zeros = arith.constant dense<0> : tensor<64xi32>
%above = arith.cmpi sge, %rows, %zeros : tensor<64xi32>
%in_m2 = arith.andi %in_m, %above : tensor<64xi1>
%m1 = tt.expand_dims %in_m2 {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
// expected-remark @+1 {{the store is not a bulk tensor copy: an index may be negative}}
tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>

// VARIANT: extent
tt.func public @extent(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
// expected-remark @+1 {{the store is not a bulk tensor copy: the extent of the contiguous dimension is not known to be a multiple of 16 bytes}}
tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>

// VARIANT: base
tt.func public @base(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16>, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
// expected-remark @+1 {{the store is not a bulk tensor copy: the address of the tensor is not known to be a multiple of 16}}
tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>

// -----

tt.func public @small(%d: !tt.tensordesc<tensor<32x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<32x64xf16>, %y: tensor<64x16xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %cm = arith.constant 32 : i32
  %cn = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %i = arith.muli %px, %cm : i32
  %j = arith.muli %py, %cn : i32
  %range_m = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %range_n = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %is = tt.splat %i : i32 -> tensor<32xi32>
  %js = tt.splat %j : i32 -> tensor<16xi32>
  %rows = arith.addi %is, %range_m : tensor<32xi32>
  %columns = arith.addi %js, %range_n : tensor<16xi32>
  %ms = tt.splat %M : i32 -> tensor<32xi32>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %rw = tt.broadcast %r1 : tensor<32x1xi32> -> tensor<32x16xi32>
  %c1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %cw = tt.broadcast %c1 : tensor<1x16xi32> -> tensor<32x16xi32>
  %ss = tt.splat %s : i32 -> tensor<32x16xi32>
  %strided = arith.muli %rw, %ss : tensor<32x16xi32>
  %offsets = arith.addi %strided, %cw : tensor<32x16xi32>
  %base = tt.splat %c : !tt.ptr<f16> -> tensor<32x16x!tt.ptr<f16>>
  %pointers = tt.addptr %base, %offsets : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
  %in_m = arith.cmpi slt, %rows, %ms : tensor<32xi32>
  %m1 = tt.expand_dims %in_m {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
  %mw = tt.broadcast %m1 : tensor<32x1xi1> -> tensor<32x16xi1>
  %ns = tt.splat %N : i32 -> tensor<16xi32>
  %in_n = arith.cmpi slt, %columns, %ns : tensor<16xi32>
  %n1 = tt.expand_dims %in_n {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
  %nw = tt.broadcast %n1 : tensor<1x16xi1> -> tensor<32x16xi1>
  %mask = arith.andi %mw, %nw : tensor<32x16xi1>
  %r = scf.for %l = %c0 to %K step %c64 iter_args(%t = %zero) -> (tensor<32x16xf32>) : i32 {
    %left = tt.descriptor_load %d[%i, %l] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16>
    %p = tt.dot %left, %y, %t : tensor<32x64xf16> * tensor<64x16xf16> -> tensor<32x16xf32>
    scf.yield %p : tensor<32x16xf32>
  }
  %h = arith.truncf %r : tensor<32x16xf32> to tensor<32x16xf16>
  // expected-remark @+1 {{the store is not a bulk tensor copy: the tile has less than 2048 bytes}}
  tt.store %pointers, %h, %mask : tensor<32x16x!tt.ptr<f16>>
  tt.return
}

// -----

tt.func public @written(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf16>, %y: tensor<64x64xf16>, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %s: i32 {tt.divisibility = 16 : i32}) {
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
  // expected-remark @+1 {{the store is not a bulk tensor copy: the kernel accesses the tensor elsewhere, too}}
  tt.store %pointers, %h, %mask : tensor<64x64x!tt.ptr<f16>>
  // expected-remark @+1 {{the store is not a bulk tensor copy: the kernel accesses the tensor elsewhere, too}}
  tt.store %pointers, %h : tensor<64x64x!tt.ptr<f16>>
  tt.return
}
