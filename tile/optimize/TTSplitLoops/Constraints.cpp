// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The iterations in which a comparison is true for all elements.
///
/// **Idea.** `a < b` is true for all elements if the largest element of the
/// form `a - b + 1` is at most 0, provided that the forms of both are values of
/// the type: a sum that wraps is not its form. With the comparison, two ranges
/// are enough: `a` is not below the smallest number of 32 bits, and `b` not
/// above the largest. They are constraints like the comparison itself, and
/// mostly known to hold.
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
/// Not here: forms (AffineForm.cpp), code for it (SplitLoop.cpp).

#include "SplitLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace cm2tt;

static constexpr int64_t kLeast = std::numeric_limits<int32_t>::min();
static constexpr int64_t kGreatest = std::numeric_limits<int32_t>::max();

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The smallest or largest value of an atom.
static int64_t getLimit(Value atom, bool isLargest) {
  if (isLargest)
    return kGreatest;
  Operation *op = atom.getDefiningOp();
  if (isa_and_present<tt::GetNumProgramsOp>(op))
    return 1;
  return isa_and_present<tt::GetProgramIdOp>(op) ? 0 : kLeast;
}

/// The same of a form, a scalar, in the iterations from 0 to `last`.
static int64_t getLimit(const AffineForm &form, int64_t last, bool isLargest) {
  int64_t extreme = form.constant;
  for (const FormTerm &term : form.terms)
    extreme += term.coefficient *
               getLimit(term.atom, (term.coefficient > 0) == isLargest);
  if ((form.step > 0) == isLargest)
    extreme += form.step * last;
  return extreme;
}

/// Whether a form of 32 bits cannot wrap in the program.
static bool isExact(const AffineForm &form) {
  return getLimit(form, 0, /*isLargest=*/false) >= kLeast &&
         getLimit(form, 0, /*isLargest=*/true) <= kGreatest;
}

/// `scale * k <= end`: the bounds of the loop say so for its step. A loop from
/// 0 to `x / c` by 1 has c * k <= x - c.
void ConstraintBuilder::boundLast() {
  scale = *FormBuilder::getStep(loop);
  std::optional<AffineForm> lower = forms.get(loop.getLowerBound());
  Value upperBound = loop.getUpperBound();
  APInt divisor;
  auto quotient = upperBound.getDefiningOp<arith::DivSIOp>();
  bool isQuotient = quotient && scale == 1 && lower && lower->isConstant() &&
                    lower->constant == 0 &&
                    matchPattern(quotient.getRhs(), m_ConstantInt(&divisor)) &&
                    divisor.isStrictlyPositive();
  if (isQuotient) {
    upperBound = quotient.getLhs();
    scale = divisor.getSExtValue();
  }
  std::optional<AffineForm> upper = forms.get(upperBound);
  if (!lower || !upper)
    return;
  isEndExact = isExact(*lower) && isExact(*upper);
  end = addScaled(*upper, *lower, -1);
  if (!end)
    return;
  // A huge divisor leaves no number of 64 bits; a form has fewer than 2^40.
  int64_t distance = isQuotient ? scale : 1;
  if (llvm::SubOverflow(end->constant, distance, end->constant)) {
    end.reset();
    return;
  }
  if (isEndExact && end->isConstant())
    last = std::max<int64_t>(end->constant, 0) / scale;
}

ConstraintBuilder::ConstraintBuilder(scf::ForOp loop)
    : loop(loop), forms(loop) {
  boundLast();
}

/// At least (for a growing form) or at most the value in the last iteration.
std::optional<AffineForm>
ConstraintBuilder::atEnd(const AffineForm &form) const {
  if (!end || form.step % scale != 0)
    return std::nullopt;
  AffineForm start = form;
  start.step = 0;
  return addScaled(start, *end, form.step / scale);
}

/// Whether the form is at most 0 in all iterations.
bool ConstraintBuilder::isAlways(const AffineForm &form) const {
  if (getLimit(form, last, /*isLargest=*/true) <= 0)
    return true;
  std::optional<AffineForm> bound = atEnd(form);
  return isEndExact && form.step > 0 && bound &&
         getLimit(*bound, 0, /*isLargest=*/true) <= 0;
}

