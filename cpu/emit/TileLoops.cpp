// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops over the elements of tiles: a nest of `scf.for`, whose body computes
/// several elements at a time with vectors.
///
///   a reduction along dimension 1 of a 32x256 tile, 64 lanes
/// =>
///   scf.for %i = 0 to 32 step 1 {
///     %v = scf.for %j = 0 to 256 step 64 iter_args(%sum = neutral) {
///       ... vectors at (%i, %j) ... (%i, %j + 63)
///       scf.yield %sum + ...
///     }
///     the lanes of %v are combined, the result is written at %i
///   }
///
/// A vector is one to four registers wide: four if there is little work for
/// each element, two or one if there is more. That hides latency without
/// unrolled loops.
///
/// Not here: computing the elements (TileEmitter.cpp).

#include "CombineRegion.h"
#include "ElementwiseInternals.h"
#include "TileEmitter.h"
#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Number of lanes
//===----------------------------------------------------------------------===//

/// Whether all elements of a load or store are neighbours in rows.
static bool isContiguous(const CpuLowering &lowering, Operation *op) {
  Value pointer = op->getOperand(0);
  AxisInfo info = lowering.axisInfo.getAccessInfo(pointer);
  return info.getContiguity(info.getRank() - 1) >= leastRun ||
         info.getConstancy(info.getRank() - 1) >= leastRun;
}

/// Returns the size in bytes of the widest number in a loop, addresses
/// excepted.
static unsigned widestOf(const TileLoop &loop) {
  unsigned widest = 1;
  for (Operation *op : loop.producers)
    for (Type type : op->getResultTypes())
      if (Type element = getElementTypeOrSelf(type);
          isa<FloatType>(element) || isa<tt::LoadOp>(op))
        widest = std::max(widest, bytesInMemory(element));
  for (auto [value, buffer] : loop.spilled)
    widest =
        std::max(widest, bytesInMemory(getElementTypeOrSelf(value.getType())));
  for (Operation *root : loop.roots)
    for (Value operand : root->getOperands())
      if (Type element = getElementTypeOrSelf(operand.getType());
          !isa<tt::PtrType>(element))
        widest = std::max(widest, bytesInMemory(element));
  return widest;
}

