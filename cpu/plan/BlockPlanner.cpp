// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Assigns computations to loops: pulls values into the loops of their users,
/// and keeps values with several users in memory.
///
/// Not here: the requirements of each kind of operation (PlanSteps.cpp).

#include "BlockPlanner.h"

#include "cpu/emit/ElementwiseInternals.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Above this number of operations, recomputing a value costs more than memory;
/// a two-dimensional address has about ten.
constexpr unsigned mostCost = 16;

//===----------------------------------------------------------------------===//
// Values that are computed once
//===----------------------------------------------------------------------===//

/// Counts the operations that compute a value that is not in memory, up to a
/// limit. Operations that precede it have been visited already.
unsigned BlockPlanner::getCost(Value value) {
  if (!isTile(value.getType()) || plan.buffers.count(value))
    return 0;
  auto known = costs.find(value);
  if (known != costs.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  if (!op || getRole(op) != Role::Lazy)
    return 0;
  // Operands are visited first, without recursion, since chains may be long.
  SmallVector<Operation *> stack = {op};
  while (!stack.empty()) {
    Operation *next = stack.back();
    size_t before = stack.size();
    unsigned sum = 1;
    for (Value operand : next->getOperands()) {
      Operation *from = operand.getDefiningOp();
      if (!from || !isTile(operand.getType()) || plan.buffers.count(operand) ||
          getRole(from) != Role::Lazy)
        continue;
      auto found = costs.find(operand);
      if (found == costs.end())
        stack.push_back(from);
      else
        sum += isOnce(operand) ? 0 : found->second;
    }
    if (stack.size() > before)
      continue;
    stack.pop_back();
    for (Value made : next->getResults())
      costs[made] = std::min(sum, 2 * mostCost);
  }
  return costs[value];
}

bool BlockPlanner::isOnce(Value value) {
  auto known = once.find(value);
  if (known != once.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  bool is = isa<tt::LoadOp, tt::GatherOp>(op) || isExpensive(op) ||
            getCost(value) > mostCost;
  return once[value] = is;
}

//===----------------------------------------------------------------------===//
// Pulling
//===----------------------------------------------------------------------===//

ProducerSet BlockPlanner::collectProducers(ValueRange roots) {
  ProducerSet result;
  SmallVector<std::pair<Value, bool>> work;
  llvm::DenseSet<Value> seen[2];
  for (Value root : roots)
    work.push_back({root, true});
  // visit() returns the operands in `next`.
  while (!work.empty()) {
    auto [value, isOwn] = work.pop_back_val();
    if (!seen[isOwn].insert(value).second)
      continue;
    visit(value, isOwn, result);
    work.append(next.begin(), next.end());
    next.clear();
  }
  return result;
}

void BlockPlanner::visit(Value value, bool isOwn, ProducerSet &set) {
  if (isMadeByOpen(value))
    set.needsOpen = true;
  if (!isTile(value.getType()))
    return;
  if (plan.buffers.count(value)) {
    TileLoop *maker = computedIn.lookup(value);
    if (maker && maker == open && isOwn) {
      set.shared.push_back(value);
      return;
    }
    set.needsOpen |= maker && maker == open;
    set.read.push_back({value, isOwn});
    return;
  }
  if (isOnce(value) && !visitOnce(value, isOwn, set))
    return;
  Operation *op = value.getDefiningOp();
  if (isOwn)
    set.ops.insert(op);
  visitOperands(op, isOwn);
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    if (!plan.buffers.count(gather.getSrc()))
      set.first.push_back(gather.getSrc());
}

/// Whether the loop for which values are collected already computes the value.
bool BlockPlanner::visitOnce(Value value, bool isOwn, ProducerSet &set) {
  TileLoop *maker = computedIn.lookup(value);
  if (!maker && isOwn) {
    set.once.push_back(value);
    return true;
  }
  if (!maker) {
    set.first.push_back(value);
    return false;
  }
  if (maker == open && isOwn) {
    set.shared.push_back(value);
    return false;
  }
  spillIn(value, *maker);
  set.read.push_back({value, isOwn});
  set.needsOpen |= maker == open;
  return false;
}

/// Whether a permutation leaves elements in row-major order: it moves only
/// dimensions of size 1.
static bool keepsOrder(tt::TransOp op) {
  ArrayRef<int64_t> shape = getShape(op.getSrc());
  int32_t last = -1;
  for (int32_t from : op.getOrder()) {
    if (shape[from] == 1)
      continue;
    if (from < last)
      return false;
    last = from;
  }
  return true;
}

void BlockPlanner::visitOperands(Operation *op, bool isOwn) {
  if (isa<tt::CatOp, tt::JoinOp, tt::SplitOp>(op))
    isOwn = false;
  else if (auto trans = dyn_cast<tt::TransOp>(op))
    isOwn &= keepsOrder(trans);
  else if (auto broadcast = dyn_cast<tt::BroadcastOp>(op))
    isOwn &= getShape(broadcast.getSrc()) == getShape(broadcast.getResult());
  if (auto gather = dyn_cast<tt::GatherOp>(op)) {
    next.push_back({gather.getIndices(), isOwn});
    if (plan.buffers.count(gather.getSrc()))
      next.push_back({gather.getSrc(), false});
    return;
  }
  for (Value operand : op->getOperands())
    next.push_back({operand, isOwn});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether two writes, or a read and a write, of one loop keep their order
/// element by element.
static bool isSafeWith(const FusionPlan &plan, const TileLoop &loop,
                       Operation *write) {
  for (Operation *op : loop.producers)
    if (auto load = dyn_cast<tt::LoadOp>(op))
      if (!plan.isSafeTogether(load, write))
        return false;
  for (Operation *root : loop.roots) {
    if (isa<tt::ReduceOp, tt::AssertOp>(root))
      continue;
    // All of an atomic's elements come before those of another.
    if (!isa<tt::StoreOp>(root) || !isa<tt::StoreOp>(write))
      return false;
    if (root->getOperand(0) != write->getOperand(0) &&
        !plan.areDistinct(root, write))
      return false;
  }
  return true;
}

static bool isLoad(Value value) {
  return isa<tt::LoadOp>(value.getDefiningOp());
}
static bool hasLoad(ArrayRef<Value> values) {
  return llvm::any_of(values, isLoad);
}

/// Whether a reduction and an access of checked code would be in one loop.
bool BlockPlanner::mixesAccesses(const ProducerSet &set,
                                 const LoopNeeds &needs) const {
  return plan.isChecked &&
         ((open->axis && (needs.write || hasLoad(set.once))) ||
          (needs.axis && (open->hasWrite || hasLoad(open->once))));
}

bool BlockPlanner::canJoin(const ProducerSet &set,
                           const LoopNeeds &needs) const {
  if (!open || set.needsOpen || open->shape != needs.shape ||
      open->isScalar != needs.isScalar ||
      (open->axis && needs.axis && open->axis != needs.axis))
    return false;
  // Loads that follow a write must read the written value.
  if ((open->hasWrite && hasLoad(set.once)) || mixesAccesses(set, needs))
    return false;
  return !needs.write || isSafeWith(plan, *open, needs.write);
}

TileLoop &BlockPlanner::place(ValueRange roots, const LoopNeeds &needs) {
  ProducerSet producers = collectProducers(roots);
  if (needs.write)
    for (Value value : producers.once)
      if (auto load = value.getDefiningOp<tt::LoadOp>())
        if (!plan.isSafeTogether(load, needs.write))
          producers.first.push_back(value);
  if (plan.isChecked && needs.axis)
    llvm::copy_if(producers.once, std::back_inserter(producers.first), isLoad);
  // Planning the first values may have ended the open loop.
  while (!producers.first.empty()) {
    for (Value value : producers.first)
      if (!plan.buffers.count(value))
        spillApart(value);
    producers = collectProducers(roots);
  }
  if (!canJoin(producers, needs)) {
    flush();
    producers = collectProducers(roots);
    plan.loops.push_back(std::make_unique<TileLoop>());
    open = plan.loops.back().get();
    open->shape = needs.shape;
    open->isScalar = needs.isScalar;
  }
  if (needs.axis)
    open->axis = needs.axis;
  open->hasWrite |= needs.write != nullptr;
  commit(producers, *open);
  return *open;
}

void BlockPlanner::commit(const ProducerSet &producers, TileLoop &loop) {
  loop.producers.insert(producers.ops.begin(), producers.ops.end());
  for (Value value : producers.once) {
    computedIn[value] = &loop;
    loop.once.push_back(value);
    pending.remove(value.getDefiningOp());
  }
  for (auto [value, isOwn] : producers.read) {
    reads[value].push_back({&loop, 0, isOwn});
    loop.read.insert(value);
  }
}

void BlockPlanner::flush() {
  if (open)
    pushLoop(std::exchange(open, nullptr));
}

void BlockPlanner::pushLoop(TileLoop *loop) {
  Step step;
  step.loop = loop;
  loop->step = pushStep(step);
  for (Value value : loop->read)
    plan.scratch.use(plan.buffers[value], loop->step);
  for (auto [value, buffer] : loop->spilled)
    write(buffer, loop->step);
  for (Operation *root : loop->roots)
    for (Value made : root->getResults())
      if (auto found = plan.buffers.find(made); found != plan.buffers.end())
        write(found->second, loop->step);
  // The order is that of the program, which respects dependences. All belong to
  // this block: values that others compute once are in memory.
  llvm::stable_sort(loop->once, [](Value a, Value b) {
    return a.getDefiningOp()->isBeforeInBlock(b.getDefiningOp());
  });
}

unsigned BlockPlanner::pushStep(Step step) {
  result.steps.push_back(step);
  return ++programPoint;
}

//===----------------------------------------------------------------------===//
// Values in memory
//===----------------------------------------------------------------------===//

void BlockPlanner::write(BufferId buffer, unsigned step) {
  plan.scratch.use(buffer, step);
  firstWrite.try_emplace(plan.scratch.find(buffer), step);
}

void BlockPlanner::spillIn(Value value, TileLoop &loop) {
  computedIn[value] = &loop;
  BufferId buffer = plan.addBuffer(value);
  loop.spilled.push_back({value, buffer});
  if (&loop != open)
    write(buffer, loop.step);
}

/// Keeps a value in memory by a loop of its own, which precedes the open one.
void BlockPlanner::spillApart(Value value) {
  if (TileLoop *maker = computedIn.lookup(value))
    return spillIn(value, *maker);
  // The loop cannot precede the open one if the value depends on it, or reads
  // memory that it writes.
  ProducerSet needed = collectProducers(value);
  if (needed.needsOpen || !needed.shared.empty() || !needed.first.empty() ||
      (open && open->hasWrite && hasLoad(needed.once)))
    flush();
  TileLoop *previous = std::exchange(open, nullptr);
  LoopNeeds needs;
  needs.shape.assign(getShape(value).begin(), getShape(value).end());
  TileLoop &loop = place(value, needs);
  if (!plan.buffers.count(value))
    spillIn(value, loop);
  flush();
  open = previous;
}

void BlockPlanner::spill(Value value) {
  if (plan.buffers.count(value))
    return;
  if (TileLoop *maker = computedIn.lookup(value))
    return spillIn(value, *maker);
  LoopNeeds needs;
  needs.shape.assign(getShape(value).begin(), getShape(value).end());
  TileLoop &loop = place(value, needs);
  // The value may be one that is computed once.
  if (!plan.buffers.count(value))
    spillIn(value, loop);
}

void BlockPlanner::spillInto(Value value, BufferId buffer) {
  LoopNeeds needs;
  needs.shape.assign(getShape(value).begin(), getShape(value).end());
  TileLoop &loop = place(value, needs);
  loop.spilled.push_back({value, buffer});
}

/// Keeps the values that are computed once and that `value` depends on, since
/// it is needed in another block.
void BlockPlanner::forceOnce(Value value) {
  while (true) {
    ProducerSet needed = collectProducers(value);
    SmallVector<Value> all(needed.once);
    llvm::append_range(all, needed.first);
    llvm::append_range(all, needed.shared);
    llvm::erase_if(all, [&](Value once) { return plan.buffers.count(once); });
    if (all.empty())
      return;
    for (Value once : all)
      spill(once);
  }
}

/// Performs all deferred loads before a write to memory, except for those that
/// `mayWait` for it.
void BlockPlanner::forcePending(llvm::function_ref<bool(Operation *)> mayWait) {
  for (Operation *load : pending.takeVector()) {
    Value value = load->getResult(0);
    if (load->use_empty() || plan.buffers.count(value) ||
        computedIn.count(value))
      continue;
    if (mayWait && mayWait(load))
      pending.insert(load);
    else
      spillApart(value);
  }
}
