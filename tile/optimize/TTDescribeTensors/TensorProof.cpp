// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Proves that an access by a tile of pointers is one of a box of a tensor.
///
/// The address is brought to `base + sum over d of stride[d] * i[d] + rest`,
/// where `i` are the coordinates in the tile. Each term of the rest is a
/// stride times a part of the first index of its dimension:
///
/// - where the mask limits a dimension, `i[d] < sum`, the sum has the parts of
///   the first index with the opposite sign; a remainder has them, too;
/// - otherwise a dimension takes a term that its stride divides, unless the
///   quotient has a parameter as a factor, which may be negative, and the stride
///   is 1 or the quotient has other factors;
/// - a term that remains, such as `batch * stride` or `head * rows * 128`, is a
///   further dimension in which the box has one index.
///
/// A tensor that is wrong about the rest would have an index that is negative
/// or not aligned, or an extent that is not the same for all programs: those
/// are proved afterwards. A term that is attributed to one dimension instead of
/// another is no error, as both have the same address, as long as limits of the
/// dimension are those of the mask.

#include "TTDescribeTensorsInternals.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

#include <limits>

using namespace mlir;
using namespace cm2tt;

namespace {
class BoxProof {
public:
  BoxProof(Value pointers, Value mask, IntegerForms &forms)
      : type(cast<RankedTensorType>(pointers.getType())), pointers(pointers),
        mask(mask), forms(forms) {}

  /// Whether all conditions hold; else `reason` is one that does not.
  bool prove();

  TensorBox box;
  StringRef reason;

private:
  bool readAddress();
  bool splitAddress();
  bool findContiguous();
  void attribute(const Monomial &monomial, int64_t coefficient);
  bool attributeTo(TensorDim &dim, const Monomial &monomial,
                   int64_t coefficient);
  bool isOfAnother(const TensorDim &dim, const Monomial &index) const;
  bool attributeToNew(const Monomial &monomial, int64_t coefficient);
  bool findExtents();
  bool addUpperLimit(const MaskLimit &limit);
  bool addLowerLimit(const MaskLimit &limit);
  bool findRemainders();
  bool checkRules();
  bool checkIndex(const TensorDim &dim);
  TensorDim *findDim(unsigned tileDim);
  bool isParameter(unsigned atom) const;
  bool isExtent(unsigned atom) const;
  bool refuse(StringRef why) {
    reason = why;
    return false;
  }

  RankedTensorType type;
  Value pointers, mask;
  IntegerForms &forms;
  IntegerForm address;
  Polynomial rest;
  MaskLimits limits;
};
} // namespace

//===----------------------------------------------------------------------===//
// The address
//===----------------------------------------------------------------------===//

/// Whether an atom is a parameter of the kernel.
bool BoxProof::isParameter(unsigned atom) const {
  auto argument =
      dyn_cast_or_null<BlockArgument>(forms.getAtoms().asValue(atom));
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<tt::FuncOp>(argument.getOwner()->getParentOp());
}

bool BoxProof::readAddress() {
  std::optional<IntegerForm> form = forms.get(pointers);
  if (!form || !form->base ||
      form->base.getType() != getElementTypeOrSelf(pointers))
    return refuse("the address is not a pointer and a sum of indices times "
                  "strides");
  address = std::move(*form);
  auto argument = dyn_cast<BlockArgument>(address.base);
  if (!argument || !argument.getOwner()->isEntryBlock() ||
      !isa<tt::FuncOp>(argument.getOwner()->getParentOp()))
    return refuse("the pointer does not come from one parameter");
  box.base = address.base;
  return true;
}

/// Finds the strides of the dimensions of the tile, and the rest.
bool BoxProof::splitAddress() {
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    TensorDim &added = box.dims.emplace_back();
    added.tileDim = static_cast<unsigned>(dim);
    added.size = type.getDimSize(dim);
  }
  for (const auto &[monomial, coefficient] : address.sum.getTerms()) {
    if (!llvm::any_of(monomial, isCoordinate)) {
      rest = *rest.plus(Polynomial::term(coefficient, monomial));
      continue;
    }
    // Coordinates are the first atoms.
    TensorDim *dim = findDim(monomial.front());
    Monomial stride(llvm::drop_begin(monomial));
    if (!dim || llvm::any_of(stride, isCoordinate) || !dim->stride.isZero())
      return refuse("the address is not a pointer and a sum of indices times "
                    "strides");
    dim->stride = Polynomial::term(coefficient, stride);
  }
  if (llvm::any_of(box.dims, [](auto &dim) { return dim.stride.isZero(); }))
    return refuse("the address does not depend on the index in a dimension");
  return findContiguous();
}

TensorDim *BoxProof::findDim(unsigned tileDim) {
  auto *found = llvm::find_if(
      box.dims, [&](const TensorDim &dim) { return dim.tileDim == tileDim; });
  return found == box.dims.end() ? nullptr : found;
}

