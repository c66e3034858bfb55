// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Linear layouts: making, evaluating and their properties, each against brute
/// force over all slots of all small layouts.
///
/// Not here: the algebra (LinearLayoutAlgebraTest.cpp).

#include "LinearLayoutTesting.h"

#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace cm2tt::ttg;
using Coords = LinearLayout::Coords;

/// Every small layout with up to four input bits.
static void forAll(llvm::function_ref<void(const LinearLayout &)> visit) {
  for (unsigned inBits = 0; inBits <= 4; ++inBits)
    forEachSmallLayout(inBits, visit);
}

/// The content of a slot, from the definition: the XOR of coordinates.
static Coords evaluate(const LinearLayout &layout, const Slot &slot) {
  Coords coords(layout.getRank(), 0);
  for (InDim dim : kInDims)
    for (unsigned bit = 0; bit < layout.getInBits(dim); ++bit)
      if (slot[dim] >> bit & 1)
        for (unsigned out = 0; out < layout.getRank(); ++out)
          coords[out] ^= layout.getBasis(dim, bit)[out];
  return coords;
}

/// Every slot of a layout, in packed order.
static std::vector<Slot> allSlots(const LinearLayout &layout) {
  std::vector<Slot> slots;
  for (uint64_t i = 0; i < uint64_t(1) << layout.getTotalInBits(); ++i)
    slots.push_back(layout.unpackIn(i));
  return slots;
}

TEST(BitSpan, AllSpansOfThreeVectors) {
  for (unsigned code = 0; code < 512; ++code) {
    uint64_t vectors[] = {code & 7, code >> 3 & 7, code >> 6};
    BitSpan span(vectors);
    std::set<uint64_t> sums;
    for (unsigned mask = 0; mask < 8; ++mask)
      sums.insert(xorOfColumns(vectors, mask));
    EXPECT_EQ(sums.size(), uint64_t(1) << span.getDim());
    for (uint64_t word = 0; word < 8; ++word) {
      EXPECT_EQ(span.contains(word), sums.count(word) == 1);
      if (auto terms = span.express(word)) {
        EXPECT_EQ(xorOfColumns(vectors, *terms), word);
      }
    }
    auto kernel = kernelOf(vectors);
    EXPECT_EQ(kernel.size() + span.getDim(), 3u);
    for (uint64_t mask : kernel)
      EXPECT_EQ(xorOfColumns(vectors, mask), 0u);
    EXPECT_EQ(BitSpan(kernel).getDim(), kernel.size());
  }
}

TEST(BitSpan, IntersectionsOfRandomSpans) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 2000; ++round) {
    llvm::SmallVector<uint64_t> a, b;
    for (unsigned i = random() % 5; i > 0; --i)
      a.push_back(random() % 32);
    for (unsigned i = random() % 5; i > 0; --i)
      b.push_back(random() % 32);
    auto both = intersectSpans(a, b);
    EXPECT_EQ(BitSpan(both).getDim(), both.size());
    for (uint64_t word = 0; word < 32; ++word)
      EXPECT_EQ(BitSpan(both).contains(word),
                BitSpan(a).contains(word) && BitSpan(b).contains(word));
  }
}

TEST(LinearLayout, ApplyIsTheXorOfBases) {
  forAll([](const LinearLayout &layout) {
    for (const Slot &slot : allSlots(layout)) {
      EXPECT_EQ(layout.apply(slot), evaluate(layout, slot));
      uint64_t packed = layout.applyPacked(layout.packIn(slot));
      EXPECT_EQ(layout.packOut(layout.unpackOut(packed)), packed);
    }
  });
}

