// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The optimizations of `tt`. Passes.td includes this file.

#ifndef CM2TT_TILE_OPTIMIZEPASSES_TD
#define CM2TT_TILE_OPTIMIZEPASSES_TD

include "mlir/Pass/PassBase.td"

def TTUnrollLoopsPass : Pass<"cm2tt-tt-unroll-loops"> {
  let summary = "unroll loops by their tt.loop_unroll_factor, and short ones";
  let description = [{
    Unrolls each `scf.for` that has the attribute. A second loop runs the
    remaining iterations; it is not pipelined (`tt.num_stages = 1`). A loop
    without attributes that runs at most 8 times, loads or stores tiles, and
    contains no product becomes straight code, if that is short. A loop
    without a product that ends at most one step after it begins becomes a
    branch.

    ```mlir
    %c1 = arith.constant 1 : i32
    scf.for %i = %lo to %hi step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.loop_unroll_factor = 2 : i32}
    // becomes
    %c1 = arith.constant 1 : i32
    %end = arith.maxsi %lo, %hi : i32
    // ...
    %c2 = arith.constant 2 : i32
    // ...
    %even = arith.addi %lo, %iterations : i32
    %step = arith.muli %c1, %c2 : i32
    scf.for %i = %lo to %even step %step : i32 {
      tt.store %p, %i : !tt.ptr<i32>
      // ...
      %j = arith.addi %i, %one : i32
      tt.store %p, %j : !tt.ptr<i32>
    }
    scf.for %i = %even to %end step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.num_stages = 1 : i32}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"unrolled", "unrolled", "Loops unrolled">,
    Statistic<"branches", "branches", "Loops that became branches">];
}

def TTCombinePass : Pass<"cm2tt-tt-combine"> {
  let summary = "combine operations on tiles with their users";
  let description = [{
    The other operand of a sum becomes the accumulator of the product, offsets
    of a pointer are added to each other first, a select on a load's mask
    becomes its `other`, a sum of products over a broadcast dimension becomes a
    matrix product, a reshape may reorder if no user observes the order, and a
    condition that is compared with a bit as an integer is compared as a
    condition.

    ```mlir
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %r = arith.addf %acc, %d : tensor<64x64xf32>
    // becomes
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = tt.dot %a, %b, %acc : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"combined", "combined", "Operations merged">];
}

def TTReorderBroadcastPass : Pass<"cm2tt-tt-reorder-broadcast"> {
  let summary = "move operations before broadcasts and splats";
  let description = [{
    An element-wise operation on splats becomes the operation on scalars and a
    splat; one on broadcast tiles of one shape, and splats, becomes the
    operation on the small tiles and a broadcast. Each element is computed as
    before.

    ```mlir
    %b = tt.broadcast %x : tensor<64x1xf32> -> tensor<64x32xf32>
    %s = tt.splat %k : f32 -> tensor<64x32xf32>
    %r = arith.mulf %b, %s : tensor<64x32xf32>
    // becomes
    // ...
    %s = tt.splat %k : f32 -> tensor<64x1xf32>
    %m = arith.mulf %x, %s : tensor<64x1xf32>
    %r = tt.broadcast %m : tensor<64x1xf32> -> tensor<64x32xf32>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"scalars", "scalars", "Operations that became scalar">,
    Statistic<"smaller", "smaller", "Operations moved before a broadcast">];
}

def TTDescribeTensorsPass
    : Pass<"cm2tt-tt-describe-tensors", "::mlir::ModuleOp"> {
  let summary = "access operands and results of products by tensor descriptors";
  let description = [{
    Replaces loads by pointers by loads from tensor descriptors, if it is proved
    that they read a box of a strided tensor, and zero outside of the tensor. Only
    loads of operands of matrix products in loops are replaced. In kernels with
    such loads, so are stores, after the loops, of what is computed from the
    products, if they write a box and nothing outside of the tensor. Descriptors
    are parameters with recipes for the launcher. With `assumes-multiples`, the
    launcher checks that strides, and the extents of rows that are stored, are
    multiples of 16 bytes.

    ```mlir
    tt.func @f(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %zero: tensor<64x64xf32>, %n: i32) -> tensor<64x64xf32> {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %stride = arith.constant dense<512> : tensor<64x1xi32>
      %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %offsets = arith.muli %rows, %stride : tensor<64x1xi32>
      %o = tt.broadcast %offsets : tensor<64x1xi32> -> tensor<64x64xi32>
      %p = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
      %q = tt.addptr %p, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
      %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        %ks = tt.splat %k : i32 -> tensor<64xi32>
        %columns = arith.addi %ks, %range : tensor<64xi32>
        %c = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
        %i = tt.broadcast %c : tensor<1x64xi32> -> tensor<64x64xi32>
        %t = tt.addptr %q, %i : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
        %x = tt.load %t : tensor<64x64x!tt.ptr<f16>>
        %d = tt.dot %x, %y, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        scf.yield %d : tensor<64x64xf32>
      }
      tt.return %r : tensor<64x64xf32>
    }
    // becomes
    tt.func @f(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64xf16>, %zero: tensor<64x64xf32>, %n: i32, %m: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe = {base = 0 : i32, extents = [array<i64: 64>, array<i64: 2147483647>], strides = [array<i64: 512>, array<i64: 1>]}}) -> tensor<64x64xf32> {
    // ...
      %x = tt.descriptor_load %m[%top, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    // ...
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"maxStoreBytes", "max-store-bytes", "uint64_t",
           "std::numeric_limits<uint64_t>::max()",
           "The most bytes of a tile that is stored by a bulk copy">,
    Option<"assumesMultiples", "assumes-multiples", "bool", "false",
           "A launcher checks what must be a multiple of 16 bytes">];
  let statistics = [
    Statistic<"described", "described", "Loads from descriptors">,
    Statistic<"stored", "stored", "Stores to descriptors">];
}

def TTSplitLoopsPass : Pass<"cm2tt-tt-split-loops"> {
  let summary = "split loops into parts with and without masks";
  let description = [{
    Splits an `scf.for` with a product, or with loads of tiles, into up to three
    parts. In one of them, the second if a comparison becomes true and else the
    first, comparisons that are affine in the number of the iteration are true
    for all elements; selects and masks by them are removed. `TTSplitLoops.cpp`
    has the conditions.

    ```mlir
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %row = tt.splat %first : i32 -> tensor<64x64xi32>
    %r = scf.for %i = %c0 to %hi step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %col = tt.splat %i : i32 -> tensor<64x64xi32>
      %m = arith.cmpi sge, %row, %col : tensor<64x64xi32>
      %d = tt.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %s = arith.select %m, %d, %acc : tensor<64x64xi1>, tensor<64x64xf32>
      scf.yield %s : tensor<64x64xf32>
    }
    // becomes
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    // ...
    %row = tt.splat %first : i32 -> tensor<64x64xi32>
    // ...
    %split = arith.muli %iterations, %c64 : i32
    %p = scf.for %i = %c0 to %split step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      // ...
      %d = tt.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %r = scf.for %i = %split to %hi step %c64 iter_args(%acc = %p) -> (tensor<64x64xf32>) : i32 {
      %col = tt.splat %i : i32 -> tensor<64x64xi32>
      %m = arith.cmpi sge, %row, %col : tensor<64x64xi32>
      %d = tt.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %s = arith.select %m, %d, %acc : tensor<64x64xi1>, tensor<64x64xf32>
      scf.yield %s : tensor<64x64xf32>
    } {tt.split}
    ```
  }];
  let options = [
    Option<"maxOperations", "max-operations", "unsigned", "500",
           "The most operations of a loop that is repeated">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"split", "split", "Loops that were split">,
    Statistic<"comparisons", "comparisons",
              "Comparisons that are true in a part of a loop">];
}

def TTScaleMaximaPass : Pass<"cm2tt-tt-scale-maxima", "::cm2tt::tt::FuncOp"> {
  let summary = "multiply maxima in place of their elements";
  let description = [{
    The maximum of a tile times a scale above 0 becomes the maximum of the tile,
    times the scale. The result is the same to the bit. With
    `assumes-parameters`, scales are parameters, too: launchers promise that
    they are above 0, as the attribute `tt.positive` demands.

    ```mlir
    %s = arith.constant dense<0.125> : tensor<64x64xf32>
    %y = arith.mulf %x, %s : tensor<64x64xf32>
    %m = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %r = arith.maxnumf %a, %b : f32
      tt.reduce.return %r : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    // becomes
    // ...
    %t = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %r = arith.maxnumf %a, %b : f32
      tt.reduce.return %r : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %n = arith.constant dense<1.250000e-01> : tensor<64xf32>
    %m = arith.mulf %t, %n : tensor<64xf32>
    ```
  }];
  let options = [Option<
      "assumesParameters", "assumes-parameters", "bool", "false",
      "A launcher promises that parameters are above 0.">];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"scaledMaxima", "scaled-maxima",
                              "Maxima that are multiplied">];
}

def TTHoistInvariantsPass : Pass<"cm2tt-tt-hoist-invariants"> {
  let summary = "hoist loop-invariant operations and loads";
  let description = [{
    Moves operations without effects before loops, and loads out of an
    `scf.for` that does not write memory. As the loop may have no iteration, such
    a load's mask is extended by `lower bound < upper bound`, unless both are
    constants and the loop runs. Loops whose `llvm.loop_annotation` disables
    `licm` do not change.

    ```mlir
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%sum = %zero) -> (tensor<64xf32>) : i32 {
      %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
      %s = arith.addf %sum, %x : tensor<64xf32>
      scf.yield %s : tensor<64xf32>
    }
    // becomes
    %c1 = arith.constant 1 : i32
    %runs = arith.cmpi slt, %lo, %hi : i32
    %t = tt.splat %runs : i1 -> tensor<64xi1>
    %n = arith.andi %m, %t : tensor<64xi1>
    %x = tt.load %p, %n : tensor<64x!tt.ptr<f32>>
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%sum = %zero) -> (tensor<64xf32>) : i32 {
      %s = arith.addf %sum, %x : tensor<64xf32>
      scf.yield %s : tensor<64xf32>
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"hoisted", "hoisted", "Operations moved out of a loop">,
    Statistic<"loads", "hoisted-loads", "Loads among them">];
}

def TTSimplifyIterArgsPass : Pass<"cm2tt-tt-simplify-iter-args"> {
  let summary = "merge equal iter_args of loops and remove unused ones";
  let description = [{
    Merges `iter_args` of an `scf.for` that have the same initial value and that
    each iteration keeps equal if they were equal before it; CSE follows in such
    loops (loop-aware CSE). Removes `iter_args` that are only used to compute
    themselves.

    ```mlir
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %lo to %hi step %c1 iter_args(%p = %a, %q = %a) -> (i32, i32) : i32 {
      %x = arith.addi %p, %n : i32
      %y = arith.addi %q, %n : i32
      scf.yield %x, %y : i32, i32
    }
    %s = arith.muli %r#0, %r#1 : i32
    // becomes
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%p = %a) -> (i32) : i32 {
      %x = arith.addi %p, %n : i32
      scf.yield %x : i32
    }
    %s = arith.muli %r, %r : i32
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"merged", "merged", "Carried values equal to another">,
    Statistic<"dropped", "dropped", "Carried values without a use">];
}

def TTReassociatePass : Pass<"cm2tt-tt-reassociate"> {
  let summary = "combine operands that repeat the same shape first";
  let description = [{
    Reassociates trees of `arith.addi`, `arith.andi`, `arith.ori` and
    `tt.addptr` on tiles, so that operands which are broadcast from one shape are
    combined with each other, and splats with the first of those;
    TTReorderBroadcast then combines them before they are broadcast. So pointers
    and masks of which some parts belong to rows, and others to columns, need one
    operation for each element. After TTHoistInvariants, since a tree is in one
    block.

    ```mlir
    %r = tt.broadcast %row : tensor<64x1xi1> -> tensor<64x32xi1>
    %c = tt.broadcast %column : tensor<1x32xi1> -> tensor<64x32xi1>
    %s = tt.broadcast %otherRow : tensor<64x1xi1> -> tensor<64x32xi1>
    %0 = arith.andi %r, %c : tensor<64x32xi1>
    %1 = arith.andi %0, %s : tensor<64x32xi1>
    // becomes
    // ...
    %0 = arith.andi %r, %s : tensor<64x32xi1>
    %1 = arith.andi %0, %c : tensor<64x32xi1>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"reassociated", "reassociated", "Trees in another order">];
}

def TTOrderProgramsPass : Pass<"cm2tt-tt-order-programs", "::mlir::ModuleOp"> {
  let summary = "start the programs with the longest loops first";
  let description = [{
    Reverses the order of programs along a dimension of the grid if their loops
    are longer the larger the index is: GPUs start programs in the order of
    their indices, and a long one that starts last runs alone.

    ```mlir
    tt.func public @k(%p: !tt.ptr<i32>) {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %i = tt.get_program_id x : i32
      %end = arith.muli %i, %c64 : i32
      scf.for %k = %c0 to %end step %c64 : i32 {
        tt.store %p, %k : !tt.ptr<i32>
      }
      tt.return
    }
    // becomes
    tt.func public @k(%p: !tt.ptr<i32>) attributes {tt.longest_first} {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %c1 = arith.constant 1 : i32
      %id = tt.get_program_id x : i32
      %n = tt.get_num_programs x : i32
      %last = arith.subi %n, %c1 : i32
      %i = arith.subi %last, %id : i32
      %end = arith.muli %i, %c64 : i32
      scf.for %k = %c0 to %end step %c64 : i32 {
        tt.store %p, %k : !tt.ptr<i32>
      }
      tt.return
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"reversed", "reversed", "Dimensions that were reversed">];
}

def TTChooseWarpsPass : Pass<"cm2tt-tt-choose-warps", "::mlir::ModuleOp"> {
  let summary = "choose the warps of a block and the stages of its loops";
  let description = [{
    Gives a module `tt.num_warps` and `tt.num_stages`, each unless an option or
    the module states the number, from the sizes of the tiles that the kernel
    multiplies, loads and stores (TTChooseWarps.cpp). A remark says which.

    ```mlir
    tt.func public @k(%p: tensor<4096x!tt.ptr<f32>>) {
      %x = tt.load %p : tensor<4096x!tt.ptr<f32>>
      tt.store %p, %x : tensor<4096x!tt.ptr<f32>>
      tt.return
    }
    // becomes
    module attributes {tt.num_stages = 3 : i32, tt.num_warps = 8 : i32} {
      tt.func public @k(%p: tensor<4096x!tt.ptr<f32>>) {
        %x = tt.load %p : tensor<4096x!tt.ptr<f32>>
        tt.store %p, %x : tensor<4096x!tt.ptr<f32>>
        tt.return
      }
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "0",
           "Warps of a block; 0: as chosen">,
    Option<"numStages", "num-stages", "unsigned", "0",
           "Stages of loops without tt.num_stages; 0: as chosen">,
    Option<"target", "target", "std::string", "\"sm_90a\"",
           "The GPU, such as sm_90a">];
}

def TTMakePersistentPass
    : Pass<"cm2tt-tt-make-persistent", "::mlir::ModuleOp"> {
  let summary = "let each block of a kernel run several programs";
  let description = [{
    Puts the body of a kernel into a loop over programs, if a loop of it has
    products of warp groups and its programs are independent. The kernel gets the
    extents of the grid as parameters, along as many axes as it asks about;
    `tt.persistent` is their number. The launched blocks are fewer. If the loops of
    programs are shorter the larger the index along x is (TTOrderPrograms), a block
    runs pairs of a long and a short one. A remark says which condition a kernel
    with products does not meet (TTMakePersistent.cpp).

    ```mlir
    tt.func public @k(%d: !tt.tensordesc<tensor<64x64xf16>>, %p: tensor<64x64x!tt.ptr<f32>>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %x = tt.get_program_id x : i32
      %y = tt.get_program_id y : i32
      %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        %a = tt.descriptor_load %d[%x, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %b = tt.descriptor_load %d[%k, %y] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %s = tt.dot %a, %b, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        scf.yield %s : tensor<64x64xf32>
      }
      tt.store %p, %r : tensor<64x64x!tt.ptr<f32>>
      tt.return
    }
    // becomes
    tt.func public @k(%d: !tt.tensordesc<tensor<64x64xf16>>, %p: tensor<64x64x!tt.ptr<f32>>, %n: i32, %grid_x: i32, %grid_y: i32) attributes {tt.persistent = 2 : i32} {
      %total = arith.muli %grid_x, %grid_y : i32
      %first = tt.get_program_id x : i32
      %step = tt.get_num_programs x : i32
      // ...
      scf.for %i = %first to %total step %step : i32 {
        %x = arith.remui %i, %grid_x : i32
        %y = arith.divui %i, %grid_x : i32
        %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        // ...
        }
        tt.store %p, %r : tensor<64x64x!tt.ptr<f32>>
      } {tt.programs}
      tt.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::cm2tt::tt::TTDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "0",
           "Warps of a block; 0: those of the module, or 4">,
    Option<"target", "target", "std::string", "\"sm_90a\"",
           "The GPU, such as sm_90a">];
  let statistics = [
    Statistic<"persistent", "persistent", "Kernels with a loop over programs">,
    Statistic<"hoisted", "hoisted", "Operations moved out of such a loop">];
}

#endif // CM2TT_TILE_OPTIMIZEPASSES_TD
