// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that pipelines loops, with the requested number of stages or the
/// number for which there is shared memory.
///
/// Plans come first. Their memory is forecast together with that of the rest of
/// the function (SharedForecast.h). While it is too much, the loops whose
/// buffers are in the way get fewer stages. Then the loops are changed.
///
/// Not here: the plan (Schedule.cpp); the steps (AsyncLoads.cpp, Expand.cpp,
/// PendingGroups.cpp).

#include "PipelineLoopsInternals.h"

#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/schedule/SharedForecast.h"
#include "gpu/schedule/TensorCopies.h"

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
  FunctionPipeliner(tt::FuncOp func, const PipelineAnalyses &analyses,
                    uint64_t room)
      : func(func), analyses(analyses), room(room) {}

  /// Adds a loop. One without a plan stays as it is. Says which loads keep
  /// their order with what.
  void add(scf::ForOp loop, unsigned wantedStages);
  /// If the plans need too much memory, removes stages from the loops that are
  /// in the way, or from all if no loop is by itself. Returns whether it did.
  bool lower();
  /// Changes the function as planned.
  LogicalResult apply();
  /// In the order in which they were added.
  ArrayRef<LoopPlan> getPlans() const { return plans; }

private:
  tt::FuncOp func;
  const PipelineAnalyses &analyses;
  uint64_t room;
  SmallVector<LoopPlan> plans;
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
                planSchedule(loop, wantedStages, analyses, &kept)};
  for (auto [load, obstacle] : kept)
    reportKept(load, obstacle);
  if (!plan.schedule)
    return;
  // Buffers alone that are too large need no attempt.
  while (plan.schedule && plan.schedule->getBytes() > room)
    plan.lower(analyses, plan.schedule->getBytes());
  plans.push_back(std::move(plan));
}

/// Adds the buffers of a loop, and drops what its loads replace.
static void forecastLoop(SharedForecast &forecast, const LoopPlan &plan) {
  for (const PipelinedLoad &load : plan.schedule->loads) {
    unsigned count = load.getNumBuffers();
    forecast.add(load.load, load.memory, count, plan.loop, plan.loop);
    if (load.isBulk())
      forecast.add(load.load, getBarrierMemory(load.memory.getContext()), count,
                   plan.loop, plan.loop);
    forecast.drop(load.load);
    forEachReplacedUser(load, [&](Operation *op) { forecast.drop(op); });
  }
}

/// Whether the buffers of a loop are live together with memory for which there
/// is no room, or have no room themselves.
static bool isInTheWay(const LoopSchedule &schedule,
                       const SharedAllocation &memory, uint64_t room) {
  auto isBuffer = [&](const SharedItem &item) {
    return llvm::any_of(schedule.loads, [&](const PipelinedLoad &load) {
      return load.load == item.op;
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

bool FunctionPipeliner::lower() {
  SmallVector<LoopPlan *> pipelined, inTheWay;
  for (LoopPlan &plan : plans)
    if (plan.schedule)
      pipelined.push_back(&plan);
  if (pipelined.empty())
    return false;
  SharedForecast forecast(func);
  for (LoopPlan *plan : pipelined)
    forecastLoop(forecast, *plan);
  SharedAllocation memory = forecast.allocate();
  if (memory.bytes <= room)
    return false;
  for (LoopPlan *plan : pipelined)
    if (isInTheWay(*plan->schedule, memory, room))
      inTheWay.push_back(plan);
  for (LoopPlan *plan : inTheWay.empty() ? pipelined : inTheWay)
    plan->lower(analyses, memory.bytes);
  return true;
}

LogicalResult FunctionPipeliner::apply() {
  for (LoopPlan &plan : plans) {
    if (!plan.schedule)
      continue;
    plan.loop = makeLoadsAsync(plan.loop, *plan.schedule);
    remakeForLaterStages(plan.loop, *plan.schedule);
    if (failed(expandMasked(plan.loop, orderTurn(plan.loop, *plan.schedule))))
      return failure();
  }
  computePendingGroups(func);
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TTGPipelineLoopsPass
    : cm2tt::impl::TTGPipelineLoopsPassBase<TTGPipelineLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // The analyses take longer than the rest of the pass without loops.
    if (!module.walk([](scf::ForOp) { return WalkResult::interrupt(); })
             .wasInterrupted())
      return;
    MemoryOrder order(module);
    PipelineAnalyses analyses{getAnalysis<ModuleAxisInfo>(), order};
    std::optional<TargetInfo> target =
        TargetInfo::parse(ttg::getTarget(module));
    uint64_t room = target ? target->getMaxSharedBytes() : 0;
    const unsigned stages = tt::getNumStages(module, numStages);
    SmallVector<FunctionPipeliner, 1> pipeliners;
    for (auto func : module.getOps<tt::FuncOp>()) {
      FunctionPipeliner &pipeliner =
          pipeliners.emplace_back(func, analyses, room);
      func.walk([&](scf::ForOp loop) {
        pipeliner.add(loop, getRequestedStages(loop, stages));
      });
      while (pipeliner.lower())
        ;
    }
    for (FunctionPipeliner &pipeliner : pipeliners) {
      if (failed(pipeliner.apply()))
        return signalPassFailure();
      for (const LoopPlan &plan : pipeliner.getPlans())
        report(plan, room);
    }
  }

private:
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
