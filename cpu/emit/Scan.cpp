// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scans of tiles in scratch memory, from a tile to a tile.
///
/// Lanes run along dimensions after the axis if there are any: each lane has
/// its own row, and a loop along the axis carries the elements combined so far.
/// Otherwise a row is processed one vector at a time, which is scanned inside:
///
///   a b c d  =>  a ab bc cd  =>  a ab abc abcd  =>  .a .ab .abc .abcd
///
/// and the combination of all elements before the vector is combined with it
/// last. A region that contains more than arithmetic is run for one element at
/// a time.

#include "CombineRegion.h"
#include "ElementwiseInternals.h"
#include "LaneNest.h"
#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Emits one scan.
class ScanEmitter {
public:
  ScanEmitter(TileEmitter &emitter, tt::ScanOp op);
  void run();

private:
  void chooseLanes();
  /// The lanes of the current row at `index` along the axis; null is index 0.
  LaneMap at(Value index) const;
  /// The index of an iteration along the axis: `turn`, or counted from the
  /// other end.
  Value place(Value turn, int64_t step);
  Elements read(const LaneMap &map);
  void write(const LaneMap &map, const Elements &elements);
  Elements combine(const Elements &left, const Elements &right) {
    return emitCombined(emitter, op.getCombineOp(), left, right);
  }

  void emitElements();
  void emitVectors();
  Elements scanInside(Elements elements);
  /// Selects one or the other in each lane.
  Elements choose(Value condition, const Elements &yes, const Elements &no);

  TileEmitter &emitter;
  ImplicitLocOpBuilder &builder;
  tt::ScanOp op;
  SmallVector<int64_t> shape;
  unsigned axis;
  bool isReverse;
  unsigned lanes = 1;
  /// Whether lanes run along the axis.
  bool isAlongAxis = false;
  SmallVector<Value> bases;
};
} // namespace

ScanEmitter::ScanEmitter(TileEmitter &emitter, tt::ScanOp op)
    : emitter(emitter), builder(emitter.builder), op(op),
      shape(op.getInputShape()), axis(op.getAxis()),
      isReverse(op.getReverse()) {
  chooseLanes();
}

/// The number of lanes is that of one register along the axis, but that of
/// several across it, since an iteration has to wait for the previous one.
void ScanEmitter::chooseLanes() {
  if (!isCombinedByVectors(op.getCombineOp()))
    return;
  int64_t after = 1, all = 1;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    all *= size;
    after *= dim > axis ? size : 1;
  }
  isAlongAxis = after == 1 && shape[axis] > 1;
  unsigned bytes = 4;
  for (Type element : op.getElementTypes())
    bytes = std::max(bytes, bytesInMemory(element));
  int64_t extent = isAlongAxis ? shape[axis] : shape[axis] == 1 ? all : after;
  unsigned registers = isAlongAxis || op.getSrcs().size() > 1 ? 1 : 4;
  int64_t most =
      int64_t(registers) * emitter.lowering.target.getVectorBytes() / bytes;
  lanes = std::min(extent, most);
}

void ScanEmitter::run() {
  emitLaneNest(emitter, {shape, lanes, axis}, [&](ArrayRef<Value> row) {
    bases.assign(row.begin(), row.end());
    isAlongAxis ? emitVectors() : emitElements();
  });
}

LaneMap ScanEmitter::at(Value index) const {
  SmallVector<Value> place(bases);
  place[axis] = index;
  return LaneMap::rowMajor(place, shape, lanes);
}

Value ScanEmitter::place(Value turn, int64_t step) {
  if (!isReverse)
    return turn;
  return arith::SubIOp::create(builder, emitI64(builder, shape[axis] - step),
                               turn);
}

Elements ScanEmitter::read(const LaneMap &map) {
  Elements elements;
  for (OpOperand &operand : op->getOpOperands())
    elements.push_back(emitter.readTile(*emitter.plan.getBuffer(operand), map));
  return elements;
}

void ScanEmitter::write(const LaneMap &map, const Elements &elements) {
  for (auto [result, value] : llvm::zip_equal(op.getResults(), elements))
    emitter.writeTile(*emitter.plan.getBuffer(result), map, value);
}

//===----------------------------------------------------------------------===//
// Across the axis, and one element at a time
//===----------------------------------------------------------------------===//

/// The first elements are the first results, and are stored before the loop.
void ScanEmitter::emitElements() {
  int64_t size = shape[axis];
  LaneMap start = at(isReverse ? emitI64(builder, size - 1) : Value());
  Elements first = read(start);
  write(start, first);
  if (size == 1)
    return;
  auto nest =
      scf::ForOp::create(builder, emitI64(builder, 1), emitI64(builder, size),
                         emitI64(builder, 1), first);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(nest.getBody());
  LaneMap here = at(place(nest.getInductionVar(), 1));
  Elements sums =
      combine(Elements(ValueRange(nest.getRegionIterArgs())), read(here));
  write(here, sums);
  scf::YieldOp::create(builder, sums);
}

//===----------------------------------------------------------------------===//
// Along the axis
//===----------------------------------------------------------------------===//

Elements ScanEmitter::choose(Value condition, const Elements &yes,
                             const Elements &no) {
  Elements chosen;
  for (auto [a, b] : llvm::zip_equal(yes, no))
    chosen.push_back(LLVM::SelectOp::create(builder, condition, a, b));
  return chosen;
}

/// After the iteration with `step`, each lane contains the combination of the 2
/// * step lanes that end with it.
Elements ScanEmitter::scanInside(Elements elements) {
  for (unsigned step = 1; step < lanes; step *= 2) {
    SmallVector<int32_t> picks;
    SmallVector<bool> hasOther;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      hasOther.push_back(isReverse ? lane + step < lanes : lane >= step);
      int32_t other = isReverse ? lane + step : lane - step;
      picks.push_back(hasOther.back() ? other : int32_t(lane));
    }
    Elements before;
    for (Value value : elements)
      before.push_back(emitShuffle(builder, value, value, picks));
    auto type = VectorType::get(lanes, builder.getI1Type());
    Value mask = arith::ConstantOp::create(
        builder, DenseElementsAttr::get(type, ArrayRef<bool>(hasOther)));
    elements = choose(mask, combine(before, elements), elements);
  }
  return elements;
}

/// The loop carries the last result, in all lanes. The first iteration has no
/// last result; its combination with zeros is not used.
void ScanEmitter::emitVectors() {
  int64_t size = shape[axis];
  if (lanes == size)
    return write(at({}), scanInside(read(at({}))));
  Elements nothing;
  for (Type element : op.getElementTypes())
    nothing.push_back(LLVM::ZeroOp::create(
        builder, makeVectorType(registerType(element), lanes)));
  Value zero = emitI64(builder, 0);
  auto nest = scf::ForOp::create(builder, zero, emitI64(builder, size),
                                 emitI64(builder, lanes), nothing);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(nest.getBody());
  Value turn = nest.getInductionVar();
  LaneMap here = at(place(turn, lanes));
  Elements inside = scanInside(read(here));
  Elements sums =
      combine(Elements(ValueRange(nest.getRegionIterArgs())), inside);
  Value isFirst =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, turn, zero);
  sums = choose(isFirst, inside, sums);
  write(here, sums);
  SmallVector<int32_t> last(lanes, isReverse ? 0 : lanes - 1);
  Elements carried;
  for (Value value : sums)
    carried.push_back(emitShuffle(builder, value, value, last));
  scf::YieldOp::create(builder, carried);
}

void cm2tt::emitScan(TileEmitter &emitter, tt::ScanOp op) {
  ScanEmitter(emitter, op).run();
}
