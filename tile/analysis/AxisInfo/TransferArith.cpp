// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Transfer functions of the axis analysis for integer arithmetic.
///
/// Not here: tiles and pointers (TransferTile.cpp), folding of constants
/// (ConstantFolds.cpp).

#include "AxisInfoInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// What they share
//===----------------------------------------------------------------------===//

/// The largest signed number of `bits` bits.
static int64_t signedMax(unsigned bits) {
  return bits >= 64 ? std::numeric_limits<int64_t>::max()
                    : (int64_t(1) << (bits - 1)) - 1;
}

/// A product of divisors.
static int64_t multiplyDivisors(int64_t a, int64_t b) {
  return a > kMaxDivisor / b ? kMaxDivisor : a * b;
}

/// Groups along `dim` of integers of `bits` bits in which each number is its
/// predecessor plus 1, without a wrap: all, if no number is negative; or as
/// many as their alignment, since neither zero nor the least signed number is
/// then within a group.
static int64_t exactGroups(const AxisInfo &info, unsigned dim, unsigned bits) {
  if (info.isNonNegative())
    return info.getContiguity(dim);
  int64_t most = int64_t(1) << (std::min(bits, 62u) - 1);
  return std::min({info.getContiguity(dim), info.getDivisibility(dim), most});
}

bool cm2tt::isNonNegative(const AxisInfo &info, bool presumes) {
  return info.isNonNegative() || (presumes && info.getPresumedBound());
}

AxisInfo cm2tt::interpretAs(Extension extension, AxisInfo info, unsigned bits) {
  if (info.isNonNegative())
    return info;
  // Unsigned numbers of an aligned group may cross the least signed one.
  unsigned limit = extension == Extension::Signed ? bits : bits + 1;
  bool isProven = info.getTrust() == AxisInfo::None;
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    int64_t groups = isProven
                         ? exactGroups(info, dim, limit)
                         : std::min(info.getContiguity(dim),
                                    int64_t(1) << (std::min(limit, 62u) - 1));
    info.limitContiguity(dim, groups);
  }
  return info;
}

/// Whether a comparison tells negative numbers from zero. One with a positive
/// bound does not: both are below.
static bool separatesNegative(arith::CmpIOp op, ArrayRef<AxisInfo> operands) {
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = op.getPredicate();
  bool isUnsigned = predicate == Predicate::ult ||
                    predicate == Predicate::ule ||
                    predicate == Predicate::ugt || predicate == Predicate::uge;
  return isUnsigned || llvm::any_of(operands, [](const AxisInfo &operand) {
           return operand.getConstant().value_or(1) <= 0;
         });
}

bool cm2tt::endsPresumption(Operation *op, ArrayRef<AxisInfo> operands) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return separatesNegative(compare, operands);
  if (isa<arith::TruncIOp>(op))
    return getIntegerBits(op->getResult(0).getType()) < 32;
  // Conditions are no indices.
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return getIntegerBits(op->getResult(0).getType()) > 1;
  return isa<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp,
             arith::RemUIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(
      op);
}

namespace {
/// The bounds of an info. What is proven is presumed, too.
struct Bounds {
  std::optional<int64_t> upper, presumed;
};

/// An info that is filled in dimension by dimension.
struct InfoBuilder {
  explicit InfoBuilder(unsigned rank)
      : contiguity(rank, 1), divisibility(rank, 1), constancy(rank, 1) {}
  AxisInfo build(Bounds bounds = {}) && {
    AxisInfo info(std::move(contiguity), std::move(divisibility),
                  std::move(constancy));
    info.setUpperBound(bounds.upper);
    info.setPresumedBound(bounds.presumed);
    return info;
  }
  AxisInfo::Dims contiguity, divisibility, constancy;
};
} // namespace

/// The smaller constancy of both along `dim`.
static int64_t commonConstancy(const AxisInfo &a, const AxisInfo &b,
                               unsigned dim) {
  return std::min(a.getConstancy(dim), b.getConstancy(dim));
}

AxisInfo cm2tt::transferElementwise(const TransferInput &in, Type type) {
  InfoBuilder result(getAxisShape(type).size());
  result.constancy = getAxisShape(type);
  for (const AxisInfo &operand : in.operands) {
    if (operand.getRank() != result.constancy.size())
      return AxisInfo::unknown(type);
    for (unsigned dim = 0; dim < operand.getRank(); ++dim)
      result.constancy[dim] =
          std::min(result.constancy[dim], operand.getConstancy(dim));
  }
  return std::move(result).build();
}

