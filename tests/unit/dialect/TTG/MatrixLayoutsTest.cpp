// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Layouts of matrix units against formulas by element i of a fragment and by
/// lane, and by address. The formulas were written for this test after the text
/// and figures of the PTX ISA ("Matrix Fragments for mma", "Asynchronous
/// Warpgroup Level Matrix Instructions"); no tool printed them.
///
/// Not here: operands of `mma.sync` in shared memory.

#include "LinearLayoutTesting.h"

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include "gtest/gtest.h"

#include <functional>

using namespace cm2tt::ttg;
using Coords = LinearLayout::Coords;

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

namespace {
/// A fragment as the ISA describes it: its shape, how many elements a lane has,
/// and where element i of a lane is.
struct Fragment {
  int64_t rows, columns;
  unsigned elements;
  std::function<Coords(unsigned i, unsigned lane)> where;
};
} // namespace

/// "groupID" and "threadID_in_group".
static int64_t group(unsigned lane) { return lane >> 2; }
static int64_t inGroup(unsigned lane) { return lane % 4; }

/// A of m16n8k16 (16 bits), m16n8k8 (tf32), m16n8k32 (8 bits), m8n8k4 (f64).
static Fragment fragmentA(unsigned bits) {
  switch (bits) {
  case 16:
    return {16, 16, 8, [](unsigned i, unsigned lane) -> Coords {
              bool upper = i < 2 || (4 <= i && i < 6);
              return {group(lane) + (upper ? 0 : 8),
                      inGroup(lane) * 2 + (i & 1) + (i < 4 ? 0 : 8)};
            }};
  case 32:
    return {16, 8, 4, [](unsigned i, unsigned lane) -> Coords {
              return {group(lane) + (i == 0 || i == 2 ? 0 : 8),
                      inGroup(lane) + (i < 2 ? 0 : 4)};
            }};
  case 8:
    return {16, 32, 16, [](unsigned i, unsigned lane) -> Coords {
              bool upper = i < 4 || (8 <= i && i < 12);
              return {group(lane) + (upper ? 0 : 8),
                      inGroup(lane) * 4 + (i & 3) + (i < 8 ? 0 : 16)};
            }};
  default:
    return {8, 4, 1, [](unsigned, unsigned lane) -> Coords {
              return {group(lane), inGroup(lane)};
            }};
  }
}

/// B of the same instructions.
static Fragment fragmentB(unsigned bits) {
  switch (bits) {
  case 16:
    return {16, 8, 4, [](unsigned i, unsigned lane) -> Coords {
              return {inGroup(lane) * 2 + (i & 1) + (i < 2 ? 0 : 8),
                      group(lane)};
            }};
  case 32:
    return {8, 8, 2, [](unsigned i, unsigned lane) -> Coords {
              return {inGroup(lane) + (i == 0 ? 0 : 4), group(lane)};
            }};
  case 8:
    return {32, 8, 8, [](unsigned i, unsigned lane) -> Coords {
              return {inGroup(lane) * 4 + (i & 3) + (i < 4 ? 0 : 16),
                      group(lane)};
            }};
  default:
    return {4, 8, 1, [](unsigned, unsigned lane) -> Coords {
              return {inGroup(lane), group(lane)};
            }};
  }
}

/// One warp's part of C of m16n8, m8n8 (f64) or m64nN.
static Fragment fragmentC(const MmaShape &mma) {
  if (mma.elementBits == 64)
    return {8, 8, 2, [](unsigned i, unsigned lane) -> Coords {
              return {group(lane), inGroup(lane) * 2 + (i & 1)};
            }};
  return {16, mma.instrN, mma.instrN / 2,
          [](unsigned i, unsigned lane) -> Coords {
            return {group(lane) + 8 * (i / 2 % 2),
                    8 * (i / 4) + inGroup(lane) * 2 + i % 2};
          }};
}

