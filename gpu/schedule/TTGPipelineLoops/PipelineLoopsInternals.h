// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the steps of software pipelining: the plan of a loop, which is
/// built before anything is changed, and the steps that perform it.
///
/// **Stages.** With S stages, the work of one iteration is spread over S
/// iterations of the new loop: stage 0 of iteration i runs together with the
/// last stage of iteration i - (S - 1). Loads become copies to shared memory
/// that start in an early stage and are waited for where the tile is first
/// used.
///
/// **Buffers.** A load that starts d stages before its use needs d + 1 buffers:
/// d for copies in progress, and one that is being read. With one buffer more,
/// an iteration would need one barrier instead of two; the time of matrix
/// products of 2048 to 8192 did not change, and attention took 2 to 4 % longer,
/// since copies start an iteration later (H200, 2026-11-22, 8e557a8).

#ifndef CM2TT_GPU_SCHEDULE_TTGPIPELINELOOPS_PIPELINELOOPSINTERNALS_H
#define CM2TT_GPU_SCHEDULE_TTGPIPELINELOOPS_PIPELINELOOPSINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Tile/AxisInfo.h"
#include "gpu/schedule/ExpandLoop.h"
#include "gpu/schedule/LoopLoads.h"
#include "tile/analysis/MemoryOrder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace cm2tt {

/// A load that becomes a copy into shared memory.
struct PipelinedLoad {
  /// `tt.load`, or `tt.descriptor_load`, which becomes a bulk tensor copy.
  mlir::Operation *load;
  /// The stage in which the copy starts, and that of the first use.
  unsigned stage = 0, useStage = 0;
  /// One of its buffers.
  ttg::MemDescType memory;
  /// All of its buffers, once the load is a copy.
  ttg::LocalAllocOp buffers = {};

  bool isBulk() const { return mlir::isa<tt::DescriptorLoadOp>(load); }
  unsigned getNumBuffers() const { return useStage - stage + 1; }
  uint64_t getBytes() const { return memory.getTileBytes() * getNumBuffers(); }
};

/// How a loop is spread over stages.
struct LoopSchedule {
  unsigned numStages = 1;
  llvm::SmallVector<PipelinedLoad> loads;
  /// Operations of the loop's body that are not in the last stage.
  llvm::DenseMap<mlir::Operation *, unsigned> early;
  /// Whether a product of warp groups reads the buffers, which runs while
  /// copies start.
  bool feedsWarpGroups = false;

  unsigned getLastStage() const { return numStages - 1; }
  unsigned getStage(mlir::Operation *op) const {
    auto found = early.find(op);
    return found == early.end() ? getLastStage() : found->second;
  }
  /// Bytes of shared memory of all buffers.
  uint64_t getBytes() const;
};

/// A load that stays in its iteration, and an operation that it must not pass.
struct KeptLoad {
  mlir::Operation *load, *obstacle;
};

/// The analyses of a module whose loops have not changed yet.
struct PipelineAnalyses {
  const ModuleAxisInfo &axisInfo;
  const MemoryOrder &order;
};

/// The schedule of a loop for a number of stages; nothing if no load benefits
/// or the loop cannot be spread. Adds to `kept` the loads that would run ahead
/// but for the order of memory.
std::optional<LoopSchedule>
planSchedule(mlir::scf::ForOp loop, unsigned numStages,
             const PipelineAnalyses &analyses,
             llvm::SmallVectorImpl<KeptLoad> *kept = nullptr);

/// Whether a load has a value other than zero, which a copy writes, where its
/// mask is false.
bool hasOther(mlir::Operation *load);

/// Calls `each` for the users of a load that become reads of its buffers, and
/// for conversions of its transpose: they need no memory of their own.
void forEachReplacedUser(const PipelinedLoad &load,
                         llvm::function_ref<void(mlir::Operation *)> each);

/// Replaces the loads by copies, and adds the stages of the new operations and
/// the buffers to the schedule. Returns the loop, which now carries the
/// buffers' numbers.
mlir::scf::ForOp makeLoadsAsync(mlir::scf::ForOp loop, LoopSchedule &schedule);

/// Recomputes cheap tiles in later stages, so that the loop does not carry them
/// from stage to stage.
void remakeForLaterStages(mlir::scf::ForOp loop, LoopSchedule &schedule);

/// The operations of the loop's body in the order of an iteration.
StagedOps orderTurn(mlir::scf::ForOp loop, const LoopSchedule &schedule);

/// Sets the number of groups that may be pending at each `ttg.async_wait`:
/// those that are committed after the group that is waited for, on the path
/// with the fewest. Waits with nothing between them become one.
void computePendingGroups(tt::FuncOp func);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_TTGPIPELINELOOPS_PIPELINELOOPSINTERNALS_H
