// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that pipelines loops, with the requested number of stages or the
/// number for which there is shared memory.
///
/// The memory that a pipelined function needs is known only when it is
/// finished: operations that run ahead have scratch memory, others lose theirs,
/// and products continue to run with their operands in memory. So the loops are
/// changed, the passes that follow run, and the memory is allocated. If that is
/// too much, the original operations of the function are restored, and the
/// loops whose buffers are in the way get fewer stages.
///
/// Not here: the plan (Schedule.cpp); the steps (AsyncLoads.cpp, Expand.cpp,
/// PendingGroups.cpp).

#include "PipelineLoopsInternals.h"

#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/shared/SharedAllocation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGPIPELINELOOPSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {
/// The plan for one loop.
struct LoopPlan {
  scf::ForOp loop;
  /// The location of the loop, for use after it is erased.
  Location loc;
  unsigned wantedStages, stages;
  /// Nothing if the loop stays as it is.
  std::optional<LoopSchedule> schedule;
  /// Bytes of shared memory that the requested stages need, if there were too
  /// many of them.
  uint64_t neededBytes = 0;

  /// Plans for fewer buffers, as shared memory has less than `needed` bytes.
  void lower(const PipelineAnalyses &analyses, uint64_t needed);
};
} // namespace

void LoopPlan::lower(const PipelineAnalyses &analyses, uint64_t needed) {
  if (neededBytes == 0)
    neededBytes = needed;
  uint64_t bytes = schedule->getBytes();
  do
    schedule = planSchedule(loop, --stages, analyses);
  while (schedule && schedule->getBytes() >= bytes);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Pipelines the loops of one function.
class FunctionPipeliner {
public:
  /// `then` is called on the function once its loops are changed. `analyses`
  /// may be null if the function has no loop.
  FunctionPipeliner(tt::FuncOp func, const PipelineAnalyses *analyses,
                    uint64_t room,
                    llvm::function_ref<LogicalResult(tt::FuncOp)> then)
      : func(func), analyses(analyses), room(room), then(then) {}

  /// Adds a loop. One without a plan stays as it is. Says which loads keep
  /// their order with what.
  void add(scf::ForOp loop, unsigned wantedStages);
  /// Changes the function as planned, with stages that fit.
  LogicalResult run();
  /// In the order in which they were added.
  ArrayRef<LoopPlan> getPlans() const { return plans; }

private:
  LogicalResult attempt(const IRMapping &copies);
  bool lowerPlans();
  bool isInTheWay(const LoopSchedule &schedule) const;

  tt::FuncOp func;
  const PipelineAnalyses *analyses;
  uint64_t room;
  llvm::function_ref<LogicalResult(tt::FuncOp)> then;
  SmallVector<LoopPlan> plans;
  /// The schedules of the last attempt, and its memory.
  SmallVector<std::optional<LoopSchedule>> attempted;
  SharedAllocation memory;
};
} // namespace

static void reportKept(Operation *load, Operation *obstacle) {
  InFlightDiagnostic remark = emitRemark(load->getLoc());
  remark << "the load does not run ahead of its iteration: '"
         << obstacle->getName().getStringRef() << "' "
         << describeObstacle(obstacle);
  remark.attachNote(obstacle->getLoc()) << "it is here";
}

void FunctionPipeliner::add(scf::ForOp loop, unsigned wantedStages) {
  SmallVector<KeptLoad> kept;
  LoopPlan plan{loop, loop.getLoc(), wantedStages, wantedStages,
                planSchedule(loop, wantedStages, *analyses, &kept)};
  for (auto [load, obstacle] : kept)
    reportKept(load, obstacle);
  if (!plan.schedule)
    return;
  // Buffers alone that are too large need no attempt.
  while (plan.schedule && plan.schedule->getBytes() > room)
    plan.lower(*analyses, plan.schedule->getBytes());
  plans.push_back(std::move(plan));
}

/// Changes the function, a copy of what was planned, and allocates its memory.
LogicalResult FunctionPipeliner::attempt(const IRMapping &copies) {
  attempted.clear();
  for (LoopPlan &plan : plans) {
    std::optional<LoopSchedule> &schedule = attempted.emplace_back();
    if (!plan.schedule)
      continue;
    schedule = plan.schedule->mapTo(copies);
    auto loop = cast<scf::ForOp>(copies.lookup(plan.loop.getOperation()));
    loop = makeLoadsAsync(loop, *schedule);
    remakeForLaterStages(loop, *schedule);
    if (failed(expandLoop(loop, *schedule)))
      return loop.emitError("the schedule of a loop cannot be expanded");
  }
  computePendingGroups(func);
  if (failed(then(func)))
    return failure();
  // The memory of called functions is not counted: calls have been inlined.
  memory = allocateShared(func, /*roomyBytes=*/0);
  return success();
}

