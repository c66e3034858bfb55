// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lanes of vectors in tiles, against the indices of each element: all shapes
/// of up to 16 elements, all numbers of lanes, all positions of vectors.

#include "cpu/plan/LaneMap.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/TypeSwitch.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace mlir;
using namespace cm2tt;

namespace {
using Shape = std::vector<int64_t>;
using Index = std::vector<int64_t>;

/// Makes maps whose bases are constants.
struct LaneMapTest : testing::Test {
  LaneMapTest() : module(ModuleOp::create(UnknownLoc::get(&context))) {
    context.loadDialect<arith::ArithDialect>();
    builder.setInsertionPointToStart(module->getBody());
  }

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  }
  /// The vector of a number of lanes that begins at an element.
  LaneMap mapAt(const Shape &shape, int64_t first, unsigned lanes);
  /// Calls `body` with each shape, first element of a vector, and its map.
  void forEachMap(
      llvm::function_ref<void(const Shape &, int64_t, const LaneMap &)> body);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ImplicitLocOpBuilder builder{UnknownLoc::get(&context), &context};
};
} // namespace

static int64_t sizeOf(const Shape &shape) {
  int64_t size = 1;
  for (int64_t extent : shape)
    size *= extent;
  return size;
}

/// All shapes of `size` elements with up to `rank` dimensions.
static std::vector<Shape> shapesOf(int64_t size, unsigned rank) {
  if (rank == 1)
    return {{size}};
  std::vector<Shape> shapes = {{size}};
  for (int64_t first = 1; first <= size; first *= 2)
    for (Shape &rest : shapesOf(size / first, rank - 1)) {
      rest.insert(rest.begin(), first);
      shapes.push_back(rest);
    }
  return shapes;
}

static Index indexOf(int64_t linear, const Shape &shape) {
  Index index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; linear /= shape[dim])
    index[dim] = linear % shape[dim];
  return index;
}

static int64_t linearOf(const Index &index, const Shape &shape) {
  int64_t linear = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    linear = linear * shape[dim] + index[dim];
  return linear;
}

/// The first of all orders of a number of dimensions.
static SmallVector<int32_t> firstOrder(size_t rank) {
  SmallVector<int32_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// The value of a base of constants.
static int64_t valueOf(Value value) {
  if (!value)
    return 0;
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return cast<IntegerAttr>(constant.getValue()).getInt();
  int64_t a = valueOf(op->getOperand(0)), b = valueOf(op->getOperand(1));
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](arith::AddIOp) { return a + b; })
      .Case([&](arith::MulIOp) { return a * b; })
      .Case([&](arith::AndIOp) { return a & b; })
      .Case([&](arith::ShRUIOp) { return a >> b; });
}

static Index indexAt(const LaneMap &map, unsigned lane) {
  Index index;
  for (unsigned dim = 0; dim < map.getRank(); ++dim)
    index.push_back(valueOf(map.getBase(dim)) + map.getOffsets(dim)[lane]);
  return index;
}

static int64_t linearAt(const LaneMap &map, unsigned lane, const Shape &shape) {
  return linearOf(indexAt(map, lane), shape);
}

/// Lanes along `dim` by the definition: groups of `run` neighbours.
static bool hasRun(const LaneMap &map, unsigned dim, unsigned run) {
  for (unsigned lane = 0; lane < map.getLanes(); ++lane) {
    Index expected = indexAt(map, lane / run * run);
    expected[dim] += lane % run;
    if (indexAt(map, lane) != expected)
      return false;
  }
  return true;
}

LaneMap LaneMapTest::mapAt(const Shape &shape, int64_t first, unsigned lanes) {
  SmallVector<Value> bases;
  // A loop that lanes fill has no variable.
  for (int64_t base : indexOf(first, shape))
    bases.push_back(base ? constant(base) : Value());
  return LaneMap::rowMajor(bases, shape, lanes);
}

void LaneMapTest::forEachMap(
    llvm::function_ref<void(const Shape &, int64_t, const LaneMap &)> body) {
  for (int64_t size = 1; size <= 16; size *= 2)
    for (const Shape &shape : shapesOf(size, 3))
      for (unsigned lanes = 1; lanes <= size; lanes *= 2)
        for (int64_t first = 0; first < size; first += lanes) {
          SCOPED_TRACE(testing::PrintToString(shape) + ", " +
                       std::to_string(lanes) + " lanes from " +
                       std::to_string(first));
          body(shape, first, mapAt(shape, first, lanes));
          module->getBody()->clear();
        }
}