TEST(LinearLayout, RankAndFreeVariables) {
  forAll([](const LinearLayout &layout) {
    std::map<Coords, unsigned> holders;
    Slot free = layout.getFreeVariableMasks();
    std::map<Coords, unsigned> owners;
    for (const Slot &slot : allSlots(layout)) {
      Coords coords = evaluate(layout, slot);
      ++holders[coords];
      if ((slot.reg & free.reg) == 0 && (slot.lane & free.lane) == 0 &&
          (slot.warp & free.warp) == 0)
        ++owners[coords];
    }
    EXPECT_EQ(layout.isSurjective(),
              holders.size() == uint64_t(1) << layout.getTotalOutBits());
    EXPECT_EQ(layout.isInjective(),
              holders.size() == uint64_t(1) << layout.getTotalInBits());
    EXPECT_EQ(uint64_t(1) << layout.getRankOfMap(), holders.size());
    EXPECT_EQ(owners.size(), holders.size());
    for (const auto &owner : owners)
      EXPECT_EQ(owner.second, 1u);
  });
}

/// Whether the first `n` registers of every thread are neighbours along `dim`,
/// in order and aligned.
static bool isConsecutive(const LinearLayout &layout, unsigned dim,
                          uint64_t n) {
  for (const Slot &slot : allSlots(layout)) {
    Coords coords = evaluate(layout, slot);
    if (slot.reg % n == 0 && coords[dim] % n != 0)
      return false;
    Slot first = slot;
    first.reg -= slot.reg % n;
    Coords expected = evaluate(layout, first);
    expected[dim] += slot.reg % n;
    if (coords != expected)
      return false;
  }
  return true;
}

TEST(LinearLayout, NumConsecutive) {
  forAll([](const LinearLayout &layout) {
    for (unsigned dim = 0; dim < layout.getRank(); ++dim) {
      int64_t expected = 1;
      while (expected < layout.getInSize(InDim::Register) &&
             expected < layout.getOutSize(dim) &&
             isConsecutive(layout, dim, expected * 2))
        expected *= 2;
      EXPECT_EQ(layout.getNumConsecutive(dim), expected);
      // Sorting the registers found must make them consecutive in place.
      auto bits = layout.getConsecutiveBits(dim);
      for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
        if (!llvm::is_contained(bits, bit))
          bits.push_back(bit);
      LinearLayout sorted = layout.permuteRegisters(bits);
      EXPECT_GE(sorted.getNumConsecutive(dim), expected);
      EXPECT_EQ(sorted.getNumConsecutive(dim),
                int64_t(1) << layout.getConsecutiveBits(dim).size());
    }
  });
}

TEST(LinearLayout, EqualityHashAndPrint) {
  auto a = LinearLayout::identity1D(4, InDim::Lane, 2, 1);
  auto b = LinearLayout::identity1D(4, InDim::Lane, 2, 0);
  EXPECT_EQ(a, LinearLayout::identity1D(4, InDim::Lane, 2, 1));
  EXPECT_EQ(hash_value(a),
            hash_value(LinearLayout::identity1D(4, InDim::Lane, 2, 1)));
  EXPECT_NE(a, b);
  EXPECT_NE(a, LinearLayout::identity1D(4, InDim::Warp, 2, 1));
  EXPECT_NE(hash_value(a), hash_value(b));
  EXPECT_EQ(a.toString(), "{lane = [[0, 1], [0, 2]]} -> 1x4");
  EXPECT_TRUE((a * b).isPermutation());
  EXPECT_FALSE(
      LinearLayout::fromPacked({2, 0, 0, 0}, {1, 3}, {4}).isPermutation());
}