/// Where warp `warp` begins to count along M and N, in units of fragments.
static Coords warpAt(const MmaShape &mma, unsigned warp) {
  if (mma.version == 3)
    return {warp % mma.warpsM, warp / mma.warpsM};
  return {warp / mma.warpsN, warp % mma.warpsN};
}

/// Checks a layout of rank 2 that is made of `fragment`, `repeats[dim]` of them
/// in registers along each dimension, `inner` first, over `warps[dim]` warps.
static void
checkFragments(const LinearLayout &layout, const Fragment &fragment,
               unsigned inner, Coords warps,
               llvm::function_ref<Coords(unsigned warp)> warpAtFragment) {
  ASSERT_TRUE(layout.isSurjective());
  int64_t sizes[] = {fragment.rows, fragment.columns};
  int64_t repeats[2];
  for (unsigned dim : {0, 1})
    repeats[dim] = layout.getOutSize(dim) / (sizes[dim] * warps[dim]);
  ASSERT_EQ(layout.getInSize(InDim::Register),
            fragment.elements * repeats[0] * repeats[1]);
  for (uint64_t packed = 0; packed < uint64_t(1) << layout.getTotalInBits();
       ++packed) {
    Slot slot = layout.unpackIn(packed);
    Coords expected = fragment.where(slot.reg % fragment.elements, slot.lane);
    unsigned tile = slot.reg / fragment.elements;
    int64_t at[2];
    at[inner] = tile % repeats[inner];
    at[1 - inner] = tile / repeats[inner];
    Coords warp = warpAtFragment(slot.warp);
    for (unsigned dim : {0, 1})
      expected[dim] += (at[dim] * warps[dim] + warp[dim]) * sizes[dim];
    ASSERT_EQ(layout.apply(slot), expected) << layout.toString();
  }
}

/// Calls `visit` with both versions, several widths and ways to split warps.
static void forEachMma(llvm::function_ref<void(const MmaShape &)> visit) {
  for (unsigned bits : {32u, 64u})
    for (unsigned warpsM : {1u, 2u, 4u})
      for (unsigned warpsN : {1u, 2u, 4u})
        visit({2, bits, 8, warpsM, warpsN});
  for (unsigned instrN = 8; instrN <= 256; instrN *= 2)
    for (unsigned warpsM : {4u, 8u})
      for (unsigned warpsN : {1u, 2u})
        visit({3, 32, instrN, warpsM, warpsN});
}

TEST(MatrixLayouts, ResultsAreAsInTheIsa) {
  forEachMma([](const MmaShape &mma) {
    Fragment fragment = fragmentC(mma);
    for (int64_t m : {1, 2})
      for (int64_t n : {1, 4}) {
        int64_t shape[] = {fragment.rows * mma.warpsM * m,
                           fragment.columns * mma.warpsN * n};
        checkFragments(makeMmaLayout(shape, mma), fragment, /*inner=*/1,
                       {mma.warpsM, mma.warpsN},
                       [&](unsigned warp) { return warpAt(mma, warp); });
      }
  });
}

TEST(MatrixLayouts, OperandsAreAsInTheIsa) {
  forEachMma([](const MmaShape &mma) {
    llvm::SmallVector<unsigned> widths = {8, 16, 32};
    if (mma.elementBits == 64)
      widths = {64};
    for (unsigned bits : widths)
      for (int64_t k : {1, 2, 4})
        for (int64_t other : {1, 2}) {
          Fragment a = fragmentA(bits), b = fragmentB(bits);
          int64_t shapeA[] = {a.rows * mma.warpsM * other, a.columns * k};
          checkFragments(makeMmaOperandLayout(shapeA, 0, bits, mma), a,
                         /*inner=*/1, {mma.warpsM, 1},
                         [&](unsigned warp) -> Coords {
                           return {warpAt(mma, warp)[0], 0};
                         });
          int64_t shapeB[] = {b.rows * k, b.columns * mma.warpsN * other};
          checkFragments(makeMmaOperandLayout(shapeB, 1, bits, mma), b,
                         /*inner=*/0, {1, mma.warpsN},
                         [&](unsigned warp) -> Coords {
                           return {0, warpAt(mma, warp)[1]};
                         });
        }
  });
}

