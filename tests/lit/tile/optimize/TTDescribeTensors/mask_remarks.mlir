// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -o /dev/null -cm2tt-tt-describe-tensors

// Loads of operands of products that are no bulk copies, for each condition of
// their masks.

tt.func public @either_condition(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
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
    %m = arith.ori %rm, %km : tensor<64x64xi1>
    // expected-remark @+1 {{the load is not a bulk tensor copy: the mask is not a conjunction of comparisons}}
    %x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}

// VARIANT: uniform_condition
tt.func public @uniform_condition(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32, %which: i1) -> tensor<64x64xf32> {
%w = tt.splat %which : i1 -> tensor<64x64xi1>
%m = arith.andi %rm, %w : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: a condition of the mask is the same for all elements}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: unequal
%ki = arith.cmpi ne, %kk, %kl : tensor<64xi32>
%m = arith.andi %rm, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: the mask does not compare sums of indices}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: diagonal
%lower = arith.cmpi sle, %kw, %rw : tensor<64x64xi32>
%m = arith.andi %rm, %lower : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: a condition of the mask is not a limit of one index}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: limit_changes
%q = arith.addi %px, %K : i32
%qs = tt.splat %q : i32 -> tensor<64xi32>
%is = tt.splat %i : i32 -> tensor<64xi32>
%ki = arith.cmpi slt, %kk, %qs : tensor<64xi32>
%m = arith.andi %rm, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: a limit of the mask is not a parameter or a constant}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: two_limits
%os = tt.splat %o : i32 -> tensor<64xi32>
%o1 = arith.cmpi slt, %kk, %os : tensor<64xi32>
%o2 = tt.expand_dims %o1 {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
%om = tt.broadcast %o2 : tensor<1x64xi1> -> tensor<64x64xi1>
%m = arith.andi %om, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: the mask has two limits of one index}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: lower_limit
%os = tt.splat %o : i32 -> tensor<64xi32>
%o1 = arith.cmpi sge, %kk, %os : tensor<64xi32>
%o2 = tt.expand_dims %o1 {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
%om = tt.broadcast %o2 : tensor<1x64xi1> -> tensor<64x64xi1>
%m = arith.andi %om, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: the mask has a lower limit other than 0}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: negative_index
tt.func public @negative_index(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32, %i0: i32 {tt.divisibility = 16 : i32}) -> tensor<64x64xf32> {
%n = arith.addi %l, %i0 : i32
%ls = tt.splat %n : i32 -> tensor<64xi32>
%m = arith.andi %rm, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: an index may be negative}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: wraps_and_returns
%wrapped = arith.remsi %rows, %ms : tensor<64xi32>
%r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
%m = arith.andi %km, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: rows that a remainder repeats may be stored}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: wraps_other
%q = arith.addi %px, %M : i32
%qs = tt.splat %q : i32 -> tensor<64xi32>
%is = tt.splat %i : i32 -> tensor<64xi32>
%wrapped = arith.remsi %rows, %qs : tensor<64xi32>
%r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
%m = arith.andi %km, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: a remainder is not that of an index by a parameter or a constant}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: wraps_below
%qs = tt.splat %o : i32 -> tensor<64xi32>
%is = tt.splat %i : i32 -> tensor<64xi32>
%wrapped = arith.remsi %rows, %qs : tensor<64xi32>
%r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
%m = arith.andi %rm, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: the mask has another limit than a remainder}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: unsigned_other
%ki = arith.cmpi ult, %kl, %kk : tensor<64xi32>
%m = arith.andi %rm, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: the mask compares without a sign}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>

// VARIANT: wraps_negative
%wrapped = arith.remsi %rows, %ms : tensor<64xi32>
%r1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
%zs = arith.constant dense<0> : tensor<64xi32>
%o1 = arith.cmpi sge, %rows, %zs : tensor<64xi32>
%o2 = tt.expand_dims %o1 {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
%om = tt.broadcast %o2 : tensor<64x1xi1> -> tensor<64x64xi1>
%m = arith.andi %om, %km : tensor<64x64xi1>
// expected-remark @+1 {{the load is not a bulk tensor copy: a remainder may be negative}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
