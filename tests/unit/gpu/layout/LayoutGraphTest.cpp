// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Choices of layouts, each alone and with its neighbours.

#include "gpu/layout/LayoutGraph.h"

#include "gtest/gtest.h"

using namespace cm2tt;

namespace {
/// A graph over tiles of 32x32 and four warps.
struct LayoutGraphTest : testing::Test {
  /// A blocked layout with `dim` fastest.
  LayoutId blocked(unsigned dim) {
    ttg::BlockedLayoutOptions options;
    options.sizePerThread = {1, 1};
    options.sizePerThread[dim] = 4;
    options.order = {dim, 1 - dim};
    return table.intern(ttg::makeBlockedLayout({32, 32}, options));
  }
  unsigned node() { return graph.addNode({32, 32}); }
  void connect(unsigned from, unsigned to, double weight = 1) {
    LayoutEdge edge;
    edge.from = from;
    edge.to = to;
    edge.weight = weight;
    graph.addEdge(edge);
  }

  LayoutTable table;
  LayoutGraph graph{table, 4};
};

/// Costs a layout something.
struct Dislike : CostTerm {
  Dislike(const ttg::LinearLayout &layout, double cost)
      : layout(layout), cost(cost) {}
  double of(const ttg::LinearLayout &other) const override {
    return other == layout ? cost : 0;
  }
  ttg::LinearLayout layout;
  double cost;
};
} // namespace

TEST_F(LayoutGraphTest, aNodeAloneGetsAPlainLayout) {
  unsigned a = node();
  graph.solve();
  EXPECT_EQ(table.get(graph.getChoice(a)), ttg::makeDefaultLayout({32, 32}, 4));
}

TEST_F(LayoutGraphTest, betweenTwoTheHeavierEdgeWins) {
  LayoutId rows = blocked(1), columns = blocked(0);
  unsigned first = node(), between = node(), last = node();
  graph.fix(first, rows);
  graph.fix(last, columns);
  connect(first, between);
  connect(between, last, /*weight=*/8);
  graph.solve();
  EXPECT_EQ(graph.getChoice(between), columns);
}

TEST_F(LayoutGraphTest, layoutsSpreadThroughImages) {
  LayoutId rows = blocked(1), columns = blocked(0);
  unsigned source = node(), transposed = node();
  graph.fix(source, rows);
  LayoutEdge edge;
  edge.from = source;
  edge.to = transposed;
  edge.required = edge.inverseRequired =
      table.internTransform({LayoutTransform::Kind::Transpose, {1, 0}});
  graph.addEdge(edge);
  graph.solve();
  EXPECT_EQ(graph.getChoice(transposed), columns);
}

TEST_F(LayoutGraphTest, aLeafFollowsUnlessThatCostsMoreThanConverting) {
  LayoutId rows = blocked(1), columns = blocked(0);
  double conversion = table.getConversionCost(rows, columns, 32);
  for (bool isDear : {false, true}) {
    LayoutGraph own(table, 4);
    unsigned middle = own.addNode({32, 32}), leaf = own.addNode({32, 32});
    unsigned fixed = own.addNode({32, 32});
    own.fix(fixed, rows);
    own.addCandidate(leaf, columns);
    own.addTerm(leaf,
                std::make_unique<Dislike>(
                    table.get(rows), isDear ? 2 * conversion : conversion / 2));
    for (unsigned end : {leaf, fixed}) {
      LayoutEdge edge;
      edge.from = middle;
      edge.to = end;
      edge.weight = end == fixed ? 4 : 1;
      own.addEdge(edge);
    }
    own.solve();
    EXPECT_EQ(own.getChoice(middle), rows);
    EXPECT_EQ(own.getChoice(leaf), isDear ? columns : rows);
  }
}

TEST_F(LayoutGraphTest, aChainFollowsWhatItEndsIn) {
  // Each node of the chain alone would keep the layout of its neighbour that
  // has chosen before.
  LayoutId rows = blocked(1), columns = blocked(0);
  double conversion = table.getConversionCost(rows, columns, 32);
  for (unsigned length : {1, 2, 5, 100000}) {
    LayoutGraph own(table, 4);
    unsigned load = own.addNode({32, 32}), last = load;
    own.addCandidate(load, columns);
    own.addTerm(load,
                std::make_unique<Dislike>(table.get(rows), 0.75 * conversion));
    for (unsigned i = 0; i < length; ++i) {
      LayoutEdge edge;
      edge.from = last;
      edge.to = last = own.addNode({32, 32});
      // Not alike, so that the nodes remain several.
      own.addTerm(last, std::make_unique<Dislike>(table.get(rows), 0));
      own.addEdge(edge);
    }
    unsigned fixed = own.addNode({32, 32});
    own.fix(fixed, rows);
    LayoutEdge edge;
    edge.from = last;
    edge.to = fixed;
    own.addEdge(edge);
    own.solve();
    EXPECT_EQ(own.getChoice(last), rows);
    EXPECT_EQ(own.getChoice(load), rows);
  }
}

TEST_F(LayoutGraphTest, aStoreAndItsPointersLeaveALayoutTogether) {
  // The edge between pointers and store is the heaviest: each alone would cost
  // more in columns.
  LayoutId rows = blocked(1), columns = blocked(0);
  double conversion = table.getConversionCost(rows, columns, 32);
  for (double times : {1.5, 2.5, 4.5}) {
    LayoutGraph own(table, 4);
    unsigned product = own.addNode({32, 32}), pointers = own.addNode({32, 32});
    unsigned store = own.addNode({32, 32});
    own.fix(product, rows);
    own.addCandidate(store, columns);
    own.addTerm(store,
                std::make_unique<Dislike>(table.get(rows), times * conversion));
    auto connect = [&](unsigned from, unsigned to, double weight) {
      LayoutEdge edge;
      edge.from = from;
      edge.to = to;
      edge.weight = weight;
      own.addEdge(edge);
    };
    connect(product, pointers, 1);
    connect(product, store, 1);
    connect(pointers, store, 3);
    own.solve();
    const LayoutId cheapest = times < 2 ? rows : columns;
    EXPECT_EQ(own.getChoice(store), cheapest) << times;
    EXPECT_EQ(own.getChoice(pointers), cheapest) << times;
  }
}

TEST_F(LayoutGraphTest, unitedNodesHaveOneLayout) {
  LayoutId columns = blocked(0);
  unsigned a = node(), b = node();
  graph.addCandidate(b, columns);
  graph.unite(a, b);
  graph.solve();
  EXPECT_EQ(graph.getChoice(a), columns);
  EXPECT_EQ(graph.getChoice(b), columns);
}
