// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The requirements of each kind of operation on the plan: loops for roots,
/// tiles in memory for control flow and for operations on whole tiles.
///
/// Not here: the assignment of computations to loops (BlockPlanner.cpp).

#include "BlockPlanner.h"

#include "cpu/emit/CombineRegion.h"
#include "tile/analysis/MemoryOrder.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

/// Whether loads before an operation are performed before it or one inside of
/// it: a write to memory of the user, a wait, or a barrier, after which a store
/// by one parameter may replace what was loaded by another.
static bool followsLoads(Operation *op) {
  WalkResult walked = op->walk([](Operation *inner) {
    bool follows = getWritten(inner) || isa<gpu::BarrierOp>(inner) ||
                   mayWaitForOthers(inner);
    return follows ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

static SmallVector<Value> tilesOf(ValueRange values) {
  return llvm::filter_to_vector(
      values, [](Value value) { return isTile(value.getType()); });
}

void cm2tt::planRegion(FusionPlan &plan, Region &region,
                       unsigned &programPoint) {
  // Tiles that are passed between blocks get their memory before any block is
  // planned.
  if (!region.hasOneBlock())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (isTile(argument.getType()))
          plan.addBuffer(argument);
  unsigned begin = ++programPoint;
  // Values that are needed elsewhere are known before other blocks are planned.
  for (Block *block : getBlocksSortedByDominance(region))
    BlockPlanner(plan, *block, programPoint).run();
  if (!region.hasOneBlock())
    plan.scratch.useAlways(begin, ++programPoint);
}

void BlockPlanner::run() {
  for (Operation &op : block) {
    for (Region &region : op.getRegions())
      if (getRole(&op) != Role::ControlFlow)
        planRegion(plan, region, programPoint);
    switch (getRole(&op)) {
    case Role::Lazy:
      if (isa<tt::LoadOp>(op))
        pending.insert(&op);
      break;
    case Role::Root:
      planRoot(&op);
      break;
    case Role::Materialized:
      planMaterialized(&op);
      break;
    case Role::ControlFlow:
      planControlFlow(&op);
      break;
    case Role::Terminator:
      planTerminator(&op);
      break;
    case Role::Scalar:
      planScalar(&op);
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static LoopNeeds needsOf(Operation *op) {
  LoopNeeds needs;
  ArrayRef<int64_t> shape = getShape(op->getOperand(0));
  needs.shape.assign(shape.begin(), shape.end());
  if (auto reduce = dyn_cast<tt::ReduceOp>(op)) {
    needs.axis = reduce.getAxis();
    needs.isScalar = !isCombinedByVectors(op->getRegion(0));
  } else if (!isa<tt::StoreOp>(op)) {
    needs.isScalar = true;
  }
  if (getWritten(op))
    needs.write = op;
  return needs;
}

void BlockPlanner::planRoot(Operation *op) {
  LoopNeeds needs = needsOf(op);
  SmallVector<Value> roots = tilesOf(op->getOperands());
  if (needs.write) {
    // Loads that other loops need must be performed before, except for those
    // that this loop performs at the same indices.
    ProducerSet producers = collectProducers(roots);
    auto staysOpen = [&](Operation *load) {
      return llvm::is_contained(producers.once, load->getResult(0)) &&
             plan.isSafeTogether(cast<tt::LoadOp>(load), op);
    };
    forcePending(staysOpen);
  }
  // The open loop may compute a scalar operand.
  if (llvm::any_of(op->getOperands(), [&](Value operand) {
        return !isTile(operand.getType()) && isMadeByOpen(operand);
      }))
    flush();
  TileLoop &loop = place(roots, needs);
  loop.roots.push_back(op);
  for (Value made : tilesOf(op->getResults()))
    plan.addBuffer(made);
}

/// The memory of the operand of an operation on whole tiles. A value of another
/// block gets memory for this use only, as control flow from that block may not
/// reach this operation.
void BlockPlanner::spillOperand(OpOperand &operand) {
  Value value = operand.get();
  if (plan.buffers.count(value) || value.getParentBlock() == &block)
    return spill(value);
  BufferId buffer = plan.scratch.add(cast<RankedTensorType>(value.getType()));
  plan.operands[&operand] = buffer;
  spillInto(value, buffer);
}

void BlockPlanner::planMaterialized(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (isTile(operand.get().getType()))
      spillOperand(operand);
  flush();
  Step step;
  step.op = op;
  unsigned place = pushStep(step);
  auto dot = dyn_cast<tt::DotOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTile(operand.get().getType()))
      continue;
    bool isOwn = dot && &operand == &dot.getCMutable();
    plan.scratch.use(*plan.getBuffer(operand), place);
    reads[operand.get()].push_back({nullptr, place, isOwn});
  }
  for (Value made : tilesOf(op->getResults()))
    write(plan.addBuffer(made), place);
}

bool BlockPlanner::isMadeByOpen(Value value) const {
  Operation *op = value.getDefiningOp();
  return open && op && llvm::is_contained(open->roots, op);
}

void BlockPlanner::planScalar(Operation *op) {
  if (followsLoads(op))
    forcePending();
  if (!isMemoryEffectFree(op) ||
      llvm::any_of(op->getOperands(),
                   [&](Value operand) { return isMadeByOpen(operand); }))
    flush();
  Step step;
  step.op = op;
  pushStep(step);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Before `op` becomes a step, keeps the values that are needed inside of it;
/// then records the values that are read there.
void BlockPlanner::forceUsesIn(Operation *op, std::optional<unsigned> step) {
  llvm::SmallSetVector<Value, 16> used;
  op->walk([&](Operation *inner) {
    if (inner == op)
      return;
    for (Value operand : inner->getOperands())
      if (isTile(operand.getType()) && operand.getParentBlock() == &block) {
        used.insert(operand);
        if (isa<tt::GatherOp>(inner) && !step &&
            operand == inner->getOperand(0))
          spill(operand);
      }
  });
  for (Value value : used) {
    if (!step)
      forceOnce(value);
    else
      for (auto [read, isOwn] : collectProducers(value).read)
        reads[read].push_back({nullptr, *step, false});
  }
}

/// Assigns memory to carried tiles and results, and stores the initial values
/// there.
void BlockPlanner::bindCarried(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [argument, made, init] : llvm::zip_equal(
             loop.getRegionIterArgs(), loop.getResults(), loop.getInitArgs())) {
      if (!isTile(argument.getType()))
        continue;
      plan.buffers[made] = plan.addBuffer(argument);
      spillInto(init, plan.buffers[made]);
    }
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [argument, init] :
         llvm::zip_equal(loop.getBeforeArguments(), loop.getInits()))
      if (isTile(argument.getType()))
        spillInto(init, plan.addBuffer(argument));
    for (auto [argument, made] :
         llvm::zip_equal(loop.getAfterArguments(), loop.getResults()))
      if (isTile(argument.getType()))
        plan.buffers[made] = plan.addBuffer(argument);
    return;
  }
  for (Value made : tilesOf(op->getResults()))
    plan.addBuffer(made);
}

void BlockPlanner::planControlFlow(Operation *op) {
  if (followsLoads(op))
    forcePending();
  forceUsesIn(op, std::nullopt);
  bindCarried(op);
  flush();
  Step step;
  step.op = op;
  unsigned begin = pushStep(step);
  forceUsesIn(op, begin);
  for (Value made : tilesOf(op->getResults()))
    write(plan.buffers[made], begin);
  for (Region &region : op->getRegions())
    planRegion(plan, region, programPoint);
  plan.scratch.useAcross(begin, ++programPoint);
}

/// Forces values that are computed once and needed by other blocks of the
/// region.
void BlockPlanner::forceUsesElsewhere() {
  if (block.getParent()->hasOneBlock())
    return;
  for (Operation &op : block) {
    if (getRole(&op) != Role::Lazy || !op.isUsedOutsideOfBlock(&block))
      continue;
    for (Value made : op.getResults())
      forceOnce(made);
    bool isGathered = llvm::any_of(op.getUses(), [](OpOperand &use) {
      return isa<tt::GatherOp>(use.getOwner()) && use.getOperandNumber() == 0;
    });
    if (isGathered)
      spill(op.getResult(0));
  }
}

void BlockPlanner::planTerminator(Operation *op) {
  forceUsesElsewhere();
  Operation *parent = block.getParentOp();
  shareDotAccumulators();
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [index, successor] : llvm::enumerate(op->getSuccessors()))
      yieldInto(branch.getSuccessorOperands(index).getForwardedOperands(),
                ValueRange(successor->getArguments()), Into::Successor);
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    yieldInto(op->getOperands(), loop.getRegionIterArgs(), Into::Carried);
  } else if (auto condition = dyn_cast<scf::ConditionOp>(op)) {
    yieldInto(condition.getArgs(),
              cast<scf::WhileOp>(parent).getAfterArguments(), Into::Result);
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    yieldInto(op->getOperands(), loop.getBeforeArguments(), Into::Result);
  } else if (isa<scf::IfOp>(parent)) {
    yieldInto(op->getOperands(), parent->getResults(), Into::Result);
  }
  flush();
  Step step;
  step.op = op;
  pushStep(step);
}

