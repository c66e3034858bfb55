// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses of a kernel with which bulk copies would have to be ordered.

#ifndef CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_OTHERACCESSES_H
#define CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_OTHERACCESSES_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "tile/analysis/PointerRoots.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// The tensors that a kernel reads and writes, and where it may wait for other
/// programs.
class OtherAccesses {
public:
  explicit OtherAccesses(tt::FuncOp func);
  /// Why a load may have to be ordered with writes; empty if not.
  llvm::StringRef findObstacle(tt::LoadOp load) const;
  /// Why a store may have to be ordered with other accesses; empty if not.
  llvm::StringRef findObstacle(tt::StoreOp store) const;

private:
  /// Whether `op` may run after what waits for other programs.
  bool mayFollowWait(mlir::Operation *op) const;
  void add(mlir::Operation *op);

  PointerRootAnalysis roots;
  /// Operations with the pointers or the descriptor that they read or write.
  llvm::SmallVector<std::pair<mlir::Operation *, mlir::Value>> reads, writes;
  llvm::SmallVector<mlir::Operation *> waits;
};

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_OTHERACCESSES_H