TEST(MatrixLayouts, SmallTilesAreCopied) {
  forEachMma([](const MmaShape &mma) {
    Fragment fragment = fragmentC(mma);
    for (int64_t rows = 1; rows <= 128; rows *= 2)
      for (int64_t columns : {1, 2, 8, 16, 256}) {
        int64_t shape[] = {rows, columns};
        LinearLayout layout = makeMmaLayout(shape, mma);
        EXPECT_TRUE(layout.isSurjective());
        EXPECT_EQ(layout.removeZeroRegisters(), layout);
        for (unsigned warp = 0; warp < mma.warpsM * mma.warpsN; ++warp)
          for (unsigned lane = 0; lane < 32; ++lane) {
            Coords at = fragment.where(0, lane), warps = warpAt(mma, warp);
            Coords expected = {(at[0] + warps[0] * fragment.rows) % rows,
                               (at[1] + warps[1] * fragment.columns) % columns};
            ASSERT_EQ(layout.apply({0, lane, warp, 0}), expected);
          }
        for (unsigned operand : {0, 1}) {
          unsigned bits = mma.elementBits == 64 ? 64 : 16;
          LinearLayout part = makeMmaOperandLayout(shape, operand, bits, mma);
          EXPECT_TRUE(part.isSurjective());
          EXPECT_EQ(part.removeZeroRegisters(), part);
        }
      }
  });
}

TEST(MatrixLayouts, ResultsOfWarpGroupsAreRecognised) {
  forEachMma([](const MmaShape &mma) {
    if (mma.version != 3)
      return;
    for (int64_t rows : {64, 128, 512})
      for (int64_t columns = mma.instrN; columns <= 512; columns *= 2) {
        LinearLayout layout = makeMmaLayout({rows, columns}, mma);
        auto found = matchWgmmaLayout(layout, mma.instrN);
        ASSERT_TRUE(found);
        EXPECT_EQ(makeMmaLayout({rows, columns}, *found), layout);
        // Any answer is right for operands as well.
        EXPECT_EQ(makeMmaOperandLayout({rows, 32}, 0, 16, *found),
                  makeMmaOperandLayout({rows, 32}, 0, 16, mma));
      }
  });
  EXPECT_FALSE(matchWgmmaLayout(makeDefaultLayout({64, 64}, 4), 64));
  EXPECT_FALSE(matchWgmmaLayout(makeMmaLayout({64, 64}, {3, 32, 64, 4, 1}), 0));
}

TEST(MatrixLayouts, BatchesAreTheHighestRegisters) {
  MmaShape mma = {2, 32, 8, 2, 2};
  LinearLayout one = makeMmaLayout({64, 32}, mma);
  LinearLayout batch = makeMmaLayout({4, 64, 32}, mma);
  EXPECT_EQ(batch, one.expandDims(0) *
                       LinearLayout::identity1D(4, InDim::Register, 3, 0));
  LinearLayout a = makeMmaOperandLayout({64, 32}, 0, 16, mma);
  EXPECT_EQ(makeMmaOperandLayout({4, 64, 32}, 0, 16, mma),
            a.expandDims(0) *
                LinearLayout::identity1D(4, InDim::Register, 3, 0));
}