/// Returns the number of lanes of a loop: those of one register, or of several
/// if there is little work for each, so that the latencies of their operations
/// overlap.
static unsigned chooseLanes(const CpuLowering &lowering, const TileLoop &loop) {
  if (loop.isScalar)
    return 1;
  bool isSlow = false;
  unsigned work = loop.roots.size() + loop.spilled.size();
  auto visit = [&](Operation *op) {
    ++work;
    bool isAccess = isa<tt::LoadOp, tt::StoreOp>(op);
    if (isAccess && lowering.isChecked)
      return false;
    isSlow |= isa<tt::GatherOp>(op) || isExpensive(op) ||
              (isAccess && !isContiguous(lowering, op));
    return true;
  };
  for (Operation *op : loop.producers)
    if (!visit(op))
      return 1;
  for (Operation *op : loop.roots)
    if (!visit(op))
      return 1;
  int64_t elements = std::accumulate(loop.shape.begin(), loop.shape.end(),
                                     int64_t(1), std::multiplies<int64_t>());
  unsigned bytes = std::max(widestOf(loop), 4u);
  unsigned registers = isSlow || work > 48 ? 1 : work > 24 ? 2 : 4;
  unsigned lanes = lowering.target.getVectorBytes() / std::min(bytes, 8u);
  return std::min<int64_t>(elements, int64_t(lanes) * registers);
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

namespace {
/// Emits one loop over a tile.
class TileLoopEmitter {
public:
  TileLoopEmitter(TileEmitter &emitter, const TileLoop &loop)
      : emitter(emitter), builder(emitter.builder), loop(loop),
        lanes(chooseLanes(emitter.lowering, loop)), bases(loop.shape.size()),
        lanesOnly(LaneMap::rowMajor(bases, loop.shape, lanes)) {}
  void run() { emitDim(0); }

private:
  void emitDim(unsigned dim);
  void emitAxis();
  void emitBody();
  /// The step along a dimension: the number of indices of the lanes.
  int64_t getStep(unsigned dim) const {
    return 1 + *llvm::max_element(lanesOnly.getOffsets(dim));
  }
  LaneMap here() const { return LaneMap::rowMajor(bases, loop.shape, lanes); }

  SmallVector<tt::ReduceOp> reductions() const;
  SmallVector<Value> emitInits();
  SmallVector<Value> emitElements(tt::ReduceOp op);
  SmallVector<Value> accumulate(ValueRange sums);
  void emitResults(ValueRange sums);
  void emitResult(tt::ReduceOp op, Elements elements);

  TileEmitter &emitter;
  ImplicitLocOpBuilder &builder;
  const TileLoop &loop;
  unsigned lanes;
  SmallVector<Value> bases;
  LaneMap lanesOnly;
};
} // namespace

void TileLoopEmitter::emitDim(unsigned dim) {
  if (dim == loop.shape.size())
    return loop.axis ? emitAxis() : emitBody();
  int64_t step = getStep(dim);
  if (loop.axis == dim || step == loop.shape[dim])
    return emitDim(dim + 1);
  OpBuilder::InsertionGuard guard(builder);
  auto nest = scf::ForOp::create(builder, emitI64(builder, 0),
                                 emitI64(builder, loop.shape[dim]),
                                 emitI64(builder, step));
  builder.setInsertionPointToStart(nest.getBody());
  bases[dim] = nest.getInductionVar();
  emitDim(dim + 1);
  bases[dim] = Value();
}

SmallVector<tt::ReduceOp> TileLoopEmitter::reductions() const {
  SmallVector<tt::ReduceOp> found;
  for (Operation *root : loop.roots)
    if (auto reduce = dyn_cast<tt::ReduceOp>(root))
      found.push_back(reduce);
  return found;
}

/// Emits the loop along the axis, which carries the partial results of the
/// reductions.
void TileLoopEmitter::emitAxis() {
  int64_t step = getStep(*loop.axis), size = loop.shape[*loop.axis];
  if (step == size) {
    emitBody();
    SmallVector<Value> elements;
    for (tt::ReduceOp op : reductions())
      llvm::append_range(elements, emitElements(op));
    return emitResults(elements);
  }
  auto nest =
      scf::ForOp::create(builder, emitI64(builder, 0), emitI64(builder, size),
                         emitI64(builder, step), emitInits());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(nest.getBody());
    bases[*loop.axis] = nest.getInductionVar();
    emitBody();
    scf::YieldOp::create(builder, accumulate(nest.getRegionIterArgs()));
    bases[*loop.axis] = Value();
  }
  emitResults(nest.getResults());
}

