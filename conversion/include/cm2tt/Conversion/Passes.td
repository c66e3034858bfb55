// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes of cm2tt, in the order of the pipeline (Pipelines.h); TTGPasses.td
/// has those on `ttg`.

#ifndef CM2TT_CONVERSION_PASSES_TD
#define CM2TT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def InferTypesPass : Pass<"cm2tt-infer-types", "::mlir::ModuleOp"> {
  let summary = "type a kernel by abstract interpretation";
  let description = [{
    Computes the abstract type of each value of the module's kernel for the
    module's signature (`cm.kernel`, `cm.signature`) and reports errors of the
    kernel. `cm2tt-cm-to-tt` computes the same types.

    The module does not change; with `print`, each value gets a remark, shown
    here as a comment. The signature declares that `%n` is the constant 64.

    ```mlir
    module attributes {cm.signature = ["*fp32", 64]} {
      cm.func "add" body (%p: !cm.java<"oracle.code.triton.Ptr">, %n: i32) -> none {
        %0 = cm.constant 0 : i32 // constant<int, c0>
        %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !cm.java<"oracle.code.triton.Tensor"> // tensor<x64, int>
        %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %1) : (!cm.java<"oracle.code.triton.Ptr">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor"> // tensor<x64, ptr<float>>
        cm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::cm::CMDialect",
                           "::cm2tt::tt::TTDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"printTypes", "print", "bool", "false",
           "Report each value's abstract type as a remark">];
  let statistics = [
    Statistic<"typedValues", "typed-values", "Values with an abstract type">];
}

def CMToTTPass : Pass<"cm2tt-cm-to-tt", "::mlir::ModuleOp"> {
  let summary = "rewrite a typed kernel to the dialect tt";
  let description = [{
    Builds a `tt.func` of the module's kernel and erases the code model.
    Variables become SSA values, constants fold into types and attributes, and
    parameters that the signature makes constant vanish.

    ```mlir
    %1 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%0) : (i32) -> i32
    // becomes
    %0 = tt.get_program_id x : i32
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "Report decided branches and unrolled loops as remarks">];
  let statistics = [
    Statistic<"madeOps", "made-ops", "Operations in the kernel's first body">];
}

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
    does not lower become calls of libdevice.

    ```mlir
    %x = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32
    // becomes
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
    %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
    %x = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64xf32>>
    // becomes
    %o = arith.extsi %i : i32 to i64
    %q = tt.addptr %p, %o : !tt.ptr<f32>, i64
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %e = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
    %s = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %t = tt.addptr %s, %e : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
    %k = tt.splat %o : i64 -> tensor<64xi64>
    %c = arith.addi %e, %k : tensor<64xi64>
    %l = arith.maxsi %n, %zero : i64
    %u = tt.splat %l : i64 -> tensor<64xi64>
    %m = arith.cmpi ult, %c, %u : tensor<64xi64>
    %z = arith.constant dense<0.0> : tensor<64xf32>
    %x = tt.load %t, %m, %z : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"lowered", "lowered", "Loads and stores through block pointers">];
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
    tt.func @f(%d: !tt.tensordesc<tensor<64xf32>>, %i: i32) {
      %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
    }
    // becomes
    tt.func @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i64, %s: i64, %nan: i1, %i: i32) {
      %o = arith.extsi %i : i32 to i64
      %q = tt.addptr %p, %o : !tt.ptr<f32>, i64
      %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %e = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
      %t = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %u = tt.addptr %t, %e : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
      %k = tt.splat %o : i64 -> tensor<64xi64>
      %c = arith.addi %e, %k : tensor<64xi64>
      %l = arith.maxsi %n, %zero : i64
      %b = tt.splat %l : i64 -> tensor<64xi64>
      %m = arith.cmpi ult, %c, %b : tensor<64xi64>
      %w = arith.select %nan, %quiet_nan, %zero_f : f32
      %z = tt.splat %w : f32 -> tensor<64xf32>
      %x = tt.load %u, %m, %z : tensor<64x!tt.ptr<f32>>
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "Report replaced descriptors as remarks">,
    Option<"tensorMaps", "tensor-maps", "bool", "false",
           "Keep parameters that bulk tensor copies can access">,
    Option<"createsTensorMaps", "creates-tensor-maps", "bool", "false",
           "Keep such descriptors that the kernel creates, too">];
  let statistics = [
    Statistic<"lowered", "lowered", "Accesses through tensor descriptors">];
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
    // becomes, if a loop calls it
    tt.func private @clamp(%x: f32, %c: i1) -> f32 {
      %0 = scf.if %c -> f32 {
        scf.yield %x : f32
      } else {
        %1 = arith.negf %x : f32
        scf.yield %1 : f32
      }
      tt.return %0 : f32
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
  let statistics = [Statistic<"lifted", "lifted", "Functions without branches">];
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

def TTPadTilesPass : Pass<"cm2tt-tt-pad-tiles", "::mlir::ModuleOp"> {
  let summary = "pad tiles to extents that are powers of two";
  let description = [{
    Rounds the extents of tiles up to powers of two. The additional elements are
    undefined, and excluded from accesses to memory, reductions, reverse scans,
    products, reshapes, maps, assertions and `tt.print`: a load of 96 elements
    becomes one of 128 with a mask that is true for the first 96. Foreign code
    with side effects is an error. Block pointers must have been lowered.
  }];
  let options = [Option<"remarks", "remarks", "bool", "false",
                        "Report tiles with padding as remarks">];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
  let statistics = [Statistic<"padded", "padded", "Operations with padding">];
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
    %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
    %y = arith.addf %x, %x : tensor<4xf32>
    tt.store %q, %y, %n : tensor<4x!tt.ptr<f32>>
    // becomes, with "a number that is stored depends on ..." for the message
    %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
    %t = arith.constant dense<true> : tensor<4xi1>
    %u = arith.xori %m, %t : tensor<4xi1>
    %y = arith.addf %x, %x : tensor<4xf32>
    %v = arith.andi %u, %n : tensor<4xi1>
    %d = arith.xori %v, %t : tensor<4xi1>
    tt.assert %d, "..." : tensor<4xi1>
    tt.store %q, %y, %n : tensor<4x!tt.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numChecks", "checks", "Assertions that were added">
  ];
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
    %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
    // becomes, where %count addresses from %begin on are valid
    %a = tt.ptr_to_int %p : tensor<64x!tt.ptr<f32>> -> tensor<64xi64>
    %o = arith.subi %a, %begin : tensor<64xi64>
    %v = arith.cmpi ult, %o, %count : tensor<64xi64>
    %i = arith.xori %v, %true : tensor<64xi1>
    %f = arith.andi %m, %i : tensor<64xi1>
    %n = arith.andi %m, %v : tensor<64xi1>
    // %k is the sum of %f
    %c = arith.cmpi ne, %k, %c0 : i32
    scf.if %c {
      %b = tt.atomic_rmw add, relaxed, gpu, %faults, %l : (!tt.ptr<i64>, i64) -> i64
      %z = arith.cmpi eq, %b, %c0_i64 : i64
      tt.store %record, %first, %z : !tt.ptr<i64>
    }
    %x = tt.load %p, %n, %other : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"guarded", "guarded", "Accesses guarded">];
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
    %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %r = arith.addf %acc, %d : tensor<64x64xf32>
    // becomes
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
    products, if they write a box and nothing outside of the tensor.

    ```mlir
    tt.func @f(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32, %s: i32 {tt.divisibility = 16 : i32}, %k: i32) {
      %p = tt.get_program_id x : i32
      %c64 = arith.constant 64 : i32
      %m = arith.muli %p, %c64 : i32
      %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      ... // rows = splat(%m) + %r, columns = splat(%k) + %r
      ... // pointers = %a + rows * %s + columns, mask = rows < %M
      %x = tt.load %pointers, %mask, %zero : tensor<64x64x!tt.ptr<f16>>
      %d = tt.dot %x, %y, %z : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    }
    // becomes
      %d = tt.make_tensor_descriptor %a, [%M, %most], [%s, %one] : <f16>, <tensor<64x64xf16>>
      %x = tt.descriptor_load %d[%m, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    // or, by the launcher, loads from a further parameter
    %d: !tt.tensordesc<tensor<64x64xf16>> {tt.tensor_recipe = {base = 0 : i32,
      extents = [array<i64: 1, 1>, array<i64: 2147483647>], strides = [array<i64: 1, 2>, array<i64: 1>]}}
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "Report as remarks which condition an access does not meet">,
    Option<"byLauncher", "by-launcher", "bool", "false",
           "Descriptors are parameters with recipes for the launcher">,
    Option<"maxStoreBytes", "max-store-bytes", "uint64_t",
           "std::numeric_limits<uint64_t>::max()",
           "The most bytes of a tile that is stored by a bulk copy">];
  let statistics = [
    Statistic<"described", "described", "Loads from descriptors">,
    Statistic<"stored", "stored", "Stores to descriptors">];
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
    scf.for %i = %lo to %hi step %c1 : i32 {
      %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
    }
    // becomes
    %runs = arith.cmpi slt, %lo, %hi : i32
    %s = tt.splat %runs : i1 -> tensor<64xi1>
    %n = arith.andi %m, %s : tensor<64xi1>
    %x = tt.load %p, %n : tensor<64x!tt.ptr<f32>>
    scf.for %i = %lo to %hi step %c1 : i32 {
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"hoisted", "hoisted", "Operations moved out of a loop">,
    Statistic<"loads", "hoisted-loads", "Loads among them">];
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
    tt.func public @k(%p: !tt.ptr<f32>) {
      %x = tt.get_program_id x : i32
      %y = tt.get_program_id y : i32
      ...
      tt.return
    }
    // becomes
    tt.func public @k(%p: !tt.ptr<f32>, %grid_x: i32, %grid_y: i32) attributes {tt.persistent = 2 : i32} {
      %total = arith.muli %grid_x, %grid_y : i32
      %first = tt.get_program_id x : i32
      %step = tt.get_num_programs x : i32
      scf.for %i = %first to %total step %step : i32 {
        %x = arith.remui %i, %grid_x : i32
        %y = arith.divui %i, %grid_x : i32
        ...
      }
      tt.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::cm2tt::tt::TTDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "4", "Warps of a block">,
    Option<"target", "target", "std::string", "\"sm_90a\"",
           "The GPU, such as sm_90a">];
  let statistics = [
    Statistic<"persistent", "persistent", "Kernels with a loop over programs">,
    Statistic<"hoisted", "hoisted", "Operations moved out of such a loop">];
}

