// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Bulk tensor copies (TMA) between global and shared memory, and the barriers
/// in shared memory (`mbarrier`) that report when a copy is complete.
///
/// A barrier has phases, numbered from 0. Each copy belongs to the current
/// phase, and completes it when all of its bytes have arrived. A wait names the
/// parity of the phase, so that a barrier serves any number of copies, one
/// after the other.
///
/// One thread of the block starts a copy; all wait for it.

#ifndef CM2TT_DIALECT_TTG_TTGOPSTENSORCOPY_TD
#define CM2TT_DIALECT_TTG_TTGOPSTENSORCOPY_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"
include "cm2tt/Dialect/TTG/TTGOpsBase.td"

/// Barriers in shared memory, and one of them.
def TTG_MBarriers : Type<
    And<[TTG_MemDescType.predicate,
         CPred<"::llvm::cast<::cm2tt::ttg::MemDescType>($_self).isBarriers()">]>,
    "barriers in shared memory, which are tiles of one i64",
    "::cm2tt::ttg::MemDescType">;
def TTG_MBarrier : Type<
    And<[TTG_MBarriers.predicate,
         CPred<"::llvm::cast<::cm2tt::ttg::MemDescType>($_self).getBuffers()"
               " == 1">]>,
    "a barrier in shared memory, which is one tile of one i64",
    "::cm2tt::ttg::MemDescType">;

