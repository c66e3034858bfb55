// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LinearLayout: construction, queries and printing.
///
/// Not here: products and inverses (LinearLayoutAlgebra.cpp), renaming of
/// dimensions (LinearLayoutShape.cpp), blocked layouts
/// (LinearLayoutMakers.cpp).

#include "cm2tt/Dialect/TTG/LinearLayout.h"
#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace cm2tt::ttg;

/// The most bits that slots or elements may have: packed ones stay positive.
static constexpr unsigned kMaxBits = 62;

//===----------------------------------------------------------------------===//
// InDim, Slot
//===----------------------------------------------------------------------===//

llvm::StringRef cm2tt::ttg::stringifyInDim(InDim dim) {
  constexpr std::array<llvm::StringRef, kNumInDims> names = {"register", "lane",
                                                             "warp", "offset"};
  return names[static_cast<unsigned>(dim)];
}

uint64_t &Slot::operator[](InDim dim) {
  switch (dim) {
  case InDim::Register:
    return reg;
  case InDim::Lane:
    return lane;
  case InDim::Warp:
    return warp;
  case InDim::Offset:
    break;
  }
  return offset;
}

uint64_t Slot::operator[](InDim dim) const {
  return const_cast<Slot &>(*this)[dim];
}

bool Slot::operator==(const Slot &other) const {
  return reg == other.reg && lane == other.lane && warp == other.warp &&
         offset == other.offset;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

LinearLayout::LinearLayout(std::array<uint8_t, kNumInDims> inBits,
                           llvm::SmallVector<uint64_t, 16> bases,
                           llvm::SmallVector<uint8_t, 4> outBits)
    : inBits(inBits), outBits(std::move(outBits)), bases(std::move(bases)) {
  assert(this->bases.size() <= kMaxBits && getTotalOutBits() <= kMaxBits &&
         "packed slots and elements are one word each");
}

/// log2 of each size; all are powers of two.
static llvm::SmallVector<uint8_t, 4> log2Of(llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<uint8_t, 4> bits;
  for (int64_t size : sizes) {
    assert(size > 0 && llvm::isPowerOf2_64(size) && "sizes are powers of two");
    bits.push_back(llvm::Log2_64(size));
  }
  return bits;
}

static std::array<uint8_t, kNumInDims> toArray(Slot inBits) {
  return {static_cast<uint8_t>(inBits.reg), static_cast<uint8_t>(inBits.lane),
          static_cast<uint8_t>(inBits.warp),
          static_cast<uint8_t>(inBits.offset)};
}

template <typename... Args>
static llvm::Error makeError(const char *format, Args... args) {
  return llvm::createStringError(std::errc::invalid_argument, format, args...);
}

/// Checks one basis vector against the shape.
static llvm::Error checkBasis(llvm::StringRef dim, unsigned bit,
                              llvm::ArrayRef<int64_t> coords,
                              llvm::ArrayRef<int64_t> outSizes) {
  std::string which = (dim + " basis " + llvm::Twine(bit)).str();
  if (coords.size() != outSizes.size())
    return makeError("%s has %zu coordinates, expected %zu", which.c_str(),
                     coords.size(), outSizes.size());
  for (auto [coord, size] : llvm::zip_equal(coords, outSizes))
    if (coord < 0 || coord >= size)
      return makeError("%s has coordinate %lld outside of size %lld",
                       which.c_str(), static_cast<long long>(coord),
                       static_cast<long long>(size));
  return llvm::Error::success();
}

llvm::Expected<LinearLayout>
LinearLayout::create(const std::array<Bases, kNumInDims> &bases,
                     llvm::ArrayRef<int64_t> outSizes) {
  unsigned totalOutBits = 0;
  for (int64_t size : outSizes) {
    if (size <= 0 || !llvm::isPowerOf2_64(size))
      return makeError("size %lld is not a power of two",
                       static_cast<long long>(size));
    totalOutBits += llvm::Log2_64(size);
    if (totalOutBits > kMaxBits)
      return makeError("more than 2^%u elements", kMaxBits);
  }
  std::array<uint8_t, kNumInDims> inBits = {};
  LinearLayout result({}, {}, log2Of(outSizes));
  llvm::SmallVector<uint64_t, 16> packed;
  for (InDim dim : kInDims) {
    const Bases &ofDim = bases[static_cast<unsigned>(dim)];
    if (packed.size() + ofDim.size() > kMaxBits)
      return makeError("more than %u basis vectors", kMaxBits);
    for (auto [bit, coords] : llvm::enumerate(ofDim)) {
      if (llvm::Error error =
              checkBasis(stringifyInDim(dim), bit, coords, outSizes))
        return error;
      packed.push_back(result.packOut(coords));
    }
    inBits[static_cast<unsigned>(dim)] = ofDim.size();
  }
  return LinearLayout(inBits, std::move(packed), result.outBits);
}

LinearLayout LinearLayout::fromPacked(Slot inBits,
                                      llvm::ArrayRef<uint64_t> bases,
                                      llvm::ArrayRef<int64_t> outSizes) {
  assert(inBits.reg + inBits.lane + inBits.warp + inBits.offset ==
             bases.size() &&
         "one basis vector per input bit");
  return LinearLayout(toArray(inBits), {bases.begin(), bases.end()},
                      log2Of(outSizes));
}

LinearLayout LinearLayout::identity1D(int64_t size, InDim in, unsigned rank,
                                      unsigned outDim) {
  return strided1D(size, 1, in, rank, outDim);
}

LinearLayout LinearLayout::strided1D(int64_t size, int64_t stride, InDim in,
                                     unsigned rank, unsigned outDim) {
  llvm::SmallVector<int64_t> outSizes(rank, 1);
  outSizes[outDim] = size * stride;
  // All other dimensions have size 1, so that a coordinate is the packed one.
  llvm::SmallVector<uint64_t> bases;
  for (int64_t i = 1; i < size; i *= 2)
    bases.push_back(i * stride);
  Slot inBits;
  inBits[in] = bases.size();
  return fromPacked(inBits, bases, outSizes);
}

LinearLayout LinearLayout::zeros1D(int64_t size, InDim in, unsigned rank) {
  Slot inBits;
  inBits[in] = llvm::Log2_64(size);
  llvm::SmallVector<uint64_t> bases(inBits[in], 0);
  return fromPacked(inBits, bases, llvm::SmallVector<int64_t>(rank, 1));
}

LinearLayout LinearLayout::identityND(InDim in, llvm::ArrayRef<int64_t> shape,
                                      llvm::ArrayRef<unsigned> order) {
  LinearLayout result({}, {}, llvm::SmallVector<uint8_t, 4>(shape.size(), 0));
  for (unsigned dim : order)
    result *= identity1D(shape[dim], in, shape.size(), dim);
  return result;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

llvm::SmallVector<int64_t> LinearLayout::getOutSizes() const {
  llvm::SmallVector<int64_t> sizes;
  for (uint8_t bits : outBits)
    sizes.push_back(int64_t(1) << bits);
  return sizes;
}

unsigned LinearLayout::getTotalOutBits() const {
  return llvm::sum_of(outBits, 0u);
}

Slot LinearLayout::getInBits() const {
  return {inBits[0], inBits[1], inBits[2], inBits[3]};
}

unsigned LinearLayout::getOutShift(unsigned dim) const {
  return llvm::sum_of(llvm::ArrayRef(outBits).drop_front(dim + 1), 0u);
}

unsigned LinearLayout::getInShift(InDim dim) const {
  return llvm::sum_of(
      llvm::ArrayRef(inBits).take_front(static_cast<unsigned>(dim)), 0u);
}

uint64_t LinearLayout::getOutField(uint64_t packed, unsigned dim) const {
  return (packed >> getOutShift(dim)) & ((uint64_t(1) << outBits[dim]) - 1);
}

llvm::ArrayRef<uint64_t> LinearLayout::getBases(InDim dim) const {
  return llvm::ArrayRef(bases).slice(getInShift(dim), getInBits(dim));
}

LinearLayout::Coords LinearLayout::getBasis(InDim dim, unsigned bit) const {
  return unpackOut(getBases(dim)[bit]);
}

LinearLayout::Coords LinearLayout::apply(const Slot &slot) const {
  return unpackOut(applyPacked(packIn(slot)));
}

uint64_t LinearLayout::applyPacked(uint64_t slot) const {
  return xorOfColumns(bases, slot);
}

LinearLayout::Coords LinearLayout::unpackOut(uint64_t packed) const {
  Coords coords;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    coords.push_back(getOutField(packed, dim));
  return coords;
}

uint64_t LinearLayout::packOut(llvm::ArrayRef<int64_t> coords) const {
  uint64_t packed = 0;
  for (auto [coord, bits] : llvm::zip_equal(coords, outBits))
    packed = (packed << bits) | static_cast<uint64_t>(coord);
  return packed;
}

Slot LinearLayout::unpackIn(uint64_t packed) const {
  Slot slot;
  for (InDim dim : kInDims) {
    slot[dim] = packed & ((uint64_t(1) << getInBits(dim)) - 1);
    packed >>= getInBits(dim);
  }
  return slot;
}

uint64_t LinearLayout::packIn(const Slot &slot) const {
  uint64_t packed = 0;
  for (InDim dim : llvm::reverse(kInDims))
    packed = (packed << getInBits(dim)) | slot[dim];
  return packed;
}

bool LinearLayout::operator==(const LinearLayout &other) const {
  return inBits == other.inBits && outBits == other.outBits &&
         bases == other.bases;
}

namespace cm2tt::ttg {
llvm::hash_code hash_value(const LinearLayout &layout) {
  return llvm::hash_combine(
      llvm::hash_combine_range(layout.inBits.begin(), layout.inBits.end()),
      llvm::hash_combine_range(layout.outBits.begin(), layout.outBits.end()),
      llvm::hash_combine_range(layout.bases.begin(), layout.bases.end()));
}
} // namespace cm2tt::ttg

void LinearLayout::print(llvm::raw_ostream &os) const {
  os << '{';
  llvm::ListSeparator comma;
  for (InDim dim : kInDims) {
    if (getInBits(dim) == 0)
      continue;
    os << comma << stringifyInDim(dim) << " = [";
    llvm::interleaveComma(getBases(dim), os, [&](uint64_t basis) {
      os << '[';
      llvm::interleaveComma(unpackOut(basis), os);
      os << ']';
    });
    os << ']';
  }
  os << "} -> ";
  llvm::interleave(getOutSizes(), os, "x");
}

std::string LinearLayout::toString() const {
  std::string text;
  llvm::raw_string_ostream(text) << *this;
  return text;
}

llvm::raw_ostream &cm2tt::ttg::operator<<(llvm::raw_ostream &os,
                                          const LinearLayout &layout) {
  layout.print(os);
  return os;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

unsigned LinearLayout::getRankOfMap() const { return BitSpan(bases).getDim(); }

bool LinearLayout::isPermutation() const {
  uint64_t seen = 0;
  for (uint64_t basis : bases) {
    if (basis == 0)
      continue;
    if (!llvm::isPowerOf2_64(basis) || (seen & basis))
      return false;
    seen |= basis;
  }
  return true;
}

bool LinearLayout::isIdentity() const {
  if (getRank() != kNumInDims)
    return false;
  for (InDim dim : kInDims)
    if (outBits[slotOutDim(dim)] != getInBits(dim))
      return false;
  for (auto [bit, basis] : llvm::enumerate(bases))
    if (basis != uint64_t(1) << bit)
      return false;
  return true;
}

Slot LinearLayout::getFreeVariableMasks() const {
  return unpackIn(dependentColumns(bases));
}

int64_t LinearLayout::getNumConsecutive(unsigned outDim, InDim in) const {
  int64_t count = 1;
  for (auto [index, bit] : llvm::enumerate(getConsecutiveBits(outDim, in))) {
    if (bit != index)
      break;
    count *= 2;
  }
  return count;
}

llvm::SmallVector<unsigned> LinearLayout::getConsecutiveBits(unsigned outDim,
                                                             InDim in) const {
  llvm::SmallVector<unsigned> result;
  unsigned shift = getOutShift(outDim);
  for (unsigned index = 0; index < outBits[outDim]; ++index) {
    uint64_t wanted = uint64_t(1) << (shift + index);
    // The bit must be the only one that moves this bit of the coordinate.
    bool alone = llvm::count_if(bases, [&](uint64_t basis) {
                   return (basis & wanted) != 0;
                 }) == 1;
    const uint64_t *found = llvm::find(getBases(in), wanted);
    if (!alone || found == getBases(in).end())
      break;
    result.push_back(found - getBases(in).begin());
  }
  return result;
}
