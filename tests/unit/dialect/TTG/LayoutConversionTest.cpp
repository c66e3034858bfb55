// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversion plans, executed: every destination slot must hold its element,
/// over all small layout pairs and random larger ones, and accesses to shared
/// memory must be free of conflicts.

#include "LayoutConversionExecutor.h"
#include "LinearLayoutTesting.h"
#include "cm2tt/Dialect/TTG/MatrixLayouts.h"
#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

#include "gtest/gtest.h"

#include <array>

using namespace cm2tt::ttg;

/// How often each kind of plan was met.
using KindCounts = std::array<unsigned, 4>;

/// Plans and runs one conversion and checks the outcome.
static ConversionPlan check(const LinearLayout &from, const LinearLayout &to,
                            const ConversionOptions &options = {},
                            ExecutionCounts *countsOut = nullptr) {
  ConversionPlan plan = planConversion(from, to, options);
  ExecutionCounts counts;
  Registers result = executePlan(plan, from, fillRegisters(from), counts);
  EXPECT_EQ(result, fillRegisters(to))
      << from.toString() << "\n"
      << to.toString() << "\n"
      << stringifyConversionKind(plan.kind).str();
  EXPECT_EQ(counts.uninitialised, 0u);
  EXPECT_EQ(counts.clashes, 0u);
  EXPECT_EQ(counts.outOfBounds, 0u);
  if (countsOut)
    *countsOut = counts;
  return plan;
}

/// Every surjective layout of a tensor of 4 elements with these input bits.
static std::vector<LinearLayout> allLayouts(Slot inBits) {
  std::vector<LinearLayout> layouts;
  unsigned total = inBits.reg + inBits.lane + inBits.warp;
  for (uint64_t code = 0; code < uint64_t(1) << (2 * total); ++code) {
    llvm::SmallVector<uint64_t> bases;
    for (unsigned bit = 0; bit < total; ++bit)
      bases.push_back(code >> (2 * bit) & 3);
    auto layout = LinearLayout::fromPacked(inBits, bases, {4});
    if (layout.isSurjective())
      layouts.push_back(layout);
  }
  return layouts;
}

TEST(LayoutConversion, AllSmallPairs) {
  KindCounts kinds = {};
  for (Slot threads : {Slot{0, 1, 0, 0}, Slot{0, 2, 0, 0}, Slot{0, 1, 1, 0}}) {
    for (unsigned fromRegs = 0; fromRegs <= 2; ++fromRegs) {
      for (unsigned toRegs = 0; toRegs <= 2; ++toRegs) {
        Slot fromBits = threads, toBits = threads;
        fromBits.reg = fromRegs;
        toBits.reg = toRegs;
        auto targets = allLayouts(toBits);
        for (const LinearLayout &from : allLayouts(fromBits))
          for (const LinearLayout &to : targets)
            ++kinds[static_cast<unsigned>(check(from, to).kind)];
      }
    }
  }
  for (unsigned count : kinds)
    EXPECT_GT(count, 0u);
}

TEST(LayoutConversion, WithinOneWarpOfPermutations) {
  // 8 elements, 2 lanes bits and a register bit: all pairs of bijections that
  // differ in their basis vectors; with two exchanges no shared memory is left.
  ConversionOptions options;
  options.maxExchanges = 2;
  std::vector<LinearLayout> layouts;
  for (uint64_t code = 0; code < 512; ++code) {
    uint64_t bases[] = {code & 7, code >> 3 & 7, code >> 6};
    auto layout = LinearLayout::fromPacked({1, 2, 0, 0}, bases, {8});
    if (layout.isBijective())
      layouts.push_back(layout);
  }
  EXPECT_EQ(layouts.size(), 168u);
  for (const LinearLayout &from : layouts)
    for (const LinearLayout &to : layouts)
      EXPECT_NE(check(from, to, options).kind, ConversionKind::Shared);
}

TEST(LayoutConversion, RandomPairs) {
  std::mt19937 random(3);
  KindCounts kinds = {};
  for (unsigned round = 0; round < 4000; ++round) {
    unsigned bits = 1 + random() % 8;
    auto shape = randomShape(random, bits);
    Slot inBits = {random() % 5, 1 + random() % 5, random() % 3, 0};
    Slot toBits = inBits;
    toBits.reg = random() % 5;
    unsigned threads = inBits.lane + inBits.warp;
    inBits.reg += bits > threads ? bits - threads : 0;
    toBits.reg += bits > threads ? bits - threads : 0;
    auto from = randomLayout(random, inBits, shape, /*surjective=*/true);
    auto to = randomLayout(random, toBits, shape, /*surjective=*/true);
    ConversionOptions options;
    options.elementBits = 1u << (random() % 7);
    options.maxExchanges = random() % 4;
    options.scratchBytes = 16u << (random() % 10);
    ExecutionCounts counts;
    ConversionPlan plan = check(from, to, options, &counts);
    ++kinds[static_cast<unsigned>(plan.kind)];
    EXPECT_EQ(counts.storeConflicts + counts.loadConflicts, 0u)
        << from.toString() << "\n"
        << to.toString() << "\n"
        << plan.shared.layout.toString() << "\nelement bits "
        << options.elementBits;
  }
  EXPECT_GT(kinds[static_cast<unsigned>(ConversionKind::Shared)], 100u);
}