//===----------------------------------------------------------------------===//
// Sums, differences, products
//===----------------------------------------------------------------------===//

AxisInfo cm2tt::transferSum(const AxisInfo &a, const AxisInfo &b,
                            int64_t unit) {
  InfoBuilder result(a.getRank());
  for (unsigned dim = 0; dim < a.getRank(); ++dim) {
    int64_t groups =
        std::max(std::min(a.getConstancy(dim), b.getContiguity(dim)),
                 std::min(a.getContiguity(dim), b.getConstancy(dim)));
    result.contiguity[dim] = groups;
    result.divisibility[dim] = std::min(
        a.getDivisibilityOfGroups(dim, groups, unit),
        multiplyDivisors(b.getDivisibilityOfGroups(dim, groups), unit));
    result.constancy[dim] = commonConstancy(a, b, dim);
  }
  return std::move(result).build();
}

/// The bounds of `combine` of two numbers, which grows with both; none where
/// the result may wrap.
static Bounds
boundsOf(const TransferInput &in,
         llvm::function_ref<std::optional<int64_t>(int64_t, int64_t)> combine) {
  int64_t most = signedMax(getIntegerBits(in.op->getResult(0).getType()));
  auto bound = [&](std::optional<int64_t> a, std::optional<int64_t> b) {
    std::optional<int64_t> result = a && b ? combine(*a, *b) : std::nullopt;
    return result && *result <= most ? result : std::nullopt;
  };
  Bounds bounds{bound(in[0].getUpperBound(), in[1].getUpperBound()),
                bound(in[0].getPresumedBound(), in[1].getPresumedBound())};
  if (!bounds.presumed)
    bounds.presumed = bounds.upper;
  return bounds;
}

static std::optional<int64_t> addBounds(int64_t a, int64_t b) {
  int64_t sum = 0;
  return llvm::AddOverflow(a, b, sum) ? std::nullopt : std::optional(sum);
}

static std::optional<int64_t> multiplyBounds(int64_t a, int64_t b) {
  int64_t product = 0;
  return llvm::MulOverflow(a, b, product) ? std::nullopt
                                          : std::optional(product);
}

static AxisInfo transferAdd(const TransferInput &in) {
  AxisInfo result = transferSum(in[0], in[1], 1);
  Bounds bounds = boundsOf(in, addBounds);
  // A counter that a loop adds to stays what it is presumed to be.
  std::optional<int64_t> a = in[0].getPresumedBound(),
                         b = in[1].getPresumedBound();
  if (a && b && std::max(*a, *b) >= kPresumedCount && bounds.presumed)
    bounds.presumed = std::max(*a, *b);
  result.setUpperBound(bounds.upper);
  result.setPresumedBound(bounds.presumed);
  return result;
}

static AxisInfo transferSub(const TransferInput &in) {
  InfoBuilder result(in[0].getRank());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim) {
    int64_t groups =
        std::min(in[0].getContiguity(dim), in[1].getConstancy(dim));
    result.contiguity[dim] = groups;
    result.divisibility[dim] =
        std::min(in[0].getDivisibilityOfGroups(dim, groups),
                 in[1].getDivisibilityOfGroups(dim, groups));
    result.constancy[dim] = commonConstancy(in[0], in[1], dim);
  }
  return std::move(result).build();
}

static AxisInfo transferMul(const TransferInput &in) {
  for (unsigned side : {0, 1})
    if (in[side].getConstant() == 1)
      return in[1 - side];
  InfoBuilder result(in[0].getRank());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim) {
    result.divisibility[dim] =
        multiplyDivisors(in[0].getDivisibilityOfGroups(dim, 1),
                         in[1].getDivisibilityOfGroups(dim, 1));
    result.constancy[dim] = commonConstancy(in[0], in[1], dim);
  }
  return std::move(result).build(boundsOf(in, multiplyBounds));
}

//===----------------------------------------------------------------------===//
// Quotients and remainders
//===----------------------------------------------------------------------===//

/// Neighbours along `dim` that a / b or a % b, of integers of `bits` bits, sees
/// as one block: the dividend is contiguous there and begins at a multiple, of
/// which the divisor is one too.
static int64_t blockOf(const AxisInfo &a, const AxisInfo &b, unsigned dim,
                       unsigned bits) {
  return std::min({exactGroups(a, dim, bits), a.getDivisibility(dim),
                   b.getConstancy(dim), b.getDivisibilityOfGroups(dim, 1)});
}

