// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The shared memory that a function will need when its loops are scheduled,
/// computed from the plans, before the function changes.
///
/// Plans add tiles, such as the buffers of a loop, and make others needless:
/// the memory that a tile was copied to, and scratch of conversions of it.
/// Accesses by descriptors that are not in a plan have the tiles and barriers
/// that TTGLowerDescriptors gives them. A tile that a product of a loop reads
/// is counted until the product must be complete, as it may run on until then
/// (TTGOverlapDots). All else is as in SharedAllocation.h.
///
/// Not here: the allocation of a function (TTGAllocateShared), which is the
/// same or smaller.

#ifndef CM2TT_GPU_SCHEDULE_SHAREDFORECAST_H
#define CM2TT_GPU_SCHEDULE_SHAREDFORECAST_H

#include "gpu/shared/SharedLiveness.h"

#include "llvm/ADT/DenseSet.h"

namespace cm2tt {

/// Collects the plans of a function, and allocates for all of them.
class SharedForecast {
public:
  /// `func` must not change while this is used.
  explicit SharedForecast(tt::FuncOp func);

  /// Adds `count` buffers of the type `memory` that live from the beginning of
  /// `first`, or of the function if it is null, to the end of `last`. The item
  /// has `op`.
  void add(mlir::Operation *op, ttg::MemDescType memory, unsigned count,
           mlir::Operation *first, mlir::Operation *last);
  /// An operation needs no memory of its own; a load by a descriptor has that
  /// of the plan.
  void drop(mlir::Operation *op) { dropped.insert(op); }
  /// A store is split into `count` stores, one after the other.
  void split(tt::DescriptorStoreOp store, unsigned count) {
    parts[store] = count;
  }

  /// The allocation in bytes, as for the scheduled function.
  SharedAllocation allocate() const;

private:
  OperationNumbers::Span getLife(ttg::LocalAllocOp alloc) const;
  void addLoad(tt::DescriptorLoadOp load,
               llvm::SmallVectorImpl<SharedItem> &items) const;
  void addStore(mlir::Operation *store, mlir::Value desc, mlir::Value tile,
                llvm::SmallVectorImpl<SharedItem> &items) const;

  OperationNumbers numbers;
  /// The items of the function as it is.
  llvm::SmallVector<SharedItem, 0> items;
  /// Accesses by descriptors.
  llvm::SmallVector<mlir::Operation *> accesses;
  /// Tiles that plans add.
  llvm::SmallVector<SharedItem, 0> planned;
  /// Operations that will need no memory.
  llvm::DenseSet<mlir::Operation *> dropped;
  llvm::DenseMap<mlir::Operation *, unsigned> parts;
};

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_SHAREDFORECAST_H