/// Shuffles one bit at a time: basis vectors are unit vectors, at random
/// positions.
TEST(LayoutConversion, RandomPermutations) {
  std::mt19937 random(4);
  KindCounts kinds = {};
  for (unsigned round = 0; round < 3000; ++round) {
    Slot inBits = {3, 5, 2, 0};
    llvm::SmallVector<uint64_t> bases;
    for (unsigned bit = 0; bit < 10; ++bit)
      bases.push_back(uint64_t(1) << bit);
    auto from = LinearLayout::fromPacked(inBits, bases, {32, 32});
    unsigned movable = random() % 2 ? 8 : 10;
    for (unsigned swaps = random() % 4; swaps > 0; --swaps)
      std::swap(bases[random() % movable], bases[random() % movable]);
    // Some lanes and warps may hold copies, on either side.
    if (random() % 4 == 0)
      bases[3 + random() % 7] = 0;
    auto to = LinearLayout::fromPacked(inBits, bases, {32, 32});
    if (!to.isSurjective())
      continue;
    ExecutionCounts counts;
    ++kinds[static_cast<unsigned>(check(from, to, {}, &counts).kind)];
    EXPECT_EQ(counts.storeConflicts + counts.loadConflicts, 0u);
  }
  for (unsigned count : kinds)
    EXPECT_GT(count, 50u);
}

/// A blocked layout with `perThread` neighbours along the fastest dimension.
static LinearLayout blocked(llvm::ArrayRef<int64_t> shape, unsigned fastest,
                            int64_t perThread, unsigned numWarps = 4) {
  BlockedLayoutOptions options;
  options.sizePerThread = {1, 1};
  options.sizePerThread[fastest] = perThread;
  options.order = {fastest, 1 - fastest};
  options.numWarps = numWarps;
  return makeBlockedLayout(shape, options);
}

TEST(LayoutConversion, TransposesWithoutConflicts) {
  for (unsigned elementBits : {8, 16, 32, 64})
    for (int64_t rows : {16, 32, 64, 128})
      for (int64_t columns : {16, 64, 128})
        for (unsigned numWarps : {1, 4, 8}) {
          ConversionOptions options;
          options.elementBits = elementBits;
          int64_t perThread = 128 / elementBits;
          auto rowMajor = blocked({rows, columns}, 1, perThread, numWarps);
          auto columnMajor = blocked({rows, columns}, 0, perThread, numWarps);
          for (bool back : {false, true}) {
            ExecutionCounts counts;
            ConversionPlan plan =
                check(back ? columnMajor : rowMajor,
                      back ? rowMajor : columnMajor, options, &counts);
            EXPECT_EQ(counts.storeConflicts, 0u);
            EXPECT_EQ(counts.loadConflicts, 0u);
            if (plan.kind == ConversionKind::Shared) {
              EXPECT_LE(plan.shared.bytes, rows * columns * elementBits / 8u);
            }
          }
        }
}

TEST(LayoutConversion, KeepsVectorsThatBothSidesHave) {
  // Both sides have four neighbours along a row: 128-bit accesses each way.
  auto from = blocked({64, 64}, 1, 4);
  BlockedLayoutOptions options;
  options.sizePerThread = {1, 4};
  options.order = {0, 1};
  auto to = makeBlockedLayout({64, 64}, options);
  ExecutionCounts counts;
  ConversionPlan plan = check(from, to, {}, &counts);
  ASSERT_EQ(plan.kind, ConversionKind::Shared);
  EXPECT_EQ(plan.shared.store.vectorElements, 4u);
  EXPECT_EQ(plan.shared.load.vectorElements, 4u);
  EXPECT_EQ(counts.storeConflicts + counts.loadConflicts, 0u);
}