namespace {
/// Which dividends a quotient or remainder keeps in blocks (see blockOf).
enum class Blocks { None, Presumed, All };
} // namespace

/// Rounded to zero, blocks are kept where the dividend is not negative.
static Blocks blocksToZero(const TransferInput &in) {
  if (in[0].isNonNegative())
    return Blocks::All;
  return isNonNegative(in[0], in.presumes) ? Blocks::Presumed : Blocks::None;
}

/// Marks a result that relies on blocks that are presumed.
static AxisInfo withTrust(AxisInfo info, Blocks blocks) {
  if (blocks == Blocks::Presumed)
    info.setTrust(info.getTrust() | AxisInfo::Presumption);
  return info;
}

/// A bound of a quotient whose dividend has one.
static std::optional<int64_t> divideBound(std::optional<int64_t> bound,
                                          int64_t divisor) {
  return bound ? std::optional(*bound / std::max<int64_t>(divisor, 1))
               : std::nullopt;
}

/// a / b. Blocks (see blockOf) have one quotient: floor((m g + j) / (n g)) is
/// floor(m / n) for 0 <= j < g. Rounded to zero that holds for m >= 0 only.
static AxisInfo transferQuotient(const AxisInfo &a, const AxisInfo &b,
                                 Blocks blocks, unsigned bits) {
  if (b.getConstant() == 1)
    return a;
  int64_t divisor = b.getConstant().value_or(0);
  bool isPower = divisor > 0 && llvm::isPowerOf2_64(divisor);
  InfoBuilder result(a.getRank());
  for (unsigned dim = 0; dim < a.getRank(); ++dim) {
    result.constancy[dim] = commonConstancy(a, b, dim);
    int64_t block = blocks != Blocks::None ? blockOf(a, b, dim, bits) : 1;
    result.constancy[dim] = std::max(result.constancy[dim], block);
    // Divided exactly where every element of a block has the quotient of its
    // first one.
    if (isPower && block == a.getContiguity(dim))
      result.divisibility[dim] =
          std::max<int64_t>(1, a.getDivisibility(dim) / divisor);
  }
  Bounds bounds;
  if (b.isNonNegative())
    bounds.upper = divideBound(a.getUpperBound(), divisor);
  // A divisor that is not a constant is presumed to be positive.
  if (b.getConstant().value_or(1) > 0)
    bounds.presumed = divideBound(a.getPresumedBound(), divisor);
  return withTrust(std::move(result).build(bounds), blocks);
}

/// The bound of a % b, of that of `a`.
static std::optional<int64_t> remainderBound(std::optional<int64_t> bound,
                                             const AxisInfo &b) {
  if (!bound || !b.isNonNegative())
    return bound;
  return std::min(*bound, std::max<int64_t>(*b.getUpperBound() - 1, 0));
}

/// a % b. Blocks stay contiguous: (m g + j) % (n g) is (m % n) g + j. Rounded
/// to zero that holds for m >= 0 only.
static AxisInfo transferRemainder(const AxisInfo &a, const AxisInfo &b,
                                  Blocks blocks, unsigned bits) {
  if (a.isNonNegative() && b.getConstant() &&
      *a.getUpperBound() < *b.getConstant())
    return a;
  InfoBuilder result(a.getRank());
  for (unsigned dim = 0; dim < a.getRank(); ++dim) {
    int64_t block = blocks != Blocks::None ? blockOf(a, b, dim, bits) : 1;
    result.contiguity[dim] = block;
    // A remainder is a difference of multiples.
    result.divisibility[dim] = std::min(a.getDivisibilityOfGroups(dim, block),
                                        b.getDivisibilityOfGroups(dim, 1));
    result.constancy[dim] = commonConstancy(a, b, dim);
  }
  return withTrust(
      std::move(result).build({remainderBound(a.getUpperBound(), b),
                               remainderBound(a.getPresumedBound(), b)}),
      blocks);
}

/// The info of a number that is the same in all elements of `like`.
static AxisInfo constantLike(const AxisInfo &like, int64_t value) {
  AxisInfo::Dims all(like.getRank(), int64_t(1) << 40);
  AxisInfo info(AxisInfo::Dims(like.getRank(), 1),
                AxisInfo::Dims(like.getRank(), largestDivisor(value)), all);
  info.setConstant(value);
  if (value >= 0) {
    info.setUpperBound(value);
    info.setPresumedBound(value);
  }
  return info;
}

