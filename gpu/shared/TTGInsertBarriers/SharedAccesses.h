// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The effects of operations on shared memory, and the state that they and
/// accesses to global memory leave.

#ifndef CM2TT_GPU_SHARED_TTGINSERTBARRIERS_SHAREDACCESSES_H
#define CM2TT_GPU_SHARED_TTGINSERTBARRIERS_SHAREDACCESSES_H

#include "SharedState.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "llvm/ADT/DenseSet.h"

namespace cm2tt {

/// The operations of a function that access memory.
class SharedAccesses {
public:
  /// `globals` are the accesses of `func` to global memory, and outlive this.
  SharedAccesses(tt::FuncOp func, const GlobalAccesses &globals);

  /// The operations of a block that access memory, or have such in their
  /// regions.
  llvm::ArrayRef<mlir::Operation *> getOperations(mlir::Block *block) const;
  /// Returns the separation that `op`, which has no regions of interest, needs
  /// before it; `state` becomes the state after it.
  Separation apply(mlir::Operation *op, SharedState &state) const;
  /// The state at the begin of the first iteration of a loop, from that before
  /// the loop.
  SharedState enter(mlir::Operation *loop, const SharedState &state) const;

private:
  SharedPart getPart(mlir::Value memory) const;
  PendingAccess access(mlir::Value memory, bool isWrite) const;
  Separation applyScratch(mlir::Operation *op, SharedState &state) const;
  Separation applyProduct(ttg::WarpGroupDotOp op, SharedState &state) const;
  Separation applyAlloc(ttg::LocalAllocOp op, SharedState &state) const;
  Separation applyStore(ttg::TensorStoreOp op, SharedState &state) const;
  Separation applyUnknown(SharedState &state) const;
  Separation applyShared(mlir::Operation *op, SharedState &state) const;
  bool concerns(mlir::Operation *op) const;
  void note(mlir::Operation *op);
  void noteRing(const SharedPart &part);

  const GlobalAccesses &globals;
  /// The scratch of an operation, written, and whether the operation has a
  /// barrier in the middle.
  struct Scratch {
    PendingAccess access;
    bool hasBarrier;
  };

  llvm::DenseMap<mlir::Block *, llvm::SmallVector<mlir::Operation *>>
      operations;
  llvm::DenseMap<mlir::Operation *, Scratch> scratches;
  /// The rings whose buffers a loop numbers, one part of each.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<SharedPart>> rings;
  /// Allocations that products of warp groups and bulk copies read.
  llvm::DenseSet<mlir::Operation *> operands;
};

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_TTGINSERTBARRIERS_SHAREDACCESSES_H
