// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Candidates spread through the graph; nodes choose among them.

#include "LayoutGraph.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace cm2tt;
using llvm::ArrayRef;
using llvm::SmallVector;
using ttg::LinearLayout;

/// The maximum number of candidates of a node. Few tiles have that many
/// neighbours with different layouts.
constexpr size_t kMaxCandidates = 10;
/// The maximum number of rounds; more than three are rarely needed.
constexpr unsigned kMaxRounds = 8;
/// The maximum number of nodes that move together, by choice and without one.
constexpr size_t kMaxMoved = 8, kMaxDragged = 32;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

unsigned LayoutGraph::addNode(ArrayRef<int64_t> shape) {
  nodes.emplace_back();
  nodes.back().shape.assign(shape.begin(), shape.end());
  parents.push_back(parents.size());
  return parents.size() - 1;
}

unsigned LayoutGraph::find(unsigned node) const {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

void LayoutGraph::unite(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  // `find` shortens its paths, so that they stay short.
  parents[b] = a;
  Node &into = nodes[a], &from = nodes[b];
  into.work += from.work;
  into.isFixed |= from.isFixed;
  llvm::append_range(into.candidates, from.candidates);
  llvm::append_range(into.edges, from.edges);
  for (std::unique_ptr<CostTerm> &term : from.terms)
    into.terms.push_back(std::move(term));
  from.terms.clear();
}

void LayoutGraph::addCandidate(unsigned node, LayoutId layout) {
  Node &holder = nodes[find(node)];
  if (!llvm::is_contained(holder.candidates, layout))
    holder.candidates.push_back(layout);
}

void LayoutGraph::fix(unsigned node, LayoutId layout) {
  Node &holder = nodes[find(node)];
  holder.candidates.assign(1, layout);
  holder.isFixed = true;
}

void LayoutGraph::link() {
  std::vector<LayoutEdge> kept;
  using Key = std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned>;
  std::map<Key, unsigned> known;
  for (LayoutEdge edge : edges) {
    edge.from = find(edge.from);
    edge.to = find(edge.to);
    if (edge.from == edge.to && edge.defined == edge.required)
      continue;
    Key key(edge.from, edge.to, edge.defined, edge.required, edge.bits);
    auto [entry, isNew] = known.try_emplace(key, kept.size());
    if (isNew)
      kept.push_back(edge);
    else
      kept[entry->second].weight =
          std::max(kept[entry->second].weight, edge.weight);
  }
  edges = std::move(kept);
  for (Node &node : nodes)
    node.edges.clear();
  for (auto [index, edge] : llvm::enumerate(edges)) {
    nodes[edge.from].edges.push_back(index);
    if (edge.to != edge.from)
      nodes[edge.to].edges.push_back(index);
  }
}

void LayoutGraph::absorb() {
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (find(node) != node || nodes[node].isFixed || !nodes[node].terms.empty())
      continue;
    std::optional<unsigned> only;
    bool isAlike = !nodes[node].edges.empty();
    for (unsigned index : nodes[node].edges) {
      const LayoutEdge &edge = edges[index];
      unsigned from = find(edge.from), to = find(edge.to);
      unsigned other = from == node ? to : from;
      isAlike &= edge.defined == 0 && edge.required == 0 &&
                 (!only || *only == other) && !nodes[other].isFixed;
      only = other;
    }
    if (isAlike && *only != node)
      unite(*only, node);
  }
}

