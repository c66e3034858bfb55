// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Distributes the operations of a loop's body over two stages, and checks the
/// conditions of TTGRotateLoops.cpp.
///
/// The second stage is what depends on a chained product in its iteration, and
/// what only these operations need. All else is the first. A value depends on
/// products if it is computed from one, in any iteration. Other values are
/// indices, addresses and masks: both stages compute them.
///
/// Not here: registers (Registers.cpp); changing the loop (Rotate.cpp).

#include "RotateLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "gpu/schedule/LoopLoads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

Value cm2tt::getNext(scf::ForOp loop, Value carried) {
  return loop.getTiedLoopYieldedValue(cast<BlockArgument>(carried))->get();
}

void cm2tt::forEachOperand(Block *body, Operation *op,
                           llvm::function_ref<void(Value)> each) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == body)
        each(operand);
  });
}

void cm2tt::followSources(scf::ForOp loop, Value value,
                          llvm::SetVector<Value> &carried,
                          llvm::function_ref<bool(Value)> visit) {
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (current == loop.getInductionVar() ||
        current.getParentBlock() != loop.getBody() || !visit(current))
      continue;
    if (Operation *def = current.getDefiningOp())
      forEachOperand(loop.getBody(), def,
                     [&](Value operand) { pending.push_back(operand); });
    else if (carried.insert(current))
      pending.push_back(getNext(loop, current));
  }
}

namespace {
/// Plans one loop.
class RotationPlanner {
public:
  RotationPlanner(scf::ForOp loop, std::string &reason)
      : body(loop.getBody()), reason(reason) {
    plan.loop = loop;
  }
  std::optional<RotationPlan> run();

private:
  bool findProducts();
  bool checkEffects();
  void findDependents();
  bool checkChain();
  void assignBarriers();
  bool isForSecond(ttg::MBarrierWaitOp wait) const;
  bool isForSecond(ttg::MBarrierArriveOp arrive) const;
  void fillFirst();
  void addToFirst(Value value);
  void fillSecond();
  void addToSecond(Value value);
  void carryRest();
  bool checkCrossing();
  void findLast();

  bool refuse(const Twine &why) {
    reason = why.str();
    return false;
  }

  RotationPlan plan;
  Block *body;
  std::string &reason;
  /// Dependents of chained products in the same iteration, of any product in
  /// any iteration, and of the values that chained products accumulate.
  Dependents onChained, onProducts, onAccumulated;
};
} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Whether there is a chain: a product with an operand that depends on another
/// product of its iteration.
bool RotationPlanner::findProducts() {
  for (auto dot : body->getOps<ttg::WarpGroupDotOp>())
    if (dependsOnProduct(body, dot.getA()) ||
        dependsOnProduct(body, dot.getB()))
      plan.chained.push_back(dot);
  return !plan.chained.empty();
}

void Dependents::follow(scf::ForOp loop, bool acrossIterations) {
  Block *body = loop.getBody();
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (Operation &op : body->without_terminator()) {
      bool depends = false;
      forEachOperand(body, &op,
                     [&](Value value) { depends |= contains(value); });
      if (depends)
        hasChanged |= ops.insert(&op).second;
    }
    if (!acrossIterations)
      return;
    for (BlockArgument argument : loop.getRegionIterArgs())
      if (getNext(loop, argument).getParentBlock() == body &&
          contains(getNext(loop, argument)))
        hasChanged |= carried.insert(argument).second;
  }
}

