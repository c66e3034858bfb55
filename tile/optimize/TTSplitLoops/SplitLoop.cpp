// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Computes where a loop is split, and replaces it by its parts:
///
///     front    [lower, lower + first * step)
///     middle   [lower + first * step, lower + end * step)
///     back     [lower + end * step, upper)
///
/// `first` and `end` are numbers of iterations, computed in 64 bits, and at
/// most floor((upper - lower) / step), so that the bounds are between lower and
/// upper, and without any iteration all parts are empty. If the last iteration
/// is less than a step before `upper`, it is in the back; without a back, it is
/// in the middle if that has begun, and else the front has all iterations.
///
/// Not here: whether to split (Plan.cpp).

#include "SplitLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/FoldUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

namespace {
/// The bounds between the parts of a loop.
struct PartBounds {
  Value first, end;
};

/// Creates the bounds of the parts before the loop.
class BoundEmitter {
public:
  explicit BoundEmitter(const SplitPlan &plan)
      : plan(plan), loop(plan.loop), builder(loop), loc(loop.getLoc()) {}

  PartBounds emit();

private:
  Value number(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  }
  Value emitFloor(Value dividend, int64_t divisor);
  Value emitStart(const LoopForm &form, int64_t added, bool negates);
  Value countIterations();
  void addConstraint(const LoopForm &form);
  Value toBound(Value iterations);

  const SplitPlan &plan;
  scf::ForOp loop;
  OpBuilder builder;
  Location loc;
  /// The first iteration of the middle, the one after it, and whether there is
  /// a middle; null where nothing limits it.
  Value first, end, holds;
};
} // namespace

/// The quotient, if it is not negative; at most 0 otherwise.
Value BoundEmitter::emitFloor(Value dividend, int64_t divisor) {
  if (divisor == 1)
    return dividend;
  if (llvm::isPowerOf2_64(divisor))
    return builder.createOrFold<arith::ShRSIOp>(loc, dividend,
                                                number(llvm::Log2_64(divisor)));
  return builder.createOrFold<arith::DivSIOp>(loc, dividend, number(divisor));
}

/// The start of a form, negated on demand, plus a number.
Value BoundEmitter::emitStart(const LoopForm &form, int64_t added,
                              bool negates) {
  int64_t sign = negates ? -1 : 1;
  Value sum = number(sign * form.start.getCoefficient({}) + added);
  for (const auto &[monomial, coefficient] : form.start.getTerms()) {
    if (monomial.empty())
      continue;
    Value wide = builder.createOrFold<arith::ExtSIOp>(
        loc, builder.getI64Type(), plan.atoms.asValue(monomial.front()));
    int64_t factor = sign * coefficient;
    bool subtracts = factor < 0;
    if (std::abs(factor) != 1)
      wide = builder.createOrFold<arith::MulIOp>(loc, wide,
                                                 number(std::abs(factor)));
    sum = subtracts ? builder.createOrFold<arith::SubIOp>(loc, sum, wide)
                    : builder.createOrFold<arith::AddIOp>(loc, sum, wide);
  }
  return sum;
}

/// The number of whole steps from the lower to the upper bound.
Value BoundEmitter::countIterations() {
  Type wide = builder.getI64Type();
  Value lower =
      builder.createOrFold<arith::ExtSIOp>(loc, wide, loop.getLowerBound());
  Value upper =
      builder.createOrFold<arith::ExtSIOp>(loc, wide, loop.getUpperBound());
  Value distance = builder.createOrFold<arith::SubIOp>(loc, upper, lower);
  Value floor = emitFloor(distance, *getSmallStep(loop));
  return builder.createOrFold<arith::MaxSIOp>(loc, floor, number(0));
}

/// Limits the middle to the iterations that meet one constraint.
void BoundEmitter::addConstraint(const LoopForm &form) {
  if (form.step > 0) { // floor(-d / s) + 1
    Value after =
        emitFloor(emitStart(form, form.step, /*negates=*/true), form.step);
    end = end ? builder.createOrFold<arith::MinSIOp>(loc, end, after) : after;
  } else if (form.step < 0) { // ceil(d / s)
    Value from = emitFloor(emitStart(form, -form.step - 1, /*negates=*/false),
                           -form.step);
    first =
        first ? builder.createOrFold<arith::MaxSIOp>(loc, first, from) : from;
  } else {
    Value isMet = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sle, emitStart(form, 0, /*negates=*/false),
        number(0));
    holds =
        holds ? builder.createOrFold<arith::AndIOp>(loc, holds, isMet) : isMet;
  }
}

/// The bound that belongs to a number of iterations.
Value BoundEmitter::toBound(Value iterations) {
  Value narrow = builder.createOrFold<arith::TruncIOp>(
      loc, loop.getLowerBound().getType(), iterations);
  Value distance =
      builder.createOrFold<arith::MulIOp>(loc, narrow, loop.getStep());
  return builder.createOrFold<arith::AddIOp>(loc, loop.getLowerBound(),
                                             distance);
}

