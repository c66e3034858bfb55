// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Plans with `ldmatrix` and `stmatrix`, executed: fragments of matrix units
/// must arrive, without conflicts, and by matrix instructions where these are
/// known to help.

#include "LayoutConversionExecutor.h"
#include "LinearLayoutTesting.h"

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <set>

using namespace cm2tt::ttg;

/// The outcome of a conversion with matrix instructions.
struct Outcome {
  ConversionPlan plan;
  ExecutionCounts counts;
};

static Outcome convert(const LinearLayout &from, const LinearLayout &to,
                       unsigned elementBits, bool hasStores = true) {
  ConversionOptions options;
  options.elementBits = elementBits;
  options.hasMatrixLoads = true;
  options.hasMatrixStores = hasStores;
  Outcome outcome = {planConversion(from, to, options), {}};
  Registers result =
      executePlan(outcome.plan, from, fillRegisters(from), outcome.counts);
  EXPECT_EQ(result, fillRegisters(to)) << from.toString() << "\n"
                                       << to.toString() << "\n"
                                       << outcome.plan.shared.layout.toString();
  EXPECT_EQ(outcome.counts.uninitialised, 0u);
  EXPECT_EQ(outcome.counts.clashes, 0u);
  EXPECT_EQ(outcome.counts.outOfBounds, 0u);
  EXPECT_EQ(outcome.counts.storeConflicts, 0u);
  EXPECT_EQ(outcome.counts.loadConflicts, 0u);
  return outcome;
}

/// A tile as loads from memory have it: 16 bytes for each thread.
static LinearLayout loaded(llvm::ArrayRef<int64_t> shape, unsigned fastest,
                           unsigned elementBits, unsigned numWarps = 4) {
  BlockedLayoutOptions options;
  options.sizePerThread = {1, 1};
  options.sizePerThread[fastest] = 128 / elementBits;
  options.order = {fastest, 1 - fastest};
  options.numWarps = numWarps;
  return makeBlockedLayout(shape, options);
}

/// Whether every access moves 16 bytes.
static bool isWide(const SharedAccessPlan &plan, unsigned elementBits) {
  return plan.vectorElements * elementBits == 128;
}

TEST(MatrixAccess, OperandsFromRows) {
  // Neighbours along K, in memory and in words of operands: 16 bytes at once on
  // both sides, by vectors of registers that both have, or matrices.
  MmaShape mma = {2, 32, 8, 2, 2};
  for (unsigned bits : {8, 16, 32})
    for (unsigned operand : {0, 1})
      for (int64_t k : {32, 64}) {
        llvm::SmallVector<int64_t> shape = {64, k};
        if (operand == 1)
          std::swap(shape[0], shape[1]);
        LinearLayout to = makeMmaOperandLayout(shape, operand, bits, mma);
        Outcome outcome = convert(loaded(shape, 1 - operand, bits), to, bits);
        ASSERT_EQ(outcome.plan.kind, ConversionKind::Shared);
        EXPECT_TRUE(isWide(outcome.plan.shared.store, bits));
        EXPECT_TRUE(isWide(outcome.plan.shared.load, bits))
            << bits << " " << operand << " " << k;
        EXPECT_FALSE(outcome.plan.shared.load.isTransposed);
      }
}

TEST(MatrixAccess, OperandsFromColumns) {
  // Words change: only transposed matrices need no instructions for that.
  MmaShape mma = {2, 32, 8, 2, 2};
  for (unsigned operand : {0, 1}) {
    LinearLayout to = makeMmaOperandLayout({64, 64}, operand, 16, mma);
    Outcome outcome = convert(loaded({64, 64}, operand, 16), to, 16);
    EXPECT_EQ(outcome.plan.shared.load.matrices, 4u);
    EXPECT_TRUE(outcome.plan.shared.load.isTransposed);
    EXPECT_TRUE(isWide(outcome.plan.shared.store, 16));
  }
}

TEST(MatrixAccess, ResultsAreStoredAsMatrices) {
  // One warp along M: no register is on both sides.
  MmaShape mma = {3, 32, 64, 4, 1};
  LinearLayout from = makeMmaLayout({64, 64}, mma);
  LinearLayout rows = loaded({64, 64}, 1, 16),
               columns = loaded({64, 64}, 0, 16);
  Outcome outcome = convert(from, rows, 16);
  EXPECT_TRUE(isWide(outcome.plan.shared.store, 16));
  EXPECT_TRUE(isWide(outcome.plan.shared.load, 16));
  Outcome across = convert(from, columns, 16);
  EXPECT_EQ(across.plan.shared.store.matrices, 4u);
  EXPECT_TRUE(across.plan.shared.store.isTransposed);
  EXPECT_TRUE(isWide(across.plan.shared.load, 16));
  // Without the instruction that costs more.
  Outcome plain = convert(from, columns, 16, false);
  EXPECT_EQ(plain.plan.shared.store.matrices, 0u);
  EXPECT_GT(plain.plan.getCost(16), across.plan.getCost(16));
}

