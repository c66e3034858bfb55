// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations of `ttg`, in order: conversion, products, shared memory, bulk
/// tensor copies.

#ifndef CM2TT_DIALECT_TTG_TTGOPS_TD
#define CM2TT_DIALECT_TTG_TTGOPS_TD

include "cm2tt/Dialect/TTG/TTGOpsBase.td"
include "cm2tt/Dialect/TTG/TTGOpsDot.td"
include "cm2tt/Dialect/TTG/TTGOpsMemory.td"
include "cm2tt/Dialect/TTG/TTGOpsTensorCopy.td"

def TTG_ConvertLayoutOp : TTG_Op<"convert_layout", [
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

#endif // CM2TT_DIALECT_TTG_TTGOPS_TD
