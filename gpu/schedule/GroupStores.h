// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Stores of tiles by bulk copies, for which each group of 4 warps does its
/// part alone: it writes its rows to shared memory and starts their copies.
///
/// The groups, which meet nowhere else in a loop with a producer, may then be
/// some iterations apart: the products of one run while another stores.
///
/// `ttg.local_alloc`, `ttg.tensor_store` and `gpu.barrier` of such a store have
/// the attribute `kOfGroupAttr`; that of a store has the rows.
/// TTGLowerDescriptors chooses these stores, TTGInsertBarriers separates their
/// parts, and TTGToLLVM lowers them.

#ifndef CM2TT_GPU_SCHEDULE_GROUPSTORES_H
#define CM2TT_GPU_SCHEDULE_GROUPSTORES_H

#include "cm2tt/Dialect/TTG/TTGOps.h"

namespace cm2tt {

/// Marks an operation that concerns a group of warps only, or what it has.
inline constexpr llvm::StringLiteral kOfGroupAttr = "ttg.of_group";
/// The warps of a group, as those that perform a product together.
inline constexpr unsigned kWarpsOfGroup = 4;

/// How the rows of a tile are divided among groups.
struct GroupRows {
  /// For each bit of a group's number, the bit of rows that equals it, as a
  /// power of two.
  llvm::SmallVector<int64_t, 3> bits;

  /// The rows of a store; nothing if one thread starts all of its copies.
  static std::optional<GroupRows> of(ttg::TensorStoreOp store);
  /// Marks a store, and the memory that it reads, as one by groups; both get
  /// the rows.
  void mark(ttg::LocalAllocOp source, ttg::TensorStoreOp store) const;
  /// The group that has a row.
  unsigned getGroup(int64_t row) const;
};

/// Whether an operation runs at most once in each program.
bool runsOnceInProgram(mlir::Operation *op);

/// The rows of each group, if each box in which a block of `desc` is stored has
/// rows of one group of the warps that hold `tile`, and there are several
/// groups.
std::optional<GroupRows> findGroupRows(mlir::RankedTensorType tile,
                                       tt::TensorDescType desc);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_GROUPSTORES_H