/// Lane bits of fragments in random order, warps and registers too.
TEST(MatrixAccess, RandomFragments) {
  std::mt19937 random(7);
  unsigned withMatrices = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    unsigned bits = 8u << (random() % 3);
    MmaShape mma = {2 + static_cast<unsigned>(random() % 2), 32, 8,
                    1u << (random() % 3), 1u << (random() % 2)};
    if (mma.version == 3)
      mma.instrN = 8u << (random() % 4);
    unsigned numWarps = mma.warpsM * mma.warpsN;
    llvm::SmallVector<int64_t> shape = {16 << (random() % 4),
                                        32 << (random() % 2)};
    auto fragment = [&]() {
      unsigned kind = random() % 4;
      if (kind < 2)
        return makeMmaOperandLayout(shape, kind, bits, mma);
      return kind == 2 ? makeMmaLayout(shape, mma)
                       : loaded(shape, random() % 2, bits, numWarps);
    };
    LinearLayout from = fragment(), to = fragment();
    Outcome outcome = convert(from, to, bits, random() % 2);
    withMatrices += outcome.plan.shared.load.matrices > 0 ||
                    outcome.plan.shared.store.matrices > 0;
  }
  EXPECT_GT(withMatrices, 200u);
}

/// Random layouts through memory with matrix instructions allowed.
TEST(MatrixAccess, RandomLayouts) {
  std::mt19937 random(8);
  for (unsigned round = 0; round < 1500; ++round) {
    auto shape = randomShape(random, 8 + random() % 3);
    auto permuted = [&]() {
      unsigned bits = 0;
      for (int64_t size : shape)
        bits += llvm::Log2_64(size);
      llvm::SmallVector<uint64_t> bases;
      for (unsigned bit = 0; bit < bits; ++bit)
        bases.push_back(uint64_t(1) << bit);
      std::shuffle(bases.begin(), bases.end(), random);
      return LinearLayout::fromPacked({bits - 6, 5, 1, 0}, bases, shape);
    };
    LinearLayout from = permuted(), to = permuted();
    ConversionOptions options;
    options.elementBits = 8u << (random() % 3);
    options.hasMatrixLoads = options.hasMatrixStores = true;
    options.scratchBytes = 256u << (random() % 4);
    ExecutionCounts counts;
    ConversionPlan plan = planConversion(from, to, options);
    EXPECT_EQ(executePlan(plan, from, fillRegisters(from), counts),
              fillRegisters(to));
    EXPECT_EQ(counts.clashes + counts.uninitialised + counts.outOfBounds, 0u);
    EXPECT_EQ(counts.storeConflicts + counts.loadConflicts, 0u);
  }
}

/// The number of banks that the lanes of a warp access, a word each.
static size_t countBanks(const SharedAccessPlan &plan) {
  std::set<uint64_t> banks;
  for (unsigned lane = 0; lane < 32; ++lane) {
    uint64_t word = 0;
    for (unsigned bit = 0; bit < plan.laneOffsets.size(); ++bit)
      if (lane >> bit & 1)
        word ^= plan.laneOffsets[bit];
    banks.insert(word % 32);
  }
  return banks.size();
}

TEST(MatrixAccess, GivenMemory) {
  MmaShape mma = {2, 32, 8, 2, 2};
  for (int64_t columns : {8, 16, 32, 64, 128})
    for (unsigned fastest : {0, 1}) {
      llvm::SmallVector<int64_t> shape = {64, 64};
      shape[fastest] = columns;
      unsigned order[] = {fastest, 1 - fastest};
      LinearLayout memory = makeLdmatrixSharedLayout(shape, 16, order);
      EXPECT_TRUE(memory.isBijective());
      SharedAccessOptions options;
      options.elementBits = 16;
      options.useMatrices = true;
      for (unsigned operand : {0, 1}) {
        LinearLayout tile = makeMmaOperandLayout(shape, operand, 16, mma);
        SharedAccessPlan plan = planSharedAccess(tile, memory, options);
        bool isAlongK = fastest == 1 - operand;
        if (shape[1 - operand] < 16)
          continue;
        EXPECT_EQ(plan.matrices, 4u) << tile.toString() << memory.toString();
        EXPECT_EQ(plan.isTransposed, !isAlongK);
      }
      // Writes of 16 bytes.
      options.isStore = true;
      options.useMatrices = false;
      EXPECT_EQ(planSharedAccess(loaded(shape, fastest, 16), memory, options)
                    .vectorElements,
                8u);
    }
}

// Fragments of words whose neighbours in memory are in other groups of lanes:
// each access of a warp is of all banks, as are copies of 16 bytes.
TEST(MatrixAccess, WordsAcrossRows) {
  MmaShape groups = {3, 32, 64, 4, 1}, warps = {2, 32, 8, 2, 2};
  for (int64_t columns : {32, 64, 128})
    for (const MmaShape &mma : {groups, warps}) {
      unsigned operand = mma.version == 3 ? 0 : 1, along = operand;
      llvm::SmallVector<int64_t> shape(2, 32);
      shape[along] = columns;
      if (mma.version == 3 && columns < 64)
        continue;
      unsigned order[] = {along, 1 - along};
      LinearLayout memory = makeLdmatrixSharedLayout(shape, 32, order, 2);
      EXPECT_TRUE(memory.isBijective());
      LinearLayout tile = makeMmaOperandLayout(shape, operand, 32, mma);
      SharedAccessOptions options;
      options.elementBits = 32;
      SharedAccessPlan plan = planSharedAccess(tile, memory, options);
      EXPECT_EQ(countBanks(plan), 32u) << tile.toString() << memory.toString();
      options.isStore = true;
      EXPECT_EQ(planSharedAccess(loaded(shape, along, 32), memory, options)
                    .vectorElements,
                4u);
    }
}
