// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Splits the iterations of a loop into those in which its masks are true for
/// all elements, and others (index set splitting).
///
/// **Idea.** A causal mask is true for all elements in all iterations but those
/// of blocks on the diagonal, and a mask of bounds in all but the last. Which
/// iterations these are is known before the loop, as the sides of comparisons
/// are affine in the number of the iteration (../Support/IntegerForms.h). The
/// middle of
///
///     front: masked  |  middle: comparisons are true  |  back: masked
///
/// has no masks, so that loads are as wide as their pointers allow, and nothing
/// is selected. A loop has a front if a comparison becomes true, as at the
/// start of a sliding window, and a back if one becomes false.
///
/// **Guarantee.** Each iteration runs once, in its order, with the values that
/// it had. A comparison is replaced where it is true in the arithmetic of the
/// program, which wraps: where indices would overflow, the loop keeps its masks
/// (Constraints.cpp).
///
/// **Conditions** (Plan.cpp; a remark says which does not hold). A loop
///
/// - contains a product, or a load of a tile with a mask, and no loop, and
///   counts by a constant in 32 bits;
/// - has a comparison that is true for some iterations as far as is known. Both
///   parts of a loop that was split by hand have none;
/// - selects elements of floats by it, or loads with a mask that makes accesses
///   narrower: other masks cost less than the copy of the code. Without a
///   product, any load with such a mask is enough;
/// - has at most 500 operations (an option), and without a product more than 8
///   iterations, as far as is known: the second loop is as much code again.
///
/// **Loads in flight.** A load with a mask first writes what it returns where
/// the mask is false. `ptxas` moves it down to its first use where that saves
/// registers, so that loads of an iteration wait for each other. At 700 ns, 4
/// TB/s are 21 KiB in flight on each of 132 multiprocessors. In the first loop
/// of `cross_entropy` of tests/bench/gpu_training_kernels.py, with blocks of
/// 4096 and 8 warps, 1024 threads have 16 bytes each, and 32 without masks; in
/// those of `layer_norm` with blocks of 1024 and 4 warps, which `ptxas`
/// unrolls, 16 and up to 64 (sm_90a, ptxas 12.8, 2026-11-27, b0d2fb8f).
///
/// At most one iteration is known to be in the back for masks of bounds: it is
/// not pipelined.
///
/// Not here: iterations without a true element, which still count.

#include "SplitLoopsInternals.h"
#include "tile/optimize/EntryConstants.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTSPLITLOOPSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTSplitLoopsPass : cm2tt::impl::TTSplitLoopsPassBase<TTSplitLoopsPass> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    // Loops that are split contain none, so that the others remain.
    bool isChanged = false;
    for (scf::ForOp loop : loops)
      isChanged |= visit(loop);
    if (isChanged)
      getOperation()->walk(moveConstantsToEntry);
  }

  /// Returns whether the loop was changed.
  bool visit(scf::ForOp loop) {
    std::optional<SplitPlan> plan =
        planSplit(loop, maxOperations, [&](const Twine &reason) {
          emitRemark(loop.getLoc()) << "the loop is not split: " << reason;
        });
    if (!plan)
      return false;
    unsigned parts = plan->getNumParts(), count = plan->comparisons.size();
    if (parts == 1)
      emitRemark(loop.getLoc())
          << "comparisons of the loop are true for all elements: " << count;
    else
      emitRemark(loop.getLoc())
          << "the loop is split into " << parts
          << " parts; comparisons that are true for all elements in the "
          << (plan->hasFront ? "second: " : "first: ") << count;
    comparisons += count;
    split += parts > 1;
    splitLoop(*plan);
    return true;
  }
};
} // namespace
