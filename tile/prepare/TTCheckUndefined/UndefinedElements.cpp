// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The shadows of results, by families of operations.

#include "UndefinedElements.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

Type cm2tt::getShadowType(Type type) {
  Type truth = IntegerType::get(type.getContext(), 1);
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? Type(RankedTensorType::get(tile.getShape(), truth)) : truth;
}

/// Whether elements of the results are those of operands, at other positions.
static bool isMove(Operation *op) {
  return isa<tt::SplatOp, tt::UnsplatOp, tt::ExpandDimsOp, tt::BroadcastOp,
             tt::TransOp, tt::ReshapeOp, tt::JoinOp, tt::SplitOp, tt::CatOp>(
      op);
}

/// Whether each element of a result is computed of those at its position.
static bool isElementwise(Operation *op) {
  if (isa<tt::MapElementwiseOp, tt::ElementwiseInlineAsmOp>(op))
    return true;
  return (op->hasTrait<OpTrait::Elementwise>() ||
          op->hasTrait<tt::SameTiles>()) &&
         op->getNumRegions() == 0 && isMemoryEffectFree(op);
}

bool cm2tt::hasShadows(Operation *op) {
  if (op->getNumResults() == 0)
    return false;
  return isMove(op) || isElementwise(op) ||
         isa<tt::ReduceOp, tt::ScanOp, tt::DotOp, tt::GatherOp,
             tt::HistogramOp>(op);
}

static Value constantTruth(ImplicitLocOpBuilder &builder, Type type,
                           bool value) {
  auto tile = dyn_cast<RankedTensorType>(type);
  TypedAttr attribute = builder.getBoolAttr(value);
  if (tile)
    attribute = DenseElementsAttr::get(tile, value);
  return arith::ConstantOp::create(builder, attribute);
}

Value cm2tt::negate(ImplicitLocOpBuilder &builder, Value truth) {
  return arith::XOrIOp::create(builder, truth,
                               constantTruth(builder, truth.getType(), true));
}

/// Either of two shadows, of which both may be null.
static Value either(ImplicitLocOpBuilder &builder, Value a, Value b) {
  if (!a || !b || a == b)
    return a ? a : b;
  return arith::OrIOp::create(builder, a, b);
}

/// A reduction or scan of truth values by `or`.
template <typename Op, typename Return, typename... Args>
static Value combineByOr(ImplicitLocOpBuilder &builder, Value truths,
                         Args... args) {
  auto op = Op::create(builder, ValueRange(truths), args...);
  OpBuilder::InsertionGuard guard(builder);
  Type element = builder.getI1Type();
  Location loc = builder.getLoc();
  Block *body = builder.createBlock(&op.getCombineOp(), {}, {element, element},
                                    {loc, loc});
  Value both =
      arith::OrIOp::create(builder, body->getArgument(0), body->getArgument(1));
  Return::create(builder, ValueRange(both));
  return op.getResult().front();
}

static Value reduceByOr(ImplicitLocOpBuilder &builder, Value truths,
                        unsigned axis) {
  return combineByOr<tt::ReduceOp, tt::ReduceReturnOp>(builder, truths, axis);
}

static Value splatOrBroadcast(ImplicitLocOpBuilder &builder, Value value,
                              Type type) {
  if (value.getType() == type)
    return value;
  if (isa<RankedTensorType>(value.getType()))
    return tt::BroadcastOp::create(builder, type, value);
  return tt::SplatOp::create(builder, type, value);
}

Value ShadowBuilder::getOrFalse(ImplicitLocOpBuilder &builder,
                                Value value) const {
  Value shadow = get(value);
  return shadow ? shadow
                : constantTruth(builder, getShadowType(value.getType()), false);
}

/// Any of the operands, which have one shape.
Value ShadowBuilder::combine(ImplicitLocOpBuilder &builder,
                             Operation *op) const {
  Value all;
  for (Value operand : op->getOperands())
    all = either(builder, all, get(operand));
  return all;
}

/// The chosen one; all where the condition is undefined.
Value ShadowBuilder::buildSelect(ImplicitLocOpBuilder &builder,
                                 Operation *op) const {
  auto select = cast<arith::SelectOp>(op);
  Value chosen;
  if (get(select.getTrueValue()) || get(select.getFalseValue()))
    chosen =
        arith::SelectOp::create(builder, select.getCondition(),
                                getOrFalse(builder, select.getTrueValue()),
                                getOrFalse(builder, select.getFalseValue()));
  Value condition = get(select.getCondition());
  if (condition)
    condition =
        splatOrBroadcast(builder, condition, getShadowType(select.getType()));
  return either(builder, chosen, condition);
}