//===----------------------------------------------------------------------===//
// Tiles that are passed between blocks
//===----------------------------------------------------------------------===//

/// Lets a product be added to its accumulator in place, if the accumulator has
/// no other users.
void BlockPlanner::shareDotAccumulators() {
  flush();
  for (Step &step : result.steps) {
    auto dot = dyn_cast_or_null<tt::DotOp>(step.op);
    if (!dot)
      continue;
    Value c = dot.getC();
    bool isOwn = plan.operands.count(&dot.getCMutable());
    if (!isOwn &&
        (!c.getDefiningOp() || c.getParentBlock() != &block || !c.hasOneUse()))
      continue;
    BufferId from = *plan.getBuffer(dot.getCMutable()),
             to = *plan.getBuffer(dot.getD());
    unsigned first = firstWrite.lookup(from);
    plan.scratch.merge(from, to);
    firstWrite[from] = first;
  }
}

/// Lets a value be computed in its destination, if the previous content is not
/// needed any more by then.
bool BlockPlanner::tryMerge(Value value, Value target, Into into) {
  if (into == Into::Successor || !value.getDefiningOp() ||
      value.getParentBlock() != &block)
    return false;
  BufferId from = *plan.getBuffer(value), to = *plan.getBuffer(target);
  auto written = firstWrite.find(from);
  if (fixed.count(from) || written == firstWrite.end())
    return false;
  unsigned first = written->second;
  if (into == Into::Carried)
    for (const Read &read : reads[target])
      if (getStep(read) > first || (getStep(read) == first && !read.isOwn))
        return false;
  plan.scratch.merge(to, from);
  firstWrite[to] = first;
  fixed.insert(to);
  return true;
}

