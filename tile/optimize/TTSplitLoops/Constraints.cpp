// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The iterations in which a comparison is true for all elements.
///
/// **Idea.** `a < b` is true for all elements if the largest element of the
/// form `a - b + 1` is at most 0, provided that the forms of both are values of
/// the type: a sum that wraps is not its form (IntegerForms.h). With the
/// comparison, two ranges are enough: `a` is not below the smallest number of
/// the type, and `b` not above the largest. They and the assumptions of the
/// forms are constraints like the comparison itself, and mostly known to hold.
///
/// **Key fact.** All of these are affine in the number of the iteration k, so
/// that each holds for the first iterations, the last, all, or none:
///
///     form             holds for
///     d + s * k        k <= floor(-d / s)       s > 0
///     d - s * k        k >= ceil(d / s)
///     d                all or none
///
/// A loop has no part of its own for values that wrap only: such constraints
/// are invariant, for the first or last iteration instead of each.
///
/// **Limits.** Forms, and constants times the atoms in them, are numbers of 60
/// bits, so that the code for constraints does not wrap.
///
/// Not here: forms (IntegerForms.h), code for it (SplitLoop.cpp).

#include "SplitLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

static constexpr int64_t kMaxStep = int64_t(1) << 23;
static constexpr int64_t kMaxForm = int64_t(1) << 59;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

std::optional<int64_t> cm2tt::getSmallStep(scf::ForOp loop) {
  APInt step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      !step.isStrictlyPositive() || step.ugt(kMaxStep))
    return std::nullopt;
  return step.getSExtValue();
}

/// Whether a sum is affine in what the loop does not change and in the number
/// of the iteration, and within the limits.
bool ConstraintBuilder::isAffine(const Polynomial &sum,
                                 ArrayRef<int64_t> shape) const {
  IntegerRange limits{-kMaxForm, kMaxForm};
  std::optional<IntegerRange> range = forms.getRange(sum, shape);
  return range && range->isWithin(limits) &&
         llvm::all_of(sum.getTerms(),
                      [&](const auto &term) {
                        return term.first.size() <= 1 &&
                               IntegerRange{term.second, term.second}.isWithin(
                                   limits);
                      }) &&
         sum.allAtoms([&](unsigned atom) {
           return isCoordinate(atom) || atom == iteration ||
                  getAtoms().isInvariant(atom, loop);
         });
}

/// The form of an integer or a tile of them, if it is affine.
std::optional<IntegerForm> ConstraintBuilder::getForm(Value value) {
  std::optional<IntegerForm> form = forms.get(value);
  if (!form || form->base || !form->remainders.empty() ||
      !isAffine(form->sum, getTileShape(value.getType())) ||
      !llvm::all_of(form->assumptions, [&](unsigned number) {
        const IntegerAssumption &range = forms.getAssumption(number);
        return isAffine(range.sum, range.shape);
      }))
    return std::nullopt;
  return form;
}

/// The smallest or largest elements of a tile.
LoopForm ConstraintBuilder::getExtreme(const Polynomial &sum,
                                       ArrayRef<int64_t> shape,
                                       bool isLargest) const {
  LoopForm extreme;
  auto add = [&](int64_t coefficient, const Monomial &monomial) {
    extreme.start =
        *extreme.start.plus(Polynomial::term(coefficient, monomial));
  };
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    if (monomial == Monomial{iteration})
      extreme.step = coefficient;
    else if (monomial.empty() || !isCoordinate(monomial.front()))
      add(coefficient, monomial);
    else if ((coefficient > 0) == isLargest)
      add(coefficient * (shape[monomial.front()] - 1), {});
  }
  return extreme;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The smallest or largest number in the iterations from 0 to `last`.
int64_t ConstraintBuilder::getLimit(const LoopForm &form, int64_t last,
                                    bool isLargest) const {
  IntegerRange start = *forms.getRange(form.start, {});
  int64_t extreme = isLargest ? start.greatest : start.least;
  return (form.step > 0) == isLargest ? extreme + form.step * last : extreme;
}

