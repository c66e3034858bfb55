// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Chooses layouts: a graph of choices, each of which has a cost by itself and
/// together with its neighbours.
///
/// A *node* is one choice of a layout: of a class of tiles that must have the
/// same one, of an access to memory, of a reduction, ... An *edge* is a tile
/// that one node computes and another uses: it leaves the first in the image
/// `defined` of its layout, and the second requires it in the image `required`
/// of its own; where these differ, it is converted. All costs are in
/// approximate issue slots of a warp.
///
/// **Candidates.** Layouts come from nodes that require or prefer one
/// (products, accesses) and spread along the edges, through images. Nodes that
/// none reaches get a plain layout.
///
/// **Choosing.** One node after the other takes the layout that is cheapest
/// with its neighbours, until nothing changes (iterated conditional modes).
/// Then nodes try the layouts that cost themselves less: neighbours follow, if
/// that is cheaper for them, and all keep what they have if the sum is not
/// less. So a store and the computation of its pointers leave the layout of a
/// product together. If it is not less, the neighbours that can have the same
/// layout follow, and theirs, cheaper for them or not: of a quotient in the
/// addresses of a load and a store, either layout is as cheap. A node with one
/// neighbour, besides leaves of its own, is a *leaf*: it does not choose; its
/// best layout for each choice of the neighbour is known. So trees, such as a
/// chain from a load through a broadcast, have the best layouts for what they
/// end in.
///
/// Not here: the nodes of a function (LayoutPlanner.h).

#ifndef CM2TT_LIB_TTTOTTG_LAYOUTGRAPH_H
#define CM2TT_LIB_TTTOTTG_LAYOUTGRAPH_H

#include "LayoutTable.h"

#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <limits>

namespace cm2tt {

/// The cost of what is impossible.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A part of what a layout costs a node.
class CostTerm {
public:
  virtual ~CostTerm() = default;
  /// Infinite for a layout that the node cannot have.
  virtual double of(const ttg::LinearLayout &layout) const = 0;
};

/// The arguments of `LayoutGraph::addEdge`.
struct LayoutEdge {
  unsigned from, to;
  /// Images, numbered by the table.
  unsigned defined = 0, required = 0;
  /// The images that a candidate takes along the edge, and back: the inverses
  /// of `required` and `defined`.
  unsigned inverseRequired = 0, inverseDefined = 0;
  /// Bits of an element.
  unsigned bits = 32;
  /// The number of times that the tile is computed.
  double weight = 1;
};

/// A graph of choices.
class LayoutGraph {
public:
  LayoutGraph(LayoutTable &table, unsigned numWarps)
      : table(table), numWarps(numWarps) {}

  unsigned addNode(llvm::ArrayRef<int64_t> shape);
  /// One node of two that must have one layout.
  void unite(unsigned a, unsigned b);
  /// The node that now represents a number.
  unsigned find(unsigned node) const;
  void addEdge(const LayoutEdge &edge) { edges.push_back(edge); }
  /// Adds operations on each register, which are executed `weight` times.
  void addWork(unsigned node, double weight) {
    nodes[find(node)].work += weight;
  }
  void addTerm(unsigned node, std::unique_ptr<CostTerm> term) {
    nodes[find(node)].terms.push_back(std::move(term));
  }
  void addCandidate(unsigned node, LayoutId layout);
  /// The only candidate.
  void fix(unsigned node, LayoutId layout);

  /// Chooses.
  void solve();
  /// The choice.
  LayoutId getChoice(unsigned node) const { return nodes[find(node)].choice; }

private:
  /// A node, and the choice that it has had.
  using Move = std::pair<unsigned, LayoutId>;

  struct Node {
    Node() = default;
    Node(Node &&) = default;
    Node &operator=(Node &&) = default;

    llvm::SmallVector<int64_t, 4> shape;
    llvm::SmallVector<LayoutId, 8> candidates;
    llvm::SmallVector<unsigned, 4> edges;
    llvm::SmallVector<std::unique_ptr<CostTerm>, 1> terms;
    double work = 0;
    LayoutId choice = 0;
    bool isFixed = false, isChosen = false;
    /// For a leaf, its neighbour; the leaves whose neighbour this is.
    std::optional<unsigned> neighbour;
    llvm::SmallVector<unsigned, 2> leaves;
  };

  /// Adds edges to their nodes, equal ones once.
  void link();
  /// Unites each node that has no costs of its own, and tiles to and from only
  /// one other node, with that node.
  void absorb();
  /// Finds the leaves, those of a leaf before it.
  void findLeaves();
  /// Spreads the candidates that nodes come with.
  void spreadAll();
  /// Passes candidates on, and those that result from them.
  void spread(llvm::SmallVectorImpl<std::pair<unsigned, LayoutId>> &added);
  /// Adds a candidate if it is new and possible, and the node has not too many;
  /// returns whether it was added.
  bool offer(unsigned node, LayoutId layout);
  /// Gives candidates to the nodes that have none.
  void fillIn();
  /// The cheapest candidate with the neighbours that have chosen.
  LayoutId choose(unsigned node);
  /// Lets each of the nodes choose until nothing changes.
  void settle(std::vector<unsigned> &free);
  /// Moves a node to a layout that costs itself less, and neighbours with it,
  /// if all of them together cost less; returns whether it did.
  bool moveJointly(unsigned node);
  /// Sets the choice of a node, and lets neighbours follow, and theirs; returns
  /// the nodes whose choice changed, and what it was.
  llvm::SmallVector<Move> propagate(unsigned node, LayoutId layout);
  /// The same, but neighbours take the image of the layout without a choice.
  llvm::SmallVector<Move> drag(unsigned node, LayoutId layout);
  /// Keeps moves if all nodes together cost less than before; returns whether
  /// they do.
  bool keepIfLess(llvm::ArrayRef<Move> moved);
  /// The cost of nodes with all edges that they have, each once.
  double costOfNodes(llvm::ArrayRef<Move> moved);
  double getCost(unsigned node, LayoutId layout);
  double costWithNeighbours(unsigned node, LayoutId layout);
  double costOfEdge(const LayoutEdge &edge, LayoutId from, LayoutId to);
  /// The cost of the leaves of a node that has the layout.
  double costOfLeaves(unsigned node, LayoutId layout);
  /// The best layout of a leaf for its neighbour's layout, and its cost, with
  /// that of its own leaves.
  std::pair<LayoutId, double> answer(unsigned leaf, LayoutId layout);

  LayoutTable &table;
  unsigned numWarps;
  std::vector<Node> nodes;
  mutable std::vector<unsigned> parents;
  std::vector<LayoutEdge> edges;
  std::vector<unsigned> leaves;
  llvm::DenseMap<std::pair<unsigned, LayoutId>, double> costs;
  llvm::DenseMap<std::pair<unsigned, LayoutId>, std::pair<LayoutId, double>>
      answers;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_LAYOUTGRAPH_H