TEST(LayoutConversion, PassesShareTheBuffer) {
  // A lane and a warp bit are swapped: all registers are on both sides.
  auto from = blocked({128, 128}, 1, 4);
  llvm::SmallVector<uint64_t> bases(from.getBases());
  unsigned lane = from.getInBits(InDim::Register);
  std::swap(bases[lane], bases[lane + 5]);
  auto to = LinearLayout::fromPacked(from.getInBits(), bases, {128, 128});
  ConversionOptions options;
  options.scratchBytes = 16 * 1024;
  ConversionPlan plan = check(from, to, options);
  ASSERT_EQ(plan.kind, ConversionKind::Shared);
  EXPECT_GT(plan.shared.numPasses, 1u);
  EXPECT_EQ(plan.shared.bytes * plan.shared.numPasses, 128u * 128 * 4);
}

TEST(LayoutConversion, KindsOfSimpleCases) {
  auto layout = blocked({32, 32}, 1, 4);
  EXPECT_EQ(check(layout, layout).kind, ConversionKind::NoOp);
  EXPECT_EQ(check(layout, layout.permuteRegisters({1, 0, 2})).kind,
            ConversionKind::Registers);
  // Lane bit 0 and register bit 0 are swapped: one exchange, a butterfly that
  // is idle in every other round.
  llvm::SmallVector<uint64_t> bases(layout.getBases());
  std::swap(bases[0], bases[3]);
  auto swapped = LinearLayout::fromPacked(layout.getInBits(), bases, {32, 32});
  ConversionPlan plan = check(layout, swapped);
  ASSERT_EQ(plan.kind, ConversionKind::Shuffle);
  EXPECT_TRUE(plan.shuffle.isButterfly);
  EXPECT_EQ(plan.shuffle.rounds.size(), 8u);
  EXPECT_EQ(plan.shuffle.rounds[3].laneXor, 0u);
  EXPECT_EQ(plan.shuffle.rounds[4].laneXor, 1u);
  // Two lane bits are swapped: shuffles without selects.
  bases.assign(layout.getBases().begin(), layout.getBases().end());
  std::swap(bases[3], bases[4]);
  plan = check(layout,
               LinearLayout::fromPacked(layout.getInBits(), bases, {32, 32}));
  ASSERT_EQ(plan.kind, ConversionKind::Shuffle);
  EXPECT_FALSE(plan.shuffle.isButterfly);
  // Lane and warp bits are swapped: only shared memory reaches there.
  bases.assign(layout.getBases().begin(), layout.getBases().end());
  std::swap(bases[3], bases[8]);
  plan = check(layout,
               LinearLayout::fromPacked(layout.getInBits(), bases, {32, 32}));
  ASSERT_EQ(plan.kind, ConversionKind::Shared);
  EXPECT_FALSE(plan.shared.isWarpLocal);
  EXPECT_GT(plan.getCost(32), 0u);
}

TEST(LayoutConversion, ManyExchangesStayInTheWarp) {
  auto layout = blocked({64, 64}, 1, 4);
  llvm::SmallVector<uint64_t> bases(layout.getBases());
  for (unsigned bit = 0; bit < 4; ++bit)
    std::swap(bases[bit], bases[layout.getInBits(InDim::Register) + bit]);
  auto other = LinearLayout::fromPacked(layout.getInBits(), bases, {64, 64});
  ConversionPlan plan = check(layout, other);
  ASSERT_EQ(plan.kind, ConversionKind::Shared);
  EXPECT_TRUE(plan.shared.isWarpLocal);
}

TEST(LayoutConversion, BroadcastsAreRenaming) {
  // The slice of a layout along a dimension holds, projected, all that the
  // whole tensor's layout needs of it.
  auto whole = blocked({32, 32}, 1, 4);
  LinearLayout row = whole.shrinkToOne(0);
  EXPECT_TRUE(planBroadcast(row, whole).has_value());
  EXPECT_FALSE(planBroadcast(whole, row).has_value());
  auto other = blocked({32, 32}, 0, 4).shrinkToOne(0);
  EXPECT_FALSE(planBroadcast(other, whole).has_value());
}

/// Stores a tile of layout `from` to memory of a given layout and loads it as
/// `to`, checks the outcome, and returns the costs.
static ExecutionCounts moveThrough(const LinearLayout &memory,
                                   const LinearLayout &from,
                                   const LinearLayout &to,
                                   SharedAccessOptions options) {
  ConversionPlan plan;
  plan.kind = ConversionKind::Shared;
  plan.shared.layout = memory;
  plan.shared.elementBytes = options.elementBits / 8;
  plan.shared.bytes = plan.shared.elementBytes << memory.getTotalInBits();
  for (int64_t reg = 0; reg < from.getInSize(InDim::Register); ++reg)
    plan.sourceRegisters.push_back(reg);
  for (int64_t reg = 0; reg < to.getInSize(InDim::Register); ++reg)
    plan.destRegisters.push_back(reg);
  options.isStore = true;
  plan.shared.store = planSharedAccess(from, memory, options);
  options.isStore = false;
  plan.shared.load = planSharedAccess(to, memory, options);
  ExecutionCounts counts;
  EXPECT_EQ(executePlan(plan, from, fillRegisters(from), counts),
            fillRegisters(to))
      << memory.toString() << "\n"
      << from.toString() << "\n"
      << to.toString();
  EXPECT_EQ(counts.uninitialised + counts.clashes + counts.outOfBounds, 0u);
  return counts;
}

