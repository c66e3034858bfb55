// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The allocation of shared memory: memory that is live at the same time does
/// not overlap.
///
/// **Idea.** Operations are numbered in the order of the text. The memory of an
/// operation is live from its own number to that of its last use; a use in a
/// loop that the memory is not allocated in lasts until the loop's end. Tiles
/// are placed by size, the largest first, each at the lowest offset that no
/// live tile occupies. Scratch is live during one operation and is placed after
/// the tiles, in order.
///
/// **Rotation.** Scratch at the offset of the preceding scratch costs a
/// barrier, as that may still be read. Where there is room, it gets another
/// offset: the barrier in the middle of each exchange then separates those
/// around it.
///
/// **Bulk stores in loops with products.** Such a store reads its tile on after
/// it, so that a tile at the same offset waits for that. `keepsStored` lets the
/// stored tile be live in all of the loop: only the next one to be stored
/// waits. In loops around those of products, such as those over programs, it
/// does not pay: tf32 of 8192 had 0.90 and 0.93 of cuBLAS with it, 0.95 to 0.97
/// without (H200).
///
/// Not here: the size of the scratch of an operation (SharedScratch.h).

#ifndef CM2TT_GPU_SHARED_SHAREDALLOCATION_H
#define CM2TT_GPU_SHARED_SHAREDALLOCATION_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "llvm/ADT/SmallVector.h"

namespace cm2tt {

/// The shared memory of one operation.
struct SharedItem {
  mlir::Operation *op;
  uint64_t bytes;
  /// A power of two.
  uint64_t alignment;
  /// The numbers of the first and the last operation for which it lives.
  unsigned begin, end;
  /// Whether it is the operation's own, not a tile.
  bool isScratch;
  /// In bytes, from where the function's shared memory begins.
  uint64_t offset = 0;
};

/// Shared memory of a function.
struct SharedAllocation {
  llvm::SmallVector<SharedItem, 0> items;
  uint64_t bytes = 0;
};

/// Allocates all shared memory of a function. `roomyBytes` is the size that a
/// block may take freely; for it and `keepsStored` see the head of this file.
SharedAllocation allocateShared(tt::FuncOp func, uint64_t roomyBytes,
                                bool keepsStored = false);

/// The tiles in shared memory that `memory` is a view of: the operation that
/// allocates them, if there are views only in between.
ttg::LocalAllocOp getAllocation(mlir::Value memory);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_SHAREDALLOCATION_H
