// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LinearLayout as a matrix: products, composition, inverses and quotients.

#include "cm2tt/Dialect/TTG/BitSpan.h"
#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace cm2tt::ttg;

//===----------------------------------------------------------------------===//
// Products and division by a tile
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::operator*(const LinearLayout &outer) const {
  assert(getRank() == outer.getRank() && "tiles are of one rank");
  std::array<uint8_t, kNumInDims> newIns = {};
  llvm::SmallVector<uint8_t, 4> newOuts;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    newOuts.push_back(outBits[dim] + outer.outBits[dim]);
  LinearLayout result({}, {}, newOuts);
  for (InDim dim : kInDims) {
    for (uint64_t basis : getBases(dim))
      result.bases.push_back(result.packOut(unpackOut(basis)));
    for (uint64_t basis : outer.getBases(dim)) {
      Coords coords = outer.unpackOut(basis);
      for (unsigned out = 0; out < getRank(); ++out)
        coords[out] <<= outBits[out];
      result.bases.push_back(result.packOut(coords));
    }
    newIns[static_cast<unsigned>(dim)] = getInBits(dim) + outer.getInBits(dim);
  }
  return LinearLayout(newIns, result.bases, newOuts);
}

LinearLayout &LinearLayout::operator*=(const LinearLayout &outer) {
  return *this = *this * outer;
}

std::optional<LinearLayout> LinearLayout::divide(const LinearLayout &tile,
                                                 bool fromLeft) const {
  if (getRank() != tile.getRank())
    return std::nullopt;
  LinearLayout result;
  for (unsigned out = 0; out < getRank(); ++out) {
    if (tile.outBits[out] > outBits[out])
      return std::nullopt;
    result.outBits.push_back(outBits[out] - tile.outBits[out]);
  }
  for (InDim dim : kInDims) {
    unsigned tileBits = tile.getInBits(dim);
    if (tileBits > getInBits(dim))
      return std::nullopt;
    result.inBits[static_cast<unsigned>(dim)] = getInBits(dim) - tileBits;
    llvm::ArrayRef<uint64_t> rest = fromLeft
                                        ? getBases(dim).drop_front(tileBits)
                                        : getBases(dim).drop_back(tileBits);
    for (uint64_t basis : rest) {
      Coords coords = unpackOut(basis);
      for (unsigned out = 0; out < getRank(); ++out)
        if (fromLeft)
          coords[out] >>= tile.outBits[out];
        else
          coords[out] &= (int64_t(1) << result.outBits[out]) - 1;
      result.bases.push_back(result.packOut(coords));
    }
  }
  if ((fromLeft ? tile * result : result * tile) != *this)
    return std::nullopt;
  return result;
}

std::optional<LinearLayout>
LinearLayout::divideLeft(const LinearLayout &tile) const {
  return divide(tile, /*fromLeft=*/true);
}

std::optional<LinearLayout>
LinearLayout::divideRight(const LinearLayout &tile) const {
  return divide(tile, /*fromLeft=*/false);
}

std::optional<LinearLayout> LinearLayout::quotient(InDim dim) const {
  unsigned out = slotOutDim(dim);
  if (getRank() != kNumInDims || outBits[out] != getInBits(dim))
    return std::nullopt;
  LinearLayout result({}, {}, outBits);
  result.outBits[out] = 0;
  for (InDim in : kInDims) {
    for (auto [bit, basis] : llvm::enumerate(getBases(in))) {
      uint64_t wanted = in == dim ? uint64_t(1) << bit : 0;
      if (getOutField(basis, out) != wanted)
        return std::nullopt;
      if (in != dim) {
        result.bases.push_back(result.packOut(unpackOut(basis)));
        continue;
      }
      if (basis != wanted << getOutShift(out))
        return std::nullopt;
    }
    result.inBits[static_cast<unsigned>(in)] = in == dim ? 0 : getInBits(in);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Composition and inverses
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::compose(const LinearLayout &inner) const {
  assert(inner.getTotalOutBits() == getTotalInBits() &&
         "the inner map's elements are slots of the outer");
  return inner.mapBases(outBits,
                        [&](uint64_t basis) { return applyPacked(basis); });
}

LinearLayout LinearLayout::invert() const {
  assert(isBijective() && "only a bijection has an inverse");
  return pseudoinvert();
}

LinearLayout LinearLayout::pseudoinvert() const {
  unsigned elements = getTotalOutBits();
  LinearLayout identity =
      identity1D(int64_t(1) << elements, InDim::Offset, 1, 0);
  return identity.invertAndCompose(*this);
}

LinearLayout LinearLayout::invertAndCompose(const LinearLayout &outer) const {
  assert(getTotalOutBits() == outer.getTotalOutBits() &&
         "both layouts are of one tensor");
  llvm::SmallVector<uint8_t, 4> newOuts(kNumInDims);
  for (InDim dim : kInDims)
    newOuts[slotOutDim(dim)] = outer.getInBits(dim);
  BitSpan span(outer.bases);
  return mapBases(newOuts, [&](uint64_t basis) {
    std::optional<uint64_t> slot = span.express(basis);
    assert(slot && "the outer layout is surjective");
    return slot.value_or(0);
  });
}

template <typename Map>
LinearLayout LinearLayout::mapBases(llvm::ArrayRef<uint8_t> newOuts,
                                    Map map) const {
  llvm::SmallVector<uint64_t, 16> newBases;
  for (uint64_t basis : bases)
    newBases.push_back(map(basis));
  return LinearLayout(inBits, std::move(newBases),
                      {newOuts.begin(), newOuts.end()});
}
