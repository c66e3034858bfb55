// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -o /dev/null -cm2tt-tt-describe-tensors

// Loads of operands of products that are no bulk copies, for each condition of
// their addresses.

tt.func public @unaligned_base(%a: !tt.ptr<f16>, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
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
    // expected-remark @+1 {{the load is not a bulk tensor copy: the address of the tensor is not known to be a multiple of 16}}
    %x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}

// VARIANT: unaligned_stride
tt.func public @unaligned_stride(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32, %o: i32) -> tensor<64x64xf32> {
// expected-remark @+1 {{the load is not a bulk tensor copy: a stride is not known to be a multiple of 16 bytes}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: unaligned_index
tt.func public @unaligned_index(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%c3 = arith.constant dense<3> : tensor<64x64xi32>
%b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
%sum2 = arith.addi %sum, %c3 : tensor<64x64xi32>
%p = tt.addptr %b, %sum2 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
%m = arith.andi %rm, %rm : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: the first index in the contiguous dimension is not known to be a multiple of 16 bytes}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: two_strides
tt.func public @two_strides(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%ro = arith.addi %rw, %rw : tensor<64x64xi32>
%sum2 = arith.addi %sum, %kw : tensor<64x64xi32>
%p = tt.addptr %b, %sum2 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
// expected-remark @+1 {{the load is not a bulk tensor copy: no dimension, or several, are known to be contiguous}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: no_rows
tt.func public @no_rows(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%ro = arith.subi %rw, %rw : tensor<64x64xi32>
// expected-remark @+1 {{the load is not a bulk tensor copy: the address does not depend on the index in a dimension}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: product_of_indices
tt.func public @product_of_indices(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%ro = arith.muli %rw, %rw : tensor<64x64xi32>
// expected-remark @+1 {{the load is not a bulk tensor copy: the address is not a pointer and a sum of indices times strides}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: stride_changes
tt.func public @stride_changes(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%q = arith.muli %px, %s : i32
%qs = tt.splat %q : i32 -> tensor<64x64xi32>
%is = tt.splat %i : i32 -> tensor<64xi32>
%ro = arith.muli %rw, %qs : tensor<64x64xi32>
// expected-remark @+1 {{the load is not a bulk tensor copy: a stride is not a product of parameters and constants}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: negative_stride
tt.func public @negative_stride(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%c64s = arith.constant dense<-64> : tensor<64x64xi32>
%rneg = arith.muli %rw, %c64s : tensor<64x64xi32>
%b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
%sum2 = arith.addi %rneg, %kw : tensor<64x64xi32>
%p = tt.addptr %b, %sum2 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
// expected-remark @+1 {{the load is not a bulk tensor copy: a stride is negative}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: any_pointer
tt.func public @any_pointer(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32, %a2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %which: i1) -> tensor<64x64xf32> {
%any = arith.select %which, %a, %a2 : !tt.ptr<f16>
%b = tt.splat %any : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
// expected-remark @+1 {{the load is not a bulk tensor copy: the pointer does not come from one parameter}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: offset
tt.func public @offset(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
%ao = tt.addptr %a, %o : !tt.ptr<f16>, i32
%b = tt.splat %ao : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
// expected-remark @+1 {{the load is not a bulk tensor copy: a part of the address is no index times a stride}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: six
tt.func public @six(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32, %s1: i32 {tt.divisibility = 16 : i32}, %s2: i32 {tt.divisibility = 16 : i32}, %s3: i32 {tt.divisibility = 16 : i32}, %s4: i32 {tt.divisibility = 16 : i32}) -> tensor<64x64xf32> {
%py = tt.get_program_id y : i32
%pz = tt.get_program_id z : i32
%e1 = arith.muli %px, %s1 : i32
%e2 = arith.muli %py, %s2 : i32
%e3 = arith.muli %pz, %s3 : i32
%e4 = arith.muli %py, %s4 : i32
%f1 = arith.addi %e1, %e2 : i32
%f2 = arith.addi %e3, %e4 : i32
%f3 = arith.addi %f1, %f2 : i32
%a5 = tt.addptr %a, %f3 : !tt.ptr<f16>, i32
%b = tt.splat %a5 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
// expected-remark @+1 {{the load is not a bulk tensor copy: the tensor has more than 5 dimensions}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