/// Effects come last, so that all loads of the iteration read the memory before
/// its stores.
void TileLoopEmitter::emitBody() {
  emitter.enterBody(loop, here());
  // Operations are emitted in order, so that long chains do not cause deep
  // recursion.
  for (Value value : loop.once)
    emitter.evaluate(value, emitter.ownMap(getShape(value)));
  auto isSelfCopy = [&](Value value, BufferId buffer) {
    return loop.read.contains(value) &&
           emitter.plan.getBuffer(value) ==
               emitter.plan.getScratch().find(buffer);
  };
  SmallVector<Value> spilled;
  for (auto [value, buffer] : loop.spilled)
    spilled.push_back(
        isSelfCopy(value, buffer)
            ? Value()
            : emitter.evaluateAll(value, emitter.ownMap(getShape(value))));
  for (tt::ReduceOp op : reductions())
    emitElements(op);
  for (Operation *root : loop.roots) {
    builder.setLoc(root->getLoc());
    if (!isa<tt::ReduceOp>(root))
      emitRoot(emitter, root, here());
  }
  for (auto [entry, value] : llvm::zip_equal(loop.spilled, spilled))
    if (value)
      emitter.writeTile(entry.second, emitter.ownMap(getShape(entry.first)),
                        value);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns the initial values of reductions: their neutral elements, or
/// arbitrary values if the first elements replace them.
SmallVector<Value> TileLoopEmitter::emitInits() {
  SmallVector<Value> inits;
  for (tt::ReduceOp op : reductions()) {
    TypedAttr neutral = findNeutral(op.getCombineOp());
    for (Type element : op.getElementTypes()) {
      Type type = makeVectorType(registerType(element), lanes);
      inits.push_back(
          neutral ? emitSplat(builder, emitConstant(builder, neutral), lanes)
                  : LLVM::ZeroOp::create(builder, type).getResult());
    }
  }
  return inits;
}

SmallVector<Value> TileLoopEmitter::emitElements(tt::ReduceOp op) {
  return llvm::map_to_vector(op.getSrcs(), [&](Value source) {
    return emitter.evaluateAll(source, emitter.ownMap(loop.shape));
  });
}

SmallVector<Value> TileLoopEmitter::accumulate(ValueRange sums) {
  SmallVector<Value> next;
  for (tt::ReduceOp op : reductions()) {
    builder.setLoc(op.getLoc());
    size_t count = op.getSrcs().size();
    SmallVector<Value> elements = emitElements(op);
    Elements combined = emitCombined(
        emitter, op.getCombineOp(), Elements(sums.slice(next.size(), count)),
        Elements(elements.begin(), elements.end()));
    if (!findNeutral(op.getCombineOp())) {
      Value first =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                bases[*loop.axis], emitI64(builder, 0));
      for (auto [value, element] : llvm::zip_equal(combined, elements))
        value = LLVM::SelectOp::create(builder, first, element, value);
    }
    llvm::append_range(next, combined);
  }
  return next;
}

void TileLoopEmitter::emitResults(ValueRange sums) {
  size_t used = 0;
  for (tt::ReduceOp op : reductions()) {
    builder.setLoc(op.getLoc());
    size_t count = op.getSrcs().size();
    emitResult(op, Elements(sums.slice(used, count)));
    used += count;
  }
}

/// Combines lanes that differ along the axis, the upper half with the lower
/// half. The remaining lanes are those of the result, in order.
void TileLoopEmitter::emitResult(tt::ReduceOp op, Elements elements) {
  unsigned axis = *loop.axis;
  SmallVector<int64_t> along(lanesOnly.getOffsets(axis));
  SmallVector<unsigned> kept = llvm::to_vector(llvm::seq(lanes));
  for (unsigned bit = lanes / 2; bit > 0; bit /= 2) {
    if (along[bit] == 0)
      continue;
    SmallVector<int32_t> low, high;
    SmallVector<unsigned> next;
    for (auto [place, lane] : llvm::enumerate(kept)) {
      (lane & bit ? high : low).push_back(place);
      if (!(lane & bit))
        next.push_back(lane);
    }
    Elements left, right;
    for (Value value : elements) {
      left.push_back(emitShuffle(builder, value, value, low));
      right.push_back(emitShuffle(builder, value, value, high));
    }
    elements = emitCombined(emitter, op.getCombineOp(), left, right);
    kept = next;
  }
  LaneMap all = here().withoutDim(axis);
  for (auto [result, value] : llvm::zip_equal(op.getResults(), elements)) {
    if (!isTile(result.getType()))
      emitter.setScalar(result, value);
    else
      emitter.writeTile(*emitter.plan.getBuffer(result), all.picked(kept),
                        value);
  }
}

void cm2tt::emitTileLoop(TileEmitter &emitter, const TileLoop &loop) {
  TileLoopEmitter(emitter, loop).run();
}

//===----------------------------------------------------------------------===//
// One element at a time
//===----------------------------------------------------------------------===//

void cm2tt::emitElementLoop(TileEmitter &emitter, ArrayRef<int64_t> shape,
                            llvm::function_ref<void(const LaneMap &)> body) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> bases;
  for (int64_t size : shape) {
    bases.push_back(Value());
    if (size == 1)
      continue;
    auto nest = scf::ForOp::create(builder, emitI64(builder, 0),
                                   emitI64(builder, size), emitI64(builder, 1));
    builder.setInsertionPointToStart(nest.getBody());
    bases.back() = nest.getInductionVar();
  }
  body(LaneMap(bases));
}