/// Moves the contiguous dimension to the end.
bool BoxProof::findContiguous() {
  auto isContiguous = [](const TensorDim &dim) {
    return dim.stride.getConstant() == 1;
  };
  if (llvm::count_if(box.dims, isContiguous) != 1)
    return refuse("no dimension, or several, are known to be contiguous");
  auto *found = llvm::find_if(box.dims, isContiguous);
  std::rotate(found, found + 1, box.dims.end());
  if (llvm::any_of(box.dims, [](const TensorDim &dim) {
        return dim.stride.getTerms().begin()->second < 0;
      }))
    return refuse("a stride is negative");
  bool areInvariant = llvm::all_of(box.dims, [&](const TensorDim &dim) {
    return dim.stride.allAtoms(
        [&](unsigned atom) { return isParameter(atom); });
  });
  if (!areInvariant)
    return refuse("a stride is not a product of parameters and constants");
  return true;
}

//===----------------------------------------------------------------------===//
// First indices
//===----------------------------------------------------------------------===//

/// Whether a part of an index that has no limit rather belongs to a dimension
/// that the tile does not have.
bool BoxProof::isOfAnother(const TensorDim &dim, const Monomial &index) const {
  auto isNoParameter = [&](unsigned atom) { return !isParameter(atom); };
  if (llvm::all_of(index, isNoParameter))
    return false;
  if (dim.stride.getConstant() == 1)
    return true;
  bool isWrapped =
      llvm::any_of(address.remainders, [&](const Remainder &remainder) {
        return remainder.index.getCoefficient({*dim.tileDim}) != 0 &&
               remainder.index.getCoefficient(index) != 0;
      });
  return !isWrapped && llvm::any_of(index, isNoParameter);
}

/// Adds the term to the first index of a dimension if it belongs there.
bool BoxProof::attributeTo(TensorDim &dim, const Monomial &monomial,
                           int64_t coefficient) {
  const auto &[factors, scale] = *dim.stride.getTerms().begin();
  std::optional<Monomial> index = divide(monomial, factors);
  std::optional<int64_t> quotient = divideExactly(coefficient, scale);
  // A part is negated below, which the least number cannot be.
  if (!index || !quotient || *quotient == std::numeric_limits<int64_t>::min())
    return false;
  int64_t part = *quotient;
  auto limit = llvm::find_if(limits.upper, [&](const MaskLimit &limit) {
    return dim.tileDim == limit.dim;
  });
  if (limit != limits.upper.end()) {
    if (limit->sum.getCoefficient(*index) != -part)
      return false;
  } else if (isOfAnother(dim, *index)) {
    return false;
  }
  for (const Remainder &remainder : address.remainders)
    if (remainder.index.getCoefficient({*dim.tileDim}) != 0 &&
        remainder.index.getCoefficient(*index) != part)
      return false;
  std::optional<Polynomial> start =
      dim.start.plus(Polynomial::term(part, *index));
  if (start)
    dim.start = *start;
  return start.has_value();
}

/// Adds the term to the index of a dimension that the tile does not have.
bool BoxProof::attributeToNew(const Monomial &monomial, int64_t coefficient) {
  Monomial factors, index;
  for (unsigned atom : monomial)
    (isParameter(atom) ? factors : index).push_back(atom);
  if (index.empty())
    return refuse("a part of the address is no index times a stride");
  if (coefficient < 0)
    return refuse("a stride is negative");
  Polynomial stride = Polynomial::term(coefficient, factors);
  Polynomial part = Polynomial::term(1, index);
  for (TensorDim &dim : box.dims)
    if (!dim.tileDim && dim.stride == stride) {
      std::optional<Polynomial> start = dim.start.plus(part);
      dim.start = start.value_or(dim.start);
      return start ||
             refuse("a part of the address is no index times a stride");
    }
  TensorDim added;
  added.stride = stride;
  added.start = part;
  box.dims.insert(box.dims.begin(), added);
  return true;
}

/// Whether a dimension takes terms before another: that with more factors in
/// its stride, then that with the greater constant.
static bool takesTermsBefore(const TensorDim *a, const TensorDim *b) {
  const auto &left = *a->stride.getTerms().begin();
  const auto &right = *b->stride.getTerms().begin();
  return std::pair(left.first.size(), left.second) >
         std::pair(right.first.size(), right.second);
}