void BlockPlanner::yieldInto(ValueRange values, ValueRange targets, Into into) {
  SmallVector<std::pair<Value, Value>> moves;
  for (auto [value, target] : llvm::zip_equal(values, targets))
    if (isTile(value.getType()) && value != target)
      moves.push_back({value, target});
  SmallVector<std::pair<BufferId, BufferId>> copies;
  for (auto &[value, target] : moves) {
    if (plan.buffers.count(value) || value.getParentBlock() == &block) {
      spill(value);
      reads[value].push_back({nullptr, programPoint + (1u << 20), false});
      continue;
    }
    // A value of another block gets memory of its own, as the target may still
    // be read.
    BufferId buffer = plan.scratch.add(cast<RankedTensorType>(value.getType()));
    spillInto(value, buffer);
    copies.push_back({buffer, plan.buffers[target]});
    value = Value();
  }
  flush();
  for (auto [value, target] : moves)
    if (value && !tryMerge(value, target, into))
      copies.push_back({plan.buffers[value], plan.buffers[target]});
  pushCopies(copies);
}

/// Copies tiles in parallel: a tile that would be overwritten before it is
/// copied is first copied to other memory.
void BlockPlanner::pushCopies(
    SmallVectorImpl<std::pair<BufferId, BufferId>> &copies) {
  auto push = [&](BufferId from, BufferId to) {
    Step step;
    step.copy = {from, to};
    unsigned place = pushStep(step);
    plan.scratch.use(from, place);
    plan.scratch.use(to, place);
  };
  llvm::DenseSet<BufferId> targets;
  for (auto [from, to] : copies)
    targets.insert(plan.scratch.find(to));
  for (auto &[from, to] : copies) {
    if (copies.size() == 1 || !targets.count(plan.scratch.find(from)))
      continue;
    BufferId apart = plan.scratch.add(plan.scratch.getType(from));
    push(from, apart);
    from = apart;
  }
  for (auto [from, to] : copies)
    push(from, to);
}
