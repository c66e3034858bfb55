// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Repeats the bodies of loops that ask for it, and short loops that access
/// memory as often as they run.
///
/// **Short loops.** A loop over the positions of a window, or over the
/// dimensions of a tensor, runs a few times, and each time waits for its loads.
/// As straight code all loads are issued first, and what depends on the counter
/// is constant. That is done to loops that run at most 8 times, ask for
/// nothing, and contain no product, which the GPU pipelines, while they are at
/// most 256 operations and access at most 8192 elements. LLVM does the same in
/// `O3` (not here: lowering/target/Optimize.cpp).
///
/// **Loops over one block.** A loop over the blocks of a part of a row ends at
/// the end of the part or of the row. If a part is one block, it runs once or
/// not at all, and becomes a branch: a load in a loop waits for the one before
/// it, as the assembler moves it to its first use. A loop with products stays:
/// their operands are copied in bulk in loops only (TTDescribeTensors).
///
/// Not here: loops over constants that Java unrolls, `staticRange`, which the
/// type interpreter unrolls (InferTypes).

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "tile/analysis/IntegerForms.h"

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

/// The limits of a loop that becomes straight code without asking: of its
/// iterations, and of all of them, operations and elements that are accessed.
static constexpr uint64_t kShortTrips = 8, kShortOperations = 256,
                          kShortElements = 8192;

/// The number of elements that `op` accesses through pointers.
static uint64_t accessedBy(Operation &op) {
  if (!isa<tt::LoadOp, tt::StoreOp>(op))
    return 0;
  auto tile = dyn_cast<RankedTensorType>(op.getOperand(0).getType());
  return tile ? tile.getNumElements() : 0;
}

/// Whether `loop` is one of the short loops of the comment of this file.
static bool isShort(scf::ForOp loop) {
  // Requests are attributes.
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips || trips->ugt(kShortTrips) || trips->isZero() ||
      loop.getUnsignedCmp() || !loop->getDiscardableAttrs().empty())
    return false;
  uint64_t operations = 0, elements = 0;
  WalkResult found = loop.getBody()->walk([&](Operation *op) {
    ++operations;
    elements += accessedBy(*op);
    bool isLong = isa<LoopLikeOpInterface, tt::DotOp, tt::DotScaledOp>(op);
    return isLong ? WalkResult::interrupt() : WalkResult::advance();
  });
  uint64_t count = trips->getZExtValue();
  return !found.wasInterrupted() && elements &&
         count * operations <= kShortOperations &&
         count * elements <= kShortElements;
}

/// Whether a bound is the lower bound plus at most one step, modulo the size of
/// the type. So it may have wrapped; then it is less than the lower bound.
static bool isWithinStep(IntegerForms &forms, Value bound, scf::ForOp loop) {
  if (auto least = bound.getDefiningOp<arith::MinSIOp>())
    return isWithinStep(forms, least.getLhs(), loop) ||
           isWithinStep(forms, least.getRhs(), loop);
  APInt step;
  std::optional<IntegerForm> upper = forms.get(bound);
  std::optional<IntegerForm> lower = forms.get(loop.getLowerBound());
  if (!upper || !lower || !upper->assumptions.empty() ||
      !lower->assumptions.empty() || !upper->remainders.empty() ||
      !lower->remainders.empty() ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return false;
  std::optional<Polynomial> distance = upper->sum.plus(lower->sum, -1);
  std::optional<int64_t> constant =
      distance ? distance->getConstant() : std::nullopt;
  return constant && *constant > 0 && *constant <= step.getSExtValue();
}

/// Whether `loop` is a loop over one block of the comment of this file.
static bool runsAtMostOnce(scf::ForOp loop) {
  // Loops that are known to run become straight code.
  if (loop.getUnsignedCmp() || loop.getStaticTripCount())
    return false;
  WalkResult found = loop.getBody()->walk([](Operation *op) {
    return isa<tt::DotOp, tt::DotScaledOp>(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  if (found.wasInterrupted())
    return false;
  IntegerForms forms;
  return isWithinStep(forms, loop.getUpperBound(), loop);
}

/// Replaces a loop that runs at most once by a branch.
static void makeBranch(scf::ForOp loop) {
  OpBuilder builder(loop);
  Value runs =
      arith::CmpIOp::create(builder, loop.getLoc(), arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  const bool hasResults = loop.getNumResults() != 0;
  auto branch = scf::IfOp::create(builder, loop.getLoc(), loop.getResultTypes(),
                                  runs, /*withElseRegion=*/hasResults);
  Block *then = branch.thenBlock();
  if (!hasResults)
    then->getTerminator()->erase();
  SmallVector<Value> arguments{loop.getLowerBound()};
  llvm::append_range(arguments, loop.getInitArgs());
  for (auto [argument, value] :
       llvm::zip_equal(loop.getBody()->getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  then->getOperations().splice(then->end(), loop.getBody()->getOperations());
  if (hasResults) {
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loop.getLoc(), loop.getInitArgs());
  }
  loop->replaceAllUsesWith(branch.getResults());
  loop->erase();
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
    // Again inner loops first: an outer one may then contain none.
    SmallVector<scf::ForOp> all;
    getOperation()->walk([&](scf::ForOp loop) { all.push_back(loop); });
    for (scf::ForOp loop : all) {
      if (runsAtMostOnce(loop)) {
        makeBranch(loop);
        ++branches;
      } else if (isShort(loop) && succeeded(loopUnrollFull(loop))) {
        ++unrolled;
      }
    }
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
