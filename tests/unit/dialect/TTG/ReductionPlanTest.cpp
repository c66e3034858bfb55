// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Executes plans of reductions and scans on explicit registers, lanes, warps
/// and scratch memory, as the lowering would emit them. A value is the list of
/// the elements that were combined, in order.

#include "cm2tt/Dialect/TTG/ReductionPlan.h"

#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "LinearLayoutTesting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <map>

using namespace cm2tt::ttg;

namespace {
/// The elements that were combined.
using Value = std::vector<uint64_t>;
/// By thread and register.
using Values = std::vector<std::map<uint64_t, Value>>;

/// A layout's threads.
struct Machine {
  explicit Machine(const LinearLayout &layout)
      : layout(layout), laneBits(layout.getInBits(InDim::Lane)),
        threads(uint64_t(1) << (laneBits + layout.getInBits(InDim::Warp))),
        registers(layout.getInSize(InDim::Register)) {}

  uint64_t element(uint64_t thread, uint64_t reg) const {
    uint64_t lanes = (uint64_t(1) << laneBits) - 1;
    return layout.packOut(
        layout.apply({reg, thread & lanes, thread >> laneBits, 0}));
  }

  const LinearLayout &layout;
  unsigned laneBits;
  uint64_t threads, registers;
};
} // namespace

