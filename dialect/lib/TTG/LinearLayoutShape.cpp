// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LinearLayout: renaming of the tensor's dimensions and of the slots.

#include "cm2tt/Dialect/TTG/BitSpan.h"
#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace cm2tt::ttg;

//===----------------------------------------------------------------------===//
// The tensor's dimensions
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::reshapeOuts(llvm::ArrayRef<int64_t> outSizes) const {
  LinearLayout result = fromPacked(getInBits(), bases, outSizes);
  assert(result.getTotalOutBits() == getTotalOutBits() &&
         "reshaping keeps the number of elements");
  return result;
}

LinearLayout LinearLayout::flattenOuts() const {
  return reshapeOuts(int64_t(1) << getTotalOutBits());
}

LinearLayout
LinearLayout::transposeOuts(llvm::ArrayRef<unsigned> permutation) const {
  assert(permutation.size() == getRank() && "one entry per dimension");
  LinearLayout result(inBits, bases, {});
  for (unsigned dim : permutation)
    result.outBits.push_back(outBits[dim]);
  for (uint64_t &basis : result.bases) {
    Coords coords = unpackOut(basis), permuted;
    for (unsigned dim : permutation)
      permuted.push_back(coords[dim]);
    basis = result.packOut(permuted);
  }
  return result;
}

LinearLayout LinearLayout::expandDims(unsigned axis) const {
  assert(axis <= getRank() && "the new dimension is among the old ones");
  LinearLayout result = *this;
  result.outBits.insert(result.outBits.begin() + axis, 0);
  return result;
}

LinearLayout LinearLayout::projectOut(unsigned dim) const {
  assert(dim < getRank() && "there is such a dimension");
  LinearLayout result(inBits, bases, outBits);
  result.outBits.erase(result.outBits.begin() + dim);
  for (uint64_t &basis : result.bases) {
    Coords coords = unpackOut(basis);
    coords.erase(coords.begin() + dim);
    basis = result.packOut(coords);
  }
  return result;
}

LinearLayout LinearLayout::slice(unsigned dim) const {
  return projectOut(dim).removeFreeRegisters();
}

LinearLayout LinearLayout::shrinkToOne(unsigned dim) const {
  return slice(dim).expandDims(dim);
}

LinearLayout LinearLayout::broadcast(unsigned dim, int64_t size) const {
  assert(getOutSize(dim) == 1 && "only a dimension of size 1 can grow");
  return *this * identity1D(size, InDim::Register, getRank(), dim);
}

LinearLayout LinearLayout::join() const {
  unsigned last = getRank();
  return identity1D(2, InDim::Register, last + 1, last) * expandDims(last);
}

std::optional<unsigned> LinearLayout::getSplitRegisterBit() const {
  if (getRank() == 0 || outBits.back() != 1)
    return std::nullopt;
  llvm::SmallVector<unsigned> bits = getConsecutiveBits(getRank() - 1);
  if (bits.empty())
    return std::nullopt;
  return bits.front();
}

std::optional<LinearLayout> LinearLayout::split() const {
  std::optional<unsigned> bit = getSplitRegisterBit();
  if (!bit)
    return std::nullopt;
  return removeRegisters(uint64_t(1) << *bit).projectOut(getRank() - 1);
}

LinearLayout LinearLayout::fitTo(llvm::ArrayRef<int64_t> shape,
                                 llvm::ArrayRef<unsigned> order) const {
  assert(shape.size() == getRank() && "the shape is of the tile's rank");
  LinearLayout shrunk(inBits, bases, outBits);
  for (unsigned dim = 0; dim < getRank(); ++dim)
    shrunk.outBits[dim] =
        std::min<unsigned>(outBits[dim], llvm::Log2_64(shape[dim]));
  uint64_t dropped = 0;
  for (auto [index, basis] : llvm::enumerate(shrunk.bases)) {
    Coords coords = unpackOut(basis);
    for (unsigned dim = 0; dim < getRank(); ++dim)
      coords[dim] &= shrunk.getOutSize(dim) - 1;
    uint64_t before = basis;
    basis = shrunk.packOut(coords);
    if (before != 0 && basis == 0 && index < getInBits(InDim::Register))
      dropped |= uint64_t(1) << index;
  }
  LinearLayout result = shrunk.removeRegisters(dropped);
  for (unsigned dim : order)
    result *= identity1D(shape[dim] >> result.outBits[dim], InDim::Register,
                         getRank(), dim);
  return result;
}

//===----------------------------------------------------------------------===//
// The slots
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::reshapeIns(Slot newBits) const {
  return fromPacked(newBits, bases, getOutSizes());
}

LinearLayout LinearLayout::flattenIns() const {
  return reshapeIns({0, 0, 0, getTotalInBits()});
}

LinearLayout LinearLayout::sublayout(llvm::ArrayRef<InDim> ins,
                                     llvm::ArrayRef<unsigned> outs) const {
  LinearLayout result;
  for (unsigned out : outs)
    result.outBits.push_back(outBits[out]);
  for (InDim dim : kInDims) {
    if (!llvm::is_contained(ins, dim))
      continue;
    result.inBits[static_cast<unsigned>(dim)] = getInBits(dim);
    for (uint64_t basis : getBases(dim)) {
      Coords coords;
      for (unsigned out : outs)
        coords.push_back(getOutField(basis, out));
      result.bases.push_back(result.packOut(coords));
    }
  }
  return result;
}

LinearLayout LinearLayout::removeZeroRegisters() const {
  uint64_t mask = 0;
  for (auto [bit, basis] : llvm::enumerate(getBases(InDim::Register)))
    if (basis == 0)
      mask |= uint64_t(1) << bit;
  return removeRegisters(mask);
}

LinearLayout LinearLayout::removeFreeRegisters() const {
  return removeRegisters(getFreeVariableMasks().reg);
}

LinearLayout LinearLayout::removeRegisters(uint64_t mask) const {
  LinearLayout result(inBits, {}, outBits);
  for (auto [index, basis] : llvm::enumerate(bases)) {
    // Register bits are the lowest, so that indices are register bits there.
    bool isRegister = index < getInBits(InDim::Register);
    if (isRegister && (mask >> index & 1))
      --result.inBits[static_cast<unsigned>(InDim::Register)];
    else
      result.bases.push_back(basis);
  }
  return result;
}

LinearLayout
LinearLayout::permuteRegisters(llvm::ArrayRef<unsigned> permutation) const {
  assert(permutation.size() == getInBits(InDim::Register) &&
         "one entry per register bit");
  LinearLayout result = *this;
  for (auto [bit, from] : llvm::enumerate(permutation))
    result.bases[bit] = bases[from];
  return result;
}