def TTG_MBarrierInitOp : TTG_Op<"mbarrier_init"> {
  let summary = "initialises barriers in shared memory";
  let description = [{
    Each buffer of `barriers` becomes a barrier in phase 0. `count` arrivals,
    each that of a copy or of a warp, complete a phase. Copies that start after a
    barrier of the block that follows this operation may use them.

    Constraints:
    - (TTG-MBARRIER-INIT-1) `count` is positive.

    Example:
    ```mlir
    ttg.mbarrier_init %b : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>, buffers = 3>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MBarriers, "", [MemWrite<TTG_SharedMemory>]>:$barriers,
    /*TTG-MBARRIER-INIT-1*/
    DefaultValuedAttr<ConfinedAttr<I32Attr, [IntPositive]>, "1">:$count);
  let assemblyFormat = "$barriers attr-dict `:` type($barriers)";
}

def TTG_MBarrierInvalOp : TTG_Op<"mbarrier_inval"> {
  let summary = "ends the use of barriers in shared memory";
  let description = [{
    The memory of the barriers may be used for something else. No copy is on its
    way.

    Example:
    ```mlir
    ttg.mbarrier_inval %b : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>, buffers = 3>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MBarriers, "", [MemWrite<TTG_SharedMemory>]>:$barriers);
  let assemblyFormat = "$barriers attr-dict `:` type($barriers)";
}

def TTG_MBarrierWaitOp : TTG_Op<"mbarrier_wait"> {
  let summary = "waits for a phase of a barrier";
  let description = [{
    Waits until the phase of the barrier with this parity, 0 or 1, is complete:
    the current one, or the one before it. All threads then see what its copy
    wrote.

    Example:
    ```mlir
    ttg.mbarrier_wait %b, %parity : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MBarrier, "", [MemRead<TTG_SharedMemory>,
                           MemWrite<TTG_SharedMemory>]>:$barrier,
    I32:$parity);
  let assemblyFormat = "$barrier `,` $parity attr-dict `:` type($barrier)";
}

def TTG_MBarrierArriveOp : TTG_Op<"mbarrier_arrive", [AttrSizedOperandSegments]> {
  let summary = "arrives at a barrier, done with tiles";
  let description = [{
    Each warp arrives once at the barrier: all that it has read of `tiles` so far
    may be overwritten. `tiles` are views of operands of products as well, which
    must be complete: TTGOverlapDots inserts the wait. With `mask`, which is the
    same for all threads, only if it is true.

    Example:
    ```mlir
    ttg.mbarrier_arrive %b after %m mask %k : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>, !ttg.memdesc<4xf32, #ttg.shared<{offset = [[1], [2]]}>>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MBarrier, "", [MemRead<TTG_SharedMemory>,
                           MemWrite<TTG_SharedMemory>]>:$barrier,
    Variadic<TTG_MemDescType>:$tiles, Optional<I1>:$mask);
  let assemblyFormat = [{
    $barrier `after` $tiles (`mask` $mask^)? attr-dict `:` type($barrier) `,`
    type($tiles)
  }];
}

def TTG_TensorMapCreateOp : TTG_Op<"tensor_map_create", [TT_PointsIntoSecond, TT_WritesNoLoadedMemory, 
    AttrSizedOperandSegments]> {
  let summary = "creates a tensor map in global memory";
  let description = [{
    Writes the tensor map of a tensor, as `tt.make_tensor_descriptor` describes
    it, to the 128 bytes at `slot`, which is a multiple of 128. Copies that this
    block starts later may use it. The slot stays as it is until they are
    complete.

    Constraints:
    - (TTG-TENSOR-MAP-1) the tensor has the rank of the block.
    - (TTG-TENSOR-MAP-2) bulk copies can move the block (TensorCopyLayouts.h).

    Example:
    ```mlir
    %d = ttg.tensor_map_create %slot, %p, [%m, %n], [%s, %c1] : (!tt.ptr<i8>, !tt.ptr<f16>) -> !tt.tensordesc<tensor<64x64xf16>>
    ```
  }];
  let arguments = (ins
    Arg<TT_Ptr, "", [MemWrite<DefaultResource>]>:$slot, TT_Ptr:$base,
    Variadic<I32>:$shape, Variadic<I64>:$strides,
    DefaultValuedAttr<TT_PaddingOption,
                      "::cm2tt::tt::PaddingOption::PAD_ZERO">:$padding);
  let results = (outs TT_TensorDesc:$result);
  let assemblyFormat = [{
    $slot `,` $base `,` `[` $shape `]` `,` `[` $strides `]`
    (`padding` $padding^)? attr-dict `:`
    `(` type($slot) `,` type($base) `)` `->` qualified(type($result))
  }];
  let hasVerifier = 1; // TTG-TENSOR-MAP-1, TTG-TENSOR-MAP-2
}

def TTG_TensorMapSlotOp : TTG_Op<"tensor_map_slot", [
    Pure, AllTypesMatch<["slots", "slot"]>]> {
  let summary = "selects memory for a tensor map that is created in a loop";
  let description = [{
    Returns the first slot of 128 bytes, from `slots` on, in which none of the
    tensor maps `live` is. Of N + 1 slots one is free if N maps are live.

    Example:
    ```mlir
    %s = ttg.tensor_map_slot %p beside %d, %e : !tt.ptr<i8>, !tt.tensordesc<tensor<64x64xf16>>, !tt.tensordesc<tensor<64x64xf16>>
    ```
  }];
  let arguments = (ins TT_Ptr:$slots, Variadic<TT_TensorDesc>:$live);
  let results = (outs TT_Ptr:$slot);
  let assemblyFormat = [{
    $slots `beside` $live attr-dict `:` qualified(type($slots)) `,`
    qualified(type($live))
  }];
}

def TTG_TensorCopyOp : TTG_Op<"tensor_copy", [AttrSizedOperandSegments]> {
  let summary = "starts a bulk copy of a block to shared memory";
  let description = [{
    Starts to copy the block of a tensor that begins at `indices` to shared
    memory, elements outside of the tensor as the descriptor's padding, and adds
    the copy to the current phase of `barrier`. With `mask`, only if it is true.

    Constraints:
    - (TTG-TENSOR-COPY-1) there is one index for each dimension of the block.
    - (TTG-TENSOR-COPY-2) `dest` is one tile of the block's shape, in which
      dimensions of size 1 may lack, and element type, signless, with the layout
      that planTensorCopy (TensorCopyLayouts.h) plans for the block.

    Example:
    ```mlir
    ttg.tensor_copy %d[%i, %j], %m, %b mask %k : !tt.tensordesc<tensor<8x16xi8>> -> !ttg.memdesc<8x16xi8, #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]}>>, !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
    ```
  }];
  let arguments = (ins
    Arg<TT_TensorDesc, "", [MemRead<DefaultResource>]>:$desc,
    Variadic<I32>:$indices,
    Arg<TTG_MemDescType, "", [MemWrite<TTG_SharedMemory>]>:$dest,
    Arg<TTG_MBarrier, "", [MemRead<TTG_SharedMemory>,
                           MemWrite<TTG_SharedMemory>]>:$barrier,
    Optional<I1>:$mask);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $dest `,` $barrier (`mask` $mask^)? attr-dict
    `:` qualified(type($desc)) `->` type($dest) `,` type($barrier)
  }];
  let hasVerifier = 1; // TTG-TENSOR-COPY-1, TTG-TENSOR-COPY-2
}

