// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Computes affine forms, from the operations of `arith` and `tt` that tiles of
/// indices are built of.

#include "AffineForm.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// The limits of a form: 8 atoms of 31 bits, indices of 20 bits in 8 dimensions
/// and 2^32 iterations give less than 2^59.
static constexpr int64_t kMaxCoefficient = int64_t(1) << 23;
static constexpr int64_t kMaxConstant = int64_t(1) << 40;
static constexpr unsigned kMaxTerms = 8;
static constexpr unsigned kMaxDims = 8;
/// Longer chains of operations are not followed.
static constexpr unsigned kMaxDepth = 128;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

bool AffineForm::isConstant() const {
  return step == 0 && terms.empty() &&
         llvm::all_of(dims, [](int64_t each) { return each == 0; });
}

bool AffineForm::hasTermsOf(const AffineForm &other) const {
  return terms.size() == other.terms.size() && dims == other.dims &&
         llvm::all_of(terms, [&](const FormTerm &term) {
           return llvm::is_contained(other.terms, term);
         });
}

/// Whether a number is in [-limit, limit].
static bool isWithin(int64_t number, int64_t limit) {
  return number >= -limit && number <= limit;
}

static bool isWithinLimits(const AffineForm &form) {
  auto isCoefficient = [](int64_t number) {
    return isWithin(number, kMaxCoefficient);
  };
  return isWithin(form.constant, kMaxConstant) && isCoefficient(form.step) &&
         form.terms.size() <= kMaxTerms && form.dims.size() <= kMaxDims &&
         llvm::all_of(form.dims, isCoefficient) &&
         llvm::all_of(form.terms, [&](const FormTerm &term) {
           return isCoefficient(term.coefficient);
         });
}

/// Adds the coefficient of one atom.
static void addTerm(AffineForm &form, Value atom, int64_t coefficient) {
  auto *same = llvm::find_if(
      form.terms, [&](const FormTerm &term) { return term.atom == atom; });
  if (same == form.terms.end())
    form.terms.push_back({atom, coefficient});
  else if ((same->coefficient += coefficient) == 0)
    form.terms.erase(same);
}

std::optional<AffineForm>
cm2tt::addScaled(const AffineForm &a, const AffineForm &b, int64_t factor) {
  if (!isWithin(factor, kMaxCoefficient))
    return std::nullopt;
  // No product here overflows: 40 and 23 bits.
  AffineForm sum = a;
  sum.constant += factor * b.constant;
  sum.step += factor * b.step;
  if (factor != 0)
    for (const FormTerm &term : b.terms)
      addTerm(sum, term.atom, factor * term.coefficient);
  for (auto [into, each] : llvm::zip_equal(sum.dims, b.dims))
    into += factor * each;
  for (unsigned number : b.extended)
    if (!llvm::is_contained(sum.extended, number))
      sum.extended.push_back(number);
  if (!isWithinLimits(sum))
    return std::nullopt;
  return sum;
}

AffineForm cm2tt::getExtreme(const AffineForm &form, ArrayRef<int64_t> shape,
                             bool isLargest) {
  AffineForm extreme = form;
  extreme.dims.clear();
  for (auto [coefficient, size] : llvm::zip_equal(form.dims, shape))
    if ((coefficient > 0) == isLargest)
      extreme.constant += coefficient * (size - 1);
  return extreme;
}

/// The form of a number, as a value of `type`.
static std::optional<AffineForm> ofNumber(int64_t number, Type type) {
  AffineForm form;
  form.constant = number;
  if (auto tile = dyn_cast<RankedTensorType>(type))
    form.dims.assign(tile.getRank(), 0);
  if (!isWithinLimits(form))
    return std::nullopt;
  return form;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<int64_t> FormBuilder::getStep(scf::ForOp loop) {
  APInt step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      step.getSignificantBits() > 32)
    return std::nullopt;
  int64_t value = step.getSExtValue();
  if (value <= 0 || value > kMaxCoefficient)
    return std::nullopt;
  return value;
}

std::optional<AffineForm> FormBuilder::get(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  bool isShort = element.isInteger(32);
  if (!isShort && !element.isInteger(64))
    return std::nullopt;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<AffineForm> form;
  if (depth < kMaxDepth) {
    ++depth;
    form = compute(value);
    --depth;
  }
  bool isScalar = value.getType() == element;
  if (!form && isShort && isScalar && loop.isDefinedOutsideOfLoop(value)) {
    form.emplace();
    form->terms.push_back({value, 1});
  }
  known[value] = form;
  return form;
}

std::optional<AffineForm> FormBuilder::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ofArgument(argument);
  Operation *op = value.getDefiningOp();
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return ofNumber(number.getSExtValue(), value.getType());
  if (op->getNumResults() != 1 || op->getNumRegions() > 0)
    return std::nullopt;
  return isa<tt::TTDialect>(op->getDialect()) ? ofTile(op) : ofArithmetic(op);
}

