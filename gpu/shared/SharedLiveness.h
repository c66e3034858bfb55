// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The items of shared memory of a function, and the ranges in which they are
/// live.
///
/// Not here: their offsets (SharedAllocation.h).

#ifndef CM2TT_GPU_SHARED_SHAREDLIVENESS_H
#define CM2TT_GPU_SHARED_SHAREDLIVENESS_H

#include "SharedAllocation.h"

#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// The numbers of the operations of a function, in the order of the text.
class OperationNumbers {
public:
  /// The number of an operation, and that of the last one in it.
  struct Span {
    unsigned begin, end;
  };

  explicit OperationNumbers(tt::FuncOp func) { number(func); }
  Span operator[](mlir::Operation *op) const { return spans.lookup(op); }

private:
  void number(mlir::Operation *op);

  llvm::DenseMap<mlir::Operation *, Span> spans;
  unsigned next = 0;
};

/// The item of tiles that live in a range.
SharedItem makeTiles(mlir::Operation *op, ttg::MemDescType type,
                     OperationNumbers::Span life);

/// From the allocation to the last use of the tiles, of a view of them, or of
/// a copy to them. A producer uses them from the beginning of the kernel on,
/// with `keepsStored` a bulk store in a loop with products uses them in all of
/// it.
OperationNumbers::Span getLife(ttg::LocalAllocOp alloc,
                               const OperationNumbers &numbers,
                               bool keepsStored);

/// Everything that a function has in shared memory, in the order of `begin`;
/// offsets are not set.
llvm::SmallVector<SharedItem, 0>
findSharedItems(tt::FuncOp func, const OperationNumbers &numbers,
                bool keepsStored);

/// Sorts items by `begin`, and assigns their offsets; `roomyBytes` as for
/// allocateShared.
SharedAllocation packShared(llvm::SmallVector<SharedItem, 0> items,
                            uint64_t roomyBytes);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_SHAREDLIVENESS_H