def TTG_TensorStoreOp : TTG_Op<"tensor_store"> {
  let summary = "starts a bulk copy of a block from shared memory";
  let description = [{
    Starts to copy a tile to the block of a tensor that begins at `indices`, or,
    with `reduce`, to combine it with the block, each element atomically.
    Elements outside of the tensor are not written if its rows are multiples of
    16 bytes; the hardware writes the last 16 bytes of a row together (seen on
    an H200, without `reduce`). Writes to the tile before it need a
    `ttg.fence_async_shared`.

    Constraints:
    - (TTG-TENSOR-STORE-1) there is one index for each dimension of the block.
    - (TTG-TENSOR-STORE-2) `src` is one tile of the block's shape, in which
      dimensions of size 1 may lack, and element type, signless, with the layout
      that planTensorCopy (TensorCopyLayouts.h) plans for the block.

    Example:
    ```mlir
    ttg.tensor_store %m, %d[%i, %j] : !ttg.memdesc<8x16xi8, #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]}>> -> !tt.tensordesc<tensor<8x16xi8>>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MemDescType, "", [MemRead<TTG_SharedMemory>]>:$src,
    Arg<TT_TensorDesc, "", [MemWrite<DefaultResource>]>:$desc,
    Variadic<I32>:$indices,
    OptionalAttr<TT_DescriptorReduceKind>:$reduce);
  let assemblyFormat = [{
    $src `,` $desc `[` $indices `]` (`reduce` $reduce^)? attr-dict `:`
    type($src) `->` qualified(type($desc))
  }];
  let hasVerifier = 1; // TTG-TENSOR-STORE-1, TTG-TENSOR-STORE-2
}

def TTG_TensorStoreWaitOp : TTG_Op<"tensor_store_wait", [
    MemoryEffects<[MemWrite<TTG_SharedMemory>]>]> {
  let summary = "waits until bulk copies have read shared memory";
  let description = [{
    Waits until at most the `pending` youngest `ttg.tensor_store` still read
    their tiles or, with `written`, still write to the tensor. The thread that
    started them waits: others may write to the tiles, and read the tensor, after
    a barrier of the block that follows this operation.

    Example:
    ```mlir
    ttg.tensor_store_wait {pending = 0 : i32}
    ```
  }];
  let arguments = (ins I32Attr:$pending, UnitAttr:$written);
  let assemblyFormat = "(`written` $written^)? attr-dict";
}

def TTG_FenceAsyncGlobalOp : TTG_Op<"fence_async_global", [TT_WritesNoLoadedMemory, 
    MemoryEffects<[MemWrite<DefaultResource>]>]> {
  let summary = "makes stores visible to bulk copies from global memory";
  let description = [{
    Writes of this thread to global memory are visible to bulk copies that start
    after a barrier of the block that follows this operation.

    Example:
    ```mlir
    ttg.fence_async_global
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // CM2TT_DIALECT_TTG_TTGOPSTENSORCOPY_TD