TEST_F(LaneMapTest, rowMajorLanesAreNeighbours) {
  forEachMap([](const Shape &shape, int64_t first, const LaneMap &map) {
    for (unsigned lane = 0; lane < map.getLanes(); ++lane)
      EXPECT_EQ(indexAt(map, lane), indexOf(first + lane, shape));
  });
}

TEST_F(LaneMapTest, basesAndOffsetsAddUpInRowMajorOrder) {
  forEachMap([&](const Shape &shape, int64_t first, const LaneMap &map) {
    int64_t base = valueOf(map.linearBase(builder, shape));
    SmallVector<int64_t> offsets = map.linearOffsets(shape);
    for (unsigned lane = 0; lane < map.getLanes(); ++lane)
      EXPECT_EQ(base + offsets[lane], first + lane);
  });
}

TEST_F(LaneMapTest, permutedIsTheOperandsPlace) {
  forEachMap([](const Shape &shape, int64_t, const LaneMap &map) {
    SmallVector<int32_t> order = firstOrder(shape.size());
    do {
      LaneMap operand = map.permuted(order);
      for (unsigned lane = 0; lane < map.getLanes(); ++lane)
        for (size_t dim = 0; dim < shape.size(); ++dim)
          EXPECT_EQ(indexAt(operand, lane)[order[dim]],
                    indexAt(map, lane)[dim]);
    } while (std::next_permutation(order.begin(), order.end()));
  });
}

TEST_F(LaneMapTest, reshapedStaysInRowMajorOrder) {
  forEachMap([&](const Shape &shape, int64_t first, const LaneMap &map) {
    for (const Shape &to : shapesOf(sizeOf(shape), 4)) {
      LaneMap other = map.reshaped(builder, shape, to);
      ASSERT_EQ(other.getRank(), to.size());
      for (unsigned lane = 0; lane < map.getLanes(); ++lane)
        EXPECT_EQ(indexAt(other, lane), indexOf(first + lane, to));
    }
  });
}

/// Bases and offsets have no bit in common after a permutation, either.
TEST_F(LaneMapTest, permutedLanesAreReshapedBitByBit) {
  forEachMap([&](const Shape &shape, int64_t, const LaneMap &map) {
    SmallVector<int32_t> order = firstOrder(shape.size());
    std::reverse(order.begin(), order.end());
    LaneMap turned = map.permuted(order);
    Shape from(shape.rbegin(), shape.rend());
    for (const Shape &to : shapesOf(sizeOf(shape), 3)) {
      LaneMap other = turned.reshaped(builder, from, to);
      LaneMap back = other.reshaped(builder, to, from);
      for (unsigned lane = 0; lane < map.getLanes(); ++lane) {
        EXPECT_EQ(linearAt(other, lane, to), linearAt(turned, lane, from));
        EXPECT_EQ(indexAt(back, lane), indexAt(turned, lane));
      }
    }
  });
}

TEST_F(LaneMapTest, onlyUnitsMoveWithoutArithmetic) {
  LaneMap map = mapAt({4, 1, 8}, 16, 4);
  module->getBody()->clear();
  map.reshaped(builder, {4, 1, 8}, {1, 4, 8, 1});
  EXPECT_TRUE(module->getBody()->empty());
}

TEST_F(LaneMapTest, dimensionsComeAndGo) {
  forEachMap([](const Shape &shape, int64_t, const LaneMap &map) {
    for (unsigned dim = 0; dim <= shape.size(); ++dim) {
      LaneMap more = map.withDim(dim, 1);
      EXPECT_TRUE(more.withoutDim(dim) == map);
      for (unsigned lane = 0; lane < map.getLanes(); ++lane) {
        Index expected = indexAt(map, lane);
        expected.insert(expected.begin() + dim, 1);
        EXPECT_EQ(indexAt(more, lane), expected);
      }
    }
  });
}