PartBounds BoundEmitter::emit() {
  for (const Constraint &constraint : plan.constraints)
    addConstraint(constraint.form);
  PartBounds bounds;
  Value count = countIterations();
  if (plan.hasFront) {
    first = builder.createOrFold<arith::MaxSIOp>(loc, first, number(0));
    Value reached = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sle, first, count);
    first = builder.createOrFold<arith::MinSIOp>(loc, first, count);
    bounds.first = toBound(first);
    // The middle has what remains of a step only if it has no masked element.
    if (!plan.hasBack) {
      if (holds)
        reached = builder.createOrFold<arith::AndIOp>(loc, reached, holds);
      bounds.first = builder.createOrFold<arith::SelectOp>(
          loc, reached, bounds.first, loop.getUpperBound());
    }
  }
  if (plan.hasBack) {
    end = end ? builder.createOrFold<arith::MinSIOp>(loc, end, count) : count;
    if (holds)
      end = builder.createOrFold<arith::SelectOp>(loc, holds, end, number(0));
    end = builder.createOrFold<arith::MaxSIOp>(
        loc, end, plan.hasFront ? first : number(0));
    bounds.end = toBound(end);
  }
  return bounds;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Removes a mask that is true for all elements.
static void removeTrueMask(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    if (load.getMask() && matchPattern(load.getMask(), m_One())) {
      load.getMaskMutable().clear();
      load.getOtherMutable().clear();
    }
  } else if (auto store = dyn_cast<tt::StoreOp>(op)) {
    if (store.getMask() && matchPattern(store.getMask(), m_One()))
      store.getMaskMutable().clear();
  }
}

/// The operations in a part but its terminator, in the order of execution.
static SmallVector<Operation *> listOperations(scf::ForOp part) {
  SmallVector<Operation *> ops;
  part.getBody()->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  llvm::erase(ops, part.getBody()->getTerminator());
  return ops;
}

/// Folds operations: operands are simple before their users.
static void simplify(ArrayRef<Operation *> ops) {
  if (ops.empty())
    return;
  OperationFolder folder(ops.front()->getContext());
  for (Operation *op : ops) {
    removeTrueMask(op);
    if (op->getNumRegions() == 0 && !op->hasTrait<OpTrait::ConstantLike>())
      (void)folder.tryToFold(op);
  }
}

/// Makes comparisons of a part true, and simplifies what uses them.
static void makeTrue(scf::ForOp part, ArrayRef<Operation *> comparisons) {
  for (Operation *comparison : comparisons) {
    OpBuilder builder(comparison);
    Type type = comparison->getResult(0).getType();
    TypedAttr yes = builder.getBoolAttr(true);
    if (auto tile = dyn_cast<RankedTensorType>(type))
      yes = DenseElementsAttr::get(tile, true);
    Value constant =
        arith::ConstantOp::create(builder, comparison->getLoc(), yes);
    comparison->getResult(0).replaceAllUsesWith(constant);
    comparison->erase();
  }
  simplify(listOperations(part));
}

/// Replaces the last part by its body if that runs once.
static void promoteIfSingleIteration(scf::ForOp part) {
  SmallVector<Operation *> ops = listOperations(part);
  IRRewriter rewriter(part);
  if (succeeded(part.promoteIfSingleIteration(rewriter)))
    simplify(ops);
}

void cm2tt::splitLoop(const SplitPlan &plan) {
  scf::ForOp loop = plan.loop;
  SmallVector<Operation *> comparisons(plan.comparisons.begin(),
                                       plan.comparisons.end());
  if (plan.getNumParts() == 1)
    return makeTrue(loop, comparisons);
  PartBounds bounds = BoundEmitter(plan).emit();
  OpBuilder builder(loop);
  // The original is the last part, its copies are before it.
  auto createPart = [&](Value &lower, Value bound, IRMapping &copies) {
    auto part = cast<scf::ForOp>(builder.clone(*loop, copies));
    part.setLowerBound(lower);
    part.setUpperBound(bound);
    for (auto [init, result] :
         llvm::zip_equal(loop.getInitArgsMutable(), part.getResults()))
      init.set(result);
    lower = bound;
    return part;
  };
  Value lower = loop.getLowerBound();
  IRMapping ofFront, ofMiddle;
  if (plan.hasFront)
    createPart(lower, bounds.first, ofFront)
        ->setAttr(kSplitAttr, builder.getUnitAttr());
  scf::ForOp middle = loop;
  if (plan.hasBack) {
    middle = createPart(lower, bounds.end, ofMiddle);
    for (Operation *&comparison : comparisons)
      comparison = ofMiddle.lookupOrDefault(comparison);
    loop->setAttr(kSplitAttr, builder.getUnitAttr());
    if (plan.hasShortBack)
      loop->setAttr(tt::kNumStagesAttr, builder.getI32IntegerAttr(1));
  }
  loop.setLowerBound(lower);
  makeTrue(middle, comparisons);
  if (plan.hasBack)
    promoteIfSingleIteration(loop);
}
