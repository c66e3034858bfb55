// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Brings integers and pointers to the form of sums of products.

#include "LinearForms.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Limits of the search, which no kernel that people write reaches.
static constexpr unsigned kMaxDepth = 256, kMaxSteps = 200000;

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

unsigned AtomTable::get(void *key) {
  auto [entry, isNew] =
      numbers.try_emplace(key, kMaxRank + static_cast<unsigned>(keys.size()));
  if (isNew) {
    keys.push_back(key);
    values.emplace_back();
    loops.emplace_back();
  }
  return entry->second;
}

unsigned AtomTable::getValue(Value value) {
  unsigned atom = get(value.getAsOpaquePointer());
  values[atom - kMaxRank] = value;
  return atom;
}

unsigned AtomTable::getIteration(scf::ForOp loop) {
  unsigned atom = get(loop.getOperation());
  loops[atom - kMaxRank] = loop;
  return atom;
}

Value AtomTable::asValue(unsigned atom) const {
  return isCoordinate(atom) ? Value() : values[atom - kMaxRank];
}

scf::ForOp AtomTable::asIteration(unsigned atom) const {
  return isCoordinate(atom) ? scf::ForOp() : loops[atom - kMaxRank];
}

bool AtomTable::isInvariant(unsigned atom, scf::ForOp loop) const {
  if (scf::ForOp counted = asIteration(atom))
    return counted->isProperAncestor(loop);
  Value value = asValue(atom);
  return value && loop.isDefinedOutsideOfLoop(value);
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

bool LinearForms::isNonNegative(
    const Polynomial &sum, llvm::function_ref<bool(unsigned)> isAssumed) const {
  bool arePositive = llvm::all_of(
      sum.getTerms(), [](const auto &term) { return term.second > 0; });
  return arePositive && sum.allAtoms([&](unsigned atom) {
    Value value = atoms.asValue(atom);
    return !value || isAssumed(atom) ||
           axisInfo.getProvenInfo(value).getPresumedBound().has_value();
  });
}

int64_t LinearForms::getDivisor(const Polynomial &sum) const {
  int64_t divisor = kMaxDivisor;
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    auto bits = static_cast<uint64_t>(coefficient);
    int64_t ofTerm = std::min<uint64_t>(bits & (~bits + 1), kMaxDivisor);
    for (unsigned atom : monomial)
      if (Value value = atoms.asValue(atom)) {
        int64_t ofAtom = axisInfo.getProvenInfo(value).getDivisorOfAll();
        ofTerm = ofTerm > kMaxDivisor / ofAtom ? kMaxDivisor : ofTerm * ofAtom;
      }
    divisor = std::min(divisor, ofTerm);
  }
  return divisor;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The wraps of both.
static SmallVector<Wrap, 2> joinWraps(const LinearForm &left,
                                      const LinearForm &right) {
  SmallVector<Wrap, 2> wraps(left.wraps);
  for (const Wrap &wrap : right.wraps)
    if (llvm::none_of(wraps, [&](const Wrap &other) {
          return other.index == wrap.index && other.modulus == wrap.modulus;
        }))
      wraps.push_back(wrap);
  return wraps;
}

LinearForms::Form LinearForms::computeSum(Value left, Value right,
                                          int64_t factor) {
  Form a = get(left), b = a ? get(right) : std::nullopt;
  if (!b)
    return std::nullopt;
  std::optional<Polynomial> sum = a->sum.plus(b->sum, factor);
  if (!sum)
    return std::nullopt;
  return LinearForm{a->base, std::move(*sum), joinWraps(*a, *b)};
}

LinearForms::Form LinearForms::computeProduct(Value left, Value right) {
  Form a = get(left), b = a ? get(right) : std::nullopt;
  if (!b)
    return std::nullopt;
  std::optional<Polynomial> product = a->sum.times(b->sum);
  if (!product)
    return std::nullopt;
  return LinearForm{Value(), std::move(*product), joinWraps(*a, *b)};
}

/// A remainder of a tile is one of its index only if nothing else is added
/// later, which users of the form check (TensorProof.cpp).
LinearForms::Form LinearForms::computeRemainder(Value dividend, Value divisor) {
  Form index = get(dividend), modulus = index ? get(divisor) : std::nullopt;
  if (!modulus || modulus->sum.hasCoordinate() || !modulus->wraps.empty() ||
      !index->wraps.empty())
    return std::nullopt;
  index->wraps.push_back({index->sum, modulus->sum});
  return index;
}

/// `select(index < extent, index, constant)`, another way to stay inside.
LinearForms::Form LinearForms::computeSelect(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      compare.getLhs() != select.getTrueValue() ||
      !matchPattern(select.getFalseValue(), m_Constant()))
    return std::nullopt;
  return computeRemainder(compare.getLhs(), compare.getRhs());
}

