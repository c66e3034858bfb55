// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Maps over elements: the region once in a loop, for `pack` elements in each
/// iteration, which are consecutive in row-major order.
///
/// Not here: maps that can be done on tiles (TTInlineMaps).

#include "CombineRegion.h"
#include "LaneNest.h"

using namespace mlir;
using namespace cm2tt;

void cm2tt::emitMap(TileEmitter &emitter, tt::MapElementwiseOp op) {
  ArrayRef<int64_t> shape = getShape(op.getSrcs().front());
  unsigned pack = op.getPack();
  emitLaneNest(emitter, {shape, pack, std::nullopt}, [&](auto bases) {
    LaneMap map = LaneMap::rowMajor(bases, shape, pack);
    SmallVector<Value> arguments;
    for (OpOperand &operand : op->getOpOperands())
      for (unsigned lane = 0; lane < pack; ++lane)
        arguments.push_back(emitter.readTile(*emitter.plan.getBuffer(operand),
                                             map.atLane(lane)));
    Elements made = emitRegion(emitter, op.getScalarOp(), arguments);
    for (auto [index, value] : llvm::enumerate(made))
      emitter.writeTile(*emitter.plan.getBuffer(op.getResult()[index / pack]),
                        map.atLane(index % pack), value);
  });
}
