// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The algebra of linear layouts: each operation against brute force, over all
/// small layouts and random ones of up to ten bits.

#include "LinearLayoutTesting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace cm2tt::ttg;
using Coords = LinearLayout::Coords;

/// Every layout with up to four input bits, then random ones with up to ten.
static void forAll(llvm::function_ref<void(const LinearLayout &)> visit) {
  for (unsigned inBits = 0; inBits <= 4; ++inBits)
    forEachSmallLayout(inBits, visit);
  std::mt19937 random(7);
  for (unsigned round = 0; round < 100; ++round)
    visit(randomLayout(random, {random() % 4, random() % 4, random() % 3, 0},
                       randomShape(random, random() % 8)));
}

/// As forAll, with pairs: random ones of equal rank.
static void
forPairs(llvm::function_ref<void(const LinearLayout &, const LinearLayout &)>
             visit) {
  std::mt19937 random(8);
  for (unsigned round = 0; round < 3000; ++round) {
    auto shape = randomShape(random, random() % 5);
    auto other = randomShape(random, random() % 5);
    other.resize(shape.size(), 1);
    visit(randomLayout(random, {random() % 3, random() % 3, random() % 2, 0},
                       shape),
          randomLayout(random, {random() % 3, random() % 3, random() % 2, 0},
                       other));
  }
}

/// Calls `check` with each slot of `layout` and what is in it.
static void forSlots(const LinearLayout &layout,
                     llvm::function_ref<void(const Slot &, Coords)> check) {
  for (uint64_t i = 0; i < uint64_t(1) << layout.getTotalInBits(); ++i) {
    Slot slot = layout.unpackIn(i);
    check(slot, layout.apply(slot));
  }
}

TEST(LinearLayoutAlgebra, Product) {
  forPairs([](const LinearLayout &inner, const LinearLayout &outer) {
    LinearLayout product = inner * outer;
    forSlots(product, [&](const Slot &slot, Coords coords) {
      Slot low, high;
      for (InDim dim : kInDims) {
        low[dim] = slot[dim] % inner.getInSize(dim);
        high[dim] = slot[dim] / inner.getInSize(dim);
      }
      Coords expected = inner.apply(low);
      for (unsigned dim = 0; dim < product.getRank(); ++dim)
        expected[dim] += outer.apply(high)[dim] * inner.getOutSize(dim);
      EXPECT_EQ(coords, expected);
    });
  });
}

TEST(LinearLayoutAlgebra, DivisionUndoesTheProduct) {
  forPairs([](const LinearLayout &inner, const LinearLayout &outer) {
    LinearLayout product = inner * outer;
    EXPECT_EQ(product.divideLeft(inner), outer);
    EXPECT_EQ(product.divideRight(outer), inner);
    // A layout that is not a factor is refused: a quotient must multiply back.
    if (auto quotient = inner.divideLeft(outer)) {
      EXPECT_EQ(outer * *quotient, inner);
    }
    if (auto quotient = inner.divideRight(outer)) {
      EXPECT_EQ(*quotient * outer, inner);
    }
  });
  auto two = LinearLayout::identity1D(2, InDim::Register, 1, 0);
  auto swizzled = LinearLayout::fromPacked({1, 1, 0, 0}, {1, 3}, {4});
  EXPECT_FALSE(swizzled.divideLeft(two).has_value());
  EXPECT_FALSE(two.divideLeft(swizzled).has_value());
}

TEST(LinearLayoutAlgebra, Inverses) {
  forAll([](const LinearLayout &layout) {
    if (!layout.isSurjective())
      return;
    LinearLayout inverse = layout.pseudoinvert();
    Slot free = layout.getFreeVariableMasks();
    for (uint64_t element = 0;
         element < uint64_t(1) << layout.getTotalOutBits(); ++element) {
      uint64_t slot = inverse.applyPacked(element);
      EXPECT_EQ(layout.applyPacked(slot), element);
      EXPECT_EQ(slot & layout.packIn(free), 0u);
      for (uint64_t smaller = 0; smaller < slot; ++smaller)
        EXPECT_NE(layout.applyPacked(smaller), element);
    }
    EXPECT_EQ(layout.compose(inverse).getBases(),
              LinearLayout::identity1D(int64_t(1) << layout.getTotalOutBits(),
                                       InDim::Offset, 1, 0)
                  .getBases());
    if (layout.isBijective()) {
      EXPECT_TRUE(layout.invertAndCompose(layout).isIdentity());
    }
  });
}

