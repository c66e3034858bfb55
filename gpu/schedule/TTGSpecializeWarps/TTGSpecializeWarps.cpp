// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Warp specialisation: an additional warp group, the *producer*, performs the
/// bulk tensor copies of loops, and the warps that the kernel has anyway, the
/// *consumers*, multiply. Neither waits for the other while there are slots.
///
/// **Rings.** Each loaded block has a ring of slots in shared memory. Blocks
/// that are first used together are a *channel*, which has two barriers for
/// each slot. `full` counts the copies and their bytes; `empty` counts the
/// warps of the consumers. With P(i) = (i / slots) mod 2, of copy number i:
///
///     producer                          consumers
///     wait empty[i % slots], P(i) ^ 1   wait full[i % slots], P(i)
///     copy to slot, report to full      multiply
///                                       wait for product i - 1
///                                       arrive at empty[(i - 1) % slots]
///
/// The first wait for each `empty` ends at once: the phase before the first is
/// complete. The numbers i go on over all loops around: in a persistent kernel
/// the producer loads for the next tile while the consumers store the last.
///
/// **Consumers.** Their code and layouts stay as they are. They never meet in
/// the loop: warps wait for `full` by themselves, so that the groups of 8 warps
/// may be some iterations apart. Products still overlap: the report of a slot
/// is one iteration late where its product runs on (Consumer.cpp).
///
/// Loops that follow each other, as the two parts of a causal loop, have rings
/// in common if their blocks are alike: the numbers go on, too.
///
/// **Outer loops.** A loop over programs loads blocks that the loops in it use
/// in each iteration, such as the queries of attention. They have rings of
/// their own, of two slots, or of one or none if shared memory is short. The
/// consumers report such a slot after the last loop that reads it. So they wait
/// for no copy that starts with their program, and, as a store waits for the
/// one before only, the groups of consumers do not meet there either.
///
/// **Producer.** One thread initialises the barriers, and runs the loops of the
/// kernel with the copies, and with the scalars that compute coordinates and
/// bounds (Producer.cpp). It reads no value of the consumers, so that it starts
/// with the kernel; they wait for the barriers. It waits for them only if they
/// create tensor maps that it uses: `ttg.producer`, where both meet then, is
/// after the maps and before the loops.
///
/// **Conditions** (Plan.cpp; a remark says which does not hold):
///
/// - A product of warp groups reads a block that the loop loads by a
///   descriptor, and none that it loads by pointers, except for rows and
///   columns, which consumers load.
/// - The loop is in `scf.for` only, and the kernel cannot return before it.
/// - Coordinates, bounds and descriptors are computed without memory, tiles,
///   or maps that are created by a loop, or after a loop with a producer.
/// - Before or in the loop, the program neither writes the tensors nor waits
///   for other programs. Iterations of a loop over programs (`tt.programs`) are
///   not of the same program.
/// - The module has one function, and its block at most 1,024 threads.
///
/// The memory that a kernel needs is known only when it is finished, so the
/// passes that follow run on a copy. If it needs too much, stores of results
/// are split, up to quarters (SplitStores.cpp), and if it still does, outer
/// loops get no rings, then rings fewer slots, and then fewer loops a producer.
///
/// Not here: registers and branches (TTGToLLVM/Producer.cpp).

#include "SpecializeWarpsInternals.h"

#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/shared/SharedAllocation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGSPECIALIZEWARPSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTGSpecializeWarpsPass
    : cm2tt::impl::TTGSpecializeWarpsPassBase<TTGSpecializeWarpsPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    for (const OpPassManager &pipeline : then)
      pipeline.getDependentDialects(registry);
  }

  void runOnOperation() override {
    hasReported = false;
    splits = 0;
    ProducerLimits limits{~0u, canSpecialize() ? ~0u : 0};
    Region original;
    original.takeBody(getOperation().getBodyRegion());
    do {
      Region copy;
      IRMapping copies;
      original.cloneInto(&copy, copies);
      getOperation().getBodyRegion().takeBody(copy);
    } while (attempt(limits));
  }

private:
  bool canSpecialize();
  bool attempt(ProducerLimits &limits);
  ProducerLimits specialize(ProducerLimits limits);
  bool split();
  ProducerLimits lower();
  bool fits();
  LogicalResult runThen();

  /// Whether remarks were emitted, by the first attempt.
  bool hasReported = false;
  /// How often stores are split, and what loops have, in an attempt.
  unsigned splits = 0;
  ProducerLimits used = {0, 0, false};
};
} // namespace

/// The most that the stores of a kernel are split.
static constexpr unsigned kMaxSplits = 2;