/// Whether the buffers of a loop are live together with memory for which there
/// is no room, or have no room themselves.
bool FunctionPipeliner::isInTheWay(const LoopSchedule &schedule) const {
  auto isBuffer = [&](const SharedItem &item) {
    return llvm::any_of(schedule.loads, [&](const PipelinedLoad &load) {
      return load.buffers == item.op;
    });
  };
  for (const SharedItem &buffers :
       llvm::make_filter_range(memory.items, isBuffer))
    for (const SharedItem &item : memory.items)
      if (item.offset + item.bytes > room && item.begin <= buffers.end &&
          buffers.begin <= item.end)
        return true;
  return false;
}

/// If the last attempt needs too much memory, removes stages from the loops
/// that are in the way, or from all if no loop is by itself. Returns whether to
/// try again.
bool FunctionPipeliner::lowerPlans() {
  if (memory.bytes <= room)
    return false;
  SmallVector<LoopPlan *> pipelined, inTheWay;
  for (auto [plan, schedule] : llvm::zip_equal(plans, attempted)) {
    if (!schedule)
      continue;
    pipelined.push_back(&plan);
    if (isInTheWay(*schedule))
      inTheWay.push_back(&plan);
  }
  for (LoopPlan *plan : inTheWay.empty() ? pipelined : inTheWay)
    plan->lower(*analyses, memory.bytes);
  return !pipelined.empty();
}

LogicalResult FunctionPipeliner::run() {
  if (plans.empty())
    return attempt({});
  // Plans refer to these operations, which the analysis has visited.
  Region original;
  original.takeBody(func.getBody());
  do {
    IRMapping copies;
    Region copy;
    original.cloneInto(&copy, copies);
    func.getBody().takeBody(copy);
    if (failed(attempt(copies)))
      return failure();
  } while (lowerPlans());
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TTGPipelineLoopsPass
    : cm2tt::impl::TTGPipelineLoopsPassBase<TTGPipelineLoopsPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    for (const OpPassManager &pipeline : then)
      pipeline.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // It takes longer than the rest of the pass without loops.
    WalkResult walked =
        module.walk([](scf::ForOp) { return WalkResult::interrupt(); });
    std::optional<MemoryOrder> order;
    std::optional<PipelineAnalyses> analyses;
    if (walked.wasInterrupted()) {
      order.emplace(module);
      analyses.emplace(PipelineAnalyses{getAnalysis<ModuleAxisInfo>(), *order});
    }
    std::optional<TargetInfo> target =
        TargetInfo::parse(ttg::getTarget(module));
    uint64_t room = target ? target->getMaxSharedBytes() : 0;
    auto runThen = [&](tt::FuncOp func) -> LogicalResult {
      for (OpPassManager &pipeline : then)
        if (failed(runPipeline(pipeline, func)))
          return failure();
      return success();
    };
    for (auto func : module.getOps<tt::FuncOp>()) {
      FunctionPipeliner pipeliner(func, analyses ? &*analyses : nullptr, room,
                                  runThen);
      func.walk(
          [&](scf::ForOp loop) { pipeliner.add(loop, getWantedStages(loop)); });
      if (failed(pipeliner.run()))
        return signalPassFailure();
      for (const LoopPlan &plan : pipeliner.getPlans())
        report(plan, room);
    }
  }

private:
  /// The stages that the loop asks for, or the option.
  unsigned getWantedStages(scf::ForOp loop) const {
    auto wanted = loop->getAttrOfType<IntegerAttr>("tt.num_stages");
    return wanted ? std::max<int64_t>(wanted.getInt(), 1) : numStages;
  }

  void report(const LoopPlan &plan, uint64_t room) {
    if (plan.schedule) {
      ++pipelined;
      copies += plan.schedule->loads.size();
    }
    if (plan.stages == plan.wantedStages)
      return;
    ++lowered;
    emitRemark(plan.loc) << "the loop runs in " << plan.stages
                         << " stages instead of " << plan.wantedStages
                         << ", which need " << plan.neededBytes
                         << " bytes of shared memory: "
                         << ttg::getTarget(getOperation()) << " has " << room;
  }
};
} // namespace
