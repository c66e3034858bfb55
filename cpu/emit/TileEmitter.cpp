// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Elements of tiles: follows shape operations back to ranges, scalars and
/// memory, and emits the computations in between.
///
/// Not here: memory of the user (Memory.cpp).

#include "TileEmitter.h"

#include "ElementwiseInternals.h"
#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// The register type of a tile's or scalar's elements.
static Type getElementType(Value value) {
  return registerType(getElementTypeOrSelf(value.getType()));
}

//===----------------------------------------------------------------------===//
// Known values
//===----------------------------------------------------------------------===//

Value TileEmitter::getScalar(Value scalar) const {
  auto found = scalars.find(scalar);
  assert(found != scalars.end() &&
         "scalars are computed in the program's order");
  return found->second;
}

void TileEmitter::enterBody(const TileLoop &entered, const LaneMap &map) {
  loop = &entered;
  known.clear();
  own.clear();
  own.emplace_back(entered.shape, map);
}

const LaneMap &TileEmitter::ownMap(ArrayRef<int64_t> shape) {
  for (auto &[known, map] : own)
    if (ArrayRef<int64_t>(known) == shape)
      return map;
  LaneMap map = own.front().second.reshaped(builder, own.front().first, shape);
  own.emplace_back(SmallVector<int64_t>(shape), map);
  return own.back().second;
}

/// There is one map of the loop's own indices for each shape, so that the known
/// value of a tile is found on every path to it.
LaneMap TileEmitter::reshape(const LaneMap &map, ArrayRef<int64_t> from,
                             ArrayRef<int64_t> to) {
  if (!own.empty())
    for (auto &[shape, ownPlace] : own)
      if (ArrayRef<int64_t>(shape) == from && ownPlace == map)
        return ownMap(to);
  return map.reshaped(builder, from, to);
}

Value TileEmitter::evaluateAll(Value value, const LaneMap &map) {
  return emitSplat(builder, evaluate(value, map), map.getLanes());
}

Value TileEmitter::evaluate(Value value, const LaneMap &map) {
  if (!isTile(value.getType()))
    return getScalar(value);
  LaneMap simple = map.simplified();
  for (const Known &entry : known[value])
    if (entry.map == simple)
      return entry.value;
  Value made = evaluateOp(value, simple);
  known[value].push_back({simple, made});
  return made;
}

Value TileEmitter::evaluateOp(Value value, const LaneMap &map) {
  if (loop && loop->read.contains(value))
    return readTile(*plan.getBuffer(value), map);
  Operation *op = value.getDefiningOp();
  Location before = builder.getLoc();
  builder.setLoc(op->getLoc());
  Value made =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](tt::LoadOp load) { return emitLoadOp(load, map); })
          .Case([&](tt::SplatOp splat) { return getScalar(splat.getSrc()); })
          .Case(
              [&](tt::MakeRangeOp range) { return emitMakeRange(range, map); })
          .Case(
              [&](tt::GatherOp gather) { return evaluateGather(gather, map); })
          .Case([&](tt::JoinOp join) { return evaluateJoin(join, map); })
          .Case([&](tt::CatOp cat) { return evaluateCat(cat, map); })
          .Case<tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::SplitOp,
                tt::TransOp>(
              [&](Operation *) { return evaluateShape(op, value, map); })
          .Default(
              [&](Operation *) { return evaluateElementwise(op, value, map); });
  builder.setLoc(before);
  return made;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value TileEmitter::evaluateShape(Operation *op, Value value,
                                 const LaneMap &map) {
  Value source = op->getOperand(0);
  ArrayRef<int64_t> from = getShape(source), to = getShape(value);
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    return evaluate(source, map.withoutDim(expand.getAxis()));
  if (isa<tt::BroadcastOp>(op))
    return evaluate(source, map.clampedTo(from));
  if (auto trans = dyn_cast<tt::TransOp>(op))
    return evaluate(source, map.permuted(trans.getOrder()));
  if (isa<tt::SplitOp>(op))
    return evaluate(source,
                    map.withDim(to.size(), value == op->getResult(1) ? 1 : 0));
  return evaluate(source, reshape(map, to, from));
}

/// Whether the index along `dim` has the bit, lane by lane.
Value TileEmitter::emitIsOdd(const LaneMap &map, unsigned dim, int64_t bit) {
  SmallVector<int64_t> offsets(map.getOffsets(dim));
  Value index = emitI64s(builder, offsets);
  if (Value base = map.getBase(dim))
    index = arith::AddIOp::create(
        builder, emitSplat(builder, base, offsets.size()), index);
  Value mask = emitI64s(builder, SmallVector<int64_t>(offsets.size(), bit));
  Value masked = arith::AndIOp::create(builder, index, mask);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, masked, mask);
}

Value TileEmitter::evaluateJoin(tt::JoinOp op, const LaneMap &map) {
  unsigned last = map.getRank() - 1;
  LaneMap place = map.withoutDim(last);
  Value a = evaluateAll(op.getLhs(), place),
        b = evaluateAll(op.getRhs(), place);
  return arith::SelectOp::create(builder, emitIsOdd(map, last, 1), b, a);
}

/// The elements of `rhs` follow those of `lhs`, in row-major order.
Value TileEmitter::evaluateCat(tt::CatOp op, const LaneMap &map) {
  ArrayRef<int64_t> shape = getShape(op.getLhs());
  int64_t half = cast<RankedTensorType>(op.getLhs().getType()).getNumElements();
  LaneMap linear = reshape(map, getShape(op.getResult()), {2 * half});
  LaneMap place = reshape(linear.wrapped(builder, 0, half), {half}, shape);
  Value a = evaluateAll(op.getLhs(), place),
        b = evaluateAll(op.getRhs(), place);
  return arith::SelectOp::create(builder, emitIsOdd(linear, 0, half), b, a);
}