TEST(MatrixLayouts, FmaOperandsAreWhereTheResultIs) {
  BlockedLayoutOptions options;
  options.sizePerThread = {2, 4};
  options.order = {1, 0};
  LinearLayout result = makeBlockedLayout({32, 64}, options);
  LinearLayout a = makeFmaOperandLayout(result, 0, 16);
  LinearLayout b = makeFmaOperandLayout(result, 1, 16);
  EXPECT_EQ(a.getOutSizes(), (llvm::SmallVector<int64_t>{32, 16}));
  EXPECT_EQ(b.getOutSizes(), (llvm::SmallVector<int64_t>{16, 64}));
  auto has = [](const LinearLayout &layout, Slot slot, Coords coords) {
    for (slot.reg = 0; int64_t(slot.reg) < layout.getInSize(InDim::Register);
         ++slot.reg)
      if (layout.apply(slot) == coords)
        return true;
    return false;
  };
  for (uint64_t packed = 0; packed < uint64_t(1) << result.getTotalInBits();
       ++packed) {
    Slot slot = result.unpackIn(packed);
    Coords at = result.apply(slot);
    for (int64_t k = 0; k < 16; ++k) {
      ASSERT_TRUE(has(a, slot, {at[0], k}));
      ASSERT_TRUE(has(b, slot, {k, at[1]}));
    }
  }
}

//===----------------------------------------------------------------------===//
// wgmma operands
//===----------------------------------------------------------------------===//

/// The hardware's swizzle of an address: bits 7.. are XORed to bits 4...
static uint64_t swizzled(uint64_t address, unsigned swizzleBytes) {
  uint64_t mask = swizzleBytes ? swizzleBytes / 16 - 1 : 0;
  return address ^ (address >> 7 & mask) << 4;
}

/// Calls `visit` with options and shapes of operands.
static void forEachOperand(llvm::function_ref<void(const WgmmaOperandOptions &,
                                                   int64_t other, int64_t k)>
                               visit) {
  for (unsigned bits : {8u, 16u, 32u})
    for (bool isKMajor : {true, false})
      for (unsigned operand : {0u, 1u})
        for (int64_t other : {8, 16, 32, 64, 256})
          for (int64_t k : {8, 16, 32, 64, 128})
            visit({bits, isKMajor, operand}, other, k);
}

/// The shape of an operand.
static llvm::SmallVector<int64_t> getShape(unsigned operand, int64_t other,
                                           int64_t k) {
  if (operand == 0)
    return {other, k};
  return {k, other};
}

TEST(MatrixLayouts, OperandsInMemoryAreSwizzled) {
  forEachOperand([](const WgmmaOperandOptions &options, int64_t other,
                    int64_t k) {
    llvm::SmallVector<int64_t> shape = getShape(options.operand, other, k);
    LinearLayout layout = makeWgmmaSharedLayout(shape, options);
    ASSERT_TRUE(layout.isBijective());
    int64_t columns = options.isKMajor ? k : other;
    int64_t rows = options.isKMajor ? other : k;
    int64_t bytes = columns * options.elementBits / 8;
    unsigned swizzle = bytes >= 128  ? 128
                       : bytes >= 64 ? 64
                       : bytes >= 32 ? 32
                                     : 0;
    int64_t chunk = std::min<int64_t>(bytes, swizzle ? swizzle : 16);
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column) {
        int64_t byte = column * options.elementBits / 8;
        uint64_t address = swizzled(
            byte / chunk * rows * chunk + row * chunk + byte % chunk, swizzle);
        Coords at = layout.apply({0, 0, 0, address * 8 / options.elementBits});
        bool isRowFirst = (options.operand == 0) == options.isKMajor;
        Coords expected =
            isRowFirst ? Coords{row, column} : Coords{column, row};
        ASSERT_EQ(at, expected) << layout.toString();
      }
  });
}

/// Where the hardware reads element (other, k) of an operand, in bytes from its
/// address, before the swizzle.
static uint64_t getAddress(const WgmmaDescriptor &descriptor,
                           unsigned elementBits, int64_t other, int64_t k) {
  uint64_t leading = descriptor.leadingBytes, stride = descriptor.strideBytes;
  int64_t row = descriptor.isKMajor ? other : k;
  int64_t byte = (descriptor.isKMajor ? k : other) * elementBits / 8;
  unsigned width = descriptor.swizzleBytes;
  if (!width) {
    uint64_t rowGroup = descriptor.isKMajor ? stride : leading;
    uint64_t chunk = descriptor.isKMajor ? leading : stride;
    return byte % 16 + byte / 16 * chunk + row % 8 * 16 + row / 8 * rowGroup;
  }
  // There is no second chunk along K in one instruction.
  EXPECT_TRUE(!descriptor.isKMajor || byte < width);
  return byte % width + byte / width * leading + row % 8 * width +
         row / 8 * stride;
}

