// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The lattice of the axis analysis.
///
/// Not here: transfer functions (Transfer*.cpp), the analysis (Analysis.cpp).

#include "cm2tt/Tile/AxisInfo.h"

#include "AxisInfoInternals.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace mlir;
using namespace cm2tt;

AxisInfo::AxisInfo(Dims contiguity, Dims divisibility, Dims constancy)
    : contiguity(std::move(contiguity)), divisibility(std::move(divisibility)),
      constancy(std::move(constancy)) {
  assert(this->contiguity.size() == this->divisibility.size() &&
         this->contiguity.size() == this->constancy.size() &&
         "one entry per dimension in each");
}

AxisInfo::Dims cm2tt::getAxisShape(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || tile.getRank() == 0)
    return {1};
  // A size that is no power of two, or unknown, counts as its largest divisor
  // that is one.
  AxisInfo::Dims shape;
  for (int64_t size : tile.getShape())
    shape.push_back(size > 0 ? largestDivisor(size) : 1);
  return shape;
}

int64_t cm2tt::largestDivisor(int64_t value) {
  // Unsigned: the least number has no negation, and is a power of two itself.
  uint64_t bits = value;
  if (bits == 0)
    return kMaxDivisor;
  return std::min<uint64_t>(kMaxDivisor, bits & (~bits + 1));
}

AxisInfo AxisInfo::unknown(Type type) {
  Dims ones(getAxisShape(type).size(), 1);
  return AxisInfo(ones, ones, ones);
}

AxisInfo AxisInfo::ofConstant(Type type, int64_t value) {
  Dims shape = getAxisShape(type);
  AxisInfo info(Dims(shape.size(), 1),
                Dims(shape.size(), largestDivisor(value)), shape);
  info.constant = value;
  if (value >= 0)
    info.upperBound = info.presumedBound = value;
  return info;
}

int64_t AxisInfo::getDivisibilityOfGroups(unsigned dim, int64_t count,
                                          int64_t unit) const {
  // Smaller groups begin in the middle of larger ones.
  if (count >= contiguity[dim])
    return divisibility[dim];
  return std::min(divisibility[dim], largestDivisor(count * unit));
}

int64_t AxisInfo::getDivisorOfAll(int64_t unit) const {
  // Each dimension's claim covers all indices of the others.
  int64_t divisor = 1;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    divisor = std::max(divisor, getDivisibilityOfGroups(dim, 1, unit));
  return divisor;
}

void AxisInfo::limitContiguity(unsigned dim, int64_t count) {
  if (count >= contiguity[dim])
    return;
  divisibility[dim] = getDivisibilityOfGroups(dim, count);
  contiguity[dim] = count;
}

bool AxisInfo::claimsSame(const AxisInfo &other) const {
  return contiguity == other.contiguity && divisibility == other.divisibility &&
         constancy == other.constancy && constant == other.constant &&
         upperBound == other.upperBound && presumedBound == other.presumedBound;
}

void AxisInfo::print(raw_ostream &os) const {
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    os << name << " [";
    llvm::interleaveComma(values, os);
    os << ']';
  };
  list("contiguity", contiguity);
  list(", divisibility", divisibility);
  list(", constancy", constancy);
  if (constant)
    os << ", constant " << *constant;
  else if (upperBound)
    os << ", at most " << *upperBound;
  else if (presumedBound)
    os << ", presumably not negative";
}

void AxisInfos::print(raw_ostream &os) const {
  proven.print(os);
  if (access.claimsSame(proven))
    return;
  os << "; within an access ";
  access.print(os);
}

AxisInfos AxisInfos::join(const AxisInfos &a, const AxisInfos &b) {
  return {AxisInfo::join(a.proven, b.proven),
          AxisInfo::join(a.access, b.access)};
}

/// The largest number of 32 bits, or of 64 bits if `bound` is larger.
static int64_t widenBound(int64_t bound) {
  constexpr int64_t most32 = std::numeric_limits<int32_t>::max();
  return bound <= most32 ? most32 : std::numeric_limits<int64_t>::max();
}

/// The presumed bound of either; a larger one of three, so that the analysis of
/// loops ends.
static std::optional<int64_t> joinPresumed(std::optional<int64_t> a,
                                           std::optional<int64_t> b) {
  if (!a || !b || a == b)
    return a ? b : a;
  for (int64_t bound : {kPresumedCount, int64_t(1) << 30})
    if (std::max(*a, *b) <= bound)
      return bound;
  return std::nullopt;
}

AxisInfo AxisInfo::join(const AxisInfo &a, const AxisInfo &b) {
  if (a.isBottom())
    return b;
  if (b.isBottom())
    return a;
  assert(a.getRank() == b.getRank() && "values of one type are joined");
  AxisInfo result = a;
  for (unsigned dim = 0; dim < a.getRank(); ++dim) {
    int64_t groups = std::min(a.contiguity[dim], b.contiguity[dim]);
    result.contiguity[dim] = groups;
    // Pointers differ by more than one within a group, so that one is safe.
    result.divisibility[dim] = std::min(a.getDivisibilityOfGroups(dim, groups),
                                        b.getDivisibilityOfGroups(dim, groups));
    result.constancy[dim] = std::min(a.constancy[dim], b.constancy[dim]);
  }
  if (a.constant != b.constant)
    result.constant = std::nullopt;
  if (a.upperBound != b.upperBound)
    result.upperBound =
        a.upperBound && b.upperBound
            ? std::optional(widenBound(std::max(*a.upperBound, *b.upperBound)))
            : std::nullopt;
  result.presumedBound = joinPresumed(a.presumedBound, b.presumedBound);
  result.trust = a.trust | b.trust;
  return result;
}
