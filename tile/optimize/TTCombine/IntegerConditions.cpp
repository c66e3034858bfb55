// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares conditions as conditions where they are compared as integers.
///
/// Python has no xor of booleans, so `a != b` stands for it, and if `b` is an
/// integer, which is 0 or 1, `a` becomes one. On a GPU each such comparison of
/// integers is two instructions; an xor of conditions is part of the
/// comparison that computes the first one.
///
/// Not here: comparisons of two integers that are extended conditions (MLIR).

#include "TTCombineInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// The number of operations that the search for the origin of a bit passes.
static constexpr unsigned kMaxDepth = 8;

/// A type of elements of another one, in the shape of `type`.
static Type cloneWithElement(Type type, Type element) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? Type(tile.clone(element)) : element;
}

/// Whether all elements of a constant are 0 or 1.
static bool isConstantBit(Value value) {
  auto isBit = [](const APInt &element) { return element.ule(1); };
  APInt scalar;
  DenseIntElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return elements.isSplat()
               ? isBit(elements.getSplatValue<APInt>())
               : llvm::all_of(elements.getValues<APInt>(), isBit);
  return matchPattern(value, m_ConstantInt(&scalar)) && isBit(scalar);
}

/// Whether all elements of an integer are 0 or 1. Looks at 2^depth operations
/// at most.
static bool isBit(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  auto isOperandBit = [&](Value operand) { return isBit(operand, depth - 1); };
  return TypeSwitch<Operation *, bool>(op)
      .Case([](tt::MakeRangeOp range) { return range.getEnd() <= 2; })
      .Case([](arith::ExtUIOp extension) {
        return getElementTypeOrSelf(extension.getIn().getType()).isInteger(1);
      })
      // A copy of a reshape that reorders may choose another order.
      .Case([&](tt::ReshapeOp reshape) {
        return !reshape.getAllowReorder() && isOperandBit(reshape.getSrc());
      })
      .Case<tt::SplatOp, tt::ExpandDimsOp, tt::BroadcastOp, tt::TransOp>(
          [&](Operation *shape) { return isOperandBit(shape->getOperand(0)); })
      .Case<arith::XOrIOp, arith::OrIOp>([&](Operation *bits) {
        return llvm::all_of(bits->getOperands(), isOperandBit);
      })
      .Case<arith::AndIOp>([&](Operation *bits) {
        return llvm::any_of(bits->getOperands(), isOperandBit);
      })
      .Default([&](Operation *) { return isConstantBit(value); });
}

/// The condition that a bit is as an integer; null if it is something else.
static Value extendedCondition(Value bit) {
  auto extension = bit.getDefiningOp<arith::ExtUIOp>();
  bool isCondition =
      extension &&
      getElementTypeOrSelf(extension.getIn().getType()).isInteger(1);
  return isCondition ? extension.getIn() : Value();
}

/// Moves a value that is a new constant to the begin of the function, where a
/// canonicalisation of the result would move it.
static Value hoistConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->hasTrait<OpTrait::ConstantLike>()) {
    Block &entry = op->getParentOfType<tt::FuncOp>().getBody().front();
    op->moveBefore(&entry, entry.begin());
  }
  return value;
}

/// Whether a bit is 1. An xor of bits becomes one of conditions: what is
/// constant in a register of a thread is then part of a comparison's predicate,
/// and elements of one thread share the rest.
static Value conditionOf(OpBuilder &builder, Location loc, Value bit) {
  if (Value condition = extendedCondition(bit))
    return condition;
  Operation *op = bit.getDefiningOp();
  if (isa<arith::XOrIOp, tt::SplatOp, tt::ExpandDimsOp, tt::ReshapeOp,
          tt::BroadcastOp, tt::TransOp>(op)) {
    IRMapping conditions;
    for (Value operand : op->getOperands())
      conditions.map(operand, conditionOf(builder, loc, operand));
    Operation *copy = builder.clone(*op, conditions);
    // Hints are about integers.
    copy->setDiscardableAttrs(ArrayRef<NamedAttribute>());
    Value result = copy->getResult(0);
    result.setType(cloneWithElement(bit.getType(), builder.getI1Type()));
    return result;
  }
  Value zero = hoistConstant(arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(bit.getType())));
  return hoistConstant(builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::ne, bit, zero));
}

/// Erases the operations that compute `values` and nothing else. They precede
/// the user, and were visited.
static void eraseUnused(ArrayRef<Value> values) {
  llvm::SmallSetVector<Operation *, 8> unused;
  auto add = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      unused.insert(op);
  };
  llvm::for_each(values, add);
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    llvm::for_each(op->getOperands(), add);
    op->erase();
  }
}

bool cm2tt::compareConditions(arith::CmpIOp compare) {
  arith::CmpIPredicate predicate = compare.getPredicate();
  bool isEqual = predicate == arith::CmpIPredicate::eq;
  Value left = compare.getLhs(), right = compare.getRhs();
  if ((!isEqual && predicate != arith::CmpIPredicate::ne) ||
      (!extendedCondition(left) && !extendedCondition(right)) ||
      !isBit(left, kMaxDepth) || !isBit(right, kMaxDepth))
    return false;
  OpBuilder builder(compare);
  Location loc = compare.getLoc();
  // Folded at once: nothing later folds what a condition of constants is.
  Value result = builder.createOrFold<arith::XOrIOp>(
      loc, conditionOf(builder, loc, left), conditionOf(builder, loc, right));
  if (isEqual) {
    Value one = hoistConstant(arith::ConstantOp::create(
        builder, loc, builder.getOneAttr(result.getType())));
    result = builder.createOrFold<arith::XOrIOp>(loc, result, one);
  }
  compare.replaceAllUsesWith(result);
  compare.erase();
  eraseUnused({left, right});
  return true;
}
