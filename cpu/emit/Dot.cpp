// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Matrix products: a block of the result stays in vector registers while a
/// loop along K adds products of a column of `a` and a row of `b` to it.
///
/// A block has as many registers as hide the latency of multiply-add twice
/// over, and leaves enough for the rows of `b`. Blocks of one column of blocks
/// are computed one after the other, so that their part of `b` stays in the
/// first cache. After TTDecomposeDots all types are equal.

#include "TileEmitter.h"

#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Makes one product.
class DotEmitter {
public:
  DotEmitter(TileEmitter &emitter, tt::DotOp op);
  void run();

private:
  void emitBlock(const LaneMap &place);
  SmallVector<Value> emitStep(const LaneMap &place, Value k,
                              ValueRange accumulators);
  Value multiplyAdd(Value a, Value b, Value c);

  TileEmitter &emitter;
  ImplicitLocOpBuilder &builder;
  BufferId a, b, c, d;
  Type element;
  /// Extents; dimensions before the last two are a batch.
  unsigned rank;
  int64_t sizeM, sizeN, sizeK;
  /// Lanes of a vector; rows of a block, and vectors of each.
  int64_t lanes, rows, columns;
};
} // namespace

/// Vectors of a block: half of the registers.
static int64_t accumulatorsOf(const HostTarget &target) {
  return target.hasMaskRegisters() ? 16 : 8;
}

DotEmitter::DotEmitter(TileEmitter &emitter, tt::DotOp op)
    : emitter(emitter), builder(emitter.builder),
      a(*emitter.plan.getBuffer(op.getAMutable())),
      b(*emitter.plan.getBuffer(op.getBMutable())),
      c(*emitter.plan.getBuffer(op.getCMutable())),
      d(*emitter.plan.getBuffer(op.getD())),
      element(op.getType().getElementType()), rank(op.getType().getRank()) {
  sizeM = op.getType().getDimSize(rank - 2);
  sizeN = op.getType().getDimSize(rank - 1);
  sizeK = getShape(op.getA())[rank - 1];
  const HostTarget &target = emitter.lowering.target;
  lanes = std::min<int64_t>(sizeN,
                            target.getVectorBytes() / bytesInMemory(element));
  columns = std::min<int64_t>(sizeN / lanes, accumulatorsOf(target) / 4);
  rows = std::min<int64_t>(sizeM, accumulatorsOf(target) / columns);
}

Value DotEmitter::multiplyAdd(Value a, Value b, Value c) {
  if (isa<IntegerType>(element))
    return arith::AddIOp::create(builder, arith::MulIOp::create(builder, a, b),
                                 c);
  if (emitter.lowering.target.hasFma())
    return math::FmaOp::create(builder, a, b, c);
  return arith::AddFOp::create(builder, arith::MulFOp::create(builder, a, b),
                               c);
}

/// One step along K: a row of `b`, and an element of `a` for each row.
SmallVector<Value> DotEmitter::emitStep(const LaneMap &place, Value k,
                                        ValueRange accumulators) {
  LaneMap alongK = place.rebased(rank - 2, k);
  SmallVector<Value> row;
  for (int64_t column = 0; column < columns; ++column)
    row.push_back(
        emitter.readTile(b, alongK.spread(rank - 1, column * lanes, lanes)));
  LaneMap inA = place.rebased(rank - 1, k);
  SmallVector<Value> sums;
  for (int64_t i = 0; i < rows; ++i) {
    Value left =
        emitSplat(builder, emitter.readTile(a, inA.moved(rank - 2, i)), lanes);
    for (int64_t column = 0; column < columns; ++column)
      sums.push_back(multiplyAdd(left, row[column], accumulators[sums.size()]));
  }
  return sums;
}

/// The block of the result that begins at `place`.
void DotEmitter::emitBlock(const LaneMap &place) {
  SmallVector<LaneMap, 1> parts;
  SmallVector<Value> accumulators;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t column = 0; column < columns; ++column) {
      parts.push_back(
          place.moved(rank - 2, i).spread(rank - 1, column * lanes, lanes));
      accumulators.push_back(emitter.readTile(d, parts.back()));
    }
  auto loop =
      scf::ForOp::create(builder, emitI64(builder, 0), emitI64(builder, sizeK),
                         emitI64(builder, 1), accumulators);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(builder, emitStep(place, loop.getInductionVar(),
                                           loop.getRegionIterArgs()));
  }
  for (auto [part, sum] : llvm::zip_equal(parts, loop.getResults()))
    emitter.writeTile(d, part, sum);
}

void DotEmitter::run() {
  emitTileCopy(emitter, c, d);
  ArrayRef<int64_t> shape = emitter.plan.getScratch().getType(d).getShape();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> bases(rank);
  // Columns of blocks outside of rows.
  auto nest = [&](unsigned dim, int64_t step) {
    if (shape[dim] == step)
      return;
    auto loop = scf::ForOp::create(builder, emitI64(builder, 0),
                                   emitI64(builder, shape[dim]),
                                   emitI64(builder, step));
    builder.setInsertionPointToStart(loop.getBody());
    bases[dim] = loop.getInductionVar();
  };
  if (rank == 3)
    nest(0, 1);
  nest(rank - 1, columns * lanes);
  nest(rank - 2, rows);
  emitBlock(LaneMap(bases));
}

void cm2tt::emitDot(TileEmitter &emitter, tt::DotOp op) {
  DotEmitter(emitter, op).run();
}
