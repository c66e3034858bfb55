// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds tiles that are another tile plus a scalar offset.
///
/// Not here: rewriting them (TTReduceStrength.cpp).

#include "TTReduceStrengthInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// A value that takes more operations is not recomputed in each iteration.
static constexpr unsigned kMaxCost = 256;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Whether `type` is one of tiles of integers or pointers.
static bool isMovable(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && isa<IntegerType, tt::PtrType>(tile.getElementType());
}

Movement cm2tt::getMovement(Value value) {
  Movement movement{value};
  IntegerForms forms = IntegerForms::ofMovedTiles();
  std::optional<IntegerForm> form = forms.get(value);
  if (!form || !form->base)
    return movement;
  movement.base = form->base;
  for (const auto &[monomial, coefficient] : form->sum.getTerms())
    if (monomial.empty())
      movement.number = coefficient;
    else
      movement.scalars.push_back(
          {forms.getAtoms().asValue(monomial.front()), coefficient});
  return movement;
}

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

MovedTiles::MovedTiles(Operation *root) {
  root->walk([&](Operation *op) { link(op); });
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { price(op); });
}

Value MovedTiles::getBase(Value value) const {
  for (;;) {
    value = getMovement(value).base;
    Value linked = links.lookup(value);
    if (!linked)
      return value;
    value = linked;
  }
}

void MovedTiles::link(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) { linkFor(loop); })
      .Case([&](scf::WhileOp loop) { linkWhile(loop); })
      .Case([&](scf::IfOp choice) {
        if (choice.getNumResults() > 0)
          for (auto [result, a, b] : llvm::zip_equal(
                   choice.getResults(), choice.thenYield()->getOperands(),
                   choice.elseYield()->getOperands()))
            linkChoice(result, a, b);
      })
      .Case([&](arith::SelectOp choice) {
        if (!isa<RankedTensorType>(choice.getCondition().getType()))
          linkChoice(choice.getResult(), choice.getTrueValue(),
                     choice.getFalseValue());
      });
}

void MovedTiles::linkChoice(Value result, Value a, Value b) {
  if (!isMovable(result.getType()))
    return;
  Value base = getBase(a);
  if (base == getBase(b))
    links[result] = base;
}

/// An iteration must yield its initial value, moved. The argument is linked
/// after the walk of the body, in which it is a base of its own.
void MovedTiles::linkFor(scf::ForOp loop) {
  for (auto [argument, init, yielded, result] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs(),
                       loop.getYieldedValues(), loop.getResults()))
    if (isMovable(argument.getType()) && getBase(yielded) == argument)
      links[argument] = links[result] = init;
}

/// The same for both regions: the first passes its arguments to the second,
/// moved, possibly at another index or more than once.
void MovedTiles::linkWhile(scf::WhileOp loop) {
  for (auto [argument, init, yielded] :
       llvm::zip_equal(loop.getBeforeArguments(), loop.getInits(),
                       loop.getYieldOp().getOperands())) {
    if (!isMovable(argument.getType()))
      continue;
    Value passed = getBase(yielded);
    auto after = dyn_cast<BlockArgument>(passed);
    ValueRange conditionArgs = loop.getConditionOp().getArgs();
    if (!after || after.getOwner() != loop.getAfterBody() ||
        getBase(conditionArgs[after.getArgNumber()]) != argument)
      continue;
    SmallVector<unsigned> places;
    for (auto [place, value] : llvm::enumerate(conditionArgs))
      if (getBase(value) == argument)
        places.push_back(place);
    for (unsigned place : places)
      links[loop.getAfterArguments()[place]] = links[loop.getResult(place)] =
          init;
    links[argument] = init;
  }
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Whether `op`, on cheap tiles, makes one.
static bool isCheap(Operation *op) {
  if (isa<tt::MakeRangeOp, tt::SplatOp, tt::ExpandDimsOp, tt::BroadcastOp,
          tt::TransOp, tt::AddPtrOp, tt::BitcastOp, tt::IntToPtrOp,
          tt::PtrToIntOp, arith::ConstantOp>(op))
    return true;
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return !reshape.getAllowReorder();
  // Pointers are among the operands of `arith.select`.
  auto isIntegerOrPointer = [](Type type) {
    return isa<IntegerType, tt::PtrType>(getElementTypeOrSelf(type));
  };
  return isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::all_of(op->getOperandTypes(), isIntegerOrPointer) &&
         llvm::all_of(op->getResultTypes(), isIntegerOrPointer);
}

void MovedTiles::price(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        priceLinked(loop.getRegionIterArgs());
        priceLinked(loop.getResults());
      })
      .Case([&](scf::WhileOp loop) {
        priceLinked(loop.getBeforeArguments());
        priceLinked(loop.getAfterArguments());
        priceLinked(loop.getResults());
      })
      .Default([&](Operation *) {
        priceLinked(op->getResults());
        if (op->getNumResults() == 1 && !costs.contains(op->getResult(0)) &&
            isCheap(op))
          priceResult(op->getResult(0));
      });
}

/// A linked value costs one operation more than its base.
void MovedTiles::priceLinked(ValueRange values) {
  for (Value value : values)
    if (Value linked = links.lookup(value))
      if (auto known = costs.find(linked); known != costs.end())
        if (unsigned cost = known->second + 1; cost <= kMaxCost)
          costs[value] = cost;
}

void MovedTiles::priceResult(Value result) {
  if (!isa<RankedTensorType>(result.getType()))
    return; // scalars are not recomputed
  unsigned cost = 1;
  for (Value operand : result.getDefiningOp()->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    auto known = costs.find(operand);
    if (known == costs.end())
      return;
    cost += known->second;
  }
  if (cost <= kMaxCost)
    costs[result] = cost;
}