// A matrix unit's result of fp32 in memory that bulk copies read, with swizzled
// rows of 128 bytes: pairs of columns of odd rows meet those of even rows.
TEST(LayoutConversion, ExchangesForSwizzledRows) {
  LinearLayout tile = makeMmaLayout({64, 64}, {3, 64, 64, 4, 1});
  std::optional<TensorCopyPlan> copy = planTensorCopy({64, 64}, 32);
  ASSERT_TRUE(copy);
  SharedAccessOptions options;
  ExecutionCounts plain = moveThrough(copy->layout, tile, tile, options);
  EXPECT_GT(plain.storeConflicts, 0u);
  EXPECT_GT(plain.loadConflicts, 0u);
  options.exchangeRegisters = true;
  ExecutionCounts exchanged = moveThrough(copy->layout, tile, tile, options);
  EXPECT_EQ(exchanged.storeConflicts, 0u);
  EXPECT_EQ(exchanged.loadConflicts, 0u);
  SharedAccessPlan plan = planSharedAccess(tile, copy->layout, options);
  ASSERT_EQ(plan.exchanges.size(), 1u);
  EXPECT_EQ(plan.exchanges.front().laneBit, 2u);
}

// With any layouts the content is right, and no wavefront is added.
TEST(LayoutConversion, RandomExchanges) {
  std::mt19937 random(5);
  unsigned fewer = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    unsigned bits = 8 + random() % 4;
    auto shape = randomShape(random, bits);
    // Random columns that are independent: bijective memory.
    auto memory = randomLayout(random, {0, 0, 0, bits}, shape, true);
    Slot inBits = {bits - 6, 5, 1, 0};
    auto from = randomLayout(random, inBits, shape, true);
    auto to = randomLayout(random, inBits, shape, true);
    SharedAccessOptions options;
    options.elementBits = 8u << (random() % 4);
    ExecutionCounts plain = moveThrough(memory, from, to, options);
    options.exchangeRegisters = true;
    ExecutionCounts exchanged = moveThrough(memory, from, to, options);
    EXPECT_LE(exchanged.storeConflicts, plain.storeConflicts);
    EXPECT_LE(exchanged.loadConflicts, plain.loadConflicts);
    fewer += exchanged.storeConflicts < plain.storeConflicts;
  }
  EXPECT_GT(fewer, 200u);
}

// Copies in lanes and warps are stored once.
TEST(LayoutConversion, ExchangesOfCopies) {
  std::mt19937 random(6);
  for (unsigned round = 0; round < 500; ++round) {
    auto shape = randomShape(random, 8);
    auto memory = randomLayout(random, {0, 0, 0, 8}, shape, true);
    LinearLayout whole = randomLayout(random, {3, 5, 0, 0}, shape, true);
    llvm::SmallVector<uint64_t> bases(whole.getBases());
    bases.push_back(0); // a warp of copies
    auto tile = LinearLayout::fromPacked({3, 5, 1, 0}, bases, shape);
    SharedAccessOptions options;
    options.elementBits = 32;
    options.exchangeRegisters = true;
    moveThrough(memory, tile, tile, options);
  }
}

TEST(LayoutConversion, AccessToGivenMemory) {
  SharedAccessOptions options;
  options.elementBits = 16;
  // 16-bit rows of 64 elements, unswizzled: 128-bit accesses of 8 elements.
  auto layout = blocked({64, 64}, 1, 8);
  SharedAccessPlan plan =
      planSharedAccess(layout, makeSharedLayout({64, 64}, {1, 0}), options);
  EXPECT_EQ(plan.vectorElements, 8u);
  EXPECT_EQ(plan.accesses.size(), 4u);
  // The same memory, columns contiguous: single elements.
  plan = planSharedAccess(layout, makeSharedLayout({64, 64}, {0, 1}), options);
  EXPECT_EQ(plan.vectorElements, 1u);
  EXPECT_EQ(plan.accesses.size(), 32u);
}