/// The number that an iteration adds to `argument` to get `next`; nothing if it
/// is not one.
std::optional<int64_t> FormBuilder::getAdvance(Value next, Value argument) {
  int64_t sum = 0;
  for (unsigned i = 0; i < kMaxDepth && next != argument; ++i) {
    Operation *op = next.getDefiningOp();
    if (!isa_and_present<arith::AddIOp, arith::SubIOp>(op))
      return std::nullopt;
    Value from = op->getOperand(0), amount = op->getOperand(1);
    std::optional<AffineForm> form = get(amount);
    if (isa<arith::AddIOp>(op) && !(form && form->isConstant())) {
      std::swap(from, amount);
      form = get(amount);
    }
    // A form of an argument would be one of this iteration.
    if (!form || !form->isConstant())
      return std::nullopt;
    sum += isa<arith::AddIOp>(op) ? form->constant : -form->constant;
    next = from;
  }
  if (next != argument || !isWithin(sum, kMaxCoefficient))
    return std::nullopt;
  return sum;
}

std::optional<AffineForm> FormBuilder::ofArgument(BlockArgument argument) {
  if (argument.getOwner() != loop.getBody())
    return std::nullopt;
  std::optional<AffineForm> form;
  std::optional<int64_t> step;
  if (argument == loop.getInductionVar()) {
    form = get(loop.getLowerBound());
    step = getStep(loop);
  } else {
    // The argument has no form while that of its advance is computed.
    known[argument] = std::nullopt;
    step = getAdvance(loop.getTiedLoopYieldedValue(argument)->get(), argument);
    if (step)
      form = get(loop.getTiedLoopInit(argument)->get());
  }
  if (!form || !step)
    return std::nullopt;
  form->step += *step;
  if (!isWithinLimits(*form))
    return std::nullopt;
  return form;
}

std::optional<AffineForm> FormBuilder::ofTile(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type)
    return std::nullopt;
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    std::optional<AffineForm> form =
        ofNumber(static_cast<int32_t>(range.getStart()), type);
    form->dims[0] = type.getDimSize(0) > 1;
    return form;
  }
  if (!isa<tt::SplatOp, tt::ExpandDimsOp, tt::BroadcastOp, tt::TransOp>(op))
    return std::nullopt;
  std::optional<AffineForm> form = get(op->getOperand(0));
  if (!form)
    return std::nullopt;
  if (isa<tt::SplatOp>(op))
    form->dims.assign(type.getRank(), 0);
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    form->dims.insert(form->dims.begin() + expand.getAxis(), 0);
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    SmallVector<int64_t> from = form->dims;
    for (auto [into, dim] : llvm::zip_equal(form->dims, trans.getOrder()))
      into = from[dim];
  }
  // The coefficient of a dimension of size 1 is 0, as a broadcast needs it.
  if (!isWithinLimits(*form))
    return std::nullopt;
  return form;
}

/// The product with a number.
std::optional<AffineForm> FormBuilder::ofProduct(Value lhs, Value rhs) {
  std::optional<AffineForm> a = get(lhs), b = get(rhs);
  if (!a || !b)
    return std::nullopt;
  if (a->isConstant())
    std::swap(a, b);
  if (!b->isConstant())
    return std::nullopt;
  AffineForm zero;
  zero.dims.assign(a->dims.size(), 0);
  return addScaled(zero, *a, b->constant);
}

/// The number that a shift to the left multiplies by.
std::optional<AffineForm> FormBuilder::ofShift(Value value, Value amount) {
  std::optional<AffineForm> form = get(value);
  APInt bits;
  if (!form || !matchPattern(amount, m_ConstantInt(&bits)) ||
      bits.uge(llvm::Log2_64(kMaxCoefficient)))
    return std::nullopt;
  AffineForm zero;
  zero.dims.assign(form->dims.size(), 0);
  return addScaled(zero, *form, int64_t(1) << bits.getZExtValue());
}

/// A value of 32 bits as one of 64 bits: equal where its form is in range.
std::optional<AffineForm> FormBuilder::extend(Value from) {
  if (!getElementTypeOrSelf(from.getType()).isInteger(32))
    return std::nullopt;
  std::optional<AffineForm> form = get(from);
  if (!form)
    return std::nullopt;
  SmallVector<int64_t> shape;
  if (auto tile = dyn_cast<RankedTensorType>(from.getType()))
    shape.assign(tile.getShape().begin(), tile.getShape().end());
  form->extended.push_back(extended.size());
  extended.push_back({*form, std::move(shape)});
  return form;
}

std::optional<AffineForm> FormBuilder::ofArithmetic(Operation *op) {
  using Result = std::optional<AffineForm>;
  auto combine = [&](int64_t factor) -> Result {
    Result a = get(op->getOperand(0)), b = get(op->getOperand(1));
    return a && b ? addScaled(*a, *b, factor) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return combine(1); })
      .Case([&](arith::SubIOp) { return combine(-1); })
      .Case([&](arith::MulIOp multiply) {
        return ofProduct(multiply.getLhs(), multiply.getRhs());
      })
      .Case([&](arith::ShLIOp shift) {
        return ofShift(shift.getLhs(), shift.getRhs());
      })
      .Case([&](arith::ExtSIOp widen) { return extend(widen.getIn()); })
      .Default([](Operation *) { return std::nullopt; });
}
