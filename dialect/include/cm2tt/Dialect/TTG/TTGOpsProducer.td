// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operations of `ttg`: the producer of a warp-specialised kernel, which copies
/// tiles to shared memory while the other warps compute.
///
/// Not here: the copies and their barriers (TTGOpsTensorCopy.td).

#ifndef CM2TT_DIALECT_TTG_TTGOPSPRODUCER_TD
#define CM2TT_DIALECT_TTG_TTGOPSPRODUCER_TD

include "cm2tt/Dialect/TT/TTTypes.td"
include "cm2tt/Dialect/TTG/TTGOpsBase.td"

def TTG_ProducerOp : TTG_Op<"producer", [TT_RunsInOtherThreads, 
    MemoryEffects<[MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>]> {
  let summary = "code of a warp group that copies for all others";
  let description = [{
    One thread of an additional warp group runs the region, beside what follows
    the operation. The group starts with the kernel. The other threads skip the
    region. They are the consumers: in the rest of the kernel, "all threads" are
    theirs. For them the operation is a barrier. They wait there until each
    `ttg.mbarrier_init` at the beginning of the region is done.

    The region sees what the consumers did before the operation only if it
    waits for them, after its `ttg.mbarrier_init`: if it uses a barrier that
    these do not initialise, or has a `ttg.tensor_map_acquire`.

    A block of a module with a producer has 4 warps more than `ttg.num-warps`,
    which is `ttg.total-num-warps`. The producer gives registers to the consumers
    if `wgmma` is available.

    Constraints:
    - (TTG-PRODUCER-1) the operation is in the first block of a function, and is
      the only one of the module.
    - (TTG-PRODUCER-2) the region uses parameters of the function and tiles of
      `ttg.local_alloc`, no other values from outside.
    - (TTG-PRODUCER-3) the region has no tiles in registers: it is run by one
      thread.
    - (TTG-PRODUCER-4) `ttg.total-num-warps` of a module that has `ttg.num-warps`
      is 4 more.
    - (TTG-PRODUCER-5) each `ttg.mbarrier_init` of the region is at its beginning,
      where only pure operations precede it.

    Example:
    ```mlir
    ttg.producer {
      ttg.mbarrier_init %b {count = 4 : i32} : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
      ttg.mbarrier_wait %b, %parity : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
      ttg.producer_end
    }
    ```
  }];
  let regions = (region MinSizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
  let hasVerifier = 1; // TTG-PRODUCER-1 to TTG-PRODUCER-5
}

def TTG_ProducerEndOp : TTG_Op<"producer_end", [
    Pure, Terminator, HasParent<"ProducerOp">]> {
  let summary = "ends the producer";
  let description = [{
    Ends the region of a `ttg.producer`; its thread ends.

    Example:
    ```mlir
    ttg.producer {
      ttg.producer_end
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TTG_TensorMapAcquireOp : TTG_Op<"tensor_map_acquire", [TT_WritesNoLoadedMemory]> {
  let summary = "a tensor map that another thread has created";
  let description = [{
    Returns the tensor map at `slot`, which a `ttg.tensor_map_create` before the
    last barrier of the block has written: this thread may use it in copies.

    Example:
    ```mlir
    %d = ttg.tensor_map_acquire %slot : !tt.ptr<i8> -> !tt.tensordesc<tensor<64x64xf16>>
    ```
  }];
  let arguments = (ins
    Arg<TT_Ptr, "", [MemRead<DefaultResource>]>:$slot);
  let results = (outs TT_TensorDesc:$result);
  let assemblyFormat = [{
    $slot attr-dict `:` qualified(type($slot)) `->` qualified(type($result))
  }];
}

#endif // CM2TT_DIALECT_TTG_TTGOPSPRODUCER_TD