/// `and` (`or`) of truth values is defined where a defined side is false
/// (true).
Value ShadowBuilder::buildLogic(ImplicitLocOpBuilder &builder, Operation *op,
                                bool absorbing) const {
  Value all = combine(builder, op);
  for (Value operand : op->getOperands()) {
    Value decides = absorbing ? operand : negate(builder, operand);
    if (Value shadow = get(operand))
      decides =
          arith::AndIOp::create(builder, decides, negate(builder, shadow));
    all = arith::AndIOp::create(builder, all, negate(builder, decides));
  }
  return all;
}

/// A row of the first operand makes a row of the product undefined, a column of
/// the second one a column.
Value ShadowBuilder::buildDot(ImplicitLocOpBuilder &builder,
                              Operation *op) const {
  auto dot = cast<tt::DotOp>(op);
  Type type = getShadowType(dot.getType());
  unsigned rank = cast<RankedTensorType>(type).getRank();
  Value all = get(dot.getC());
  for (auto [operand, axis] :
       {std::pair<Value, unsigned>(dot.getA(), rank - 1),
        std::pair<Value, unsigned>(dot.getB(), rank - 2)})
    if (Value shadow = get(operand)) {
      Value reduced = reduceByOr(builder, shadow, axis);
      Value expanded = tt::ExpandDimsOp::create(builder, reduced, axis);
      all = either(builder, all, splatOrBroadcast(builder, expanded, type));
    }
  return all;
}

/// The operation on the shadows.
Value ShadowBuilder::buildMoved(ImplicitLocOpBuilder &builder, Operation *op,
                                unsigned index) const {
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (Value operand : op->getOperands())
    operands.push_back(getOrFalse(builder, operand));
  for (Type type : op->getResultTypes())
    types.push_back(getShadowType(type));
  OperationState state(builder.getLoc(), op->getName(), operands, types,
                       op->getAttrs());
  return builder.create(state)->getResult(index);
}

/// The gathered ones, and those with an undefined index.
Value ShadowBuilder::buildGather(ImplicitLocOpBuilder &builder,
                                 Operation *op) const {
  auto gather = cast<tt::GatherOp>(op);
  Value all = get(gather.getIndices());
  Value shadow = get(gather.getSrc());
  if (!shadow)
    return all;
  auto asBytes = [&](Type type) {
    return RankedTensorType::get(cast<RankedTensorType>(type).getShape(),
                                 builder.getI8Type());
  };
  Value bytes =
      arith::ExtUIOp::create(builder, asBytes(shadow.getType()), shadow);
  Type type = asBytes(gather.getType());
  Value gathered = tt::GatherOp::create(builder, type, bytes,
                                        gather.getIndices(), gather.getAxis());
  Value zero = arith::ConstantOp::create(
      builder, cast<TypedAttr>(builder.getZeroAttr(type)));
  return either(
      builder, all,
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, gathered, zero));
}

Value ShadowBuilder::buildOne(ImplicitLocOpBuilder &builder, Operation *op,
                              unsigned index) const {
  Type type = op->getResult(index).getType();
  bool isTruth = getElementTypeOrSelf(type).isInteger(1);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](arith::SelectOp) { return buildSelect(builder, op); })
      .Case([&](tt::DotOp) { return buildDot(builder, op); })
      .Case([&](tt::GatherOp) { return buildGather(builder, op); })
      .Case([&](tt::ReduceOp reduce) {
        return reduceByOr(builder, combine(builder, op), reduce.getAxis());
      })
      .Case([&](tt::ScanOp scan) {
        return combineByOr<tt::ScanOp, tt::ScanReturnOp>(
            builder, combine(builder, op), scan.getAxis(), scan.getReverse());
      })
      .Case([&](tt::HistogramOp histogram) {
        Value all = getOrFalse(builder, histogram.getSrc());
        if (Value mask = histogram.getMask())
          all = arith::AndIOp::create(
              builder, all, splatOrBroadcast(builder, mask, all.getType()));
        return splatOrBroadcast(builder, reduceByOr(builder, all, 0),
                                getShadowType(type));
      })
      .Default([&](Operation *) {
        if (isMove(op))
          return buildMoved(builder, op, index);
        if (isTruth && isa<arith::AndIOp, arith::OrIOp>(op))
          return buildLogic(builder, op, isa<arith::OrIOp>(op));
        return combine(builder, op);
      });
}

void ShadowBuilder::build(ImplicitLocOpBuilder &builder, Operation *op) {
  bool isAny = llvm::any_of(op->getOperands(),
                            [&](Value operand) { return get(operand); });
  if (!isAny || !hasShadows(op))
    return;
  builder.setInsertionPointAfter(op);
  for (unsigned index = 0; index < op->getNumResults(); ++index)
    if (Value shadow = buildOne(builder, op, index))
      set(op->getResult(index), shadow);
}