/// Indices outside of the tile are undefined, and stay inside here.
Value TileEmitter::evaluateGather(tt::GatherOp op, const LaneMap &map) {
  ArrayRef<int64_t> shape = getShape(op.getSrc());
  unsigned axis = op.getAxis(), lanes = map.getLanes();
  Value index = evaluateAll(op.getIndices(), map);
  Type wide = makeVectorType(builder.getI64Type(), lanes);
  if (index.getType() != wide)
    index = arith::ExtSIOp::create(builder, wide, index);
  auto number = [&](int64_t value) {
    return emitI64s(builder, SmallVector<int64_t>(lanes, value));
  };
  index = arith::AndIOp::create(builder, index, number(shape[axis] - 1));
  int64_t stride = 1;
  for (int64_t size : shape.drop_front(axis + 1))
    stride *= size;
  index = arith::MulIOp::create(builder, index, number(stride));
  LaneMap others = map.withoutDim(axis).withDim(axis, 0);
  // One number if the axis is the only dimension.
  Value rest = emitI64s(builder, others.linearOffsets(shape));
  index =
      arith::AddIOp::create(builder, index, emitSplat(builder, rest, lanes));
  if (Value base = others.linearBase(builder, shape))
    index =
        arith::AddIOp::create(builder, index, emitSplat(builder, base, lanes));
  Type element = getElementType(op.getSrc());
  Value base = getAddress(*plan.getBuffer(op.getSrc()));
  Value loaded =
      emitGather(builder, memoryType(element),
                 emitAddress(builder, base, memoryType(element), index));
  return emitFromMemory(builder, loaded, element);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value TileEmitter::emitMakeRange(tt::MakeRangeOp op, const LaneMap &map) {
  ArrayRef<int64_t> offsets = map.getOffsets(0);
  SmallVector<int32_t> numbers;
  for (int64_t offset : offsets)
    numbers.push_back(op.getStart() + offset);
  Type i32 = builder.getI32Type();
  Type type = makeVectorType(i32, offsets.size());
  TypedAttr attr = builder.getI32IntegerAttr(numbers[0]);
  if (numbers.size() > 1)
    attr = DenseElementsAttr::get(cast<VectorType>(type), ArrayRef(numbers));
  Value range = arith::ConstantOp::create(builder, attr);
  if (!map.getBase(0))
    return range;
  Value base = arith::TruncIOp::create(builder, i32, map.getBase(0));
  return arith::AddIOp::create(builder, range,
                               emitSplat(builder, base, offsets.size()));
}

Value cm2tt::emitConstant(ImplicitLocOpBuilder &builder, Attribute value) {
  if (auto elements = dyn_cast<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(value)) {
    Type type = registerType(number.getType());
    if (isa<IntegerType>(type)) // bits
      value = builder.getIntegerAttr(type, number.getValue().bitcastToAPInt());
  }
  return arith::ConstantOp::create(builder, cast<TypedAttr>(value));
}

Value TileEmitter::evaluateElementwise(Operation *op, Value value,
                                       const LaneMap &map) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return emitConstant(builder, constant.getValue());
  if (isa<ub::PoisonOp>(op))
    return LLVM::ZeroOp::create(builder, getElementType(value));
  SmallVector<Value> operands;
  unsigned lanes = 1;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand, map));
    lanes = std::max(lanes, getNumLanes(operands.back()));
  }
  for (Value &operand : operands)
    operand = emitSplat(builder, operand, lanes);
  SmallVector<Value> made = emitElementwiseResults(builder, op, operands);
  for (auto [result, part] : llvm::zip_equal(op->getResults(), made))
    if (result != value)
      known[result].push_back({map, part});
  return made[cast<OpResult>(value).getResultNumber()];
}

//===----------------------------------------------------------------------===//
// Tiles in scratch memory
//===----------------------------------------------------------------------===//

Value TileEmitter::getAddress(BufferId buffer) {
  int64_t offset = plan.getScratch().getOffset(buffer);
  if (!offset)
    return program.scratch;
  return emitAddress(builder, program.scratch, builder.getI8Type(),
                     emitI64(builder, offset));
}

/// Where the lanes of `map` begin.
static Value emitPlace(TileEmitter &emitter, BufferId buffer, Type memory,
                       const LaneMap &map) {
  RankedTensorType type = emitter.plan.getScratch().getType(buffer);
  Value base = emitter.getAddress(buffer);
  if (Value index = map.linearBase(emitter.builder, type.getShape()))
    base = emitAddress(emitter.builder, base, memory, index);
  return base;
}

Value TileEmitter::readTile(BufferId buffer, const LaneMap &map) {
  RankedTensorType type = plan.getScratch().getType(buffer);
  Type element = registerType(type.getElementType());
  Type memory = memoryType(element);
  Value base = emitPlace(*this, buffer, memory, map);
  return emitFromMemory(
      builder,
      emitLoadAt(builder, memory, base, map.linearOffsets(type.getShape())),
      element);
}

void TileEmitter::writeTile(BufferId buffer, const LaneMap &map, Value value) {
  RankedTensorType type = plan.getScratch().getType(buffer);
  value = emitToMemory(builder, emitSplat(builder, value, map.getLanes()));
  Value base =
      emitPlace(*this, buffer, getElementTypeOrSelf(value.getType()), map);
  emitStoreAt(builder, value, base, map.linearOffsets(type.getShape()));
}
