// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Layouts to test with: all small ones, and random ones of any size.

#ifndef CM2TT_TESTS_UNIT_LINEARLAYOUTTESTING_H
#define CM2TT_TESTS_UNIT_LINEARLAYOUTTESTING_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <random>

namespace cm2tt::ttg {

/// Lets GoogleTest print layouts.
inline void PrintTo(const LinearLayout &layout, std::ostream *os) {
  *os << layout.toString();
}

/// Calls `visit` with every map from `inBits` bits, split in each way over
/// register, lane and warp, to 2x2 and to 4x2 tensors and to one of 4.
inline void
forEachSmallLayout(unsigned inBits,
                   llvm::function_ref<void(const LinearLayout &)> visit) {
  const llvm::SmallVector<int64_t> shapes[] = {{2, 2}, {4, 2}, {4}};
  for (const auto &shape : shapes) {
    unsigned outBits = shape.size() == 1 ? 2 : shape[0] == 2 ? 2 : 3;
    uint64_t count = uint64_t(1) << (inBits * outBits);
    for (uint64_t code = 0; code < count; ++code) {
      llvm::SmallVector<uint64_t> bases;
      for (unsigned bit = 0; bit < inBits; ++bit)
        bases.push_back((code >> (bit * outBits)) &
                        ((uint64_t(1) << outBits) - 1));
      // One way to split the bits per map keeps the number of maps in hand
      // while every split is met by many maps.
      unsigned reg = code % (inBits + 1);
      unsigned lane = (code / (inBits + 1)) % (inBits - reg + 1);
      visit(LinearLayout::fromPacked({reg, lane, inBits - reg - lane, 0}, bases,
                                     shape));
    }
  }
}

/// A random layout with the given input bits; its basis vectors are random
/// words, or, if `surjective`, such that the map is onto.
inline LinearLayout randomLayout(std::mt19937 &random, Slot inBits,
                                 llvm::ArrayRef<int64_t> shape,
                                 bool surjective = false) {
  unsigned total = inBits.reg + inBits.lane + inBits.warp + inBits.offset;
  uint64_t elements = 1;
  for (int64_t size : shape)
    elements *= size;
  while (true) {
    llvm::SmallVector<uint64_t> bases;
    for (unsigned bit = 0; bit < total; ++bit)
      bases.push_back(random() % elements);
    auto layout = LinearLayout::fromPacked(inBits, bases, shape);
    if (!surjective || layout.isSurjective())
      return layout;
  }
}

/// A random tensor shape of 2^bits elements and rank 1 to 3.
inline llvm::SmallVector<int64_t> randomShape(std::mt19937 &random,
                                              unsigned bits) {
  llvm::SmallVector<int64_t> shape(1 + random() % 3, 1);
  for (unsigned bit = 0; bit < bits; ++bit)
    shape[random() % shape.size()] *= 2;
  return shape;
}

} // namespace cm2tt::ttg

#endif // CM2TT_TESTS_UNIT_LINEARLAYOUTTESTING_H