/// `scale * k <= end`: the bounds of the loop say so for its step. A loop from
/// 0 to `x / c` by 1 has c * k <= x - c.
void ConstraintBuilder::boundLast() {
  last = forms.getRange(Polynomial::atom(iteration), {})->greatest;
  scale = *getSmallStep(loop);
  std::optional<IntegerForm> lower = getForm(loop.getLowerBound());
  Value upperBound = loop.getUpperBound();
  APInt divisor;
  auto quotient = upperBound.getDefiningOp<arith::DivSIOp>();
  bool isQuotient = quotient && scale == 1 && lower && lower->sum.isZero() &&
                    matchPattern(quotient.getRhs(), m_ConstantInt(&divisor)) &&
                    divisor.isStrictlyPositive();
  if (isQuotient) {
    upperBound = quotient.getLhs();
    scale = divisor.getSExtValue();
  }
  std::optional<IntegerForm> upper = getForm(upperBound);
  if (!lower || !upper)
    return;
  isEndExact = lower->isSigned && upper->isSigned;
  end = upper->sum.plus(lower->sum, -1);
  if (end)
    end = end->plus(Polynomial::constant(isQuotient ? -scale : -1));
  if (end && !isAffine(*end, {}))
    end.reset();
  if (std::optional<int64_t> number = end ? end->getConstant() : std::nullopt;
      number && isEndExact)
    last = std::min(last, std::max<int64_t>(*number, 0) / scale);
}

ConstraintBuilder::ConstraintBuilder(scf::ForOp loop)
    : loop(loop), forms(loop), iteration(forms.getAtom(loop)) {
  boundLast();
}

/// The form where `scale` times the number of the iteration is `end`.
std::optional<LoopForm> ConstraintBuilder::moveTo(const LoopForm &form,
                                                  const Polynomial &end,
                                                  int64_t scale) const {
  std::optional<Polynomial> moved =
      form.step % scale == 0 ? form.start.plus(end, form.step / scale)
                             : std::nullopt;
  if (!moved || !isAffine(*moved, {}))
    return std::nullopt;
  return LoopForm{*moved};
}

/// At least (for a growing form) or at most the value in the last iteration.
std::optional<LoopForm> ConstraintBuilder::atEnd(const LoopForm &form) const {
  return end ? moveTo(form, *end, scale) : std::nullopt;
}

/// Whether the form is at most 0 in all iterations.
bool ConstraintBuilder::isAlways(const LoopForm &form) const {
  if (getLimit(form, last, /*isLargest=*/true) <= 0)
    return true;
  std::optional<LoopForm> bound = atEnd(form);
  return isEndExact && form.step > 0 && bound &&
         getLimit(*bound, 0, /*isLargest=*/true) <= 0;
}