void BoxProof::attribute(const Monomial &monomial, int64_t coefficient) {
  SmallVector<TensorDim *> dims;
  for (TensorDim &dim : box.dims)
    if (dim.tileDim)
      dims.push_back(&dim);
  llvm::stable_sort(dims, takesTermsBefore);
  for (TensorDim *dim : dims)
    if (attributeTo(*dim, monomial, coefficient))
      return;
  (void)attributeToNew(monomial, coefficient);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

bool BoxProof::addUpperLimit(const MaskLimit &limit) {
  TensorDim *dim = findDim(limit.dim);
  std::optional<Polynomial> extent = limit.sum.plus(dim->start);
  if (!extent ||
      !extent->allAtoms([&](unsigned atom) { return isParameter(atom); }))
    return refuse("a limit of the mask is not a parameter or a constant");
  if (dim->extent && *dim->extent != *extent)
    return refuse("the mask has two limits of one index");
  if (extent->getTerms().size() > 1)
    return refuse("a limit of the mask is not a parameter or a constant");
  dim->extent = *extent;
  return true;
}

/// A lower limit is 0, or one that always holds.
bool BoxProof::addLowerLimit(const MaskLimit &limit) {
  TensorDim *dim = findDim(limit.dim);
  if (limit.sum == dim->start) {
    dim->hasLowerBound = true;
    return true;
  }
  if (forms.isNonNegative(limit.sum, [](unsigned) { return false; }))
    return true;
  return refuse("the mask has a lower limit other than 0");
}

/// The remainder of an index has the divisor as the extent. If the mask has the
/// same limit, no element that is accessed is wrapped.
bool BoxProof::findRemainders() {
  for (const Remainder &remainder : address.remainders) {
    TensorDim *dim = nullptr;
    for (TensorDim &each : box.dims) {
      if (!each.tileDim)
        continue;
      auto whole = each.start.plus(Polynomial::atom(*each.tileDim));
      if (whole && *whole == remainder.index)
        dim = &each;
    }
    bool isSum = remainder.modulus.getTerms().size() == 1 &&
                 remainder.modulus.allAtoms(
                     [&](unsigned atom) { return isParameter(atom); });
    if (!dim || !isSum)
      return refuse("a remainder is not that of an index by a parameter or a "
                    "constant");
    if (dim->hasLowerBound)
      return refuse("a remainder may be negative");
    if (!dim->extent)
      box.remainders.push_back({*dim->tileDim, remainder});
    else if (*dim->extent != remainder.modulus)
      return refuse("the mask has another limit than a remainder");
    dim->extent = remainder.modulus;
  }
  return true;
}

bool BoxProof::findExtents() {
  for (const MaskLimit &limit : limits.upper)
    if (!addUpperLimit(limit))
      return false;
  for (const MaskLimit &limit : limits.lower)
    if (!addLowerLimit(limit))
      return false;
  if (!findRemainders())
    return false;
  for (TensorDim &dim : box.dims) {
    // The block itself, where it is all that is accessed.
    if (!dim.extent && dim.tileDim && dim.start.isZero())
      dim.extent = Polynomial::constant(dim.size);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The rules of bulk copies
//===----------------------------------------------------------------------===//

/// Whether an atom is an extent: if it is negative, nothing is accessed.
bool BoxProof::isExtent(unsigned atom) const {
  return llvm::any_of(box.dims, [&](const TensorDim &dim) {
    return dim.extent && *dim.extent == Polynomial::atom(atom);
  });
}

bool BoxProof::checkIndex(const TensorDim &dim) {
  bool isKnown =
      dim.hasLowerBound || forms.isNonNegative(dim.start, [&](unsigned atom) {
        return isExtent(atom);
      });
  return isKnown || refuse("an index may be negative");
}

bool BoxProof::checkRules() {
  int64_t bits = tt::getElementBits(
      cast<tt::PtrType>(type.getElementType()).getPointeeType());
  SmallVector<int64_t> block;
  for (const TensorDim &dim : box.dims)
    block.push_back(dim.size);
  if (block.size() > kMaxRank)
    return refuse("the tensor has more than 5 dimensions");
  if (!ttg::planTensorCopy(block, bits))
    return refuse("the block is not a sequence of boxes of 16 bytes to 256 "
                  "elements");
  int64_t unit = std::max<int64_t>(1, kCopyUnit * 8 / bits);
  if (forms.getDivisor(box.dims.back().start) % unit != 0)
    return refuse("the first index in the contiguous dimension is not known to "
                  "be a multiple of 16 bytes");
  return llvm::all_of(box.dims,
                      [&](const TensorDim &dim) { return checkIndex(dim); });
}

bool BoxProof::prove() {
  std::optional<MaskLimits> read = readMask(mask, forms, reason);
  if (!read)
    return false;
  limits = std::move(*read);
  if (!readAddress() || !splitAddress())
    return false;
  for (const auto &[monomial, coefficient] : rest.getTerms())
    attribute(monomial, coefficient);
  return reason.empty() && findExtents() && checkRules();
}

std::optional<TensorBox> cm2tt::proveBox(Value pointers, Value mask,
                                         IntegerForms &forms,
                                         StringRef &reason) {
  BoxProof proof(pointers, mask, forms);
  if (proof.prove())
    return std::move(proof.box);
  reason = proof.reason;
  return std::nullopt;
}