def TTSimplifyIterArgsPass : Pass<"cm2tt-tt-simplify-iter-args"> {
  let summary = "merge equal iter_args of loops and remove unused ones";
  let description = [{
    Merges `iter_args` of an `scf.for` that have the same initial value and that
    each iteration keeps equal if they were equal before it; CSE follows in such
    loops (loop-aware CSE). Removes `iter_args` that are only used to compute
    themselves.

    ```mlir
    %r:2 = scf.for %i = %lo to %hi step %c1 iter_args(%p = %a, %q = %a) -> (i32, i32) : i32 {
      %x = arith.addi %p, %n : i32
      %y = arith.addi %q, %n : i32
      scf.yield %x, %y : i32, i32
    }
    // becomes
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%p = %a) -> (i32) : i32 {
      %x = arith.addi %p, %n : i32
      scf.yield %x : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"merged", "merged", "Carried values equal to another">,
    Statistic<"dropped", "dropped", "Carried values without a use">];
}

def TTOrderProgramsPass : Pass<"cm2tt-tt-order-programs", "::mlir::ModuleOp"> {
  let summary = "start the programs with the longest loops first";
  let description = [{
    Reverses the order of programs along a dimension of the grid if their loops
    are longer the larger the index is: GPUs start programs in the order of
    their indices, and a long one that starts last runs alone.

    ```mlir
    %i = tt.get_program_id x : i32
    // becomes
    %p = tt.get_program_id x : i32
    %n = tt.get_num_programs x : i32
    %last = arith.subi %n, %c1 : i32
    %i = arith.subi %last, %p : i32
    ```
  }];
  let options = [Option<"remarks", "remarks", "bool", "false",
                        "Report reversed dimensions, and why one is not">];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"reversed", "reversed", "Dimensions that were reversed">];
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
    %r = scf.for %i = %c0 to %hi step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %col = tt.splat %i : i32 -> tensor<64x64xi32>
      %m = arith.cmpi sge, %row, %col : tensor<64x64xi32>
      %d = tt.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %s = arith.select %m, %d, %acc : tensor<64x64xi1>, tensor<64x64xf32>
      scf.yield %s : tensor<64x64xf32>
    }
    // becomes
    %p = scf.for %i = %c0 to %split step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %d = tt.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %r = scf.for %i = %split to %hi step %c64 iter_args(%acc = %p) -> (tensor<64x64xf32>) : i32 {
      // as before
    }
    ```
  }];
  let options = [
    Option<"maxOperations", "max-operations", "unsigned", "500",
           "The most operations of a loop that is repeated">,
    Option<"remarks", "remarks", "bool", "false",
           "Report which loops are split, and why not">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"split", "split", "Loops that were split">,
    Statistic<"comparisons", "comparisons",
              "Comparisons that are true in a part of a loop">];
}