LinearForms::Form
LinearForms::computeRenamed(Value source,
                            llvm::function_ref<unsigned(unsigned)> rename) {
  Form form = get(source);
  if (!form)
    return std::nullopt;
  auto renameAtom = [&](unsigned atom) {
    return isCoordinate(atom) ? rename(atom) : atom;
  };
  form->sum = form->sum.renamed(renameAtom);
  for (Wrap &wrap : form->wraps)
    wrap.index = wrap.index.renamed(renameAtom);
  return form;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LinearForms::Form LinearForms::computeCounter(scf::ForOp loop) {
  Form first = get(loop.getLowerBound()), step = get(loop.getStep());
  if (!first || !step)
    return std::nullopt;
  auto iteration = Polynomial::atom(atoms.getIteration(loop));
  std::optional<Polynomial> advance = step->sum.times(iteration);
  std::optional<Polynomial> sum =
      advance ? first->sum.plus(*advance) : std::nullopt;
  if (!sum)
    return std::nullopt;
  return LinearForm{Value(), std::move(*sum), {}};
}

/// The advance of a carried value, which begins as `first`, by an iteration:
/// the form of the yielded value tells it, if the carried value itself is taken
/// for an atom. Forms that were found so are forgotten.
std::optional<Polynomial> LinearForms::findAdvance(scf::ForOp loop,
                                                   BlockArgument argument,
                                                   const LinearForm &first) {
  unsigned index = argument.getArgNumber() - loop.getNumInductionVars();
  bool isPointer = static_cast<bool>(first.base);
  unsigned self = atoms.getValue(argument);
  Polynomial placeholder = isPointer ? Polynomial() : Polynomial::atom(self);
  Form found = known.lookup(argument);
  bool wasKnown = known.contains(argument);
  size_t before = order.size();
  known[argument] = LinearForm{isPointer ? argument : Value(), placeholder, {}};
  order.push_back(argument);
  Form next = get(loop.getYieldedValues()[index]);
  while (order.size() > before)
    known.erase(order.pop_back_val());
  if (wasKnown)
    known[argument] = found;
  if (!next || !next->wraps.empty() ||
      next->base != (isPointer ? argument : Value()))
    return std::nullopt;
  std::optional<Polynomial> advance = next->sum.plus(placeholder, -1);
  if (!advance || !advance->allAtoms([&](unsigned atom) {
        return atom != self && atoms.isInvariant(atom, loop);
      }))
    return std::nullopt;
  return advance;
}

/// A carried value after `count` iterations.
LinearForms::Form LinearForms::computeAfter(scf::ForOp loop, unsigned index,
                                            const Polynomial &count) {
  Form first = get(loop.getInitArgs()[index]);
  std::optional<Polynomial> advance =
      first ? findAdvance(loop, loop.getRegionIterArg(index), *first)
            : std::nullopt;
  std::optional<Polynomial> moved =
      advance ? advance->times(count) : std::nullopt;
  std::optional<Polynomial> sum =
      moved ? first->sum.plus(*moved) : std::nullopt;
  // A remainder that is taken once does not keep what moves on inside.
  if (!sum)
    return std::nullopt;
  return LinearForm{first->base, std::move(*sum), first->wraps};
}

/// The number of iterations: the distance of the bounds, if that is a multiple
/// of the step and not negative.
std::optional<Polynomial> LinearForms::countIterations(scf::ForOp loop) {
  Form lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound());
  Form step = get(loop.getStep());
  if (!lower || !upper || !step || loop.getUnsignedCmp())
    return std::nullopt;
  int64_t size = step->sum.getConstant().value_or(0);
  if (size <= 0)
    return std::nullopt;
  std::optional<Polynomial> distance = upper->sum.plus(lower->sum, -1);
  if (!distance || !isNonNegative(*distance, [](unsigned) { return false; }))
    return std::nullopt;
  Polynomial count;
  for (const auto &[monomial, coefficient] : distance->getTerms()) {
    std::optional<int64_t> part = divideExactly(coefficient, size);
    if (!part)
      return std::nullopt;
    count = *count.plus(Polynomial::term(*part, monomial));
  }
  return count;
}

/// A carried value after all iterations.
LinearForms::Form LinearForms::computeResult(OpResult result) {
  auto loop = cast<scf::ForOp>(result.getOwner());
  std::optional<Polynomial> count = countIterations(loop);
  return count ? computeAfter(loop, result.getResultNumber(), *count) : Form();
}

