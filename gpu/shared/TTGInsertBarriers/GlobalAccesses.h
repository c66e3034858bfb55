// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses of threads to global memory, and which pairs of them need a
/// barrier in between.
///
/// **Idea.** A program performs its accesses in order, whichever threads
/// perform them. Two accesses that may meet in memory, one of which writes,
/// need a barrier unless each element is accessed by the same thread in both:
/// its own accesses are in order.
///
/// **Threads.** The layout of a tile says which threads hold an element. All of
/// them load it, one of them writes it. Each thread loads a number, thread 0
/// writes it.
///
/// **Addresses.** The address of an element is a sum of what its indices add
/// and what else is added (IntegerForms.h). In two tiles of one layout a thread
/// accesses the same memory if the indices add the same, something else for
/// each element, and if a power of two that is larger than all that they add
/// divides the rest of the distance: the address modulo it determines the
/// indices.
///
/// **Presumption.** Elements of a tile at a stride that is not known do not
/// meet, and rows that plain stores write at such a stride do not overlap.
///
/// Not here: bulk copies, which TTGLowerDescriptors orders.

#ifndef CM2TT_GPU_SHARED_TTGINSERTBARRIERS_GLOBALACCESSES_H
#define CM2TT_GPU_SHARED_TTGINSERTBARRIERS_GLOBALACCESSES_H

#include "cm2tt/Tile/AxisInfo.h"
#include "tile/analysis/IntegerForms.h"
#include "tile/analysis/PointerRoots.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/MapVector.h"

namespace cm2tt {

class GlobalAccesses;

/// An access of the threads of a program to global memory.
struct GlobalAccess {
  /// A pointer, or a tile of pointers; null for any memory.
  mlir::Value where;
  /// The parameters that the pointers come from.
  PointerRoots roots = {};
  /// Whether it may write; else it only reads.
  bool writes = false;
  /// Whether one of the threads that hold an element accesses it, else all do.
  bool isByOwner = false;
  /// Whether the threads only begin it.
  bool isCopy = false;
  /// The kind of an update whose result is not used, and that gives one result
  /// in any order.
  std::optional<tt::RMWOp> update = std::nullopt;
  mlir::Operation *op = nullptr;
  /// The accesses of the function, of which this is one.
  const GlobalAccesses *accesses = nullptr;

  /// Whether this access and a later one need a barrier in between. `mayDiffer`
  /// says that a value may have been another one here: in an earlier iteration.
  bool conflictsWith(const GlobalAccess &later, bool mayDiffer) const;
  /// Whether it is in a loop, each iteration of which may have other pointers.
  bool variesIn(mlir::Operation *loop) const;
};

/// The accesses of a function.
class GlobalAccesses {
public:
  explicit GlobalAccesses(tt::FuncOp func);

  GlobalAccesses(const GlobalAccesses &) = delete;

  /// The access of `op`; null if it has none, or one that meets no write.
  const GlobalAccess *find(mlir::Operation *op) const;
  /// Whether two accesses that may meet need a barrier in between.
  bool needBarrier(const GlobalAccess &a, const GlobalAccess &b,
                   bool mayDiffer) const;

private:
  void dropUnwritten();

  tt::FuncOp func;
  llvm::MapVector<mlir::Operation *, GlobalAccess> accesses;
  /// Created when they are needed first.
  mutable std::optional<ModuleAxisInfo> axisInfo;
  mutable std::optional<IntegerForms> forms;
};

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_TTGINSERTBARRIERS_GLOBALACCESSES_H
