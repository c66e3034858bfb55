// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses to global memory that a load must not pass. A pass that moves
/// loads asks it: an earlier load may read what a later write replaces, and the
/// reverse.
///
/// - A load keeps its order with writes to memory that it may read. Memory of
///   different parameters is assumed to be distinct (PointerRoots.h).
/// - It keeps its order with what may wait for other programs: what these wrote
///   is read after it.
///
/// Not here: bulk copies, which the hardware does not order with the accesses
/// of threads (TTGLowerDescriptors/GlobalOrder.cpp).

#ifndef CM2TT_TILE_ANALYSIS_MEMORYORDER_H
#define CM2TT_TILE_ANALYSIS_MEMORYORDER_H

#include "PointerRoots.h"

#include "mlir/IR/Operation.h"

#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// Whether an operation may wait for what other programs do: a volatile load,
/// an atomic that acquires, a call or assembly with effects.
bool mayWaitForOthers(mlir::Operation *op);

/// The pointers or the descriptor by which an operation writes global memory;
/// null if it does not.
mlir::Value getWritten(mlir::Operation *op);

/// The operations below one that loads may have to be ordered with.
class MemoryOrder {
public:
  explicit MemoryOrder(mlir::Operation *root) : roots(root) {}

  /// Whether `op` itself, not what it contains, must keep its order with loads
  /// from `where`.
  bool isOrdered(mlir::Operation *op, mlir::Value where) const;

  /// The first operation in `scope` that must keep its order with loads from
  /// `where`; null if there is none.
  mlir::Operation *findObstacle(mlir::Operation *scope,
                                mlir::Value where) const;

private:
  PointerRootAnalysis roots;
};

/// Why an operation must keep its order with a load, to follow its name.
llvm::StringRef describeObstacle(mlir::Operation *obstacle);

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_MEMORYORDER_H
