// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that pipelines loops: as many stages as asked for, or as shared
/// memory has room for.
///
/// Not here: the plan (Schedule.cpp); the steps (AsyncLoads.cpp, Expand.cpp,
/// PendingGroups.cpp).

#include "PipelineLoopsInternals.h"

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Conversion/SharedAllocation.h"
#include "cm2tt/Conversion/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGPIPELINELOOPSPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTGPipelineLoopsPass
    : cm2tt::impl::TTGPipelineLoopsPassBase<TTGPipelineLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const ModuleAxisInfo &axisInfo = getAnalysis<ModuleAxisInfo>();
    std::optional<TargetInfo> target =
        TargetInfo::parse(ttg::getTarget(module));
    uint64_t room = target ? target->getMaxSharedBytes() : 0;
    for (auto func : module.getOps<tt::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
      for (scf::ForOp loop : loops)
        if (failed(pipeline(loop, axisInfo, room)))
          return signalPassFailure();
      computePendingGroups(func);
    }
  }

private:
  /// The stages that the loop asks for, or the option.
  unsigned getWantedStages(scf::ForOp loop) const {
    auto wanted = loop->getAttrOfType<IntegerAttr>("tt.num_stages");
    return wanted ? std::max<int64_t>(wanted.getInt(), 1) : numStages;
  }

  /// Bytes of shared memory that the function needs with these buffers.
  static uint64_t estimate(scf::ForOp loop, const LoopSchedule &schedule) {
    PlannedBuffers planned;
    planned.loop = loop;
    planned.bytes = schedule.getBytes();
    for (const PipelinedLoad &load : schedule.loads)
      for (Operation *user : tt::LoadOp(load.load)->getUsers())
        if (isa<ttg::LocalAllocOp, ttg::ConvertLayoutOp>(user))
          planned.replaced.insert(user);
    return estimateSharedBytes(loop->getParentOfType<tt::FuncOp>(), planned);
  }

  /// The schedule of most stages for which there is shared memory.
  std::optional<LoopSchedule>
  choose(scf::ForOp loop, const ModuleAxisInfo &axisInfo, uint64_t room) {
    unsigned wanted = getWantedStages(loop);
    std::optional<LoopSchedule> schedule = planSchedule(loop, wanted, axisInfo);
    if (!schedule)
      return schedule;
    uint64_t needed = estimate(loop, *schedule), total = needed;
    unsigned stages = wanted;
    while (total > room) {
      schedule = planSchedule(loop, --stages, axisInfo);
      if (!schedule)
        break;
      total = estimate(loop, *schedule);
    }
    if (stages != wanted) {
      ++lowered;
      emitRemark(loop.getLoc())
          << "the loop runs in " << stages << " stages instead of " << wanted
          << ", which need " << needed
          << " bytes of shared memory: " << ttg::getTarget(getOperation())
          << " has " << room;
    }
    return schedule;
  }

  LogicalResult pipeline(scf::ForOp loop, const ModuleAxisInfo &axisInfo,
                         uint64_t room) {
    std::optional<LoopSchedule> schedule = choose(loop, axisInfo, room);
    if (!schedule)
      return success();
    loop = makeLoadsAsync(loop, *schedule);
    remakeForLaterStages(loop, *schedule);
    ++pipelined;
    copies += schedule->loads.size();
    if (succeeded(expandLoop(loop, *schedule)))
      return success();
    return loop.emitError("the schedule of a loop cannot be carried out");
  }
};
} // namespace
