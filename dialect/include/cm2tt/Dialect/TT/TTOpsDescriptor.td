// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory through tensor descriptors, as NVIDIA's bulk tensor copies do it.
///
/// Not here: pointers and block pointers (TTOpsMemory.td).

#ifndef CM2TT_DIALECT_TT_TTOPSDESCRIPTOR_TD
#define CM2TT_DIALECT_TT_TTOPSDESCRIPTOR_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"

def TT_MakeTensorDescriptorOp : TT_Op<"make_tensor_descriptor", [
    Pure, SameVariadicOperandSize,
    /*TT-MAKE-DESC-2*/
    TypesMatchWith<"'base' points at the element type of the block", "result",
                   "base", "::cm2tt::tt::getDescBaseType($_self)">]> {
  let summary = "descriptor of a tensor in memory";
  let description = [{
    Describes a tensor in memory: where it starts, its shape and its strides,
    in elements, and the block in which it is accessed. The base is aligned to
    16 bytes, the last stride is 1, and the others are multiples of 16 bytes.
    A row of the block has 16 bytes or more; a block of more than 256 elements
    in a dimension is accessed as several boxes. Elements outside of the tensor
    are read as `padding` and never written.

    Constraints:
    - (TT-MAKE-DESC-1) `shape` and `strides` have one entry for each dimension
      of the block, of which there are 1 to 5.
    - (TT-MAKE-DESC-2) `base` points at the block's element type; an integer
      loses its sign there.
    - (TT-MAKE-DESC-3) `padding` is NaN for floating point only.

    Example:
    ```mlir
    %d = tt.make_tensor_descriptor %p, [%i, %j], [%k, %one] : <f16>, <tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins
    TT_Ptr:$base, Variadic<I32>:$shape, Variadic<I64>:$strides,
    DefaultValuedAttr<TT_PaddingOption,
                      "::cm2tt::tt::PaddingOption::PAD_ZERO">:$padding);
  let results = (outs TT_TensorDesc:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base)
    `,` type($result)
  }];
  let hasVerifier = 1; // TT-MAKE-DESC-1, TT-MAKE-DESC-3
}

def TT_DescriptorLoadOp : TT_Op<"descriptor_load", [TT_ReadsGlobal]> {
  let summary = "block read through a descriptor";
  let description = [{
    Reads the block that starts at `indices`.

    Constraints:
    - (TT-DESC-LOAD-1) there is one index for each dimension of the block.
    - (TT-DESC-LOAD-2) the result has the block's element type, signless, and
      its number of elements; its shape may drop dimensions of size 1.

    Example:
    ```mlir
    %x = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<64x32xf16>> -> tensor<64x32xf16>
    ```
  }];
  let arguments = (ins
    TT_TensorDesc:$desc, Variadic<I32>:$indices,
    DefaultValuedAttr<TT_CacheModifier, "::cm2tt::tt::CacheModifier::NONE">
      :$cache,
    DefaultValuedAttr<TT_EvictionPolicy,
                      "::cm2tt::tt::EvictionPolicy::NORMAL">:$evict);
  let results = (outs TT_NumberTensor:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]`
    `` custom<CachedAccess>($cache, $evict, attr-dict) `:` qualified(type($desc)) `->` type($result)
  }];
  let hasVerifier = 1; // TT-DESC-LOAD-1, TT-DESC-LOAD-2
}

def TT_DescriptorStoreOp : TT_Op<"descriptor_store", [TT_WritesFirstOperand, TT_WritesGlobal]> {
  let summary = "block written through a descriptor";
  let description = [{
    Writes the block that starts at `indices`.

    Constraints:
    - (TT-DESC-STORE-1) there is one index for each dimension of the block.
    - (TT-DESC-STORE-2) `src` has the block's element type, signless, and its
      number of elements; its shape may drop dimensions of size 1.

    Example:
    ```mlir
    tt.descriptor_store %d[%i, %j], %x : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, TT_NumberTensor:$src,
                       Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,`
    type($src)
  }];
  let hasVerifier = 1; // TT-DESC-STORE-1, TT-DESC-STORE-2
}

def TT_DescriptorReduceOp : TT_Op<"descriptor_reduce", [TT_WritesFirstOperand, TT_UpdatesGlobal]> {
  let summary = "block combined with memory through a descriptor";
  let description = [{
    Combines each element in memory, atomically, with that of `src`. Whether
    integers have a sign says the descriptor; signless ones have.

    Constraints:
    - (TT-DESC-REDUCE-1) there is one index for each dimension of the block.
    - (TT-DESC-REDUCE-2) `src` has the block's element type, signless, and its
      number of elements; its shape may drop dimensions of size 1.
    - (TT-DESC-REDUCE-3) `add` is for f16, bf16, f32 and integers of 32 or 64
      bits, `min` and `max` for f16, bf16 and such integers, `and`, `or` and
      `xor` for such integers, `inc` and `dec` for integers of 32 bits.

    Example:
    ```mlir
    tt.descriptor_reduce add, %d[%i, %j], %x : !tt.tensordesc<tensor<64x32xf16>>, tensor<64x32xf16>
    ```
  }];
  let arguments = (ins TT_DescriptorReduceKind:$kind, TT_TensorDesc:$desc,
                       TT_NumberTensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict `:`
    qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1; // TT-DESC-REDUCE-1 to TT-DESC-REDUCE-3
}

def TT_DescriptorGatherOp : TT_Op<"descriptor_gather", [TT_ReadsGlobal]> {
  let summary = "rows read through a descriptor";
  let description = [{
    Reads the rows `x_offsets`, from column `y_offset` on.

    Constraints:
    - (TT-DESC-GATHER-1) the block is one row: 1xN, its elements have at most 32
      bits, and N is at least 8 elements of 32 bits, or as many bytes.
    - (TT-DESC-GATHER-2) there are 8 offsets or more, in one dimension.
    - (TT-DESC-GATHER-3) the result is MxN of the block's element type,
      signless, for M offsets.

    Example:
    ```mlir
    %x = tt.descriptor_gather %r[%rows, %j] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<64xi32>, i32) -> tensor<64x32xf16>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, TT_IndexTensor:$x_offsets,
                       I32:$y_offset);
  let results = (outs TT_NumberTensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1; // TT-DESC-GATHER-1 to TT-DESC-GATHER-3
}

def TT_DescriptorScatterOp : TT_Op<"descriptor_scatter", [TT_WritesFirstOperand, TT_WritesGlobal]> {
  let summary = "rows written through a descriptor";
  let description = [{
    Writes `src` to the rows `x_offsets`, from column `y_offset` on.

    Constraints:
    - (TT-DESC-SCATTER-1) as for `tt.descriptor_gather`, with `src` in place of
      the result.

    Example:
    ```mlir
    tt.descriptor_scatter %r[%rows, %j], %x : !tt.tensordesc<tensor<1x32xf16>>, tensor<64xi32>, i32, tensor<64x32xf16>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, TT_IndexTensor:$x_offsets,
                       I32:$y_offset, TT_NumberTensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:`
    type(operands)
  }];
  let hasVerifier = 1; // TT-DESC-SCATTER-1
}

#endif // CM2TT_DIALECT_TT_TTOPSDESCRIPTOR_TD
