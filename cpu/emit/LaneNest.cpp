// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes a nest of `scf.for` over the elements of a tile.

#include "LaneNest.h"

#include "Vectors.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

void cm2tt::emitLaneNest(TileEmitter &emitter, const LaneNest &nest,
                         PlaceBody body) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> bases(nest.shape.size());
  LaneMap lanes = LaneMap::rowMajor(bases, nest.shape, nest.lanes);
  for (auto [dim, size] : llvm::enumerate(nest.shape)) {
    int64_t step = 1 + *llvm::max_element(lanes.getOffsets(dim));
    if (nest.skipped == dim || step == size)
      continue;
    auto loop =
        scf::ForOp::create(builder, emitI64(builder, 0), emitI64(builder, size),
                           emitI64(builder, step));
    builder.setInsertionPointToStart(loop.getBody());
    bases[dim] = loop.getInductionVar();
  }
  body(bases);
}