void RotationPlanner::findDependents() {
  onChained.ops.insert(plan.chained.begin(), plan.chained.end());
  onChained.follow(plan.loop);
  for (BlockArgument carried : plan.loop.getRegionIterArgs()) {
    Operation *def = getNext(plan.loop, carried).getDefiningOp();
    if (def && onChained.ops.contains(def)) {
      plan.accumulated.insert(carried);
      onAccumulated.carried.insert(carried);
    }
  }
  onAccumulated.follow(plan.loop);
  for (auto dot : body->getOps<ttg::WarpGroupDotOp>()) {
    onProducts.ops.insert(dot);
    if (!onChained.ops.contains(dot))
      plan.leading.push_back(dot);
  }
  onProducts.follow(plan.loop, /*acrossIterations=*/true);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Whether operations of other iterations may run before or after this one.
static bool canReorder(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return !load.getIsVolatile();
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
    return alloc.getSrc() != Value();
  return isa<tt::DescriptorLoadOp, ttg::WarpGroupDotOp, ttg::MBarrierWaitOp,
             ttg::MBarrierArriveOp>(op) ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         isMemoryEffectFree(op);
}

bool RotationPlanner::checkEffects() {
  WalkResult walked = body->walk([&](Operation *op) {
    bool isInBody = op->getBlock() == body;
    bool mayBeNested = !isa<ttg::WarpGroupDotOp, ttg::MBarrierWaitOp,
                            ttg::MBarrierArriveOp, ttg::LocalAllocOp>(op);
    if (canReorder(op) && (isInBody || mayBeNested))
      return WalkResult::advance();
    refuse("'" + op->getName().getStringRef() + "' must stay in its iteration");
    return WalkResult::interrupt();
  });
  return !walked.wasInterrupted();
}

/// The first stage must not wait for the second before its products.
bool RotationPlanner::checkChain() {
  // The first product in a body depends on none.
  assert(!plan.leading.empty());
  for (ttg::WarpGroupDotOp dot : plan.leading)
    if (onAccumulated.ops.contains(dot))
      return refuse("the first product reads what the iteration before "
                    "accumulates");
  for (ttg::WarpGroupDotOp dot : plan.chained)
    if (!isa<RankedTensorType>(dot.getA().getType()) ||
        dependsOnProduct(body, dot.getB()))
      return refuse("the operand of the second product is in shared "
                    "memory");
  return true;
}

/// Tiles in shared memory are valid in one iteration only.
bool RotationPlanner::checkCrossing() {
  for (Value value : plan.crossing)
    if (!isa<RankedTensorType, IntegerType, IndexType, FloatType>(
            value.getType()))
      return refuse("both products read a tile in shared memory");
  return true;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// The buffers that a value is a view of; null if it is not a view.
static Value getBuffers(Value view) {
  auto index = view.getDefiningOp<ttg::MemDescIndexOp>();
  return index ? index.getSrc() : Value();
}

/// Whether the second stage, and it alone, reads the tiles that a wait is for:
/// their views follow it (TTGSpecializeWarps). Elsewhere it is not late.
bool RotationPlanner::isForSecond(ttg::MBarrierWaitOp wait) const {
  auto view = dyn_cast<ttg::MemDescIndexOp>(wait->getNextNode());
  if (!view)
    return false;
  for (; view; view = dyn_cast<ttg::MemDescIndexOp>(view->getNextNode()))
    if (!plan.second.ops.contains(view) || plan.first.ops.contains(view))
      return false;
  return true;
}

/// Whether the second stage reads the buffers that are reported.
bool RotationPlanner::isForSecond(ttg::MBarrierArriveOp arrive) const {
  for (Value tile : arrive.getTiles())
    for (Operation *op : plan.second.ops) {
      auto view = dyn_cast<ttg::MemDescIndexOp>(op);
      if (view && getBuffers(tile) && view.getSrc() == getBuffers(tile))
        return true;
    }
  return false;
}

/// Gives waits and reports of slots the stage of the tiles. Called when all
/// other operations have theirs.
void RotationPlanner::assignBarriers() {
  auto isCarried = [&](Value tile) {
    auto view = tile.getDefiningOp<ttg::MemDescIndexOp>();
    return view &&
           llvm::is_contained(plan.loop.getRegionIterArgs(), view.getIndex());
  };
  SmallVector<Operation *> second;
  for (Operation &op : body->without_terminator()) {
    auto wait = dyn_cast<ttg::MBarrierWaitOp>(op);
    auto arrive = dyn_cast<ttg::MBarrierArriveOp>(op);
    if ((!wait && !arrive))
      continue;
    if (arrive && isForSecond(arrive) && arrive.getMask() &&
        llvm::all_of(arrive.getTiles(), isCarried))
      plan.lateReports.push_back(arrive);
    else if (wait ? isForSecond(wait) : isForSecond(arrive))
      second.push_back(&op);
    else if (plan.first.ops.insert(&op).second)
      forEachOperand(body, &op, [&](Value value) { addToFirst(value); });
  }
  for (Operation *op : second) {
    plan.second.ops.insert(op);
    forEachOperand(body, op, [&](Value value) { addToSecond(value); });
  }
  // The number of the slot that is reported is the one that was read.
  for (ttg::MBarrierArriveOp report : plan.lateReports)
    for (Value tile : report.getTiles())
      addToSecond(tile.getDefiningOp<ttg::MemDescIndexOp>().getIndex());
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

void RotationPlanner::addToFirst(Value value) {
  followSources(plan.loop, value, plan.first.carried, [&](Value source) {
    Operation *def = source.getDefiningOp();
    return def ? !onChained.ops.contains(def) &&
                     plan.first.ops.insert(def).second
               : !plan.accumulated.contains(source);
  });
}

void RotationPlanner::fillFirst() {
  for (Operation &op : body->without_terminator())
    if (onProducts.ops.contains(&op) && !onChained.ops.contains(&op) &&
        plan.first.ops.insert(&op).second)
      forEachOperand(body, &op, [&](Value value) { addToFirst(value); });
  for (BlockArgument carried : plan.loop.getRegionIterArgs())
    if (onProducts.contains(carried))
      addToFirst(carried);
}

void RotationPlanner::addToSecond(Value value) {
  followSources(plan.loop, value, plan.second.carried, [&](Value source) {
    Operation *def = source.getDefiningOp();
    if (def ? onChained.ops.contains(def) || plan.second.ops.contains(def)
            : plan.accumulated.contains(source)) {
      if (!def)
        plan.second.carried.insert(source);
      return false;
    }
    bool isShared = def && plan.first.ops.contains(def);
    if (onProducts.contains(source) || (isShared && !isPure(def))) {
      plan.crossing.insert(source);
      return false;
    }
    return !def || plan.second.ops.insert(def).second;
  });
}

void RotationPlanner::fillSecond() {
  for (Operation *op : onChained.ops)
    plan.second.ops.insert(op);
  // In the order of the body, so that the result has one.
  for (Operation &op : body->without_terminator())
    if (onChained.ops.contains(&op))
      forEachOperand(body, &op, [&](Value value) { addToSecond(value); });
}

/// Values that are used only after the loop.
void RotationPlanner::carryRest() {
  for (BlockArgument carried : plan.loop.getRegionIterArgs())
    if (!plan.accumulated.contains(carried) &&
        !plan.second.carried.contains(carried) &&
        !plan.loop.getTiedLoopResult(carried).use_empty())
      addToFirst(carried);
}

/// Whether an operation writes fewer registers than it reads, or the same in
/// another layout.
static bool isNarrowing(Operation *op) {
  return isa<ttg::ConvertLayoutOp, arith::TruncFOp, arith::TruncIOp,
             tt::FpToFpOp>(op);
}

/// An operand in registers must not be replaced while the product reads it.
void RotationPlanner::findLast() {
  for (Operation *op : onAccumulated.ops)
    if (plan.first.ops.contains(op))
      plan.last.insert(op);
  for (Value value : plan.crossing)
    while (Operation *def = value.getDefiningOp()) {
      auto isLast = [&](Operation *user) {
        return !plan.first.ops.contains(user) || plan.last.contains(user);
      };
      if (!isNarrowing(def) || !llvm::all_of(def->getUsers(), isLast))
        break;
      plan.last.insert(def);
      value = def->getOperand(0);
    }
}

std::optional<RotationPlan> RotationPlanner::run() {
  if (!findProducts())
    return std::nullopt;
  findDependents();
  if (!checkEffects() || !checkChain())
    return std::nullopt;
  fillFirst();
  fillSecond();
  carryRest();
  assignBarriers();
  if (!checkCrossing())
    return std::nullopt;
  findLast();
  return std::move(plan);
}

std::optional<RotationPlan> cm2tt::planRotation(scf::ForOp loop,
                                                std::string &reason) {
  return RotationPlanner(loop, reason).run();
}