TEST(LinearLayoutAlgebra, InvertAndCompose) {
  std::mt19937 random(9);
  for (unsigned round = 0; round < 1000; ++round) {
    unsigned bits = random() % 6;
    auto shape = randomShape(random, bits);
    auto a = randomLayout(random, {random() % 4, random() % 4, 1, 0}, shape);
    auto b = randomLayout(random, {2, 2, 2, 0}, shape, /*surjective=*/true);
    LinearLayout conversion = a.invertAndCompose(b);
    forSlots(a, [&](const Slot &slot, Coords coords) {
      Coords other = conversion.apply(slot);
      Slot target;
      for (InDim dim : kInDims)
        target[dim] = other[slotOutDim(dim)];
      EXPECT_EQ(b.apply(target), coords);
    });
    EXPECT_EQ(b.compose(conversion).getBases(), a.getBases());
  }
}

TEST(LinearLayoutAlgebra, Quotient) {
  std::mt19937 random(10);
  for (unsigned round = 0; round < 500; ++round) {
    auto core = randomLayout(random, {2, 1, 0, 0}, {1, 1, 2, 4});
    auto warps = LinearLayout::identity1D(4, InDim::Warp, kNumInDims,
                                          slotOutDim(InDim::Warp));
    LinearLayout map = core * warps;
    EXPECT_EQ(map.quotient(InDim::Warp), core);
    // Mixing the warp into a register, or a lane into the warp, forbids it.
    Slot bits = map.getInBits();
    llvm::SmallVector<uint64_t> bases(map.getBases());
    bases.back() |= 1;
    EXPECT_FALSE(LinearLayout::fromPacked(bits, bases, map.getOutSizes())
                     .quotient(InDim::Warp));
    bases.back() &= ~uint64_t(1);
    bases[2] |= bases.back();
    EXPECT_FALSE(LinearLayout::fromPacked(bits, bases, map.getOutSizes())
                     .quotient(InDim::Warp));
  }
}

TEST(LinearLayoutAlgebra, ReshapeAndFlatten) {
  forAll([](const LinearLayout &layout) {
    LinearLayout flat = layout.flattenOuts();
    forSlots(layout, [&](const Slot &slot, Coords coords) {
      int64_t index = 0;
      for (unsigned dim = 0; dim < layout.getRank(); ++dim)
        index = index * layout.getOutSize(dim) + coords[dim];
      EXPECT_EQ(flat.apply(slot), Coords{index});
    });
    EXPECT_EQ(flat.reshapeOuts(layout.getOutSizes()), layout);
    LinearLayout ins = layout.flattenIns();
    EXPECT_EQ(ins.getInBits(InDim::Offset), layout.getTotalInBits());
    EXPECT_EQ(ins.reshapeIns(layout.getInBits()), layout);
  });
}