/// Limits what constantLike brought in: nothing is constant over more elements
/// than there are.
static AxisInfo clampToShape(AxisInfo info, Type type) {
  for (auto [dim, size] : llvm::enumerate(getAxisShape(type)))
    info.setConstancy(dim, std::min(info.getConstancy(dim), size));
  return info;
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// The constant shift distance if it is less than the width and than 62.
static std::optional<int64_t> shiftOf(const TransferInput &in) {
  std::optional<int64_t> shift = in[1].getConstant();
  int64_t bits = getIntegerBits(in.op->getResult(0).getType());
  if (!shift || *shift < 0 || *shift >= std::min<int64_t>(bits, 62))
    return std::nullopt;
  return shift;
}

/// Shifting left is multiplying; by an unknown distance it loses no divisor.
static AxisInfo transferShl(const TransferInput &in) {
  if (in[1].getConstant() == 0)
    return in[0];
  int64_t factor = int64_t(1) << shiftOf(in).value_or(0);
  InfoBuilder result(in[0].getRank());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim) {
    result.divisibility[dim] =
        multiplyDivisors(in[0].getDivisibilityOfGroups(dim, 1), factor);
    result.constancy[dim] = commonConstancy(in[0], in[1], dim);
  }
  Bounds bounds;
  if (shiftOf(in))
    bounds = boundsOf(in, [&](int64_t value, int64_t) {
      return multiplyBounds(value, factor);
    });
  return std::move(result).build(bounds);
}

/// Shifting right is dividing, rounded down. An unsigned shift of a negative
/// number divides another, still contiguous and divisible one.
static AxisInfo transferShr(const TransferInput &in) {
  std::optional<int64_t> shift = shiftOf(in);
  if (!shift)
    return transferElementwise(in, in.op->getResult(0).getType());
  AxisInfo divisor = constantLike(in[0], int64_t(1) << *shift);
  Type type = in.op->getResult(0).getType();
  return clampToShape(
      transferQuotient(in[0], divisor, Blocks::All, getIntegerBits(type)),
      type);
}

/// The k of a constant 2^k - 1, k between 1 and 61.
static std::optional<int64_t> lowMaskSize(const AxisInfo &info) {
  std::optional<int64_t> value = info.getConstant();
  if (!value || *value <= 0 || *value >= (int64_t(1) << 61) ||
      !llvm::isPowerOf2_64(*value + 1))
    return std::nullopt;
  return *value + 1;
}

static AxisInfo transferAnd(const TransferInput &in) {
  for (unsigned side : {0, 1}) {
    // A mask of low bits is a remainder, rounded down.
    auto size = lowMaskSize(in[side]);
    if (!size)
      continue;
    AxisInfo divisor = constantLike(in[1 - side], *size);
    Type type = in.op->getResult(0).getType();
    AxisInfo result =
        clampToShape(transferRemainder(in[1 - side], divisor, Blocks::All,
                                       getIntegerBits(type)),
                     type);
    if (!result.isNonNegative())
      result.setUpperBound(*size - 1);
    result.setPresumedBound(
        result.getPresumedBound().value_or(*result.getUpperBound()));
    return result;
  }
  InfoBuilder result(in[0].getRank());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim) {
    // Every zero bit of one side is one of the result.
    result.divisibility[dim] = std::max(in[0].getDivisibilityOfGroups(dim, 1),
                                        in[1].getDivisibilityOfGroups(dim, 1));
    result.constancy[dim] = commonConstancy(in[0], in[1], dim);
  }
  std::optional<int64_t> bound = in[0].getUpperBound();
  if (auto other = in[1].getUpperBound())
    bound = bound ? std::min(*bound, *other) : *other;
  return std::move(result).build({bound, bound});
}

/// `or` and `xor`; without common bits they are sums.
static AxisInfo transferOr(const TransferInput &in) {
  for (unsigned side : {0, 1})
    if (in[side].isNonNegative() &&
        *in[side].getUpperBound() < in[1 - side].getDivisorOfAll())
      return transferSum(in[0], in[1], 1);
  InfoBuilder result(in[0].getRank());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim) {
    result.divisibility[dim] = std::min(in[0].getDivisibilityOfGroups(dim, 1),
                                        in[1].getDivisibilityOfGroups(dim, 1));
    result.constancy[dim] = commonConstancy(in[0], in[1], dim);
  }
  return std::move(result).build();
}

