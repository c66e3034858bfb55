// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes that rewrite `tt` to what later passes know: versions, descriptors,
/// maps, padding, checks. Passes.td includes this file.

#ifndef CM2TT_TILE_PREPAREPASSES_TD
#define CM2TT_TILE_PREPAREPASSES_TD

include "mlir/Pass/PassBase.td"

def TTSetVersionPass : Pass<"cm2tt-tt-set-version", "::mlir::ModuleOp"> {
  let summary = "replace operations that a version of Triton lacks";
  let description = [{
    Without a version: replaces the operations of newer Tritons that the other
    passes do not know. An atomic read becomes an update that changes nothing, an
    atomic write an exchange, a wait a loop; `ttg.barrier` becomes `gpu.barrier`.
    Sums, differences, products and shifts lose the flags `nsw` and `nuw`, which
    canonicalizations of MLIR 22 keep where they no longer hold.

    With one: the same for what this version lacks. Up to 3.8 an approximate
    quotient becomes `arith.divf` and dependent launches inline assembly; from 3.7
    on `gpu.barrier` becomes `ttg.barrier`; the functions of `math` that Triton
    does not lower become calls of libdevice, and `tt.dp4a` inline assembly.

    ```mlir
    %x = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32
    // -cm2tt-tt-set-version="version=3.6" becomes
    %c0 = arith.constant 0 : i32
    %x = tt.atomic_rmw or, acquire, gpu, %p, %c0 : (!tt.ptr<i32>, i32) -> i32
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::cm2tt::ttg::TTGDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"version", "version", "std::string", "",
           "The version that has the operations: 3.6, 3.7, 3.8 or 3.9; none: "
           "the passes of cm2tt">];
  let statistics = [
    Statistic<"replaced", "replaced", "Operations that were replaced">];
}

def TTLowerBlockPointersPass : Pass<"cm2tt-tt-lower-block-pointers", "::mlir::ModuleOp"> {
  let summary = "replace block pointers by pointers, offsets and masks";
  let description = [{
    Replaces each block pointer by the base, the extents, the strides and the
    offsets that it consists of, wherever it is passed on: loops, branches,
    selects, functions and calls. A load or store becomes one of a tile of
    pointers, whose mask covers the dimensions in `boundaryCheck`. Addresses and
    coordinates have 64 bits.

    ```mlir
    %one = arith.constant 1 : i64
    %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
    %x = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64xf32>>
    // becomes
    %one = arith.constant 1 : i64
    %o = arith.extsi %i : i32 to i64
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %e = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
    %q = tt.addptr %p, %o : !tt.ptr<f32>, i64
    %s = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %t = tt.addptr %s, %e : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
    // ...
    %k = tt.splat %o : i64 -> tensor<64xi64>
    // ...
    %c = arith.addi %e2, %k : tensor<64xi64> // of %r again
    %u = tt.splat %extent : i64 -> tensor<64xi64> // max(%n, 0)
    %m = arith.cmpi ult, %c, %u : tensor<64xi64>
    %z = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %x = tt.load %t, %m, %z : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"lowered", "lowered", "Loads and stores through block pointers">];
}

def TTLiftBranchesPass : Pass<"cm2tt-tt-lift-branches", "::mlir::ModuleOp"> {
  let summary = "convert branches of functions that loops call to scf";
  let description = [{
    Converts branches between blocks to `scf.if` and `scf.while` in each function
    that is called within a region of one block, directly or by a function that
    is called there. The inliner cannot put several blocks into such a region.
    Where two paths join, a value that only one of them defines is `ub.poison`
    on the other.

    ```mlir
    tt.func private @clamp(%x: f32, %c: i1) -> f32 {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      tt.return %x : f32
    ^bb2:
      %0 = arith.negf %x : f32
      tt.return %0 : f32
    }
    tt.func @loop(%x: f32, %c: i1, %lo: i32, %hi: i32, %step: i32) {
      scf.for %i = %lo to %hi step %step : i32 {
        %0 = tt.call @clamp(%x, %c) : (f32, i1) -> f32
      }
      tt.return
    }
    // becomes
    tt.func private @clamp(%x: f32, %c: i1) -> f32 {
      // ...
      %0 = scf.if %c -> (f32) {
        scf.yield %x : f32
      } else {
        %1 = arith.negf %x : f32
        scf.yield %1 : f32
      }
      tt.return %0 : f32
    }
    // ...
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
  let statistics = [Statistic<"lifted", "lifted", "Functions without branches">];
}

def TTLowerDescriptorsPass : Pass<"cm2tt-tt-lower-descriptors", "::mlir::ModuleOp"> {
  let summary = "replace tensor descriptors by pointers and masks";
  let description = [{
    With `tensor-maps`, descriptors that bulk tensor copies can access stay;
    TTGLowerDescriptors lowers them. Of those that control flow or calls may pass
    on as one value all stay or none does. The pass replaces all others.

    Replaces each descriptor of a tensor of rank R by these values, wherever it
    is passed on: loops, branches, selects, functions, calls. A kernel whose
    parameter is a descriptor gets them as parameters, in this order, as Triton's
    launcher passes a descriptor to a kernel without bulk tensor copies:

    - the base, a pointer that is aligned to 16 bytes,
    - R extents and R strides, in elements, of type i64,
    - an i1: whether elements outside of the tensor are read as NaN, not zero.

    An access becomes one of a tile of pointers, whose mask covers all
    dimensions. A reduction becomes an atomic, relaxed, on integers with the sign
    of the descriptor; minima and maxima of floats, and counters, become a loop
    around a compare-and-swap.

    ```mlir
    tt.func @f(%d: !tt.tensordesc<tensor<64xf32>>, %i: i32) -> tensor<64xf32> {
      %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
      tt.return %x : tensor<64xf32>
    }
    // becomes
    tt.func @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i64, %s: i64, %nan: i1, %i: i32) -> tensor<64xf32> {
      %o = arith.extsi %i : i32 to i64
      // ...
      %q = tt.addptr %p, %o : !tt.ptr<f32>, i64
      %t = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %u = tt.addptr %t, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
      // ...
      %m = arith.cmpi ult, %index, %extent : tensor<64xi64>
      %quiet = arith.constant 0x7FC00000 : f32
      %zero = arith.constant 0.000000e+00 : f32
      %w = arith.select %nan, %quiet, %zero : f32
      %z = tt.splat %w : f32 -> tensor<64xf32>
      %x = tt.load %u, %m, %z : tensor<64x!tt.ptr<f32>>
      tt.return %x : tensor<64xf32>
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"tensorMaps", "tensor-maps", "bool", "false",
           "Keep parameters that bulk tensor copies can access">,
    Option<"createsTensorMaps", "creates-tensor-maps", "bool", "false",
           "Keep such descriptors that the kernel creates, too">];
  let statistics = [
    Statistic<"lowered", "lowered", "Accesses through tensor descriptors">];
}

def TTInlineMapsPass : Pass<"cm2tt-tt-inline-maps"> {
  let summary = "convert maps to operations on tiles";
  let description = [{
    Replaces a `tt.map_elementwise` of one element at a time whose region is
    straight-line code without effects by the same operations on tiles. Values
    from outside are splat; operations on those alone remain scalar. An `scf.if`
    becomes a select if both of its branches may be computed.

    ```mlir
    %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%e: f32):
      %m = arith.mulf %e, %s : f32
      tt.map_elementwise.return %m : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    // becomes
    %0 = tt.splat %s : f32 -> tensor<64xf32>
    %y = arith.mulf %x, %0 : tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"inlined", "inlined", "Maps replaced">];
}

def TTCheckUndefinedPass : Pass<"cm2tt-tt-check-undefined", "::cm2tt::tt::FuncOp"> {
  let summary = "assert that elements that loads leave out are not used";
  let description = [{
    For checked kernels. Elements of a load are undefined where its mask
    is false and it has no `other`. A truth value for each element of each value
    that may depend on them tells where it does, and an assertion fails where
    such an element is stored, is an operand of an atomic, an address or a mask,
    or decides a branch or the end of a loop.

    ```mlir
    tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %q: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %n: tensor<4xi1>) {
      %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
      tt.store %q, %x, %n : tensor<4x!tt.ptr<f32>>
      tt.return
    }
    // becomes
    tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %q: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %n: tensor<4xi1>) {
      %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
      %t = arith.constant dense<true> : tensor<4xi1>
      %u = arith.xori %m, %t : tensor<4xi1>
      %v = arith.andi %u, %n : tensor<4xi1>
      %w = arith.constant dense<true> : tensor<4xi1>
      %d = arith.xori %v, %w : tensor<4xi1>
      tt.assert %d, "a number that is stored depends on an element that a load left out, as its mask was false and it has no 'other'" : tensor<4xi1>
      tt.store %q, %x, %n : tensor<4x!tt.ptr<f32>>
      tt.return
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numChecks", "checks", "Assertions that were added">
  ];
}

def TTPadTilesPass : Pass<"cm2tt-tt-pad-tiles", "::mlir::ModuleOp"> {
  let summary = "pad tiles to extents that are powers of two";
  let description = [{
    Rounds the extents of tiles up to powers of two. The additional elements are
    undefined, and excluded from accesses to memory, reductions, reverse scans,
    products, reshapes, maps, assertions and `tt.print`: a load of 96 elements
    becomes one of 128 with a mask that is true for the first 96. Foreign code
    with side effects is an error. Block pointers must have been lowered.

    ```mlir
    %r = tt.make_range {end = 96 : i32, start = 0 : i32} : tensor<96xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<96x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<96x!tt.ptr<f32>>, tensor<96xi32>
    %x = tt.load %q : tensor<96x!tt.ptr<f32>>
    tt.store %q, %x : tensor<96x!tt.ptr<f32>>
    // becomes
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %n = arith.constant dense<96> : tensor<128xi32>
    %m = arith.cmpi slt, %i, %n : tensor<128xi32>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %q, %m : tensor<128x!tt.ptr<f32>>
    tt.store %q, %x, %m : tensor<128x!tt.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
  let statistics = [Statistic<"padded", "padded", "Operations with padding">];
}

def TTGuardAccessesPass : Pass<"cm2tt-tt-guard-accesses", "::mlir::ModuleOp"> {
  let summary = "mask accesses out of bounds and record them";
  let description = [{
    For checked kernels of GPUs: adds a parameter to each kernel, the table
    (GuardTable.h) of the memory that each pointer may access, and masks each
    load, store and atomic where its address is not in the memory of the
    parameters that it comes from. The faults of each access are counted in the
    table, and the first one is recorded. Elements that are not loaded are
    `other` or 0. The module gets `guard.sites`, the locations of the accesses.
    A module that has them is not changed. Loads in the region of a map are not
    guarded, with a warning.

    ```mlir
    tt.func public @f(%p: !tt.ptr<f32>, %x: f32) {
      tt.store %p, %x : !tt.ptr<f32>
      tt.return
    }
    // becomes
    // ...
    tt.func public @f(%p: !tt.ptr<f32>, %x: f32, %table: !tt.ptr<i64> {tt.divisibility = 16 : i32}) {
      %a = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
      // ...
      %o = arith.subi %a, %begin : i64
      %v = arith.cmpi ult, %o, %count : i64
      %true = arith.constant true
      %i = arith.xori %v, %true : i1
      // ...
      scf.if %any {
        // ...
        %b = tt.atomic_rmw add, relaxed, gpu, %faults, %n : (!tt.ptr<i64>, i64) -> i64
        %c0 = arith.constant 0 : i64
        %first = arith.cmpi eq, %b, %c0 : i64
        // ...
        tt.store %record, %program, %first : !tt.ptr<i64>
        // ...
      }
      tt.store %p, %x, %v : !tt.ptr<f32>
      tt.return
    }
    // ...
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"guarded", "guarded", "Accesses guarded">];
}

#endif // CM2TT_TILE_PREPAREPASSES_TD
