// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Histograms: counts in scratch memory, which is the result.

#include "TileEmitter.h"
#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

/// Adds one to the count of an element. For an element that is not counted,
/// adds zero to an existing count.
static void emitCount(TileEmitter &emitter, tt::HistogramOp op,
                      const LaneMap &map) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  int64_t bins = op.getType().getNumElements();
  Value index =
      emitter.readTile(*emitter.plan.getBuffer(op.getSrcMutable()), map);
  if (index.getType() != i64)
    index = arith::ExtUIOp::create(builder, i64, index);
  Value counts = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                       index, emitI64(builder, bins));
  if (op.getMask()) {
    OpOperand &mask = op->getOpOperand(1);
    counts = arith::AndIOp::create(
        builder, counts, emitter.readTile(*emitter.plan.getBuffer(mask), map));
  }
  Value bin = arith::AndIOp::create(builder, index, emitI64(builder, bins - 1));
  Value place = emitAddress(
      builder, emitter.getAddress(*emitter.plan.getBuffer(op.getResult())), i32,
      bin);
  Value count =
      arith::AddIOp::create(builder, emitLoad(builder, i32, 1, place),
                            arith::ExtUIOp::create(builder, i32, counts));
  emitStore(builder, count, place);
}

void cm2tt::emitHistogram(TileEmitter &emitter, tt::HistogramOp op) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  Value zero = LLVM::ConstantOp::create(builder, builder.getI8Type(), 0);
  int64_t bytes = op.getType().getNumElements() * 4;
  LLVM::MemsetOp::create(
      builder, emitter.getAddress(*emitter.plan.getBuffer(op.getResult())),
      zero, emitI64(builder, bytes), /*isVolatile=*/false);
  emitElementLoop(emitter, getShape(op.getSrc()),
                  [&](const LaneMap &map) { emitCount(emitter, op, map); });
}
