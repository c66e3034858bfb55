// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Masks as conjunctions of limits of coordinates.
///
/// Each comparison is brought to `0 < sum`. A sum in which the coordinate `i`
/// of one dimension has the factor -1 is an upper limit, with the factor 1 a
/// lower one, in each of these forms:
///
///     k + i < K,   i < K - k,   i <= K - k - 1,   K - k > i

#include "TTDescribeTensorsInternals.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace {
class MaskReader {
public:
  explicit MaskReader(IntegerForms &forms) : forms(forms) {}

  /// Reads a mask whose dimension `d` is `dims[d]` of the access; none for one
  /// that is broadcast. Whether it was possible.
  bool read(Value mask, ArrayRef<int> dims);

  MaskLimits limits;
  StringRef reason;

private:
  bool readCompare(arith::CmpIOp compare, ArrayRef<int> dims);
  bool addLimit(const Polynomial &sum, ArrayRef<int> dims);
  bool refuse(StringRef why) {
    reason = why;
    return false;
  }

  IntegerForms &forms;
};
} // namespace

/// Adds `0 < sum`.
bool MaskReader::addLimit(const Polynomial &sum, ArrayRef<int> dims) {
  std::optional<unsigned> dim;
  int64_t factor = 0;
  Polynomial rest;
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    if (!llvm::any_of(monomial, isCoordinate)) {
      rest = *rest.plus(Polynomial::term(coefficient, monomial));
      continue;
    }
    if (dim || monomial.size() != 1 || (coefficient != 1 && coefficient != -1))
      return refuse("a condition of the mask is not a limit of one index");
    dim = monomial.front();
    factor = coefficient;
  }
  if (!dim)
    return refuse("a condition of the mask is the same for all elements");
  if (*dim >= dims.size() || dims[*dim] < 0)
    return refuse("a condition of the mask is not a limit of one index");
  unsigned ofTile = dims[*dim];
  if (factor < 0) {
    limits.upper.push_back({ofTile, rest});
    return true;
  }
  std::optional<Polynomial> lower = rest.plus(Polynomial::constant(-1));
  if (!lower)
    return refuse("a condition of the mask is not a limit of one index");
  limits.lower.push_back({ofTile, *lower});
  return true;
}

bool MaskReader::readCompare(arith::CmpIOp compare, ArrayRef<int> dims) {
  std::optional<IntegerForm> left = forms.get(compare.getLhs());
  std::optional<IntegerForm> right = forms.get(compare.getRhs());
  if (!left || !right || !left->remainders.empty() ||
      !right->remainders.empty())
    return refuse("the mask does not compare sums of indices");
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = compare.getPredicate();
  if (predicate == Predicate::sgt || predicate == Predicate::sge ||
      predicate == Predicate::ugt || predicate == Predicate::uge) {
    std::swap(left, right);
    predicate = predicate == Predicate::sgt   ? Predicate::slt
                : predicate == Predicate::sge ? Predicate::sle
                : predicate == Predicate::ugt ? Predicate::ult
                                              : Predicate::ule;
  }
  bool isStrict = predicate == Predicate::slt || predicate == Predicate::ult;
  bool isUnsigned = predicate == Predicate::ult || predicate == Predicate::ule;
  if (!isStrict && predicate != Predicate::sle && predicate != Predicate::ule)
    return refuse("the mask does not compare sums of indices");
  // An index that is compared without a sign is not negative. An extent is
  // assumed not to be.
  if (isUnsigned && right->sum.hasCoordinate())
    return refuse("the mask compares without a sign");
  std::optional<Polynomial> sum = right->sum.plus(left->sum, -1);
  std::optional<Polynomial> positive =
      sum ? sum->plus(Polynomial::constant(isStrict ? 0 : 1)) : std::nullopt;
  std::optional<Polynomial> above = left->sum.plus(Polynomial::constant(1));
  if (!positive || !above)
    return refuse("the mask does not compare sums of indices");
  return addLimit(*positive, dims) && (!isUnsigned || addLimit(*above, dims));
}

bool MaskReader::read(Value mask, ArrayRef<int> dims) {
  APInt constant;
  if (matchPattern(mask, m_ConstantInt(&constant)) && constant.isOne())
    return true;
  Operation *op = mask.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op))
    return read(both.getLhs(), dims) && read(both.getRhs(), dims);
  if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op))
    return readCompare(compare, dims);
  if (auto broadcast = dyn_cast_or_null<tt::BroadcastOp>(op))
    return read(broadcast.getSrc(), dims);
  if (auto expand = dyn_cast_or_null<tt::ExpandDimsOp>(op)) {
    SmallVector<int> inner(dims);
    inner.erase(inner.begin() + expand.getAxis());
    return read(expand.getSrc(), inner);
  }
  if (isa_and_nonnull<tt::SplatOp>(op))
    return refuse("a condition of the mask is the same for all elements");
  return refuse("the mask is not a conjunction of comparisons");
}

std::optional<MaskLimits> cm2tt::readMask(Value mask, IntegerForms &forms,
                                          StringRef &reason) {
  MaskReader reader(forms);
  if (!mask)
    return reader.limits;
  SmallVector<int> dims;
  for (int64_t dim = 0; dim < cast<RankedTensorType>(mask.getType()).getRank();
       ++dim)
    dims.push_back(static_cast<int>(dim));
  if (reader.read(mask, dims))
    return reader.limits;
  reason = reader.reason;
  return std::nullopt;
}
