// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -o /dev/null -cm2tt-tt-describe-tensors

// Loads of operands of products that are no bulk copies, for each condition of
// the accesses themselves.

tt.func public @waits(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %y: tensor<64x64xf16>, %M: i32, %K: i32, %s: i32 {tt.divisibility = 16 : i32}, %o: i32) -> tensor<64x64xf32> {
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
    // expected-remark @+1 {{the load is not a bulk tensor copy: the program may wait for another one before}}
    %x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %one = arith.constant 1.0 : f32
    %true = arith.constant true
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %c, %one, %true : (!tt.ptr<f32>, f32, i1) -> f32
    tt.store %c, %old : !tt.ptr<f32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}

// VARIANT: other
// WITHOUT: %one, %true, %old, tt.store
%ones = arith.constant dense<1.0> : tensor<64x64xf16>
%b = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
// expected-remark @+1 {{the load is not a bulk tensor copy: elements that the mask excludes are not zero}}
%x = tt.load %p, %m, %ones : tensor<64x64x!tt.ptr<f16>>

// VARIANT: volatile
// WITHOUT: %one, %true, %old, tt.store
// expected-remark @+1 {{the load is not a bulk tensor copy: it is volatile}}
%x = tt.load %p, %m, %zero_x {isVolatile = true} : tensor<64x64x!tt.ptr<f16>>

// VARIANT: uncached
// WITHOUT: %one, %true, %old, tt.store
// expected-remark @+1 {{the load is not a bulk tensor copy: it goes past the caches}}
%x = tt.load %p, %m, %zero_x cacheModifier = cv : tensor<64x64x!tt.ptr<f16>>

// VARIANT: hints
// A remark would be unexpected.
// WITHOUT: %one, %true, %old, tt.store
%x = tt.load %p, %m, %zero_x cacheModifier = cg evictionPolicy = evict_first : tensor<64x64x!tt.ptr<f16>>

// VARIANT: written
// WITHOUT: %one, %true, %old
// expected-remark @+1 {{the load is not a bulk tensor copy: the kernel writes the tensor}}
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
tt.store %p, %zero_x, %m : tensor<64x64x!tt.ptr<f16>>

// VARIANT: waits_by_load
// A volatile load may wait, too.
// WITHOUT: %one, %true, tt.store
%old = tt.load %c {isVolatile = true} : !tt.ptr<f32>

// VARIANT: adds
// An atomic that only releases waits for nothing.
// WITHOUT: tt.store
%x = tt.load %p, %m, %zero_x : tensor<64x64x!tt.ptr<f16>>
%old = tt.atomic_rmw fadd, release, gpu, %c, %one, %true : (!tt.ptr<f32>, f32, i1) -> f32

// -----

tt.func public @thin(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<1x64x64xf16>, %n: i32) -> tensor<1x64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1x64x64xf32>
  %p = tt.splat %a : !tt.ptr<f16> -> tensor<1x64x64x!tt.ptr<f16>>
  %r = scf.for %l = %c0 to %n step %c1 iter_args(%t = %zero) -> (tensor<1x64x64xf32>) : i32 {
    // expected-remark @+1 {{the load is not a bulk tensor copy: the tile does not have 2 to 5 dimensions of more than 1 element}}
    %x = tt.load %p : tensor<1x64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %t : tensor<1x64x64xf16> * tensor<1x64x64xf16> -> tensor<1x64x64xf32>
    scf.yield %d : tensor<1x64x64xf32>
  }
  tt.return %r : tensor<1x64x64xf32>
}