TEST(LinearLayout, CreateRejects) {
  using Bases = std::array<LinearLayout::Bases, kNumInDims>;
  auto messageOf = [](const Bases &bases, llvm::ArrayRef<int64_t> sizes) {
    auto layout = LinearLayout::create(bases, sizes);
    return layout ? "" : llvm::toString(layout.takeError());
  };
  Bases good;
  good[0] = {Coords{0, 1}, Coords{1, 0}};
  EXPECT_EQ(messageOf(good, {2, 2}), "");
  EXPECT_EQ(messageOf(good, {2, 3}), "size 3 is not a power of two");
  EXPECT_EQ(messageOf(good, {2, 0}), "size 0 is not a power of two");
  EXPECT_EQ(messageOf(good, {2}), "register basis 0 has 2 coordinates, "
                                  "expected 1");
  EXPECT_EQ(messageOf(good, {1, 2}),
            "register basis 1 has coordinate 1 outside of size 1");
  good[1] = {Coords{0, -1}};
  EXPECT_EQ(messageOf(good, {2, 2}),
            "lane basis 0 has coordinate -1 outside of size 2");
  int64_t huge = int64_t(1) << 40;
  EXPECT_EQ(messageOf({}, {huge, huge}), "more than 2^62 elements");
  Bases many;
  many[3].assign(63, Coords{0});
  EXPECT_EQ(messageOf(many, {1}), "more than 62 basis vectors");
}

TEST(LinearLayout, Makers) {
  auto strided = LinearLayout::strided1D(4, 2, InDim::Register, 1, 0);
  EXPECT_EQ(strided.toString(), "{register = [[2], [4]]} -> 8");
  EXPECT_EQ(LinearLayout::zeros1D(4, InDim::Warp, 2).toString(),
            "{warp = [[0, 0], [0, 0]]} -> 1x1");
  EXPECT_EQ(LinearLayout::identityND(InDim::Offset, {2, 4}, {1, 0}).toString(),
            "{offset = [[0, 1], [0, 2], [1, 0]]} -> 2x4");
  EXPECT_EQ(makeSharedLayout({2, 4}, {0, 1}).toString(),
            "{offset = [[1, 0], [0, 1], [0, 2]]} -> 2x4");
}

TEST(BlockedLayout, Exact) {
  BlockedLayoutOptions options;
  options.sizePerThread = {1, 4};
  options.order = {1, 0};
  options.numWarps = 4;
  // 8 lanes fit along 32 columns, 4 rows of lanes, 4 warps of 4 rows, repeated.
  EXPECT_EQ(makeBlockedLayout({32, 32}, options).toString(),
            "{register = [[0, 1], [0, 2], [16, 0]], "
            "lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], "
            "warp = [[4, 0], [8, 0]]} -> 32x32");
  // A tile larger than the shape: fewer registers, copies in lanes and warps.
  EXPECT_EQ(makeBlockedLayout({2, 2}, options).toString(),
            "{register = [[0, 1]], "
            "lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], "
            "warp = [[0, 0], [0, 0]]} -> 2x2");
  EXPECT_EQ(makeDefaultLayout({}, 2, 4).toString(),
            "{lane = [[], []], warp = [[]]} -> ");
}

TEST(BlockedLayout, CoversEveryShape) {
  for (int64_t rows : {1, 2, 16, 64})
    for (int64_t columns : {1, 4, 32, 128})
      for (int64_t perThread : {1, 2, 8})
        for (bool columnMajor : {false, true}) {
          BlockedLayoutOptions options;
          options.sizePerThread = {1, perThread};
          options.order = {1, 0};
          llvm::SmallVector<int64_t> shape = {rows, columns};
          if (columnMajor) {
            std::swap(shape[0], shape[1]);
            std::swap(options.sizePerThread[0], options.sizePerThread[1]);
            std::swap(options.order[0], options.order[1]);
          }
          LinearLayout layout = makeBlockedLayout(shape, options);
          EXPECT_TRUE(layout.isSurjective());
          EXPECT_EQ(layout.getOutSizes(), shape);
          EXPECT_EQ(layout.getInSize(InDim::Lane), 32);
          EXPECT_EQ(layout.getInSize(InDim::Warp), 4);
          EXPECT_EQ(layout.getFreeVariableMasks().reg, 0u);
          EXPECT_GE(layout.getNumConsecutive(options.order[0]),
                    std::min(perThread, columns));
        }
}
