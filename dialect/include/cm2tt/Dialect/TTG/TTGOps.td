// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations of `ttg`, in order: conversion, products, shared memory, bulk
/// tensor copies, the producer.

#ifndef CM2TT_DIALECT_TTG_TTGOPS_TD
#define CM2TT_DIALECT_TTG_TTGOPS_TD

include "cm2tt/Dialect/TTG/TTGOpsBase.td"
include "cm2tt/Dialect/TTG/TTGOpsDot.td"
include "cm2tt/Dialect/TTG/TTGOpsMemory.td"
include "cm2tt/Dialect/TTG/TTGOpsTensorCopy.td"
include "cm2tt/Dialect/TTG/TTGOpsProducer.td"

def TTG_ConvertLayoutOp : TTG_Op<"convert_layout", [TT_KeepsElements, 
    Pure, /*TTG-CONVERT-LAYOUT-1*/ SameOperandsAndResultShape,
    SameOperandsAndResultElementType]> {
  let summary = "the same tensor in another layout";
  let description = [{
    Moves the elements of a tensor to where another layout wants them. What that
    takes follows from the two layouts: see LayoutConversion.h.

    Constraints:
    - (TTG-CONVERT-LAYOUT-1) both tensors have one shape and one element type.
    - (TTG-CONVERT-LAYOUT-2) both have a `#ttg.linear` layout, over the same
      number of lanes and warps.

    Example:
    ```mlir
    %b = ttg.convert_layout %a : tensor<4xf32, #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>> -> tensor<4xf32, #ttg.linear<{register = [[2]], lane = [[1]], warp = []}>>
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$src);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let hasVerifier = 1; // TTG-CONVERT-LAYOUT-2
}

//===----------------------------------------------------------------------===//
// Barrier
//===----------------------------------------------------------------------===//

def TTG_BarrierOp : TTG_Op<"barrier", [TT_WritesNoLoadedMemory, 
    MemoryEffects<[MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>]> {
  let summary = "barrier of a block, as Triton 3.7 and newer write it";
  let description = [{
    All threads of the block meet. `spaces` names the memory whose accesses
    before the barrier are seen after it; cm2tt orders all memory.

    Only in texts: passes use `gpu.barrier`, which `cm2tt-tt-set-version`
    replaces it by.

    Constraints:
    - (TTG-BARRIER-1) `spaces` is `none`, `all`, or some of `local`,
      `global_read`, `global_write`, `tensor_read` and `tensor_write`, which are
      the bits 0 to 4.

    Example:
    ```mlir
    ttg.barrier local|global_read
    ```
  }];
  let arguments = (ins /*TTG-BARRIER-1*/
    ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<31>]>:$spaces);
  let assemblyFormat = "custom<AddressSpaces>($spaces) attr-dict";
}

#endif // CM2TT_DIALECT_TTG_TTGOPS_TD
