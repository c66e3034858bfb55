// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Spreads a loop over its stages, by MLIR's expansion of modulo schedules. The
/// last stage is not peeled off: operations of an iteration that does not exist
/// run with their memory accesses masked off.
///
/// In an iteration the waits come first, so that one barrier serves them all.
/// Then come products of warp groups that read the buffers, and the copies for
/// later iterations start while they run. Other products run after the copies
/// started: the barrier also ensures that no thread still reads the buffer that
/// the copies write.
///
/// Not here: the stages of operations (Schedule.cpp).

#include "PipelineLoopsInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Cheap values
//===----------------------------------------------------------------------===//

namespace {
/// Recomputes values of early stages in a later one.
class Remaker {
public:
  Remaker(scf::ForOp loop, LoopSchedule &schedule, unsigned stage)
      : loop(loop), schedule(schedule), stage(stage) {}
  /// The value recomputed in the stage; null if it has to be carried.
  Value remake(Value value);

private:
  bool canRemake(Operation *op);

  scf::ForOp loop;
  LoopSchedule &schedule;
  unsigned stage;
  llvm::DenseMap<Value, Value> made;
};
} // namespace

/// Whether an operation is a pure one of the body in an earlier stage, so that
/// its result can be recomputed.
bool Remaker::canRemake(Operation *op) {
  return op && op->getBlock() == loop.getBody() && isPure(op) &&
         op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         schedule.getStage(op) < stage;
}

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
  if (!isNew || !canRemake(op))
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

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// `mask`, or a mask of `shape` like, where `predicate` is true; else nothing.
static Value restrictMask(OpBuilder &builder, Operation *op, Value mask,
                          Value predicate) {
  Type pointer = op->getOperand(0).getType();
  Value all = predicate;
  if (isa<RankedTensorType>(pointer))
    all = tt::SplatOp::create(builder, op->getLoc(),
                              tt::getI1SameShape(pointer), predicate);
  return mask ? arith::AndIOp::create(builder, op->getLoc(), all, mask)
                    .getResult()
              : all;
}

/// Masks the accesses of an operation of an early stage off where `predicate`
/// is false. All others are harmless: the schedule ensures it.
static Operation *predicate(RewriterBase &rewriter, Operation *op,
                            Value predicate) {
  rewriter.setInsertionPoint(op);
  if (auto copy = dyn_cast<ttg::AsyncCopyOp>(op))
    copy.getMaskMutable().assign(
        restrictMask(rewriter, op, copy.getMask(), predicate));
  else if (auto copy = dyn_cast<ttg::TensorCopyOp>(op))
    copy.getMaskMutable().assign(
        restrictMask(rewriter, op, copy.getMask(), predicate));
  else if (auto load = dyn_cast<tt::LoadOp>(op))
    load.getMaskMutable().assign(
        restrictMask(rewriter, op, load.getMask(), predicate));
  return op;
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

/// The order of an iteration: see the head of this file.
static std::vector<std::pair<Operation *, unsigned>>
orderTurn(scf::ForOp loop, const LoopSchedule &schedule) {
  std::vector<std::pair<Operation *, unsigned>> order;
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

FailureOr<scf::ForOp> cm2tt::expandLoop(scf::ForOp loop,
                                        const LoopSchedule &schedule) {
  scf::PipeliningOption options;
  options.getScheduleFn = [&](scf::ForOp loop, auto &order) {
    order = orderTurn(loop, schedule);
  };
  options.peelEpilogue = false;
  options.supportDynamicLoops = true;
  options.predicateFn = predicate;
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  return scf::pipelineForLoop(rewriter, loop, options);
}