//===----------------------------------------------------------------------===//
// Choices and comparisons
//===----------------------------------------------------------------------===//

/// One of `a` and `b`, chosen alike for all of a group; `groups` has the sizes
/// by dimension, `unit` is as in getDivisibilityOfGroups.
static InfoBuilder chooseOf(const AxisInfo &a, const AxisInfo &b,
                            ArrayRef<int64_t> groups, int64_t unit = 1) {
  InfoBuilder result(a.getRank());
  for (unsigned dim = 0; dim < a.getRank(); ++dim) {
    int64_t group =
        std::min({groups[dim], a.getContiguity(dim), b.getContiguity(dim)});
    result.contiguity[dim] = group;
    result.divisibility[dim] =
        std::min(a.getDivisibilityOfGroups(dim, group, unit),
                 b.getDivisibilityOfGroups(dim, group, unit));
    result.constancy[dim] = std::min(groups[dim], commonConstancy(a, b, dim));
  }
  return result;
}

static AxisInfo transferSelect(const TransferInput &in) {
  const AxisInfo &condition = in[0], &a = in[1], &b = in[2];
  if (auto value = condition.getConstant())
    return *value ? a : b;
  bool isTile = isa<RankedTensorType>(in.op->getOperand(0).getType());
  AxisInfo::Dims groups = isTile ? AxisInfo::Dims(condition.getConstancy())
                                 : getAxisShape(in.op->getResult(0).getType());
  auto larger = [](std::optional<int64_t> a, std::optional<int64_t> b) {
    return a && b ? std::optional(std::max(*a, *b)) : std::nullopt;
  };
  int64_t unit = getUnit(in.op->getResult(0).getType());
  return chooseOf(a, b, groups, unit)
      .build({larger(a.getUpperBound(), b.getUpperBound()),
              larger(a.getPresumedBound(), b.getPresumedBound())});
}

/// The bound of a minimum or maximum.
static std::optional<int64_t> boundOfExtremum(const TransferInput &in,
                                              std::optional<int64_t> a,
                                              std::optional<int64_t> b) {
  bool isMin = isa<arith::MinSIOp, arith::MinUIOp>(in.op);
  if (a && b)
    return isMin ? std::min(*a, *b) : std::max(*a, *b);
  if (!a && !b)
    return std::nullopt;
  // A negative number is the least of signed and the most of unsigned ones.
  if (isa<arith::MaxSIOp>(in.op))
    return signedMax(getIntegerBits(in.op->getResult(0).getType()));
  if (isa<arith::MinUIOp>(in.op))
    return a ? a : b;
  return std::nullopt;
}

static AxisInfo transferExtremum(const TransferInput &in) {
  // Groups that step alike, without wrapping, are chosen whole.
  AxisInfo::Dims groups;
  unsigned bits = getIntegerBits(in.op->getResult(0).getType());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim)
    groups.push_back(
        std::min(exactGroups(in[0], dim, bits), exactGroups(in[1], dim, bits)));
  InfoBuilder result = chooseOf(in[0], in[1], groups);
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim)
    result.constancy[dim] = commonConstancy(in[0], in[1], dim);
  Bounds bounds{
      boundOfExtremum(in, in[0].getUpperBound(), in[1].getUpperBound()),
      boundOfExtremum(in, in[0].getPresumedBound(), in[1].getPresumedBound())};
  return std::move(result).build(bounds);
}