TEST(MatrixLayouts, DescriptorsSayWhereOperandsAre) {
  unsigned matched = 0;
  forEachOperand(
      [&](const WgmmaOperandOptions &options, int64_t other, int64_t k) {
        unsigned bits = options.elementBits;
        int64_t instrK = 256 / bits;
        llvm::SmallVector<int64_t> shape = getShape(options.operand, other, k);
        LinearLayout layout = makeWgmmaSharedLayout(shape, options);
        auto descriptor = matchWgmmaShared(layout, bits, options.operand);
        if (!options.isKMajor && bits != 16) {
          EXPECT_FALSE(descriptor);
          return;
        }
        if (k < instrK)
          return;
        ASSERT_TRUE(descriptor);
        ++matched;
        // The other operand of the transposed product is in the same memory.
        auto transposed = matchWgmmaShared(layout.transposeOuts({1, 0}), bits,
                                           1 - options.operand);
        ASSERT_TRUE(transposed);
        EXPECT_EQ(transposed->encode(), descriptor->encode());
        EXPECT_EQ(transposed->isKMajor, descriptor->isKMajor);
        EXPECT_EQ(descriptor->isKMajor, options.isKMajor);

        LinearLayout inverse = layout.invert();
        auto getOffset = [&](int64_t o, int64_t kk) -> uint64_t {
          llvm::SmallVector<int64_t> at = getShape(options.operand, o, kk);
          uint64_t element = layout.packOut(at);
          return inverse.apply({0, 0, 0, element})[slotOutDim(InDim::Offset)] *
                 bits / 8;
        };
        // Every instruction tile, at the widths N that there are.
        for (int64_t width = 8; width <= other; width *= 2)
          for (int64_t o = 0; o < other; o += width)
            for (int64_t step = 0; step < k; step += instrK)
              for (int64_t i = 0; i < width; i += 3)
                for (int64_t j = 0; j < instrK; ++j)
                  ASSERT_EQ(getOffset(o + i, step + j),
                            swizzled(getOffset(o, step) +
                                         getAddress(*descriptor, bits, i, j),
                                     descriptor->swizzleBytes));
      });
  EXPECT_GT(matched, 50u);
}

TEST(MatrixLayouts, DescriptorsHaveTheFieldsOfTheIsa) {
  WgmmaDescriptor descriptor = {128, 8192, 1024, true};
  uint64_t bits = descriptor.encode();
  EXPECT_EQ(bits & 0x3fff, 0u);
  EXPECT_EQ(bits >> 16 & 0x3fff, 8192u / 16);
  EXPECT_EQ(bits >> 32 & 0x3fff, 1024u / 16);
  EXPECT_EQ(bits >> 62, 1u);
  EXPECT_EQ((WgmmaDescriptor{64, 0, 0, true}.encode() >> 62), 2u);
  EXPECT_EQ((WgmmaDescriptor{32, 0, 0, true}.encode() >> 62), 3u);
  EXPECT_EQ((WgmmaDescriptor{0, 0, 0, true}.encode() >> 62), 0u);
  EXPECT_EQ(descriptor.getAlignment(), 1024u);
}

TEST(MatrixLayouts, OtherMemoryHasNoDescriptor) {
  EXPECT_FALSE(matchWgmmaShared(makeSharedLayout({64, 64}, {1, 0}), 16, 0));
  EXPECT_FALSE(matchWgmmaShared(makeMmaLayout({64, 64}, MmaShape()), 16, 0));
  LinearLayout good = makeWgmmaSharedLayout({64, 64}, {16, true, 0});
  EXPECT_TRUE(matchWgmmaShared(good, 16, 0));
  EXPECT_FALSE(matchWgmmaShared(good, 32, 0));
}