static Value combined(const Value &left, const Value &right) {
  Value both = left;
  both.insert(both.end(), right.begin(), right.end());
  return both;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combines what lanes have that differ in a bit of `lanes`.
static void butterfly(Values &values, uint64_t lanes) {
  for (; lanes; lanes &= lanes - 1) {
    Values before = values;
    for (uint64_t thread = 0; thread < values.size(); ++thread)
      for (auto &[reg, value] : values[thread])
        value = combined(value, before[thread ^ (lanes & -lanes)][reg]);
  }
}

static void throughScratch(const ReductionPlan &plan, Values &values) {
  std::vector<Value> memory(plan.partials.size);
  for (uint64_t thread = 0; thread < values.size(); ++thread)
    for (auto &[reg, value] : values[thread]) {
      if (thread & plan.copyThreads)
        continue;
      uint64_t place = (xorOfColumns(plan.partials.groupOffsets, thread) |
                        xorOfColumns(plan.partials.partialNumbers, thread)) +
                       plan.partials.getOffset(reg);
      ASSERT_LT(place, memory.size());
      ASSERT_TRUE(memory[place].empty()) << "two threads store to " << place;
      memory[place] = value;
    }
  for (uint64_t thread = 0; thread < values.size(); ++thread)
    for (auto &[reg, value] : values[thread]) {
      value.clear();
      uint64_t place =
          xorOfColumns(plan.loadOffsets, thread) + plan.partials.getOffset(reg);
      ASSERT_EQ(place % plan.partialsPerThread, 0u);
      for (unsigned i = 0; i < plan.partialsPerThread; ++i)
        value = combined(value, memory.at(place + i));
    }
  butterfly(values, plan.spreadLanes);
}

/// Every thread must have, for each register of the result, each element of its
/// row once.
static void checkReduction(const LinearLayout &layout, unsigned axis,
                           unsigned maxPartials) {
  auto plan = planReduction(layout, axis, {maxPartials});
  ASSERT_TRUE(plan.has_value()) << layout.toString();
  Machine machine(layout);
  Values values(machine.threads);
  for (uint64_t thread = 0; thread < machine.threads; ++thread)
    for (uint32_t first : plan->results)
      for (uint32_t other : plan->summands)
        values[thread][first].push_back(machine.element(thread, first ^ other));
  butterfly(values, plan->lanes);
  if (plan->partials.count > 1)
    throughScratch(*plan, values);

  LinearLayout result = layout.slice(axis);
  ASSERT_EQ(plan->results.size(), size_t(result.getInSize(InDim::Register)));
  uint64_t lanes = (uint64_t(1) << machine.laneBits) - 1;
  for (uint64_t thread = 0; thread < machine.threads; ++thread)
    for (auto [reg, first] : llvm::enumerate(plan->results)) {
      LinearLayout::Coords row =
          result.apply({reg, thread & lanes, thread >> machine.laneBits, 0});
      Value expected, have = values[thread][first];
      for (int64_t i = 0; i < layout.getOutSize(axis); ++i) {
        LinearLayout::Coords coords = row;
        coords.insert(coords.begin() + axis, i);
        expected.push_back(layout.packOut(coords));
      }
      std::sort(have.begin(), have.end());
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(have, expected) << layout.toString() << " axis " << axis;
    }
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// Scans by the definition, in the order of the levels: the total of all groups
/// in front that agree on what is above.
static void checkScan(const LinearLayout &layout, unsigned axis) {
  auto plan = planScan(layout, axis);
  ASSERT_TRUE(plan.has_value()) << layout.toString();
  // The levels' bits, one after the other, are those of the coordinate.
  unsigned coordinate = 0;
  for (const ScanLevel &level : plan->levels)
    for (unsigned bit : level.bits) {
      auto coords = layout.getBasis(level.dim, bit);
      ASSERT_EQ(coords[axis], int64_t(1) << coordinate++);
    }
  ASSERT_EQ(coordinate, layout.getOutBits(axis));
  for (const ScanLevel &level : plan->levels)
    if (level.dim == InDim::Lane) {
      ASSERT_TRUE(llvm::is_sorted(level.bits));
    }
  // Each of the threads that may store a total stores to an address of its own,
  // and they fill the memory of the level.
  Machine machine(layout);
  uint64_t doneRegisters = 0;
  for (const ScanLevel &level : plan->levels) {
    if (level.dim == InDim::Register)
      doneRegisters |= level.mask();
    if (level.dim != InDim::Warp)
      continue;
    std::vector<unsigned> stores(level.partials.size);
    for (uint64_t thread = 0; thread < machine.threads; ++thread) {
      if ((thread & (level.lastLanes | level.copyThreads)) != level.lastLanes)
        continue;
      for (uint64_t reg = 0; reg < machine.registers; ++reg)
        if (plan->sameAs[reg] == reg && !(reg & doneRegisters))
          ++stores.at((xorOfColumns(level.partials.groupOffsets, thread) |
                       xorOfColumns(level.partials.partialNumbers, thread)) +
                      level.partials.getOffset(reg));
    }
    for (unsigned count : stores)
      ASSERT_EQ(count, 1u) << layout.toString() << " axis " << axis;
    ASSERT_LE(level.partialsBegin + level.partials.size, plan->scratchSize);
  }
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

/// A random layout whose bits each stand for one coordinate bit, or for copies.
static LinearLayout randomSorted(std::mt19937 &random,
                                 llvm::ArrayRef<int64_t> shape,
                                 unsigned copies) {
  llvm::SmallVector<uint64_t> bases(copies, 0);
  for (uint64_t bit = 1, size = shape[0] * shape[1]; bit < size; bit *= 2)
    bases.push_back(bit);
  std::shuffle(bases.begin(), bases.end(), random);
  Slot bits;
  bits.lane = random() % (bases.size() + 1);
  bits.warp = random() % (bases.size() - bits.lane + 1);
  bits.reg = bases.size() - bits.lane - bits.warp;
  return LinearLayout::fromPacked(bits, bases, shape);
}

TEST(ReductionPlan, SortsBits) {
  auto layout = LinearLayout::fromPacked({2, 2, 1, 0}, {1, 0, 2, 4, 8}, {4, 4});
  auto bits = splitBits(layout, 1);
  ASSERT_TRUE(bits.has_value());
  EXPECT_EQ(bits->along, (Slot{1, 1, 0, 0}));
  EXPECT_EQ(bits->across, (Slot{0, 2, 1, 0}));
  EXPECT_EQ(bits->copies, (Slot{2, 0, 0, 0}));
}

TEST(ReductionPlan, DeclinesMixedBits) {
  auto mixed = LinearLayout::fromPacked({2, 2, 0, 0}, {5, 1, 4, 8}, {4, 4});
  EXPECT_FALSE(splitBits(mixed, 1).has_value());
  EXPECT_FALSE(planReduction(mixed, 0, {}).has_value());
  auto repeated = LinearLayout::fromPacked({2, 1, 0, 0}, {1, 2, 1}, {1, 4});
  EXPECT_FALSE(splitBits(repeated, 1).has_value());
  auto swizzled = LinearLayout::fromPacked({0, 2, 0, 0}, {1, 3}, {1, 4});
  EXPECT_TRUE(planReduction(swizzled, 1, {}).has_value());
  EXPECT_FALSE(planScan(swizzled, 1).has_value());
}

TEST(ReductionPlan, LanesShareManyPartials) {
  // 16 warps along the axis: each thread loads four, two lane bits choose.
  auto layout = makeBlockedLayout({1024}, {{2}, {0}, 16, 32});
  auto plan = planReduction(layout, 0, {/*maxPartialsPerThread=*/4});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->partials.count, 16u);
  EXPECT_EQ(plan->partialsPerThread, 4u);
  EXPECT_EQ(plan->spreadLanes, 3u);
  EXPECT_EQ(plan->partials.size, 16u);
}

TEST(ReductionPlan, CombinesEachElementOnce) {
  std::mt19937 random(1);
  for (unsigned run = 0; run < 3000; ++run) {
    llvm::SmallVector<int64_t> shape{int64_t(1) << random() % 5,
                                     int64_t(1) << random() % 5};
    LinearLayout layout = randomSorted(random, shape, random() % 3);
    for (unsigned axis : {0, 1}) {
      checkReduction(layout, axis, 1u << random() % 4);
      checkScan(layout, axis);
      if (HasFatalFailure())
        return;
    }
  }
}

TEST(ReductionPlan, TakesBlockedLayouts) {
  for (int64_t perThread : {1, 2, 4})
    for (unsigned numWarps : {1, 4, 16})
      for (unsigned fastest : {0, 1})
        for (int64_t columns : {1, 16, 256}) {
          BlockedLayoutOptions options;
          options.sizePerThread.assign(2, 1);
          options.sizePerThread[fastest] = perThread;
          options.order = {fastest, 1 - fastest};
          options.numWarps = numWarps;
          LinearLayout layout = makeBlockedLayout({16, columns}, options);
          for (unsigned axis : {0, 1}) {
            checkReduction(layout, axis, 8);
            checkScan(layout, axis);
          }
        }
}