/// A comparison of a contiguous side with a constant one is constant over
/// blocks (see blockOf) if it asks whether the contiguous side is below: in
/// m g + j < n g, j does not matter; in m g + j <= n g it does.
static AxisInfo transferCompare(const TransferInput &in) {
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = cast<arith::CmpIOp>(in.op).getPredicate();
  bool leftVaries = predicate == Predicate::slt ||
                    predicate == Predicate::sge ||
                    predicate == Predicate::ult || predicate == Predicate::uge;
  bool rightVaries = predicate == Predicate::sgt ||
                     predicate == Predicate::sle ||
                     predicate == Predicate::ugt || predicate == Predicate::ule;
  InfoBuilder result(in[0].getRank());
  unsigned bits = getIntegerBits(in.op->getOperand(0).getType());
  for (unsigned dim = 0; dim < in[0].getRank(); ++dim) {
    int64_t groups = commonConstancy(in[0], in[1], dim);
    if (leftVaries)
      groups = std::max(groups, blockOf(in[0], in[1], dim, bits));
    if (rightVaries)
      groups = std::max(groups, blockOf(in[1], in[0], dim, bits));
    result.constancy[dim] = groups;
  }
  return std::move(result).build();
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Truncation and extension: a number of fewer bits stays contiguous modulo
/// these; extended, where it does not wrap.
static AxisInfo transferCast(const TransferInput &in) {
  unsigned from = getIntegerBits(in.op->getOperand(0).getType());
  unsigned to = getIntegerBits(in.op->getResult(0).getType());
  bool isUnsigned = isa<arith::ExtUIOp, arith::IndexCastUIOp>(in.op);
  AxisInfo result = in[0];
  if (from < to)
    result = interpretAs(isUnsigned ? Extension::Unsigned : Extension::Signed,
                         result, from);
  auto fits = [&](std::optional<int64_t> bound) {
    return bound && *bound <= signedMax(to) ? bound : std::nullopt;
  };
  result.setUpperBound(fits(result.getUpperBound()));
  result.setPresumedBound(fits(result.getPresumedBound()));
  // Zero extension makes any number non-negative.
  if (!result.isNonNegative() && isUnsigned && from < to && from < 63)
    result.setUpperBound((int64_t(1) << from) - 1);
  if (!result.getPresumedBound())
    result.setPresumedBound(result.getUpperBound());
  return result;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static AxisInfo transferConstant(Type type, Attribute value) {
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    value = splat.getSplatValue<Attribute>();
  else if (isa<ElementsAttr>(value))
    return AxisInfo::unknown(type);
  auto integer = dyn_cast<IntegerAttr>(value);
  if (integer && integer.getValue().getBitWidth() <= 64)
    return AxisInfo::ofConstant(type, integer.getValue().getSExtValue());
  AxisInfo info = AxisInfo::unknown(type);
  for (auto [dim, size] : llvm::enumerate(getAxisShape(type)))
    info.setConstancy(dim, size);
  return info;
}

AxisInfo cm2tt::transferArith(const TransferInput &in, unsigned index) {
  Type type = in.op->getResult(index).getType();
  if (auto constant = dyn_cast<arith::ConstantOp>(in.op))
    return transferConstant(type, constant.getValue());
  if (std::optional<int64_t> value = foldConstants(in))
    return AxisInfo::ofConstant(type, *value);
  unsigned bits =
      getElementTypeOrSelf(type).isIntOrIndex() ? getIntegerBits(type) : 64;
  auto binary = [&](auto transfer) {
    return [&, transfer](Operation *) { return transfer(in); };
  };
  return llvm::TypeSwitch<Operation *, AxisInfo>(in.op)
      .Case<arith::AddIOp>(binary(transferAdd))
      .Case<arith::SubIOp>(binary(transferSub))
      .Case<arith::MulIOp>(binary(transferMul))
      .Case<arith::DivUIOp>([&](Operation *) {
        return transferQuotient(in[0], in[1], Blocks::All, bits);
      })
      .Case<arith::DivSIOp>([&](Operation *) {
        return transferQuotient(in[0], in[1], blocksToZero(in), bits);
      })
      .Case<arith::FloorDivSIOp>([&](Operation *) {
        Blocks blocks = in[1].isNonNegative() ? Blocks::All : Blocks::None;
        return transferQuotient(in[0], in[1], blocks, bits);
      })
      .Case<arith::RemUIOp>([&](Operation *) {
        return transferRemainder(in[0], in[1], Blocks::All, bits);
      })
      .Case<arith::RemSIOp>([&](Operation *) {
        return transferRemainder(in[0], in[1], blocksToZero(in), bits);
      })
      .Case<arith::ShLIOp>(binary(transferShl))
      .Case<arith::ShRSIOp, arith::ShRUIOp>(binary(transferShr))
      .Case<arith::AndIOp>(binary(transferAnd))
      .Case<arith::OrIOp, arith::XOrIOp>(binary(transferOr))
      .Case<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(
          binary(transferExtremum))
      .Case<arith::SelectOp>(binary(transferSelect))
      .Case<arith::CmpIOp>(binary(transferCompare))
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
            arith::IndexCastUIOp>(binary(transferCast))
      .Default([&](Operation *op) {
        if (!in.operands.empty() && op->hasTrait<OpTrait::Elementwise>() &&
            isMemoryEffectFree(op))
          return transferElementwise(in, type);
        return AxisInfo::unknown(type);
      });
}
