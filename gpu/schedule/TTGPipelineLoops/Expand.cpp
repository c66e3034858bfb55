// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The order in which the stages of a loop run.
///
/// In an iteration the waits come first, so that one barrier serves them all.
/// Then come products of warp groups that read the buffers, and the copies for
/// later iterations start while they run. Other products run after the copies
/// started: the barrier also ensures that no thread still reads the buffer that
/// the copies write.
///
/// Not here: the stages of operations (Schedule.cpp); the expansion
/// (ExpandLoop.cpp).

#include "PipelineLoopsInternals.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Recomputes values of early stages in a later one.
class Remaker {
public:
  Remaker(scf::ForOp loop, LoopSchedule &schedule, unsigned stage)
      : loop(loop), schedule(schedule), stage(stage) {}
  /// The value recomputed in the stage; null if it has to be carried.
  Value remake(Value value);

private:
  scf::ForOp loop;
  LoopSchedule &schedule;
  unsigned stage;
  llvm::DenseMap<Value, Value> made;
};
} // namespace

Value Remaker::remake(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isCarried = argument.getOwner() == loop.getBody() &&
                     argument != loop.getInductionVar();
    return isCarried ? Value() : value;
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || schedule.getStage(op) >= stage)
    return value;
  auto [found, isNew] = made.insert({value, Value()});
  if (!isNew || !isPure(op) || op->getNumRegions() || op->getNumResults() != 1)
    return found->second;
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value remade = remake(operand);
    if (!remade)
      return {};
    mapping.map(operand, remade);
  }
  // At the current definition of the value, where its operands and its uses
  // are.
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Operation *clone = builder.clone(*op, mapping);
  if (stage != schedule.getLastStage())
    schedule.early[clone] = stage;
  return made[value] = clone->getResult(0);
}

void cm2tt::remakeForLaterStages(scf::ForOp loop, LoopSchedule &schedule) {
  llvm::SmallDenseMap<unsigned, Remaker> remakers;
  SmallVector<Operation *> ops;
  for (Operation &op : loop.getBody()->without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    unsigned stage = schedule.getStage(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      auto [found, isNew] = remakers.try_emplace(stage, loop, schedule, stage);
      if (Value remade = found->second.remake(operand.get()))
        operand.set(remade);
    }
  }
}

/// The waits of the last stage, and what computes their operands in it.
static llvm::DenseSet<Operation *> findWaits(scf::ForOp loop,
                                             const LoopSchedule &schedule) {
  llvm::DenseSet<Operation *> waits;
  SmallVector<Operation *> pending;
  for (Operation &op : loop.getBody()->without_terminator())
    if (isa<ttg::AsyncWaitOp, ttg::MBarrierWaitOp>(op))
      pending.push_back(&op);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (schedule.getStage(op) != schedule.getLastStage() ||
        !waits.insert(op).second)
      continue;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && def->getBlock() == loop.getBody())
        pending.push_back(def);
  }
  return waits;
}

StagedOps cm2tt::orderTurn(scf::ForOp loop, const LoopSchedule &schedule) {
  StagedOps order;
  unsigned last = schedule.getLastStage();
  bool copiesFirst = !schedule.feedsWarpGroups;
  auto addStage = [&](unsigned stage,
                      llvm::function_ref<bool(Operation &)> in) {
    for (Operation &op : loop.getBody()->without_terminator())
      if (schedule.getStage(&op) == stage && in(op))
        order.push_back({&op, stage});
  };
  llvm::DenseSet<Operation *> waits = findWaits(loop, schedule);
  auto isWait = [&](Operation &op) { return waits.contains(&op); };
  auto isNoWait = [&](Operation &op) { return !waits.contains(&op); };
  auto isAny = [](Operation &) { return true; };
  addStage(last, isWait);
  if (!copiesFirst)
    addStage(last, isNoWait);
  for (unsigned stage = last; stage-- > 0;)
    addStage(stage, isAny);
  if (copiesFirst)
    addStage(last, isNoWait);
  return order;
}
