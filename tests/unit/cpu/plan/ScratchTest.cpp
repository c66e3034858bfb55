// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tiles in scratch memory: those in use at the same time do not overlap, and
/// all take little more than the maximum that is in use at any time.

#include "cpu/plan/Scratch.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <map>
#include <random>
#include <vector>

using namespace mlir;
using namespace cm2tt;

namespace {
/// Scratch memory beside a list of what is in use when.
struct ScratchTest : testing::Test {
  ScratchTest() { context.loadDialect<tt::TTDialect>(); }

  /// A tile of a number of bytes.
  BufferId add(int64_t bytes) {
    BufferId id =
        scratch.add(RankedTensorType::get({bytes}, builder.getI8Type()));
    uses.push_back({});
    sizes.push_back(llvm::alignTo(bytes, Scratch::alignment));
    return id;
  }
  void use(BufferId buffer, unsigned moment) {
    scratch.use(buffer, moment);
    uses[buffer].push_back(moment);
  }
  /// Two tiles in use at the same time, which are not merged, do not overlap.
  /// Between its first and its last use, a tile is in use.
  void expectApart();
  /// The most bytes in use at a moment.
  int64_t peak();

  struct Span {
    unsigned first = ~0u, last = 0;
  };
  /// By what tiles are one with.
  std::map<BufferId, Span> spans();

  MLIRContext context;
  Builder builder{&context};
  Scratch scratch;
  std::vector<std::vector<unsigned>> uses;
  std::vector<int64_t> sizes;
};
} // namespace

std::map<BufferId, ScratchTest::Span> ScratchTest::spans() {
  std::map<BufferId, Span> found;
  for (BufferId id = 0; id < uses.size(); ++id)
    for (unsigned moment : uses[id]) {
      Span &span = found[scratch.find(id)];
      span.first = std::min(span.first, moment);
      span.last = std::max(span.last, moment);
    }
  return found;
}

void ScratchTest::expectApart() {
  auto all = spans();
  for (auto &[a, spanA] : all) {
    EXPECT_EQ(scratch.getOffset(a) % Scratch::alignment, 0);
    EXPECT_LE(scratch.getOffset(a) + sizes[a], scratch.getBytes());
    for (auto &[b, spanB] : all) {
      if (a >= b || spanA.last < spanB.first || spanB.last < spanA.first)
        continue;
      EXPECT_TRUE(scratch.getOffset(a) + sizes[a] <= scratch.getOffset(b) ||
                  scratch.getOffset(b) + sizes[b] <= scratch.getOffset(a))
          << a << " and " << b;
    }
  }
}

int64_t ScratchTest::peak() {
  int64_t most = 0;
  auto all = spans();
  for (auto &[at, moment] : all) {
    int64_t bytes = 0;
    for (auto &[id, span] : all)
      if (span.first <= moment.first && moment.first <= span.last)
        bytes += sizes[id];
    most = std::max(most, bytes);
  }
  return most;
}

TEST_F(ScratchTest, elementsTakeWholeBytes) {
  EXPECT_EQ(bytesInMemory(builder.getI1Type()), 1u);
  EXPECT_EQ(bytesInMemory(builder.getBF16Type()), 2u);
  EXPECT_EQ(bytesInMemory(builder.getF64Type()), 8u);
  EXPECT_EQ(bytesInMemory(tt::PtrType::get(builder.getF16Type(), 1)), 8u);
}

TEST_F(ScratchTest, nothingTakesNothing) {
  add(64);
  scratch.allocate();
  EXPECT_EQ(scratch.getBytes(), 0);
}

TEST_F(ScratchTest, whatIsUsedAfterwardsTakesTheSamePlace) {
  BufferId a = add(100), b = add(128), c = add(1);
  use(a, 1);
  use(a, 2);
  use(b, 3);
  use(c, 2);
  scratch.allocate();
  expectApart();
  EXPECT_EQ(scratch.getOffset(a), scratch.getOffset(b));
  EXPECT_EQ(scratch.getBytes(), 128 + 64);
}

TEST_F(ScratchTest, oneStepReadsAndWritesDifferentPlaces) {
  BufferId a = add(64), b = add(64);
  use(a, 1);
  use(a, 2);
  use(b, 2);
  scratch.allocate();
  expectApart();
  EXPECT_EQ(scratch.getBytes(), 128);
}

TEST_F(ScratchTest, mergedTilesAreOne) {
  BufferId a = add(64), b = add(64), c = add(64), between = add(64);
  use(a, 1);
  use(c, 9);
  use(between, 5);
  scratch.merge(a, b);
  scratch.merge(b, c);
  scratch.merge(c, a);
  EXPECT_EQ(scratch.find(a), scratch.find(b));
  EXPECT_EQ(scratch.find(b), scratch.find(c));
  EXPECT_NE(scratch.find(between), scratch.find(a));
  use(b, 10);
  scratch.allocate();
  expectApart();
  EXPECT_EQ(scratch.getOffset(a), scratch.getOffset(c));
  EXPECT_EQ(scratch.getBytes(), 128);
}

TEST_F(ScratchTest, whatALoopReadsStaysUntilItEnds) {
  BufferId before = add(64), behind = add(64), inside = add(64);
  use(before, 1);
  use(before, 4); // in the loop, from 3 to 8
  use(inside, 5);
  use(inside, 6);
  use(behind, 7);
  scratch.useAcross(3, 8);
  uses[before].push_back(8);
  scratch.allocate();
  expectApart();
  EXPECT_EQ(scratch.getOffset(inside), scratch.getOffset(behind));
}

TEST_F(ScratchTest, whatIsDoneBeforeALoopDoesNotStay) {
  BufferId before = add(64), inside = add(64);
  use(before, 1);
  use(before, 2);
  use(inside, 5);
  scratch.useAcross(3, 8);
  scratch.allocate();
  EXPECT_EQ(scratch.getBytes(), 64);
}

TEST_F(ScratchTest, branchesKeepAllTilesApart) {
  BufferId a = add(64), b = add(64);
  use(a, 1);
  use(b, 5);
  scratch.useAlways(1, 6);
  scratch.allocate();
  EXPECT_NE(scratch.getOffset(a), scratch.getOffset(b));
}

TEST_F(ScratchTest, randomTilesLieApart) {
  std::mt19937 random(1);
  auto below = [&](unsigned count) { return unsigned(random() % count); };
  double worst = 0;
  for (unsigned round = 0; round < 300; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    scratch = Scratch();
    uses.clear();
    sizes.clear();
    unsigned numTiles = 1 + below(60);
    for (unsigned i = 0; i < numTiles; ++i) {
      BufferId id = add(int64_t(1) << below(13));
      unsigned first = below(100), length = below(20);
      use(id, first);
      use(id, first + below(length + 1));
      use(id, first + length);
    }
    for (unsigned i = 0; i < numTiles / 4; ++i) {
      BufferId a = below(numTiles), b = below(numTiles);
      if (sizes[a] == sizes[b])
        scratch.merge(a, b);
    }
    scratch.allocate();
    expectApart();
    EXPECT_GE(scratch.getBytes(), peak());
    worst = std::max(worst, double(scratch.getBytes()) / peak());
  }
  EXPECT_LT(worst, 1.7);
}