TEST_F(LaneMapTest, clampedIsAtIndexZeroOfUnits) {
  forEachMap([](const Shape &shape, int64_t, const LaneMap &map) {
    for (unsigned units = 0; units < 1u << shape.size(); ++units) {
      Shape small(shape);
      for (size_t dim = 0; dim < shape.size(); ++dim)
        if (units >> dim & 1)
          small[dim] = 1;
      LaneMap clamped = map.clampedTo(small);
      for (unsigned lane = 0; lane < map.getLanes(); ++lane)
        for (size_t dim = 0; dim < shape.size(); ++dim)
          EXPECT_EQ(indexAt(clamped, lane)[dim],
                    small[dim] == 1 ? 0 : indexAt(map, lane)[dim]);
    }
  });
}

TEST_F(LaneMapTest, wrappedIsModuloASize) {
  forEachMap([&](const Shape &shape, int64_t, const LaneMap &map) {
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      for (int64_t size = 1; size <= shape[dim]; size *= 2) {
        LaneMap wrapped = map.wrapped(builder, dim, size);
        for (unsigned lane = 0; lane < map.getLanes(); ++lane) {
          Index expected = indexAt(map, lane);
          expected[dim] %= size;
          EXPECT_EQ(indexAt(wrapped, lane), expected);
        }
      }
  });
}

TEST_F(LaneMapTest, slicesAreSomeOfTheLanes) {
  forEachMap([](const Shape &, int64_t, const LaneMap &map) {
    for (unsigned count = 1; count <= map.getLanes(); ++count)
      for (unsigned first = 0; first + count <= map.getLanes(); ++first) {
        LaneMap slice = map.slice(first, count);
        ASSERT_EQ(slice.getLanes(), count);
        for (unsigned lane = 0; lane < count; ++lane)
          EXPECT_EQ(indexAt(slice, lane), indexAt(map, first + lane));
      }
    EXPECT_TRUE(map.atLane(map.getLanes() - 1) ==
                map.slice(map.getLanes() - 1, 1));
  });
}

TEST_F(LaneMapTest, runsAreTheLongestByDefinition) {
  forEachMap([](const Shape &shape, int64_t, const LaneMap &map) {
    SmallVector<int32_t> order = firstOrder(shape.size());
    do {
      LaneMap turned = map.permuted(order);
      for (unsigned dim = 0; dim < shape.size(); ++dim) {
        unsigned longest = 1;
        for (unsigned run = 2; run <= map.getLanes(); run *= 2)
          if (hasRun(turned, dim, run))
            longest = run;
        EXPECT_EQ(turned.getRun(dim), longest);
      }
    } while (std::next_permutation(order.begin(), order.end()));
  });
}

TEST_F(LaneMapTest, runsOfOffsetsAreGroups) {
  EXPECT_EQ(getRunLength({5}), 1u);
  EXPECT_EQ(getRunLength({0, 1, 2, 3, 8, 9, 10, 11}), 4u);
  EXPECT_EQ(getRunLength({0, 1, 2, 4}), 1u);
  EXPECT_EQ(getRunLength({3, 4, 5, 6}), 4u);
  EXPECT_EQ(getRunLength({1, 0}), 1u);
  EXPECT_EQ(getRunLength({0, 0}), 1u);
}

TEST_F(LaneMapTest, equalLanesAreOne) {
  LaneMap map = mapAt({4, 8}, 8, 8);
  EXPECT_EQ(map.simplified().getLanes(), 8u);
  LaneMap equal = map.clampedTo({4, 1});
  EXPECT_TRUE(equal.isUniform(0) && equal.isUniform(1));
  EXPECT_EQ(equal.simplified().getLanes(), 1u);
  EXPECT_EQ(indexAt(equal.simplified(), 0), (Index{1, 0}));
}

/// As in products: vectors along the last dimension, rows apart.
TEST_F(LaneMapTest, blocksSpreadFromOnePlace) {
  Value bases[] = {constant(2), constant(8)};
  LaneMap part = LaneMap(bases).moved(0, 1).spread(1, 4, 4);
  EXPECT_EQ(indexAt(part, 0), (Index{3, 12}));
  EXPECT_EQ(indexAt(part, 3), (Index{3, 15}));
  LaneMap row = LaneMap(bases).rebased(0, constant(7)).spread(1, 0, 2);
  EXPECT_EQ(indexAt(row, 0), (Index{7, 8}));
  EXPECT_EQ(indexAt(row, 1), (Index{7, 9}));
}
