// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Distributes the operations of a loop's body over two stages so that its
/// first products run one iteration ahead: while what the last product computed
/// is stored.
///
/// The first stage is products that depend on no other product, and what they
/// need: indices, and waits for tiles that a producer copies. The second is all
/// else, in the order of the body. It computes views of the tiles again,
/// from the numbers of slots that it carries, and reports a slot when both
/// stages have read it.
///
/// Loops of one or two iterations, as those over the blocks that a causal mask
/// crosses, stay as they are: the first and the last one would be outside of
/// the loop. With copies of all loops `ptxas` 13.0 serialized products of
/// causal gradients for lack of registers (C7511).
///
/// Not here: registers (Registers.cpp); changing the loop (Rotate.cpp).

#include "RotateLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "tile/analysis/TripCount.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

static constexpr StringLiteral kNoProducer =
    "the operands of the first products are not copied by a producer";

namespace {
/// Plans one loop.
class AheadPlanner {
public:
  AheadPlanner(scf::ForOp loop, unsigned most, std::string &reason)
      : body(loop.getBody()), most(most), reason(reason) {
    plan.loop = loop;
    plan.isAhead = true;
  }
  std::optional<RotationPlan> run();

private:
  void findProducts();
  bool storesProduct();
  bool hasManyIterations();
  int64_t countBuffers();
  bool hasInnerConsumer();
  bool fillFirst();
  bool addToFirst(Value value);
  bool addWaits();
  void fillSecond();
  void addToSecond(Value value);

  bool refuse(const Twine &why) {
    reason = why.str();
    return false;
  }

  RotationPlan plan;
  Block *body;
  /// The most products of the first stage.
  const unsigned most;
  std::string &reason;
};
} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Products that read no other product of any iteration lead.
void AheadPlanner::findProducts() {
  Dependents onProducts;
  auto dots = body->getOps<ttg::WarpGroupDotOp>();
  for (BlockArgument carried : plan.loop.getRegionIterArgs())
    if (isa<RankedTensorType>(carried.getType()))
      onProducts.carried.insert(carried);
  onProducts.ops.insert(dots.begin(), dots.end());
  onProducts.follow(plan.loop);
  for (ttg::WarpGroupDotOp dot : dots) {
    bool depends = llvm::any_of(dot->getOperands(), [&](Value value) {
      return value.getParentBlock() == body && onProducts.contains(value);
    });
    (depends ? plan.chained : plan.leading).push_back(dot);
  }
}

/// Whether the body writes what its last product computed.
bool AheadPlanner::storesProduct() {
  Dependents onLast;
  onLast.ops.insert(plan.chained.back());
  onLast.follow(plan.loop);
  return llvm::any_of(
      onLast.ops, llvm::IsaPred<tt::StoreOp, tt::AtomicRmwOp,
                                tt::DescriptorStoreOp, tt::DescriptorReduceOp>);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// The first stage waits for a tile before the second one reports that of the
/// iteration before or, if reports are late, the one before that.
int64_t AheadPlanner::countBuffers() {
  auto isLate = [](ttg::MBarrierArriveOp arrive) {
    return bool(arrive.getMask());
  };
  return llvm::any_of(body->getOps<ttg::MBarrierArriveOp>(), isLate) ? 3 : 2;
}

bool AheadPlanner::addToFirst(Value value) {
  bool isPossible = true;
  followSources(plan.loop, value, plan.first.carried, [&](Value source) {
    Operation *def = source.getDefiningOp();
    if (!def)
      return true;
    auto view = dyn_cast<ttg::MemDescIndexOp>(def);
    if (!isPure(def))
      isPossible = refuse(kNoProducer);
    else if (view && view.getSrc().getType().getBuffers() < countBuffers())
      isPossible = refuse("the tiles of two iterations need more buffers");
    return isPossible && plan.first.ops.insert(def).second;
  });
  return isPossible;
}

/// The waits for the tiles of the first stage: their views follow them. Whether
/// there is one for each tile.
bool AheadPlanner::addWaits() {
  llvm::DenseSet<Operation *> views;
  for (Operation *op : plan.first.ops)
    if (isa<ttg::MemDescIndexOp>(op))
      views.insert(op);
  for (auto wait : body->getOps<ttg::MBarrierWaitOp>()) {
    bool isOfFirst = false;
    for (auto view = dyn_cast<ttg::MemDescIndexOp>(wait->getNextNode()); view;
         view = dyn_cast<ttg::MemDescIndexOp>(view->getNextNode()))
      isOfFirst |= views.erase(view);
    if (isOfFirst) {
      plan.first.ops.insert(wait);
      addToFirst(wait.getBarrier());
      addToFirst(wait.getParity());
    }
  }
  return views.empty() || refuse(kNoProducer);
}

/// The producer copies for an inner loop before it copies for the next
/// iteration: the first stage would wait while the inner loop has not run.
bool AheadPlanner::hasInnerConsumer() {
  return llvm::any_of(*body, [](Operation &op) {
    return !isa<ttg::MBarrierWaitOp>(op) && op.walk([](ttg::MBarrierWaitOp) {
                                                return WalkResult::interrupt();
                                              }).wasInterrupted();
  });
}

bool AheadPlanner::fillFirst() {
  if (hasInnerConsumer())
    return refuse("a loop in it has tiles of a producer, too");
  for (ttg::WarpGroupDotOp dot : plan.leading)
    for (Value operand : dot->getOperands())
      if (!addToFirst(operand))
        return false;
  if (!addWaits())
    return false;
  plan.first.ops.insert(plan.leading.begin(), plan.leading.end());
  return true;
}

void AheadPlanner::addToSecond(Value value) {
  followSources(plan.loop, value, plan.second.carried, [&](Value source) {
    Operation *def = source.getDefiningOp();
    if (!def)
      return true;
    if (!isa<ttg::WarpGroupDotOp>(def) || !plan.first.ops.contains(def))
      return plan.second.ops.insert(def).second;
    plan.crossing.insert(source);
    return false;
  });
}

void AheadPlanner::fillSecond() {
  SmallVector<Operation *> rest;
  for (Operation &op : body->without_terminator())
    if (!plan.first.ops.contains(&op)) {
      plan.second.ops.insert(&op);
      rest.push_back(&op);
    }
  for (Operation *op : rest)
    forEachOperand(body, op, [&](Value value) { addToSecond(value); });
  for (BlockArgument carried : plan.loop.getRegionIterArgs())
    if (!plan.first.carried.contains(carried))
      addToSecond(carried);
}

bool AheadPlanner::hasManyIterations() {
  constexpr unsigned kFew = 2;
  std::optional<APInt> count = getTripCountWithoutWrap(plan.loop);
  return !count || count->ugt(kFew) || refuse("it has few iterations");
}

std::optional<RotationPlan> AheadPlanner::run() {
  findProducts();
  plan.leading.truncate(std::min<size_t>(plan.leading.size(), most));
  if (plan.leading.empty() || plan.chained.empty() || !storesProduct() ||
      !hasManyIterations() || !fillFirst())
    return std::nullopt;
  fillSecond();
  return std::move(plan);
}

std::optional<RotationPlan> cm2tt::planAhead(scf::ForOp loop, unsigned most,
                                             std::string &reason) {
  return AheadPlanner(loop, most, reason).run();
}