TEST(LinearLayoutAlgebra, Transpose) {
  forAll([](const LinearLayout &layout) {
    auto permutation =
        llvm::to_vector(llvm::seq<unsigned>(0, layout.getRank()));
    do {
      LinearLayout transposed = layout.transposeOuts(permutation);
      for (unsigned dim = 0; dim < layout.getRank(); ++dim)
        EXPECT_EQ(transposed.getOutSize(dim),
                  layout.getOutSize(permutation[dim]));
      forSlots(layout, [&](const Slot &slot, Coords coords) {
        Coords expected;
        for (unsigned dim : permutation)
          expected.push_back(coords[dim]);
        EXPECT_EQ(transposed.apply(slot), expected);
      });
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  });
}

TEST(LinearLayoutAlgebra, ExpandProjectShrinkBroadcast) {
  forAll([](const LinearLayout &layout) {
    for (unsigned dim = 0; dim <= layout.getRank(); ++dim) {
      LinearLayout expanded = layout.expandDims(dim);
      EXPECT_EQ(expanded.getOutSize(dim), 1);
      EXPECT_EQ(expanded.projectOut(dim), layout);
      LinearLayout grown = expanded.broadcast(dim, 4);
      EXPECT_EQ(grown.getOutSize(dim), 4);
      EXPECT_EQ(grown.isSurjective(), layout.isSurjective());
      forSlots(grown, [&](Slot slot, Coords coords) {
        int64_t along = slot.reg / layout.getInSize(InDim::Register);
        slot.reg %= layout.getInSize(InDim::Register);
        Coords expected = expanded.apply(slot);
        expected[dim] = along;
        EXPECT_EQ(coords, expected);
      });
      EXPECT_EQ(grown.shrinkToOne(dim).removeFreeRegisters(),
                expanded.removeFreeRegisters());
    }
  });
}

TEST(LinearLayoutAlgebra, Slice) {
  forAll([](const LinearLayout &layout) {
    for (unsigned dim = 0; dim < layout.getRank(); ++dim) {
      LinearLayout projected = layout.projectOut(dim);
      forSlots(layout, [&](const Slot &slot, Coords coords) {
        coords.erase(coords.begin() + dim);
        EXPECT_EQ(projected.apply(slot), coords);
      });
      LinearLayout slice = layout.slice(dim);
      EXPECT_EQ(slice.getRankOfMap(), projected.getRankOfMap());
      EXPECT_EQ(slice.getFreeVariableMasks().reg, 0u);
      EXPECT_EQ(slice.getInBits(InDim::Lane), layout.getInBits(InDim::Lane));
    }
  });
}

TEST(LinearLayoutAlgebra, JoinAndSplit) {
  forAll([](const LinearLayout &layout) {
    LinearLayout joined = layout.join();
    forSlots(joined, [&](Slot slot, Coords coords) {
      int64_t which = slot.reg % 2;
      slot.reg /= 2;
      Coords expected = layout.apply(slot);
      expected.push_back(which);
      EXPECT_EQ(coords, expected);
    });
    EXPECT_EQ(joined.split(), layout);
    EXPECT_EQ(joined.getSplitRegisterBit(), 0u);
    // A split must find the half of each slot in the same register.
    if (auto half = layout.split()) {
      unsigned bit = *layout.getSplitRegisterBit();
      forSlots(*half, [&](Slot slot, Coords coords) {
        uint64_t low = slot.reg & ((uint64_t(1) << bit) - 1);
        slot.reg = (slot.reg - low) * 2 + low;
        for (int64_t which : {0, 1}) {
          Coords expected = coords;
          expected.push_back(which);
          EXPECT_EQ(layout.apply(slot), expected);
          slot.reg += uint64_t(1) << bit;
        }
      });
    }
  });
}

TEST(LinearLayoutAlgebra, Sublayout) {
  forAll([](const LinearLayout &layout) {
    unsigned last = layout.getRank() - 1;
    LinearLayout sub = layout.sublayout({InDim::Lane, InDim::Warp}, {last});
    EXPECT_EQ(sub.getInBits(InDim::Register), 0u);
    forSlots(sub, [&](const Slot &slot, Coords coords) {
      EXPECT_EQ(coords, Coords{layout.apply(slot)[last]});
    });
  });
}

TEST(LinearLayoutAlgebra, RemovingRegisters) {
  forAll([](const LinearLayout &layout) {
    LinearLayout noZeros = layout.removeZeroRegisters();
    LinearLayout noFree = layout.removeFreeRegisters();
    for (uint64_t basis : noZeros.getBases(InDim::Register))
      EXPECT_NE(basis, 0u);
    EXPECT_EQ(noZeros.getRankOfMap(), layout.getRankOfMap());
    EXPECT_EQ(noFree.getRankOfMap(), layout.getRankOfMap());
    EXPECT_EQ(noFree.getFreeVariableMasks().reg, 0u);
    EXPECT_EQ(noFree.getBases(InDim::Lane), layout.getBases(InDim::Lane));
    EXPECT_EQ(noFree.getBases(InDim::Warp), layout.getBases(InDim::Warp));
  });
}

TEST(LinearLayoutAlgebra, FitToGrowsAndShrinks) {
  forAll([](const LinearLayout &layout) {
    llvm::SmallVector<int64_t> shape(layout.getRank(), 2);
    shape.back() = 8;
    auto order = llvm::to_vector(
        llvm::reverse(llvm::seq<unsigned>(0, layout.getRank())));
    LinearLayout fitted = layout.fitTo(shape, order);
    EXPECT_EQ(fitted.getOutSizes(), shape);
    EXPECT_EQ(fitted.getBases(InDim::Lane).size(),
              layout.getBases(InDim::Lane).size());
    if (layout.isSurjective()) {
      EXPECT_TRUE(fitted.isSurjective());
    }
    for (unsigned bit = 0; bit < layout.getInBits(InDim::Warp); ++bit) {
      Coords expected = layout.getBasis(InDim::Warp, bit);
      for (auto [coord, size] : llvm::zip_equal(expected, shape))
        coord %= size;
      EXPECT_EQ(fitted.getBasis(InDim::Warp, bit), expected);
    }
  });
}