/// Whether the form is at most 0 in no iteration.
bool ConstraintBuilder::isNever(const AffineForm &form) const {
  if (getLimit(form, last, /*isLargest=*/false) > 0)
    return true;
  std::optional<AffineForm> bound = atEnd(form);
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
  for (Constraint &other : constraints)
    if (other.form.step == constraint.form.step &&
        other.form.hasTermsOf(constraint.form)) {
      other.form.constant =
          std::max(other.form.constant, constraint.form.constant);
      other.isRange &= constraint.isRange;
      return;
    }
  constraints.push_back(std::move(constraint));
}

/// Appends that all elements are at least (at most) a number of 32 bits.
/// Returns whether that is possible.
bool ConstraintBuilder::addRange(
    const ShapedForm &shaped, bool isUpper,
    SmallVectorImpl<Constraint> &constraints) const {
  AffineForm extreme = getExtreme(shaped.form, shaped.shape, isUpper);
  AffineForm limit;
  limit.constant = isUpper ? -kGreatest : kLeast;
  std::optional<AffineForm> form = addScaled(limit, extreme, isUpper ? 1 : -1);
  if (!form || isNever(*form))
    return false;
  if (!isAlways(*form))
    append({std::move(*form), /*isRange=*/true}, constraints);
  return true;
}

bool ConstraintBuilder::add(arith::CmpIOp comparison,
                            SmallVectorImpl<Constraint> &constraints) {
  std::optional<Order> order = getOrder(comparison);
  if (!order)
    return false;
  std::optional<AffineForm> lesser = forms.get(order->lesser),
                            greater = forms.get(order->greater);
  if (!lesser || !greater)
    return false;
  std::optional<AffineForm> difference = addScaled(*lesser, *greater, -1);
  if (!difference || difference->step == 0)
    return false;
  SmallVector<int64_t> shape;
  Type type = order->lesser.getType();
  if (auto tile = dyn_cast<RankedTensorType>(type))
    shape.assign(tile.getShape().begin(), tile.getShape().end());
  AffineForm largest = getExtreme(*difference, shape, /*isLargest=*/true);
  largest.constant += order->isStrict;
  largest.extended.clear();
  if (isNever(largest))
    return false;
  SmallVector<Constraint, 4> all(constraints.begin(), constraints.end());
  if (!isAlways(largest))
    append({std::move(largest)}, all);
  if (getElementTypeOrSelf(type).isInteger(32) &&
      (!addRange({*lesser, shape}, /*isUpper=*/false, all) ||
       !addRange({*greater, shape}, /*isUpper=*/true, all)))
    return false;
  for (unsigned number : difference->extended)
    for (bool isUpper : {false, true})
      if (!addRange(forms.getExtended()[number], isUpper, all))
        return false;
  constraints.assign(all);
  return true;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// At least the value of a growing form in the last iteration, also if the
/// bounds of the loop wrap, as they are atoms.
std::optional<AffineForm>
ConstraintBuilder::boundAtEnd(const AffineForm &form) {
  int64_t step = *FormBuilder::getStep(loop);
  if (form.step % step != 0)
    return std::nullopt;
  AffineForm distance;
  distance.constant = -1;
  for (auto [bound, sign] : {std::pair(loop.getUpperBound(), 1),
                             std::pair(loop.getLowerBound(), -1)}) {
    APInt number;
    if (matchPattern(bound, m_ConstantInt(&number)))
      distance.constant += sign * number.getSExtValue();
    else
      distance.terms.push_back({bound, sign});
  }
  AffineForm start = form;
  start.step = 0;
  return addScaled(start, distance, form.step / step);
}

/// An iteration violates the constraint d + s * k <= 0 if its value is at least
/// 1. At most one does if the value of the last iteration is at most s.
bool ConstraintBuilder::hasShortBack(const SplitPlan &plan) const {
  return llvm::all_of(plan.constraints, [&](const Constraint &constraint) {
    if (constraint.form.step <= 0 || constraint.isRange)
      return true;
    std::optional<AffineForm> bound = atEnd(constraint.form);
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
    AffineForm &form = constraint.form;
    // A form that falls has its largest value in the first iteration.
    if (form.step < 0 && !plan.hasFront)
      form.step = 0;
    if (form.step > 0 && !plan.hasBack) {
      if (std::optional<AffineForm> bound = boundAtEnd(form))
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
