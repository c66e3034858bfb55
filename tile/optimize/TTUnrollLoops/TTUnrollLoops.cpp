// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Repeats the bodies of loops that ask for it.
///
/// Not here: loops over constants that Java unrolls, `staticRange`, which the
/// type interpreter unrolls (InferTypes).

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTUNROLLLOOPSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// The factor that `loop` asks for; 1 if it does not ask.
static uint64_t factorOf(scf::ForOp loop) {
  auto factor = loop->getAttrOfType<IntegerAttr>(tt::kLoopUnrollFactorAttr);
  return factor ? factor.getValue().getZExtValue() : 1;
}

/// The maximum size of an unrolled loop; a larger one is useless on all
/// machines, and a factor may be any number.
static constexpr uint64_t kMaxOperations = 1 << 16;

/// Whether `factor` copies of the body are not too many.
static bool isAffordable(scf::ForOp loop, uint64_t factor) {
  uint64_t operations = 0;
  loop->walk([&](Operation *) { ++operations; });
  return factor <= kMaxOperations / operations;
}

/// Makes the number of iterations computable as upper minus lower bound by
/// step: MLIR takes the difference as unsigned, which for a loop that does not
/// run would be a large number.
static void raiseUpperBound(scf::ForOp loop) {
  APInt lower, upper;
  if (matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
      matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) &&
      lower.sle(upper))
    return;
  OpBuilder builder(loop);
  loop.getUpperBoundMutable().assign(arith::MaxSIOp::create(
      builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
}

namespace {
struct TTUnrollLoopsPass
    : cm2tt::impl::TTUnrollLoopsPassBase<TTUnrollLoopsPass> {
  using Base::Base;
  void runOnOperation() override {
    // Inner loops first: they are repeated as they have become.
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (factorOf(loop) > 1 && !loop.getUnsignedCmp())
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      unroll(loop);
  }

  /// Repeats the body of `loop` by its factor.
  void unroll(scf::ForOp loop) {
    uint64_t factor = factorOf(loop);
    loop->removeAttr(tt::kLoopUnrollFactorAttr);
    if (!isAffordable(loop, factor))
      return;
    raiseUpperBound(loop);
    FailureOr<UnrolledLoopInfo> done = loopUnrollByFactor(loop, factor);
    if (failed(done))
      return;
    ++unrolled;
    if (done->epilogueLoopOp)
      (*done->epilogueLoopOp)
          ->setAttr(tt::kNumStagesAttr,
                    Builder(&getContext()).getI32IntegerAttr(1));
  }
};
} // namespace
