// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops over tiles that visit vectors of neighbouring elements, or packs.
///
/// Not here: the loops of a plan, which evaluate the values that they need
/// (TileLoops.cpp).

#ifndef CM2TT_LIB_TTTOCPU_LANENEST_H
#define CM2TT_LIB_TTTOCPU_LANENEST_H

#include "TileEmitter.h"

namespace cm2tt {

/// The body at an index of a tile: one index for each dimension, null for 0.
using PlaceBody = llvm::function_ref<void(llvm::ArrayRef<mlir::Value> bases)>;

/// How a tile is visited.
struct LaneNest {
  llvm::ArrayRef<int64_t> shape;
  /// Elements at a time, in row-major order; a power of two.
  unsigned lanes = 1;
  /// A dimension that is left out: its index stays 0.
  std::optional<unsigned> skipped;
};

/// Creates the loops, and calls `body` in the innermost one.
void emitLaneNest(TileEmitter &emitter, const LaneNest &nest, PlaceBody body);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_LANENEST_H
