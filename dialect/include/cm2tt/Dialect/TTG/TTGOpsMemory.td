// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tiles in shared memory: allocation, views, accesses, asynchronous copies.

#ifndef CM2TT_DIALECT_TTG_TTGOPSMEMORY_TD
#define CM2TT_DIALECT_TTG_TTGOPSMEMORY_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"
include "cm2tt/Dialect/TTG/TTGOpsBase.td"

def TTG_LocalAllocOp : TTG_Op<"local_alloc", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "tiles in shared memory, from here on";
  let description = [{
    Allocates tiles in shared memory; with an operand, one tile, to which the
    operand is stored. The memory is free after the last use of the result or of
    a view of it. Once shared memory is allocated, `ttg.offset` is its offset.

    Constraints:
    - (TTG-LOCAL-ALLOC-1) an operand has the shape and the elements of the
      result, which is one tile.

    Example:
    ```mlir
    %m = ttg.local_alloc : () -> !ttg.memdesc<4x4xf32, #ttg.shared<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>, buffers = 3>
    ```
  }];
  let arguments = (ins Optional<AnyStaticShapeTensor>:$src);
  let results = (outs TTG_MemDescType:$result);
  let assemblyFormat = "($src^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1; // TTG-LOCAL-ALLOC-1
}

def TTG_LocalStoreOp : TTG_Op<"local_store"> {
  let summary = "stores a tile in shared memory";
  let description = [{
    Stores a tile. Threads that hold copies of an element leave it to one.

    Constraints:
    - (TTG-LOCAL-STORE-1) `dest` is one tile with the shape and the elements of
      `src`.

    Example:
    ```mlir
    ttg.local_store %a, %m : tensor<4xf32, #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>> -> !ttg.memdesc<4xf32, #ttg.shared<{offset = [[1], [2]]}>>
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$src,
    Arg<TTG_MemDescType, "", [MemWrite<TTG_SharedMemory>]>:$dest);
  let assemblyFormat = "$src `,` $dest attr-dict `:` type($src) `->` type($dest)";
  let hasVerifier = 1; // TTG-LOCAL-STORE-1
}

def TTG_LocalLoadOp : TTG_Op<"local_load"> {
  let summary = "loads a tile from shared memory";
  let description = [{
    Loads a tile in the layout of the result.

    Constraints:
    - (TTG-LOCAL-LOAD-1) `src` is one tile with the shape and the elements of
      the result.

    Example:
    ```mlir
    %a = ttg.local_load %m : !ttg.memdesc<4xf32, #ttg.shared<{offset = [[1], [2]]}>> -> tensor<4xf32, #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MemDescType, "", [MemRead<TTG_SharedMemory>]>:$src);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1; // TTG-LOCAL-LOAD-1
}

def TTG_MemDescIndexOp : TTG_Op<"memdesc_index", [Pure]> {
  let summary = "one of several tiles in shared memory";
  let description = [{
    The tile number `index`, which is between 0 and the number of buffers.

    Constraints:
    - (TTG-MEMDESC-INDEX-1) the result is one tile of the operand.

    Example:
    ```mlir
    %t = ttg.memdesc_index %m[%i] : !ttg.memdesc<4xf32, #ttg.shared<{offset = [[1], [2]]}>, buffers = 3> -> !ttg.memdesc<4xf32, #ttg.shared<{offset = [[1], [2]]}>>
    ```
  }];
  let arguments = (ins TTG_MemDescType:$src, I32:$index);
  let results = (outs TTG_MemDescType:$result);
  let assemblyFormat = [{
    $src `[` $index `]` attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1; // TTG-MEMDESC-INDEX-1
}

def TTG_NextBufferOp : TTG_Op<"next_buffer", [Pure, SameOperandsAndResultType]> {
  let summary = "the number of the next tile in a ring of buffers";
  let description = [{
    `current` + 1, or 0 if that is `count`. A loop that carries the number
    addresses the buffers of a pipelined load in turn. `current` is at least
    -1, which precedes buffer 0, and less than `count`.

    Constraints:
    - (TTG-NEXT-BUFFER-1) `count` is positive.

    Example:
    ```mlir
    %next = ttg.next_buffer %i of 3
    ```
  }];
  let arguments = (ins I32:$current,
                       /*TTG-NEXT-BUFFER-1*/
                       ConfinedAttr<I32Attr, [IntPositive]>:$count);
  let results = (outs I32:$result);
  let assemblyFormat = "$current `of` $count attr-dict";
  let hasFolder = 1;
}

def TTG_MemDescTransOp : TTG_Op<"memdesc_trans", [Pure]> {
  let summary = "a tile in shared memory with its dimensions permuted";
  let description = [{
    Dimension i of the result is dimension order[i] of the operand. Nothing
    moves: the layout is permuted.

    Constraints:
    - (TTG-MEMDESC-TRANS-1) `order` is a permutation of the dimensions.
    - (TTG-MEMDESC-TRANS-2) the result is the operand with shape and layout
      permuted so.

    Example:
    ```mlir
    %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<4x2xf32, #ttg.shared<{offset = [[0, 1], [1, 0], [2, 0]]}>> -> !ttg.memdesc<2x4xf32, #ttg.shared<{offset = [[1, 0], [0, 1], [0, 2]]}>>
    ```
  }];
  let arguments = (ins TTG_MemDescType:$src, DenseI32ArrayAttr:$order);
  let results = (outs TTG_MemDescType:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1; // TTG-MEMDESC-TRANS-1, TTG-MEMDESC-TRANS-2
}

def TTG_AsyncCopyOp : TTG_Op<"async_copy", [
    OptionalTypesMatchWith<"'mask' is i1 with the shape of 'ptr'", "ptr",
                           "mask", "::cm2tt::tt::getI1SameShape($_self)">]> {
  let summary = "starts a copy from global to shared memory";
  let description = [{
    Starts to copy a tile to shared memory (`cp.async`): each thread copies the
    elements of its pointers. Where the mask is false, zeros are written. The
    copy is complete for the thread that started it after an `async_wait` for a
    group that contains it, and for other threads after a barrier that follows
    the wait.

    Constraints:
    - (TTG-ASYNC-COPY-1) `dest` is one tile with the shape of `ptr` and the
      elements that it points to.
    - (TTG-ASYNC-COPY-2) each thread copies at least 4 neighbouring bytes at a
      time: the layouts walk them together.

    Example:
    ```mlir
    %t = ttg.async_copy %p, %m mask %k : tensor<4x!tt.ptr<f32>, #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>> -> !ttg.memdesc<4xf32, #ttg.shared<{offset = [[1], [2]]}>>
    ```
  }];
  let arguments = (ins
    Arg<TT_PtrTensor, "", [MemRead<DefaultResource>]>:$ptr,
    Arg<TTG_MemDescType, "", [MemWrite<TTG_SharedMemory>]>:$dest,
    Optional<TT_BoolLike>:$mask,
    DefaultValuedAttr<TT_CacheModifier, "::cm2tt::tt::CacheModifier::NONE">
      :$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "::cm2tt::tt::EvictionPolicy::NORMAL">
      :$evict);
  let results = (outs TTG_TokenType:$token);
  let assemblyFormat = [{
    $ptr `,` $dest (`mask` $mask^)? attr-dict `:` type($ptr) `->` type($dest)
  }];
  let hasVerifier = 1; // TTG-ASYNC-COPY-1
}

def TTG_AsyncCommitOp : TTG_Op<"async_commit", [
    MemoryEffects<[MemWrite<TTG_SharedMemory>]>]> {
  let summary = "makes a group of the copies started so far";
  let description = [{
    All copies that this thread started since the last group are a group now.
    One of no copies says `none`.

    Example:
    ```mlir
    %g = ttg.async_commit %t
    ```
  }];
  let arguments = (ins Variadic<TTG_TokenType>:$copies);
  let results = (outs TTG_TokenType:$group);
  // Without a word there, an operation's result on the next line would be taken
  // for a copy.
  let assemblyFormat = "($copies^) : (`none`)? attr-dict";
}

def TTG_AsyncWaitOp : TTG_Op<"async_wait", [
    MemoryEffects<[MemWrite<TTG_SharedMemory>]>]> {
  let summary = "waits for groups of copies";
  let description = [{
    Waits until at most the `pending` youngest groups of this thread's copies
    are still on their way. The operands say which groups are meant.

    Example:
    ```mlir
    ttg.async_wait %g {pending = 1 : i32}
    ```
  }];
  let arguments = (ins Variadic<TTG_TokenType>:$groups, I32Attr:$pending);
  let assemblyFormat = "($groups^)? attr-dict";
}

def TTG_FenceAsyncSharedOp : TTG_Op<"fence_async_shared", [
    MemoryEffects<[MemWrite<TTG_SharedMemory>]>]> {
  let summary = "makes stores visible to units that read shared memory asynchronously";
  let description = [{
    Writes of this thread to shared memory are visible to products of warp
    groups that begin after a barrier that follows this operation
    (`fence.proxy.async`).

    Example:
    ```mlir
    ttg.fence_async_shared
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // CM2TT_DIALECT_TTG_TTGOPSMEMORY_TD