def TTUnrollLoopsPass : Pass<"cm2tt-tt-unroll-loops"> {
  let summary = "unroll loops by their tt.loop_unroll_factor";
  let description = [{
    Unrolls each `scf.for` that has the attribute. A second loop runs the
    remaining iterations; it is not pipelined (`tt.num_stages = 1`).

    ```mlir
    scf.for %i = %lo to %hi step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.loop_unroll_factor = 2 : i32}
    // becomes
    scf.for %i = %lo to %even step %c2 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
      %j = arith.addi %i, %c1 : i32
      tt.store %p, %j : !tt.ptr<i32>
    }
    scf.for %i = %even to %hi step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.num_stages = 1 : i32}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"unrolled", "unrolled", "Loops unrolled">];
}

def TTReduceStrengthPass : Pass<"cm2tt-tt-reduce-strength"> {
  let summary = "carry the offset of a tile instead of the tile";
  let description = [{
    If each iteration of a loop adds the same number to all elements of a tile
    of integers or pointers, the loop carries a scalar offset instead, and the
    tile is the initial tile plus the offset. The same applies to tiles that the
    branches of an `scf.if` or the operands of a select offset differently. Back
    ends that compute tiles as vectors at each use need not store such a tile in
    memory. Only tiles that are computed from ranges, splats and integer
    arithmetic change. The offset of pointers is an i64, so that no sum wraps.

    ```mlir
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%p = %p0) -> (tensor<8x!tt.ptr<f32>>) : i32 {
      %x = tt.load %p : tensor<8x!tt.ptr<f32>>
      %q = tt.addptr %p, %s : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
      scf.yield %q : tensor<8x!tt.ptr<f32>>
    }
    // becomes, where %s is the splat of %n
    %d = scf.for %i = %lo to %hi step %c1 iter_args(%o = %zero) -> (i64) : i32 {
      %t = tt.splat %o : i64 -> tensor<8xi64>
      %p = tt.addptr %p0, %t : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
      %x = tt.load %p : tensor<8x!tt.ptr<f32>>
      %m = arith.extsi %n : i32 to i64
      %e = arith.addi %o, %m : i64
      scf.yield %e : i64
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"carried", "carried", "Carried tiles that became offsets">,
    Statistic<"chosen", "chosen", "Selected tiles that became offsets">];
}

def TTDecomposeDotsPass : Pass<"cm2tt-tt-decompose-dots"> {
  let summary = "rewrite matrix products for the units of the target";
  let description = [{
    Products of f32 by parts (`tf32x3`, `bf16x3`, `bf16x6`) become three or six
    products; operands of 8-bit floats become f16 where the target has no unit
    for them.

    ```mlir
    %d = tt.dot %a, %b, %c : tensor<64x32xf8E5M2> * tensor<32x16xf8E5M2> -> tensor<64x16xf32>
    // becomes, on sm_80
    %0 = tt.fp_to_fp %a : tensor<64x32xf8E5M2> -> tensor<64x32xf16>
    %1 = tt.fp_to_fp %b : tensor<32x16xf8E5M2> -> tensor<32x16xf16>
    %d = tt.dot %0, %1, %c : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    ```

    Scaled products (`tt.dot_scaled`) become products of the scaled numbers: of
    bf16, or of f16 if an operand is f16.

    ```mlir
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e5m2 rhs = bf16 {fastMath = false} : tensor<64x64xf8E5M2>, tensor<64x2xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
    // becomes, with the tile %t of the powers of 2, repeated for 32 numbers each
    %0 = tt.fp_to_fp %a : tensor<64x64xf8E5M2> -> tensor<64x64xbf16>
    %1 = products of %0 and %t
    %d = tt.dot %1, %b, %c : tensor<64x64xbf16> * tensor<64x16xbf16> -> tensor<64x16xf32>
    ```

    For a CPU, operands are converted to the type of the sum, f32, f64 or i32;
    sums of f16 are computed in f32.

    ```mlir
    %d = tt.dot %a, %b, %c : tensor<8x16xi8> * tensor<16x8xi8> -> tensor<8x8xi32>
    // becomes, on a CPU
    %0 = arith.extsi %a : tensor<8x16xi8> to tensor<8x16xi32>
    %1 = arith.extsi %b : tensor<16x8xi8> to tensor<16x8xi32>
    %d = tt.dot %0, %1, %c : tensor<8x16xi32> * tensor<16x8xi32> -> tensor<8x8xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "4", "Warps of a block">,
    Option<"target", "target", "std::string", "\"sm_80\"",
           "The architecture to compile for">];
  let statistics = [
    Statistic<"decomposed", "decomposed", "Products split into parts">,
    Statistic<"scaled", "scaled", "Scaled products rewritten">,
    Statistic<"widened", "widened", "Products with widened operands">];
}

def TTToTTGPass : Pass<"cm2tt-tt-to-ttg", "::mlir::ModuleOp"> {
  let summary = "choose a layout for each tile";
  let description = [{
    Assigns a layout, `#ttg.linear`, to every tile. In the layouts of loads and
    stores, neighbouring threads access neighbouring memory in vectors as wide as
    alignment and mask permit. Operations on loaded values use the layout of the
    load. Index arithmetic is cheap: it is rematerialised in each layout that is
    required. `ttg.convert_layout` converts other values.

    ```mlir
    %x = tt.load %p : tensor<256x!tt.ptr<f32>>
    // becomes
    %x = tt.load %p : tensor<256x!tt.ptr<f32>, #ttg.linear<...>>
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "4", "Warps of a block">,
    Option<"target", "target", "std::string", "\"sm_80\"",
           "The architecture to compile for">];
  let statistics = [
    Statistic<"conversions", "conversions", "Conversions of layouts">,
    Statistic<"transposed", "transposed", "Products computed transposed">];
}

include "cm2tt/Conversion/TTGPasses.td"

def TTToCPUPass : Pass<"cm2tt-tt-to-cpu", "::mlir::ModuleOp"> {
  let summary = "lower tiles to loops over vectors";
  let description = [{
    A kernel becomes a function that runs programs one after the other. Tiles
    become loops over vectors: cheap values are computed at each use, values that
    several loops use are stored in scratch memory (FusionPlan.h). The module
    gets `cpu.scratch`, the size of that memory in bytes, and `cpu.sites`, the
    locations that can fail at run time.

    ```mlir
    %c = arith.addf %a, %b : tensor<256xf32>
    tt.store %p, %c : tensor<256x!tt.ptr<f32>>
    // becomes, where %a and %b are loads
    scf.for %i = %c0 to %c256 step %c64 : i64 {
      %x = llvm.load %pa : !llvm.ptr -> vector<64xf32>
      %y = llvm.load %pb : !llvm.ptr -> vector<64xf32>
      %z = arith.addf %x, %y fastmath<contract> : vector<64xf32>
      llvm.store %z, %pc : vector<64xf32>, !llvm.ptr
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [Option<"target", "target", "std::string", "\"cpu\"",
                        "The CPU: cpu or cpu:NAME">,
                 Option<"checked", "checked", "bool", "false",
                        "Ask the runtime before each access">];
  let statistics = [Statistic<"loops", "loops", "Loops over tiles">];
}

def CPUToLLVMPass : Pass<"cm2tt-cpu-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower a kernel of a CPU to the LLVM dialect";
  let description = [{
    Converts `scf` to branches, as for GPUs: a loop tests its condition at the end
    of an iteration, and before the first unless that is certain to run. Then
    applies MLIR's lowerings of `cf`, `arith` and `math` in one conversion. After
    a call with `cpu.leaves`, which reports a failure, the function returns 1.

    ```mlir
    llvm.call %fail(%context, %site) {cpu.leaves} : !llvm.ptr, (!llvm.ptr, i32) -> ()
    // becomes
    llvm.call %fail(%context, %site) : !llvm.ptr, (!llvm.ptr, i32) -> ()
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.return %one : i32
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"exits", "exits", "Failures that end a kernel">];
}

#endif // CM2TT_CONVERSION_PASSES_TD