/// The conditions of the module.
bool TTGSpecializeWarpsPass::canSpecialize() {
  ModuleOp module = getOperation();
  std::optional<TargetInfo> target = TargetInfo::parse(ttg::getTarget(module));
  if (!target || !target->canMoveRegisters())
    return false;
  bool hasProducts =
      module.walk([](ttg::WarpGroupDotOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  auto funcs = module.getOps<tt::FuncOp>();
  if (!hasProducts || funcs.empty())
    return false;
  constexpr unsigned kMostThreads = 1024;
  unsigned warps = ttg::getNumWarps(module) + ttg::kProducerWarps;
  auto refuse = [&](const Twine &reason) {
    emitRemark((*funcs.begin()).getLoc())
        << "the kernel gets no producer: " << reason;
    return false;
  };
  if (!llvm::hasSingleElement(funcs))
    return refuse("the module has several functions");
  if (warps * TargetInfo::warpSize > kMostThreads)
    return refuse("a block would have " + Twine(warps * TargetInfo::warpSize) +
                  " threads, at most " + Twine(kMostThreads) + " are possible");
  return true;
}

/// As many blocks as the registers of a multiprocessor suffice for, if a thread
/// has 128.
static unsigned getMaxBlocks(ModuleOp module) {
  constexpr unsigned kRegistersOfThread = 128;
  unsigned warps = ttg::getNumWarps(module) + ttg::kProducerWarps;
  unsigned threads = warps * TargetInfo::warpSize;
  return std::max(1u, TargetInfo::registersOfMultiprocessor /
                          (threads * kRegistersOfThread));
}

/// Specialises the function within limits. Returns the most slots that a loop
/// has, and the loops with a producer.
ProducerLimits TTGSpecializeWarpsPass::specialize(ProducerLimits limits) {
  ModuleOp module = getOperation();
  tt::FuncOp func = *module.getOps<tt::FuncOp>().begin();
  uint64_t bytes =
      TargetInfo::parse(ttg::getTarget(module))->getMaxSharedBytes();
  Specialization plan = planSpecialization(
      func, numStages, limits, {bytes, getMaxBlocks(module)}, !hasReported);
  hasReported = true;
  if (plan.loops.empty())
    return {0, 0};
  ttg::setTotalNumWarps(module, ttg::getNumWarps(module) + ttg::kProducerWarps);
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  allocateRings(builder, plan);
  createProducer(builder, plan);
  ProducerLimits reached{0, 0, false};
  for (ProducedLoop &loop : plan.loops) {
    if (loop.isOuter) {
      reached.outer = true;
    } else {
      reached.slots = std::max(reached.slots, loop.slots);
      ++reached.loops;
    }
  }
  consume(plan);
  specialized += reached.loops;
  return reached;
}

LogicalResult TTGSpecializeWarpsPass::runThen() {
  for (OpPassManager &pipeline : then)
    if (failed(runPipeline(pipeline, getOperation())))
      return failure();
  return success();
}

/// Splits the stores as often as they are to be; whether that was possible.
bool TTGSpecializeWarpsPass::split() {
  for (unsigned i = 0; i < splits; ++i)
    if (!splitStores(*getOperation().getOps<tt::FuncOp>().begin()))
      return false;
  return true;
}

/// Whether shared memory has room for the only function.
bool TTGSpecializeWarpsPass::fits() {
  ModuleOp module = getOperation();
  tt::FuncOp func = *module.getOps<tt::FuncOp>().begin();
  uint64_t bytes = allocateShared(func, /*roomyBytes=*/0).bytes;
  return bytes <=
         TargetInfo::parse(ttg::getTarget(module))->getMaxSharedBytes();
}

/// The limits to try after those that need too much memory: first without
/// rings of outer loops, then fewer slots, then fewer loops, which have all
/// slots again.
ProducerLimits TTGSpecializeWarpsPass::lower() {
  splits = 0;
  if (used.outer)
    return {used.slots, used.loops, false};
  if (used.slots > 2)
    return {used.slots - 1, used.loops, false};
  if (used.loops == 1)
    emitRemark((*getOperation().getOps<tt::FuncOp>().begin()).getLoc())
        << "the kernel gets no producer: rings of 2 slots need more shared "
           "memory than a block can have";
  return {~0u, used.loops - 1, true};
}

/// Changes the module within limits. Returns whether to try again, with stores
/// split or with the limits lowered.
bool TTGSpecializeWarpsPass::attempt(ProducerLimits &limits) {
  ModuleOp module = getOperation();
  module->removeAttr(ttg::kTotalNumWarpsAttr);
  if (limits.loops && !split()) {
    limits = lower();
    return true;
  }
  used = {0, 0};
  if (limits.loops)
    used = specialize(limits);
  if (failed(runThen())) {
    signalPassFailure();
    return false;
  }
  if (used.loops == 0 || fits())
    return false;
  ++lowered;
  specialized = 0;
  if (splits < kMaxSplits)
    ++splits;
  else
    limits = lower();
  return true;
}
