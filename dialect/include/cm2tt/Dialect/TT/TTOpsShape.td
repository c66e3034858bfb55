// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operations that change the shape of a tile, or the order of its elements.

#ifndef CM2TT_DIALECT_TT_TTOPSSHAPE_TD
#define CM2TT_DIALECT_TT_TTOPSSHAPE_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"

def TT_SplatOp : TT_Op<"splat", [Pure]> {
  let summary = "tile of one value";
  let description = [{
    Fills a tile with a scalar.

    Constraints:
    - (TT-SPLAT-1) `src` has the element type of the result.

    Example:
    ```mlir
    %t = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins TT_Scalar:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1; // TT-SPLAT-1
}

def TT_UnsplatOp : TT_Op<"unsplat", [
    Pure, TypesMatchWith<"the result has the element type of 'src'", "src",
                         "result", "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "the only element of a tile";
  let description = [{
    Gives the element of a tile that has one.

    Constraints:
    - (TT-UNSPLAT-1) `src` has one element.

    Example:
    ```mlir
    %s = tt.unsplat %t : tensor<1x1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Scalar:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasFolder = 1;
  let hasVerifier = 1; // TT-UNSPLAT-1
}

def TT_ExpandDimsOp : TT_Op<"expand_dims", [
    Pure, /*TT-EXPAND-DIMS-2*/ InferTypeOpAdaptor]> {
  let summary = "dimension of size 1 inserted";
  let description = [{
    Inserts a dimension of size 1 at `axis`.

    Constraints:
    - (TT-EXPAND-DIMS-1) `axis` is at least 0 and at most the rank of `src`.
    - (TT-EXPAND-DIMS-2) the result has the shape of `src` with 1 inserted, and
      the encoding that follows.

    Example:
    ```mlir
    %t = tt.expand_dims %x {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

def TT_ReshapeOp : TT_Op<"reshape", [Pure]> {
  let summary = "the same elements in another shape";
  let description = [{
    Reads the elements of `src`, in row-major order, in another shape. With
    `allow_reorder` any order will do; `efficient_layout` says that the
    encoding of the result was chosen and is to stay.

    Constraints:
    - (TT-RESHAPE-1) `src` and the result have one element type and one number
      of elements.
    - (TT-RESHAPE-2) the encoding of the result follows from that of `src`, but
      is free with `allow_reorder` or `efficient_layout`.

    Example:
    ```mlir
    %t = tt.reshape %x allow_reorder : tensor<64x32xf32> -> tensor<2048xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, UnitAttr:$allow_reorder,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let builders = [
    OpBuilder<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Value":$src,
                   CArg<"bool", "false">:$allowReorder)>
  ];
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)?
    (`efficient_layout` $efficient_layout^)? attr-dict `:` type($src) `->`
    type($result)
  }];
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let hasVerifier = 1; // TT-RESHAPE-1, TT-RESHAPE-2
}

def TT_BroadcastOp : TT_Op<"broadcast", [Pure]> {
  let summary = "dimensions of size 1 repeated";
  let description = [{
    Repeats `src` along its dimensions of size 1.

    Constraints:
    - (TT-BROADCAST-1) `src` and the result have one element type and one rank.
    - (TT-BROADCAST-2) only dimensions of size 1 grow.
    - (TT-BROADCAST-3) the encoding of `src` admits that of the result.

    Example:
    ```mlir
    %t = tt.broadcast %x : tensor<64x1xf32> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let hasVerifier = 1; // TT-BROADCAST-1 to TT-BROADCAST-3
}

def TT_CatOp : TT_Op<"cat", [
    NoMemoryEffect, SameTypeOperands, ConditionallySpeculatable]> {
  let summary = "tiles one after another, in any order";
  let description = [{
    Puts the elements of two tiles into one, in an order that is not specified;
    hence two equal operations need not give one result.

    Constraints:
    - (TT-CAT-1) `lhs` and `rhs` have one type, the result its element type.
    - (TT-CAT-2) the result has twice as many elements.

    Example:
    ```mlir
    %t = tt.cat %x, %y : tensor<64xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// Where it is computed has no influence on what else happens.
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return ::mlir::Speculation::Speculatable;
    }
  }];
  let hasVerifier = 1; // TT-CAT-1, TT-CAT-2
}

def TT_JoinOp : TT_Op<"join", [
    Pure, /*TT-JOIN-1*/ SameTypeOperands,
    /*TT-JOIN-2*/ InferTypeOpAdaptor]> {
  let summary = "two tiles along a new last dimension";
  let description = [{
    Puts `lhs` at index 0 and `rhs` at index 1 of a new last dimension.

    Constraints:
    - (TT-JOIN-1) `lhs` and `rhs` have one type.
    - (TT-JOIN-2) the result has their shape and one more dimension, of size 2,
      and the encoding that follows.

    Example:
    ```mlir
    %t = tt.join %x, %y : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
  }];
  let hasFolder = 1;
}

def TT_SplitOp : TT_Op<"split", [
    Pure, /*TT-SPLIT-2*/ InferTypeOpAdaptor,
    AllTypesMatch<["outLHS", "outRHS"]>]> {
  let summary = "two tiles out of a last dimension of size 2";
  let description = [{
    Takes apart what `tt.join` puts together.

    Constraints:
    - (TT-SPLIT-1) the last dimension of `src` is 2, and it is not the only one.
    - (TT-SPLIT-2) the results have the other dimensions and the encoding that
      follows.

    Example:
    ```mlir
    %a, %b = tt.split %x : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$outLHS, TT_Tensor:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasFolder = 1;
}

def TT_TransOp : TT_Op<"trans", [
    Pure, /*TT-TRANS-2*/ InferTypeOpAdaptor]> {
  let summary = "dimensions permuted";
  let description = [{
    Makes dimension `order[i]` of `src` dimension `i` of the result.

    Constraints:
    - (TT-TRANS-1) `order` is a permutation of the dimensions of `src`.
    - (TT-TRANS-2) the result has the permuted shape and the encoding that
      follows.

    Example:
    ```mlir
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

def TT_GatherOp : TT_Op<"gather", [Pure]> {
  let summary = "elements picked along a dimension";
  let description = [{
    Gives, for each index, the element of `src` that it names along `axis`; the
    other coordinates are those of the index itself. An index outside of `src`
    gives an undefined element. `efficient_layout` says that the encodings were
    chosen and are to stay.

    Constraints:
    - (TT-GATHER-1) `axis` is a dimension of `src`.
    - (TT-GATHER-2) `src` and `indices` have one rank; but along `axis`, the
      shape of `indices` is nowhere larger.
    - (TT-GATHER-3) the result has the shape and the encoding of `indices` and
      the element type of `src`.

    Example:
    ```mlir
    %t = tt.gather %x[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<32xi32>) -> tensor<32xf32>
    ```
  }];
  let arguments = (ins TT_NumberTensor:$src, TT_IndexTensor:$indices,
                       I32Attr:$axis, UnitAttr:$efficient_layout);
  let results = (outs TT_NumberTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$src, "::mlir::Value":$indices,
                   "unsigned":$axis)>
  ];
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1; // TT-GATHER-1 to TT-GATHER-3
}

#endif // CM2TT_DIALECT_TT_TTOPSSHAPE_TD
