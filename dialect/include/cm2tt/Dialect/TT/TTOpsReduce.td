// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operations that combine elements, with each other or by a region:
/// reductions, scans, maps, histograms.

#ifndef CM2TT_DIALECT_TT_TTOPSREDUCE_TD
#define CM2TT_DIALECT_TT_TTOPSREDUCE_TD

include "cm2tt/Dialect/TT/TTTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

/// Base of the terminators of regions.
class TT_RegionReturnOp<string mnemonic, string parent>
    : TT_Op<mnemonic, [Pure, Terminator, ReturnLike, HasParent<parent>]> {
  let arguments = (ins Variadic<TT_Scalar>:$srcs);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
  let assemblyFormat = "attr-dict ($srcs^ `:` type($srcs))?";
}

def TT_ReduceOp : TT_Op<"reduce", [
    SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable,
    /*TT-REDUCE-3*/ InferTypeOpAdaptor]> {
  let summary = "reduction along a dimension";
  let description = [{
    Combines the elements along `axis`, N tiles at a time. The region gets N
    accumulated elements and N new ones and returns N combined ones; it must be
    associative, as the order is not specified.

    Constraints:
    - (TT-REDUCE-1) there is an operand; all have one shape and one encoding.
    - (TT-REDUCE-2) `axis` is a dimension of the operands.
    - (TT-REDUCE-3) each result has the shape of its operand without `axis`; it
      is a scalar where that was the only one.
    - (TT-REDUCE-4) the region takes the operands' element types twice and
      returns them once.

    Example:
    ```mlir
    %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %sum = arith.addf %l, %r : f32
      tt.reduce.return %sum : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TT_Type>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let extraClassDeclaration = [{
    /// Element types of the operands, in order.
    ::llvm::SmallVector<::mlir::Type> getElementTypes();
    /// Shape of each operand.
    ::llvm::ArrayRef<int64_t> getInputShape();
  }];
  let hasRegionVerifier = 1; // TT-REDUCE-4
}

def TT_ReduceReturnOp
    : TT_RegionReturnOp<"reduce.return", /*TT-REDUCE-RETURN-1*/ "ReduceOp"> {
  let summary = "end of a reduction's region";
  let description = [{
    Returns the combined elements.

    Constraints:
    - (TT-REDUCE-RETURN-1) it stands in a `tt.reduce`.

    Example:
    ```mlir
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      tt.reduce.return %l : f32
    }) : (tensor<64xf32>) -> f32
    ```
  }];
}

def TT_ScanOp : TT_Op<"scan", [
    SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable,
    /*TT-SCAN-3*/ InferTypeOpAdaptor]> {
  let summary = "running combination along a dimension";
  let description = [{
    Gives, for each element, the combination of all up to it along `axis`, or
    with `reverse` of all from it on. The region is that of `tt.reduce`.

    Constraints:
    - (TT-SCAN-1) there is an operand; all have one shape and one encoding.
    - (TT-SCAN-2) `axis` is a dimension of the operands.
    - (TT-SCAN-3) the results have the types of the operands.
    - (TT-SCAN-4) the region takes the operands' element types twice and returns
      them once.

    Example:
    ```mlir
    %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%l: f32, %r: f32):
      %sum = arith.addf %l, %r : f32
      tt.scan.return %sum : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis,
                       BoolAttr:$reverse);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let extraClassDeclaration = [{
    /// Element types of the operands, in order.
    ::llvm::SmallVector<::mlir::Type> getElementTypes();
    /// Shape of each operand.
    ::llvm::ArrayRef<int64_t> getInputShape();
  }];
  let hasFolder = 1;
  let hasRegionVerifier = 1; // TT-SCAN-4
}

def TT_ScanReturnOp
    : TT_RegionReturnOp<"scan.return", /*TT-SCAN-RETURN-1*/ "ScanOp"> {
  let summary = "end of a scan's region";
  let description = [{
    Returns the combined elements.

    Constraints:
    - (TT-SCAN-RETURN-1) it stands in a `tt.scan`.

    Example:
    ```mlir
    %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%l: f32, %r: f32):
      tt.scan.return %r : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
}

def TT_MapElementwiseOp : TT_Op<"map_elementwise", [
    TT_SameTiles, RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "a region for each element";
  let description = [{
    Runs the region for each `pack` elements of the operands. It takes `pack`
    elements of the first operand, then of the second, and so on, returns
    likewise, and may contain any control flow.

    Constraints:
    - (TT-MAP-1) operands and results are tiles of one shape; there is at least
      one of each.
    - (TT-MAP-2) `pack` is a power of two that divides the number of elements.
    - (TT-MAP-3) the region takes `pack` scalars for each operand and returns
      `pack` for each result, of their element types.
    - (TT-MAP-4) the region does not write memory.

    Example:
    ```mlir
    %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%e: f32):
      %n = arith.negf %e : f32
      tt.map_elementwise.return %n : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region MinSizedRegion<1>:$scalarOp);
  let hasVerifier = 1;       // TT-MAP-1, TT-MAP-2
  let hasRegionVerifier = 1; // TT-MAP-3, TT-MAP-4
}

def TT_MapElementwiseReturnOp
    : TT_RegionReturnOp<"map_elementwise.return",
                        /*TT-MAP-RETURN-1*/ "MapElementwiseOp"> {
  let summary = "end of a map's region";
  let description = [{
    Returns the new elements.

    Constraints:
    - (TT-MAP-RETURN-1) it stands in a `tt.map_elementwise`.

    Example:
    ```mlir
    %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%e: f32):
      tt.map_elementwise.return %e : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
}

def TT_HistogramOp : TT_Op<"histogram", [
    Pure,
    OptionalTypesMatchWith<"'mask' is i1 with the shape of 'src'", "src",
                           "mask", "::cm2tt::tt::getI1SameShape($_self)">]> {
  let summary = "counts of equal integers";
  let description = [{
    Counts how often each of 0 to N-1 occurs among the elements of `src` whose
    `mask` is true, for a result of N elements. Other integers give undefined
    counts.

    Constraints:
    - (TT-HISTOGRAM-1) `src` and the result have one dimension.

    Example:
    ```mlir
    %h = tt.histogram %i, %m : tensor<64xi32> -> tensor<16xi32>
    ```
  }];
  let arguments = (ins TT_IndexTensor:$src, Optional<TT_BoolLike>:$mask);
  let results = (outs TT_I32Tensor:$result);
  let assemblyFormat = [{
    $src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1; // TT-HISTOGRAM-1
}

#endif // CM2TT_DIALECT_TT_TTOPSREDUCE_TD