/// Whether the form is at most 0 in no iteration.
bool ConstraintBuilder::isNever(const LoopForm &form) const {
  if (getLimit(form, last, /*isLargest=*/false) > 0)
    return true;
  std::optional<LoopForm> bound = atEnd(form);
  return form.step < 0 && bound && getLimit(*bound, 0, /*isLargest=*/false) > 0;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {
/// `lesser < greater`, or `lesser <= greater`.
struct Order {
  Value lesser, greater;
  bool isStrict;
};
} // namespace

static std::optional<Order> getOrder(arith::CmpIOp comparison) {
  Value lhs = comparison.getLhs(), rhs = comparison.getRhs();
  switch (comparison.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return Order{lhs, rhs, true};
  case arith::CmpIPredicate::sle:
    return Order{lhs, rhs, false};
  case arith::CmpIPredicate::sgt:
    return Order{rhs, lhs, true};
  case arith::CmpIPredicate::sge:
    return Order{rhs, lhs, false};
  default:
    return std::nullopt;
  }
}

/// Appends a constraint, or strengthens one that differs by a number only.
static void append(Constraint constraint,
                   SmallVectorImpl<Constraint> &constraints) {
  for (Constraint &other : constraints) {
    std::optional<Polynomial> more =
        other.form.step == constraint.form.step
            ? constraint.form.start.plus(other.form.start, -1)
            : std::nullopt;
    std::optional<int64_t> number = more ? more->getConstant() : std::nullopt;
    if (!number)
      continue;
    if (*number > 0)
      other.form = constraint.form;
    other.isRange &= constraint.isRange;
    return;
  }
  constraints.push_back(std::move(constraint));
}

/// Appends that all elements are at least (at most) the limit of a range.
/// Returns whether that is possible.
bool ConstraintBuilder::addRange(
    const IntegerAssumption &range, bool isUpper,
    SmallVectorImpl<Constraint> &constraints) const {
  LoopForm form = getExtreme(range.sum, range.shape, isUpper);
  int64_t limit = isUpper ? -range.range.greatest : range.range.least;
  int64_t sign = isUpper ? 1 : -1;
  form.start = *Polynomial::constant(limit).plus(form.start, sign);
  form.step *= sign;
  if (isNever(form))
    return false;
  if (!isAlways(form))
    append({std::move(form), /*isRange=*/true}, constraints);
  return true;
}

bool ConstraintBuilder::add(arith::CmpIOp comparison,
                            SmallVectorImpl<Constraint> &constraints) {
  std::optional<Order> order = getOrder(comparison);
  if (!order)
    return false;
  std::optional<IntegerForm> lesser = getForm(order->lesser),
                             greater = getForm(order->greater);
  if (!lesser || !greater)
    return false;
  std::optional<Polynomial> difference = lesser->sum.plus(greater->sum, -1);
  Type type = order->lesser.getType();
  ArrayRef<int64_t> shape = getTileShape(type);
  if (!difference || difference->getCoefficient({iteration}) == 0 ||
      !isAffine(*difference, shape))
    return false;
  LoopForm largest = getExtreme(*difference, shape, /*isLargest=*/true);
  largest.start = *largest.start.plus(Polynomial::constant(order->isStrict));
  if (isNever(largest))
    return false;
  SmallVector<Constraint, 4> all(constraints.begin(), constraints.end());
  if (!isAlways(largest))
    append({std::move(largest)}, all);
  auto range = IntegerRange::ofSigned(getFormBits(type));
  SmallVector<int64_t> extents(shape);
  if ((!lesser->isSigned &&
       !addRange({lesser->sum, extents, range}, /*isUpper=*/false, all)) ||
      (!greater->isSigned &&
       !addRange({greater->sum, extents, range}, /*isUpper=*/true, all)))
    return false;
  for (const IntegerForm *form : {&*lesser, &*greater})
    for (unsigned number : form->assumptions)
      for (bool isUpper : {false, true})
        if (!addRange(forms.getAssumption(number), isUpper, all))
          return false;
  constraints.assign(all);
  return true;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// At least the value of a growing form in the last iteration, also if the
/// bounds of the loop wrap, as they are atoms.
std::optional<LoopForm> ConstraintBuilder::boundAtEnd(const LoopForm &form) {
  Polynomial distance = Polynomial::constant(-1);
  for (auto [bound, sign] : {std::pair(loop.getUpperBound(), 1),
                             std::pair(loop.getLowerBound(), -1)}) {
    APInt number;
    distance = *distance.plus(matchPattern(bound, m_ConstantInt(&number))
                                  ? Polynomial::constant(number.getSExtValue())
                                  : Polynomial::atom(forms.getAtom(bound)),
                              sign);
  }
  return moveTo(form, distance, *getSmallStep(loop));
}

/// An iteration violates the constraint d + s * k <= 0 if its value is at least
/// 1. At most one does if the value of the last iteration is at most s.
bool ConstraintBuilder::hasShortBack(const SplitPlan &plan) const {
  return llvm::all_of(plan.constraints, [&](const Constraint &constraint) {
    if (constraint.form.step <= 0 || constraint.isRange)
      return true;
    std::optional<LoopForm> bound = atEnd(constraint.form);
    return bound &&
           getLimit(*bound, 0, /*isLargest=*/true) <= constraint.form.step;
  });
}

void ConstraintBuilder::chooseParts(SplitPlan &plan) {
  for (const Constraint &constraint : plan.constraints)
    if (!constraint.isRange) {
      plan.hasFront |= constraint.form.step < 0;
      plan.hasBack |= constraint.form.step > 0;
    }
  if (plan.getNumParts() == 1)
    return;
  for (Constraint &constraint : plan.constraints) {
    LoopForm &form = constraint.form;
    // A form that falls has its largest value in the first iteration.
    if (form.step < 0 && !plan.hasFront)
      form.step = 0;
    if (form.step > 0 && !plan.hasBack) {
      if (std::optional<LoopForm> bound = boundAtEnd(form))
        form = *bound;
      else
        plan.hasBack = true;
    }
    // Only in a part of its own the loop can have none of the middle.
    if (form.step == 0 && !plan.hasFront)
      plan.hasBack = true;
  }
  plan.hasShortBack = plan.hasBack && hasShortBack(plan);
}