LinearForms::Form LinearForms::computeArgument(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return opaque(argument);
  Form form =
      argument == loop.getInductionVar()
          ? computeCounter(loop)
          : computeAfter(loop,
                         argument.getArgNumber() - loop.getNumInductionVars(),
                         Polynomial::atom(atoms.getIteration(loop)));
  return form ? form : opaque(argument);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// A scalar of which nothing is known. A tile of such values has no form.
LinearForms::Form LinearForms::opaque(Value value) {
  Type type = value.getType();
  if (isa<tt::PtrType>(type))
    return LinearForm{value, Polynomial(), {}};
  if (!type.isIntOrIndex())
    return std::nullopt;
  return LinearForm{Value(), Polynomial::atom(atoms.getValue(value)), {}};
}

LinearForms::Form LinearForms::computeOp(Operation *op) {
  auto same = [](unsigned dim) { return dim; };
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case([&](tt::MakeRangeOp range) -> Form {
        auto sum = Polynomial::constant(range.getStart());
        // The one index of a dimension is not that of what it is broadcast to.
        if (range.getType().getNumElements() > 1)
          sum = *sum.plus(Polynomial::atom(0));
        return LinearForm{Value(), std::move(sum), {}};
      })
      .Case<tt::SplatOp, tt::BroadcastOp>(
          [&](auto op) { return computeRenamed(op.getSrc(), same); })
      .Case([&](tt::ExpandDimsOp expand) -> Form {
        unsigned axis = expand.getAxis();
        return expand.getType().getRank() > kMaxRank
                   ? Form()
                   : computeRenamed(expand.getSrc(), [&](unsigned dim) {
                       return dim < axis ? dim : dim + 1;
                     });
      })
      .Case([&](tt::TransOp trans) -> Form {
        ArrayRef<int32_t> order = trans.getOrder();
        return order.size() > kMaxRank
                   ? Form()
                   : computeRenamed(trans.getSrc(), [&](unsigned dim) {
                       return llvm::find(order, int32_t(dim)) - order.begin();
                     });
      })
      .Case<arith::AddIOp>(
          [&](auto add) { return computeSum(add.getLhs(), add.getRhs(), 1); })
      .Case<arith::SubIOp>(
          [&](auto sub) { return computeSum(sub.getLhs(), sub.getRhs(), -1); })
      .Case([&](tt::AddPtrOp add) {
        return computeSum(add.getPtr(), add.getOffset(), 1);
      })
      .Case([&](arith::MulIOp mul) {
        return computeProduct(mul.getLhs(), mul.getRhs());
      })
      .Case([&](tt::BitcastOp cast) {
        bool countsSame = isa<tt::PtrType>(getElementTypeOrSelf(cast)) &&
                          getPointeeBytes(cast.getType()) ==
                              getPointeeBytes(cast.getSrc().getType());
        return countsSame ? computeRenamed(cast.getSrc(), same) : Form();
      })
      .Case<arith::ExtSIOp, arith::IndexCastOp>(
          [&](auto cast) { return computeRenamed(cast.getIn(), same); })
      .Case<arith::RemSIOp>([&](auto rem) -> Form {
        return isa<RankedTensorType>(rem.getType())
                   ? computeRemainder(rem.getLhs(), rem.getRhs())
                   : Form();
      })
      .Case([&](arith::SelectOp select) -> Form {
        return isa<RankedTensorType>(select.getType()) ? computeSelect(select)
                                                       : Form();
      })
      .Default([&](Operation *op) {
        return op->hasTrait<tt::KeepsElements>()
                   ? computeRenamed(op->getOperand(0), same)
                   : Form();
      });
}

LinearForms::Form LinearForms::compute(Value value) {
  APInt constant;
  if (!isa<FloatType>(getElementTypeOrSelf(value)) &&
      matchPattern(value, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() <= 64)
    return LinearForm{
        Value(), Polynomial::constant(constant.getSExtValue()), {}};
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  // A truth value has no use in sums.
  Type element = getElementTypeOrSelf(value);
  if (element.isInteger(1))
    return std::nullopt;
  Form form = isa<scf::ForOp>(value.getDefiningOp())
                  ? computeResult(cast<OpResult>(value))
                  : computeOp(value.getDefiningOp());
  return form ? form : opaque(value);
}

std::optional<LinearForm> LinearForms::get(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  if (depth >= kMaxDepth || ++steps > kMaxSteps)
    return opaque(value);
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  Form form = compute(value);
  if (known.try_emplace(value, form).second)
    order.push_back(value);
  return form;
}
