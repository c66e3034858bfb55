// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Properties of forms: what atoms stand for, ranges, signs and divisors.

#include "IntegerForms.h"

#include "TripCount.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace cm2tt;

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
// Ranges
//===----------------------------------------------------------------------===//

ArrayRef<int64_t> cm2tt::getTileShape(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getShape() : ArrayRef<int64_t>();
}

unsigned cm2tt::getFormBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isInteger() ? element.getIntOrFloatBitWidth() : 64;
}

IntegerRange IntegerRange::ofSigned(unsigned bits) {
  return {llvm::minIntN(bits), llvm::maxIntN(bits)};
}

/// The products of two numbers; nothing if one does not have 64 bits.
static std::optional<IntegerRange> multiply(const IntegerRange &a,
                                            const IntegerRange &b) {
  std::optional<IntegerRange> all;
  for (int64_t left : {a.least, a.greatest})
    for (int64_t right : {b.least, b.greatest}) {
      int64_t product;
      if (llvm::MulOverflow(left, right, product))
        return std::nullopt;
      all = all ? IntegerRange{std::min(all->least, product),
                               std::max(all->greatest, product)}
                : IntegerRange{product, product};
    }
  return all;
}

/// The numbers of the iterations of a loop.
static std::optional<IntegerRange> getIterationRange(scf::ForOp loop) {
  if (std::optional<APInt> count = getTripCountWithoutWrap(loop);
      count && count->getActiveBits() < 64)
    return IntegerRange{
        0,
        std::max<int64_t>(static_cast<int64_t>(count->getZExtValue()), 1) - 1};
  unsigned bits = getFormBits(loop.getInductionVar().getType());
  if (bits > 32)
    return std::nullopt;
  return IntegerRange{0, int64_t(1) << bits};
}

std::optional<IntegerRange>
IntegerForms::getAtomRange(unsigned atom, ArrayRef<int64_t> shape) const {
  if (isCoordinate(atom))
    return atom < shape.size() ? std::optional(IntegerRange{0, shape[atom] - 1})
                               : std::nullopt;
  if (scf::ForOp counted = atoms.asIteration(atom))
    return getIterationRange(counted);
  Value value = atoms.asValue(atom);
  unsigned bits = getFormBits(value.getType());
  if (bits > 64)
    return std::nullopt;
  IntegerRange range = IntegerRange::ofSigned(bits);
  Operation *op = value.getDefiningOp();
  if (isa_and_present<tt::GetProgramIdOp>(op))
    range.least = 0;
  if (isa_and_present<tt::GetNumProgramsOp>(op))
    range.least = 1;
  std::optional<int64_t> bound;
  if (axisInfo)
    bound = axisInfo->getProvenInfo(value).getUpperBound();
  return bound ? IntegerRange{std::max<int64_t>(range.least, 0),
                              std::min(range.greatest, *bound)}
               : range;
}

std::optional<IntegerRange>
IntegerForms::getRange(const Polynomial &sum, ArrayRef<int64_t> shape) const {
  IntegerRange all{0, 0};
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    std::optional<IntegerRange> term = IntegerRange{coefficient, coefficient};
    for (unsigned atom : monomial) {
      std::optional<IntegerRange> factor = getAtomRange(atom, shape);
      term = factor ? multiply(*term, *factor) : std::nullopt;
      if (!term)
        return std::nullopt;
    }
    if (llvm::AddOverflow(all.least, term->least, all.least) ||
        llvm::AddOverflow(all.greatest, term->greatest, all.greatest))
      return std::nullopt;
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Signs and divisors
//===----------------------------------------------------------------------===//

bool IntegerForms::isNonNegative(
    const Polynomial &sum, llvm::function_ref<bool(unsigned)> isAssumed) const {
  bool arePositive = llvm::all_of(
      sum.getTerms(), [](const auto &term) { return term.second > 0; });
  return arePositive && sum.allAtoms([&](unsigned atom) {
    Value value = atoms.asValue(atom);
    return !value || isAssumed(atom) ||
           (axisInfo &&
            axisInfo->getProvenInfo(value).getPresumedBound().has_value());
  });
}

int64_t IntegerForms::getDivisor(const Polynomial &sum) const {
  int64_t divisor = kMaxDivisor;
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    auto bits = static_cast<uint64_t>(coefficient);
    int64_t ofTerm = std::min<uint64_t>(bits & (~bits + 1), kMaxDivisor);
    for (unsigned atom : monomial)
      if (Value value = atoms.asValue(atom); value && axisInfo) {
        int64_t ofAtom = axisInfo->getProvenInfo(value).getDivisorOfAll();
        ofTerm = ofTerm > kMaxDivisor / ofAtom ? kMaxDivisor : ofTerm * ofAtom;
      }
    divisor = std::min(divisor, ofTerm);
  }
  return divisor;
}
