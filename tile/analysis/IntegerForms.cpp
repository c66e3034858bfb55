// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Brings integers and pointers to the form of sums of products: one switch
/// over the operations of `arith` and `tt` (computeOp), and loops.

#include "IntegerForms.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Limits of the search, which no kernel that people write reaches.
static constexpr unsigned kMaxDepth = 256, kMaxSteps = 200000;

//===----------------------------------------------------------------------===//
// Proofs and assumptions
//===----------------------------------------------------------------------===//

/// The form of `value`, with what is proved of it: by its operation (the
/// flags), or as the form is within the type.
IntegerForms::Form IntegerForms::prove(IntegerForm form, Value value,
                                       bool isSigned, bool isUnsigned) const {
  form.isSigned = isSigned;
  form.isUnsigned = isUnsigned;
  unsigned bits = getFormBits(value.getType());
  if (form.base || !form.remainders.empty() || !form.assumptions.empty() ||
      bits > 64)
    return form;
  if (std::optional<IntegerRange> range =
          getRange(form.sum, getTileShape(value.getType()))) {
    IntegerRange positive{0, bits < 63 ? (int64_t(1) << bits) - 1 : INT64_MAX};
    form.isSigned |= range->isWithin(IntegerRange::ofSigned(bits));
    form.isUnsigned |= range->isWithin(positive);
  }
  return form;
}

void IntegerForms::assume(IntegerForm &form, IntegerAssumption assumption) {
  auto *same = llvm::find_if(assumptions, [&](const IntegerAssumption &other) {
    return other.range == assumption.range && other.sum == assumption.sum &&
           other.shape == assumption.shape;
  });
  auto number = static_cast<unsigned>(same - assumptions.begin());
  if (same == assumptions.end())
    assumptions.push_back(std::move(assumption));
  if (!llvm::is_contained(form.assumptions, number))
    form.assumptions.push_back(number);
}

/// Adds that `value`, of which this is the form, does not wrap.
void IntegerForms::assumeNoWrap(IntegerForm &form, Value value) {
  Type type = value.getType();
  if (!form.isSigned)
    assume(form, {form.sum, llvm::to_vector(getTileShape(type)),
                  IntegerRange::ofSigned(getFormBits(type))});
}

/// A form of both sums, with the base of the first, and what both need.
static IntegerForm join(const IntegerForm &left, const IntegerForm &right,
                        Polynomial sum) {
  IntegerForm form{left.base, std::move(sum), left.remainders,
                   left.assumptions};
  for (const Remainder &each : right.remainders)
    if (llvm::none_of(form.remainders, [&](const Remainder &other) {
          return other.index == each.index && other.modulus == each.modulus;
        }))
      form.remainders.push_back(each);
  for (unsigned number : right.assumptions)
    if (!llvm::is_contained(form.assumptions, number))
      form.assumptions.push_back(number);
  return form;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

IntegerForms::Form IntegerForms::computeBinary(Operation *op, Combine combine) {
  Form a = get(op->getOperand(0));
  Form b = a ? get(op->getOperand(1)) : std::nullopt;
  std::optional<Polynomial> sum = b ? combine(a->sum, b->sum) : std::nullopt;
  // A base may be added to once; only tiles that move have one.
  bool hasBase = b && b->base;
  if (!sum || (hasBase && (a->base || !isa<arith::AddIOp>(op))))
    return std::nullopt;
  if (hasBase)
    std::swap(a, b);
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return prove(join(*a, *b, std::move(*sum)), op->getResult(0),
               flags.hasNoSignedWrap() && a->isSigned && b->isSigned,
               flags.hasNoUnsignedWrap() && a->isUnsigned && b->isUnsigned);
}

/// The offset is read as a number.
IntegerForms::Form IntegerForms::computePointer(tt::AddPtrOp add) {
  Form pointer = get(add.getPtr());
  Form offset = pointer ? get(add.getOffset()) : std::nullopt;
  std::optional<Polynomial> sum =
      offset && !offset->base ? pointer->sum.plus(offset->sum) : std::nullopt;
  if (!sum)
    return std::nullopt;
  if (getFormBits(add.getOffset().getType()) < 64)
    assumeNoWrap(*offset, add.getOffset());
  return join(*pointer, *offset, std::move(*sum));
}

/// A wider type reads a value as a number; a narrower one has fewer of its
/// bits.
IntegerForms::Form IntegerForms::computeCast(Operation *cast, bool isSigned) {
  Value from = cast->getOperand(0), to = cast->getResult(0);
  Form form = get(from);
  if (!form)
    return std::nullopt;
  if (getFormBits(to.getType()) <= getFormBits(from.getType()))
    return prove(std::move(*form), to);
  if (!isSigned && !form->isUnsigned)
    return std::nullopt;
  if (isSigned)
    assumeNoWrap(*form, from);
  return prove(*form, to, !isSigned || form->isSigned,
               form->isUnsigned && (!isSigned || form->isSigned));
}

/// A remainder of a tile is one of its index only if nothing else is added
/// later, which users of the form check (TensorProof.cpp).
IntegerForms::Form IntegerForms::computeRemainder(Value dividend,
                                                  Value divisor) {
  Form index = get(dividend), modulus = index ? get(divisor) : std::nullopt;
  if (!modulus || modulus->sum.hasCoordinate() ||
      !modulus->remainders.empty() || !index->remainders.empty())
    return std::nullopt;
  IntegerForm form = join(*index, *modulus, index->sum);
  form.remainders.push_back({index->sum, modulus->sum});
  return form;
}

/// `select(index < extent, index, constant)`, another way to stay inside.
IntegerForms::Form IntegerForms::computeSelect(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      compare.getLhs() != select.getTrueValue() ||
      !matchPattern(select.getFalseValue(), m_Constant()))
    return std::nullopt;
  return computeRemainder(compare.getLhs(), compare.getRhs());
}

