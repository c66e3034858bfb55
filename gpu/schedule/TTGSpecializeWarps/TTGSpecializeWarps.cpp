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
/// **Memory** is forecast from the plan (SharedForecast.h). If it is too much,
/// stores of results are split, up to quarters (SplitStores.cpp), and if it
/// still is, outer loops get no rings, then rings fewer slots, and then fewer
/// loops a producer. Then the kernel is changed, once.
///
/// **More slots.** A loop with one product gets more slots than it asks for
/// while its rings are small, and all else stays as it is: few bytes do not
/// hide the latency of copies. With 2 slots, tiles of 128x128x32 reached half
/// of the speed of copies by threads, of which a multiprocessor runs more
/// blocks, and with 4 slots 1.2 times as much (an H200, products of 4096).
///
/// Not here: registers and branches (TTGToLLVM/Producer.cpp).

#include "SpecializeWarpsInternals.h"

#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/schedule/RegisterBudget.h"

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

  void runOnOperation() override;

private:
  bool canSpecialize();
  bool planWithin(ProducerLimits limits);
  void addSlots(ProducerLimits limits);
  ProducerLimits lower();
  void specialize();

  tt::FuncOp func;
  SharedRoom room = {};
  /// Whether remarks about loops were emitted, by the first plan.
  bool hasReported = false;
  /// The plan, with the stores that are split.
  Specialization plan;
  SmallVector<SplitStores, 1> splits;
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

/// Plans within limits, with stores split as often as it takes. Returns whether
/// shared memory has room.
bool TTGSpecializeWarpsPass::planWithin(ProducerLimits limits) {
  for (unsigned most = 0; most <= kMaxSplits; ++most) {
    splits = planSplits(func, most);
    auto isSplit = [&](const SplitStores &split) {
      return split.times == most;
    };
    if (most && llvm::none_of(splits, isSplit))
      return false;
    plan = planSpecialization(func, tt::getNumStages(getOperation(), numStages),
                              limits, room, splits,
                              /*remarks=*/!std::exchange(hasReported, true));
    if (plan.loops.empty() || forecast(plan, splits) <= room.bytes)
      return true;
    ++lowered;
  }
  return false;
}

/// The limits to try after a plan that needs too much memory: first without
/// rings of outer loops, then fewer slots, then fewer loops, which have all
/// slots again.
ProducerLimits TTGSpecializeWarpsPass::lower() {
  ProducerLimits used{0, 0, false};
  for (const ProducedLoop &loop : plan.loops) {
    if (loop.isOuter) {
      used.outer = true;
    } else {
      used.slots = std::max(used.slots, loop.slots);
      ++used.loops;
    }
  }
  if (used.outer)
    return {used.slots, used.loops, false};
  if (used.slots > 2)
    return {used.slots - 1, used.loops, false};
  if (used.loops == 1)
    emitRemark(func.getLoc())
        << "the kernel gets no producer: rings of 2 slots need more shared "
           "memory than a block can have";
  return {~0u, used.loops - 1, true};
}

/// The blocks that run on a multiprocessor, by the registers of the products.
static unsigned countBlocks(ModuleOp module) {
  RegisterDemand demand = measureProducts(module);
  demand.consumerWarps = ttg::getNumWarps(module);
  demand.blockWarps = demand.consumerWarps + ttg::kProducerWarps;
  std::optional<RegisterBudget> budget = planRegisterBudget(demand);
  return budget
             ? TargetInfo::registersOfMultiprocessor /
                   (budget->launch * demand.blockWarps * TargetInfo::warpSize)
             : 1;
}

/// Gives rings more slots, if as many blocks run and loops have a producer as
/// without.
void TTGSpecializeWarpsPass::addSlots(ProducerLimits limits) {
  constexpr uint64_t kRingBytes = 160 << 10, kStep = 16 << 10;
  const uint64_t used = forecast(plan, splits);
  unsigned blocks = countBlocks(getOperation());
  while (blocks > 1 && used > room.getShare(blocks))
    --blocks;
  for (limits.ringBytes = kRingBytes / blocks; limits.ringBytes >= kStep;
       limits.ringBytes -= kStep) {
    Specialization more = planSpecialization(
        func, tt::getNumStages(getOperation(), numStages), limits, room, splits,
        /*remarks=*/false);
    // Outer loops keep their rings.
    auto isAlike = [](const ProducedLoop &one, const ProducedLoop &other) {
      return one.loop == other.loop &&
             (!one.isOuter || one.slots == other.slots);
    };
    if (!llvm::equal(more.loops, plan.loops, isAlike) ||
        forecast(more, splits) > room.getShare(blocks))
      continue;
    plan = std::move(more);
    return;
  }
}

/// Changes the kernel as planned.
void TTGSpecializeWarpsPass::specialize() {
  ModuleOp module = getOperation();
  ttg::setTotalNumWarps(module, ttg::getNumWarps(module) + ttg::kProducerWarps);
  for (const SplitStores &split : splits)
    splitStores(split);
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  allocateRings(builder, plan);
  createProducer(builder, plan);
  consume(plan);
  specialized += llvm::count_if(
      plan.loops, [](const ProducedLoop &loop) { return !loop.isOuter; });
}

void TTGSpecializeWarpsPass::runOnOperation() {
  getOperation()->removeAttr(ttg::kTotalNumWarpsAttr);
  hasReported = false;
  if (!canSpecialize())
    return;
  func = *getOperation().getOps<tt::FuncOp>().begin();
  room = {
      TargetInfo::parse(ttg::getTarget(getOperation()))->getMaxSharedBytes(),
      getMaxBlocks(getOperation())};
  ProducerLimits limits{~0u, ~0u};
  while (!planWithin(limits)) {
    limits = lower();
    if (limits.loops == 0)
      return;
  }
  if (plan.loops.empty())
    return;
  addSlots(limits);
  specialize();
}