void LayoutGraph::findLeaves() {
  std::vector<SmallVector<unsigned, 4>> neighbours(nodes.size());
  for (const LayoutEdge &edge : edges) {
    neighbours[edge.from].push_back(edge.to);
    neighbours[edge.to].push_back(edge.from);
  }
  // The number of neighbours that are not leaves of the node.
  std::vector<size_t> rest(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node) {
    auto &list = neighbours[node];
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
    rest[node] = list.size();
  }
  auto isLeaf = [&](unsigned node) {
    return rest[node] == 1 && !nodes[node].isFixed && !nodes[node].neighbour &&
           !llvm::is_contained(neighbours[node], node);
  };
  for (unsigned first = 0; first < nodes.size(); ++first)
    for (unsigned node = first; isLeaf(node);) {
      unsigned only = *llvm::find_if(neighbours[node], [&](unsigned other) {
        return nodes[other].neighbour != node;
      });
      nodes[node].neighbour = only;
      nodes[only].leaves.push_back(node);
      leaves.push_back(node);
      --rest[only];
      node = only;
    }
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

bool LayoutGraph::offer(unsigned node, LayoutId layout) {
  Node &holder = nodes[node];
  if (holder.isFixed || holder.candidates.size() >= kMaxCandidates ||
      llvm::is_contained(holder.candidates, layout) ||
      getCost(node, layout) == kInfinity)
    return false;
  holder.candidates.push_back(layout);
  return true;
}

void LayoutGraph::spread(
    llvm::SmallVectorImpl<std::pair<unsigned, LayoutId>> &added) {
  auto pass = [&](unsigned node, LayoutId layout, unsigned there,
                  unsigned back) {
    std::optional<LayoutId> image = table.apply(there, layout);
    if (image)
      image = table.apply(back, *image);
    if (image && offer(node, *image))
      added.push_back({node, *image});
  };
  // In the order of arrival: candidates of near nodes come first.
  for (size_t next = 0; next < added.size(); ++next) {
    auto [node, layout] = added[next];
    for (unsigned index : nodes[node].edges) {
      const LayoutEdge &edge = edges[index];
      if (edge.from == node)
        pass(edge.to, layout, edge.defined, edge.inverseRequired);
      if (edge.to == node)
        pass(edge.from, layout, edge.required, edge.inverseDefined);
    }
  }
  added.clear();
}

void LayoutGraph::spreadAll() {
  SmallVector<std::pair<unsigned, LayoutId>> added;
  // If there are too many, required layouts come first, then the most preferred
  // ones.
  size_t most = 0;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (nodes[node].isFixed)
      added.push_back({node, nodes[node].candidates.front()});
    else
      most = std::max(most, nodes[node].candidates.size());
  }
  std::vector<SmallVector<LayoutId, 8>> liked(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (find(node) == node && !nodes[node].isFixed)
      liked[node] = nodes[node].candidates;
  spread(added);
  for (size_t rank = 0; rank < most; ++rank) {
    for (unsigned node = 0; node < nodes.size(); ++node)
      if (rank < liked[node].size())
        added.push_back({node, liked[node][rank]});
    spread(added);
  }
}

void LayoutGraph::fillIn() {
  SmallVector<std::pair<unsigned, LayoutId>> added;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (find(node) != node || !nodes[node].candidates.empty())
      continue;
    Node &holder = nodes[node];
    ttg::BlockedLayoutOptions options;
    options.numWarps = numWarps;
    options.sizePerThread.assign(holder.shape.size(), 1);
    for (unsigned dim = holder.shape.size(); dim-- > 0;)
      options.order.push_back(dim);
    for (unsigned turn = 0; turn < std::min<size_t>(options.order.size(), 2);
         ++turn) {
      if (turn)
        std::swap(options.order[0], options.order[1]);
      LayoutId layout =
          table.intern(ttg::makeBlockedLayout(holder.shape, options));
      if (offer(node, layout))
        added.push_back({node, layout});
    }
    assert(!holder.candidates.empty() && "a plain layout is always possible");
    spread(added);
  }
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

double LayoutGraph::getCost(unsigned node, LayoutId layout) {
  auto [entry, isNew] = costs.try_emplace({node, layout}, 0.0);
  if (!isNew)
    return entry->second;
  double cost = nodes[node].work * table.getRegisters(layout);
  for (const auto &term : nodes[node].terms)
    cost += term->of(table.get(layout));
  return entry->second = cost;
}

double LayoutGraph::costOfEdge(const LayoutEdge &edge, LayoutId from,
                               LayoutId to) {
  std::optional<LayoutId> defined = table.apply(edge.defined, from);
  std::optional<LayoutId> required = table.apply(edge.required, to);
  if (!defined || !required)
    return kInfinity;
  return edge.weight * table.getConversionCost(*defined, *required, edge.bits);
}

std::pair<LayoutId, double> LayoutGraph::answer(unsigned leaf,
                                                LayoutId layout) {
  auto [entry, isNew] = answers.try_emplace({leaf, layout});
  if (!isNew)
    return entry->second;
  std::pair<LayoutId, double> best(0, kInfinity);
  for (LayoutId candidate : nodes[leaf].candidates) {
    double cost = getCost(leaf, candidate) + costOfLeaves(leaf, candidate);
    for (unsigned index : nodes[leaf].edges) {
      const LayoutEdge &edge = edges[index];
      if (edge.from == nodes[leaf].neighbour)
        cost += costOfEdge(edge, layout, candidate);
      else if (edge.to == nodes[leaf].neighbour)
        cost += costOfEdge(edge, candidate, layout);
    }
    if (cost < best.second)
      best = {candidate, cost};
  }
  answers[{leaf, layout}] = best;
  return best;
}

double LayoutGraph::costOfLeaves(unsigned node, LayoutId layout) {
  double cost = 0;
  for (unsigned leaf : nodes[node].leaves)
    cost += answer(leaf, layout).second;
  return cost;
}

double LayoutGraph::costWithNeighbours(unsigned node, LayoutId layout) {
  double cost = getCost(node, layout) + costOfLeaves(node, layout);
  for (unsigned index : nodes[node].edges) {
    const LayoutEdge &edge = edges[index];
    if (edge.from == edge.to) {
      cost += costOfEdge(edge, layout, layout);
      continue;
    }
    const Node &other = nodes[edge.from == node ? edge.to : edge.from];
    if (other.isChosen)
      cost += edge.from == node ? costOfEdge(edge, layout, other.choice)
                                : costOfEdge(edge, other.choice, layout);
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

LayoutId LayoutGraph::choose(unsigned node) {
  LayoutId best = nodes[node].candidates.front();
  double least = kInfinity;
  for (LayoutId candidate : nodes[node].candidates) {
    double cost = costWithNeighbours(node, candidate);
    if (cost < least) {
      least = cost;
      best = candidate;
    }
  }
  return best;
}

void LayoutGraph::settle(std::vector<unsigned> &free) {
  bool isChanged = true;
  for (unsigned round = 0; round < kMaxRounds && isChanged; ++round) {
    isChanged = false;
    for (unsigned node : free) {
      LayoutId choice = choose(node);
      isChanged |= !nodes[node].isChosen || choice != nodes[node].choice;
      nodes[node].choice = choice;
      nodes[node].isChosen = true;
    }
    std::reverse(free.begin(), free.end());
  }
}

SmallVector<LayoutGraph::Move> LayoutGraph::propagate(unsigned node,
                                                      LayoutId layout) {
  SmallVector<Move> moved = {{node, nodes[node].choice}};
  nodes[node].choice = layout;
  auto hasMoved = [&](unsigned other) {
    return llvm::is_contained(llvm::make_first_range(moved), other);
  };
  for (size_t next = 0; next < moved.size(); ++next)
    for (unsigned index : nodes[moved[next].first].edges)
      for (unsigned other : {edges[index].from, edges[index].to}) {
        if (nodes[other].isFixed || nodes[other].neighbour ||
            moved.size() == kMaxMoved || hasMoved(other))
          continue;
        LayoutId choice = choose(other);
        if (choice == nodes[other].choice)
          continue;
        moved.push_back({other, nodes[other].choice});
        nodes[other].choice = choice;
      }
  return moved;
}

SmallVector<LayoutGraph::Move> LayoutGraph::drag(unsigned node,
                                                 LayoutId layout) {
  SmallVector<Move> moved = {{node, nodes[node].choice}};
  nodes[node].choice = layout;
  auto move = [&](LayoutId from, unsigned other, unsigned there,
                  unsigned back) {
    Node &holder = nodes[other];
    if (holder.isFixed || holder.neighbour || moved.size() == kMaxDragged ||
        llvm::is_contained(llvm::make_first_range(moved), other))
      return;
    std::optional<LayoutId> image = table.apply(there, from);
    if (image)
      image = table.apply(back, *image);
    if (!image || *image == holder.choice ||
        !llvm::is_contained(holder.candidates, *image))
      return;
    moved.push_back({other, holder.choice});
    holder.choice = *image;
  };
  for (size_t next = 0; next < moved.size(); ++next) {
    unsigned from = moved[next].first;
    LayoutId choice = nodes[from].choice;
    for (unsigned index : nodes[from].edges) {
      const LayoutEdge &edge = edges[index];
      if (edge.from == from)
        move(choice, edge.to, edge.defined, edge.inverseRequired);
      if (edge.to == from)
        move(choice, edge.from, edge.required, edge.inverseDefined);
    }
  }
  return moved;
}

double LayoutGraph::costOfNodes(ArrayRef<Move> moved) {
  double cost = 0;
  std::set<unsigned> counted;
  for (auto [node, before] : moved) {
    cost += getCost(node, nodes[node].choice) +
            costOfLeaves(node, nodes[node].choice);
    for (unsigned index : nodes[node].edges) {
      const Node &from = nodes[edges[index].from], &to = nodes[edges[index].to];
      if (from.isChosen && to.isChosen && counted.insert(index).second)
        cost += costOfEdge(edges[index], from.choice, to.choice);
    }
  }
  return cost;
}

bool LayoutGraph::keepIfLess(ArrayRef<Move> moved) {
  double after = costOfNodes(moved);
  SmallVector<LayoutId> choices;
  for (auto [node, before] : moved) {
    choices.push_back(nodes[node].choice);
    nodes[node].choice = before;
  }
  if (costOfNodes(moved) <= after)
    return false;
  for (auto [move, choice] : llvm::zip_equal(moved, choices))
    nodes[move.first].choice = choice;
  return true;
}

bool LayoutGraph::moveJointly(unsigned node) {
  auto costAlone = [&](LayoutId layout) {
    return getCost(node, layout) + costOfLeaves(node, layout);
  };
  for (LayoutId candidate : nodes[node].candidates) {
    if (costAlone(candidate) >= costAlone(nodes[node].choice))
      continue;
    if (keepIfLess(propagate(node, candidate)) ||
        keepIfLess(drag(node, candidate)))
      return true;
  }
  return false;
}

void LayoutGraph::solve() {
  link();
  absorb();
  link();
  spreadAll();
  fillIn();
  findLeaves();
  std::vector<unsigned> free;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (find(node) != node || nodes[node].neighbour)
      continue;
    if (nodes[node].isFixed) {
      nodes[node].choice = nodes[node].candidates.front();
      nodes[node].isChosen = true;
    } else {
      free.push_back(node);
    }
  }
  // From the ends of trees on, so that no answer waits for those of a long
  // chain.
  for (unsigned leaf : leaves)
    for (LayoutId layout : nodes[*nodes[leaf].neighbour].candidates)
      answer(leaf, layout);
  settle(free);
  bool isMoved = false;
  for (unsigned node : free)
    isMoved |= moveJointly(node);
  if (isMoved)
    settle(free);
  for (unsigned leaf : llvm::reverse(leaves))
    nodes[leaf].choice =
        answer(leaf, nodes[*nodes[leaf].neighbour].choice).first;
}