IntegerForms::Form
IntegerForms::computeRenamed(Value source,
                             llvm::function_ref<unsigned(unsigned)> rename) {
  Form form = get(source);
  auto isTile = [](Value value) {
    return value && isa<RankedTensorType>(value.getType());
  };
  // A tile that a loop carries has other elements at other coordinates.
  if (!form || isTile(form->base) || !form->sum.allAtoms([&](unsigned atom) {
        return !isTile(atoms.asValue(atom));
      }))
    return std::nullopt;
  auto renameAtom = [&](unsigned atom) {
    return isCoordinate(atom) ? rename(atom) : atom;
  };
  form->sum = form->sum.renamed(renameAtom);
  for (Remainder &remainder : form->remainders)
    remainder.index = remainder.index.renamed(renameAtom);
  return form;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

IntegerForms::Form IntegerForms::computeCounter(scf::ForOp loop) {
  Form first = get(loop.getLowerBound()), step = get(loop.getStep());
  if (!first || !step)
    return std::nullopt;
  auto iteration = Polynomial::atom(atoms.getIteration(loop));
  std::optional<Polynomial> advance = step->sum.times(iteration);
  std::optional<Polynomial> sum =
      advance ? first->sum.plus(*advance) : std::nullopt;
  if (!sum)
    return std::nullopt;
  // It is between the bounds in each iteration.
  bool isBetween = !loop.getUnsignedCmp() && first->isSigned && step->isSigned;
  return prove(join(*first, *step, std::move(*sum)), loop.getInductionVar(),
               isBetween);
}

/// The advance of a carried value by an iteration: the form of the yielded
/// value tells it, if the carried value itself is taken for an atom. Forms that
/// were found so are forgotten.
IntegerForms::Form IntegerForms::findAdvance(scf::ForOp loop,
                                             BlockArgument argument,
                                             bool isPointer) {
  unsigned index = argument.getArgNumber() - loop.getNumInductionVars();
  unsigned self = atoms.getValue(argument);
  Polynomial placeholder = isPointer ? Polynomial() : Polynomial::atom(self);
  Form found = known.lookup(argument);
  bool wasKnown = known.contains(argument);
  size_t before = order.size();
  known[argument] =
      prove({isPointer ? argument : Value(), placeholder}, argument);
  order.push_back(argument);
  Form next = get(loop.getYieldedValues()[index]);
  while (order.size() > before)
    known.erase(order.pop_back_val());
  if (wasKnown)
    known[argument] = found;
  if (!next || !next->remainders.empty() ||
      next->base != (isPointer ? argument : Value()))
    return std::nullopt;
  std::optional<Polynomial> advance = next->sum.plus(placeholder, -1);
  auto isInvariant = [&](unsigned atom) {
    return atoms.isInvariant(atom, loop);
  };
  if (!advance || !advance->allAtoms(isInvariant) ||
      !llvm::all_of(next->assumptions, [&](unsigned number) {
        return assumptions[number].sum.allAtoms([&](unsigned atom) {
          return isCoordinate(atom) || isInvariant(atom);
        });
      }))
    return std::nullopt;
  next->sum = std::move(*advance);
  return next;
}

/// A carried value after `count` iterations, which `result` is.
IntegerForms::Form IntegerForms::computeAfter(scf::ForOp loop, unsigned index,
                                              const IntegerForm &count,
                                              Value result) {
  Form first = get(loop.getInitArgs()[index]);
  Form advance = first ? findAdvance(loop, loop.getRegionIterArg(index),
                                     static_cast<bool>(first->base))
                       : std::nullopt;
  std::optional<Polynomial> moved =
      advance ? advance->sum.times(count.sum) : std::nullopt;
  std::optional<Polynomial> sum =
      moved ? first->sum.plus(*moved) : std::nullopt;
  // A remainder that is taken once does not keep what moves on inside.
  if (!sum)
    return std::nullopt;
  advance->assumptions.append(count.assumptions);
  return prove(join(*first, *advance, std::move(*sum)), result);
}

/// The number of iterations: the distance of the bounds, if that is a multiple
/// of the step and not negative.
IntegerForms::Form IntegerForms::countIterations(scf::ForOp loop) {
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
  assumeNoWrap(*lower, loop.getLowerBound());
  assumeNoWrap(*upper, loop.getUpperBound());
  IntegerForm count = join(*lower, *upper, {});
  IntegerRange natural{0, INT64_MAX};
  std::optional<IntegerRange> range = getRange(*distance, {});
  if (!range || !range->isWithin(natural))
    assume(count, {*distance, {}, natural});
  for (const auto &[monomial, coefficient] : distance->getTerms()) {
    std::optional<int64_t> part = divideExactly(coefficient, size);
    if (!part)
      return std::nullopt;
    count.sum = *count.sum.plus(Polynomial::term(*part, monomial));
  }
  return count;
}

/// A carried value after all iterations.
IntegerForms::Form IntegerForms::computeResult(OpResult result) {
  auto ended = cast<scf::ForOp>(result.getOwner());
  Form count = loop ? std::nullopt : countIterations(ended);
  return count ? computeAfter(ended, result.getResultNumber(), *count, result)
               : std::nullopt;
}

IntegerForms::Form IntegerForms::computeArgument(BlockArgument argument) {
  auto parent = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!parent || (loop && parent != loop))
    return opaque(argument);
  if (argument == parent.getInductionVar()) {
    Form form = computeCounter(parent);
    return form ? form : opaque(argument);
  }
  IntegerForm number;
  number.sum = Polynomial::atom(atoms.getIteration(parent));
  Form form = computeAfter(
      parent, argument.getArgNumber() - parent.getNumInductionVars(), number,
      argument);
  return form ? form : opaque(argument);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// A scalar of which nothing is known. A tile of such values has no form.
IntegerForms::Form IntegerForms::opaque(Value value) {
  Type type = value.getType();
  if (isa<tt::PtrType>(type))
    return IntegerForm{value, Polynomial()};
  if (!type.isIntOrIndex() || (loop && getFormBits(type) > 32))
    return std::nullopt;
  return prove({Value(), Polynomial::atom(atoms.getValue(value))}, value,
               /*isSigned=*/true);
}

/// The operations that sums and products are made of.
IntegerForms::Form IntegerForms::computeArith(Operation *op) {
  using Sum = std::optional<Polynomial>;
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case([&](arith::AddIOp add) {
        return computeBinary(add, [](const Polynomial &a, const Polynomial &b) {
          return a.plus(b);
        });
      })
      .Case([&](arith::SubIOp sub) {
        return computeBinary(sub, [](const Polynomial &a, const Polynomial &b) {
          return a.plus(b, -1);
        });
      })
      .Case([&](arith::MulIOp mul) {
        return computeBinary(
            mul, [&](const Polynomial &a, const Polynomial &b) -> Sum {
              bool isAffine = a.getConstant() || b.getConstant();
              return loop && !isAffine ? std::nullopt : a.times(b);
            });
      })
      .Case([&](arith::ShLIOp shift) {
        int64_t bits = std::min(getFormBits(shift.getType()), 63U);
        return computeBinary(
            shift, [&](const Polynomial &a, const Polynomial &b) -> Sum {
              int64_t amount = b.getConstant().value_or(-1);
              return amount < 0 || amount >= bits
                         ? std::nullopt
                         : a.times(Polynomial::constant(int64_t(1) << amount));
            });
      })
      .Case<arith::ExtSIOp, arith::IndexCastOp>(
          [&](auto cast) { return computeCast(cast, /*isSigned=*/true); })
      .Case([&](arith::ExtUIOp cast) {
        return computeCast(cast, /*isSigned=*/false);
      })
      .Case([&](arith::RemSIOp rem) {
        return isa<RankedTensorType>(rem.getType())
                   ? computeRemainder(rem.getLhs(), rem.getRhs())
                   : Form();
      })
      .Case([&](arith::SelectOp select) {
        return isa<RankedTensorType>(select.getType()) ? computeSelect(select)
                                                       : Form();
      })
      .Default(Form());
}

/// The operations that make tiles and pointers of other tiles.
IntegerForms::Form IntegerForms::computeTile(Operation *op) {
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case([&](tt::MakeRangeOp range) -> Form {
        auto sum = Polynomial::constant(static_cast<int32_t>(range.getStart()));
        // The one index of a dimension is not that of what it is broadcast to.
        if (range.getType().getNumElements() > 1)
          sum = *sum.plus(Polynomial::atom(0));
        return prove({Value(), std::move(sum)}, range);
      })
      .Case<tt::SplatOp, tt::BroadcastOp>(
          [&](auto op) { return get(op.getSrc()); })
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
      .Case([&](tt::AddPtrOp add) { return computePointer(add); })
      .Case([&](tt::BitcastOp cast) {
        bool countsSame = isa<tt::PtrType>(getElementTypeOrSelf(cast)) &&
                          getPointeeBytes(cast.getType()) ==
                              getPointeeBytes(cast.getSrc().getType());
        return countsSame ? get(cast.getSrc()) : Form();
      })
      .Default([&](Operation *op) {
        return op->hasTrait<tt::KeepsElements>() ? get(op->getOperand(0))
                                                 : Form();
      });
}

/// A sum that would need an assumption is a base.
IntegerForms::Form IntegerForms::computeMoved(Value tile) {
  Operation *op = tile.getDefiningOp();
  Form form;
  if (auto splat = dyn_cast_or_null<tt::SplatOp>(op);
      splat && splat.getSrc().getType().isInteger())
    return opaque(splat.getSrc());
  if (isa_and_present<arith::AddIOp, arith::SubIOp>(op))
    form = computeArith(op);
  else if (auto add = dyn_cast_or_null<tt::AddPtrOp>(op))
    form = computePointer(add);
  return form && form->assumptions.empty() ? form : IntegerForm{tile, {}};
}

IntegerForms::Form IntegerForms::compute(Value value) {
  APInt constant;
  if (!isa<FloatType>(getElementTypeOrSelf(value)) &&
      matchPattern(value, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() <= 64)
    return prove({Value(), Polynomial::constant(constant.getSExtValue())},
                 value);
  if (movesTiles)
    return computeMoved(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  // A truth value has no use in sums.
  if (getElementTypeOrSelf(value).isInteger(1))
    return std::nullopt;
  Operation *op = value.getDefiningOp();
  Form form = isa<scf::ForOp>(op) ? computeResult(cast<OpResult>(value))
              : isa<arith::ArithDialect>(op->getDialect()) ? computeArith(op)
                                                           : computeTile(op);
  return form ? form : opaque(value);
}

std::optional<IntegerForm> IntegerForms::get(Value value) {
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
