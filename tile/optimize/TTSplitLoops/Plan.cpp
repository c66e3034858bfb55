// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which loops are split: the conditions of TTSplitLoops.cpp.
///
/// Not here: the iterations in which a comparison is true (Constraints.cpp).

#include "SplitLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/AxisInfo.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The contents of a loop.
struct Contents {
  unsigned ops = 0;
  bool hasProduct = false, hasMaskedLoad = false, hasLoop = false;
  SmallVector<arith::CmpIOp> comparisons;
};

/// The gain of a mask that is true.
enum class Gain { None, Access, Select };
} // namespace

/// Whether it loads a tile through pointers with a mask.
static bool isMaskedLoad(Operation *op) {
  auto load = dyn_cast<tt::LoadOp>(op);
  return load && load.getMask() &&
         isa<RankedTensorType>(load.getPtr().getType());
}

static Contents inspect(scf::ForOp loop) {
  Contents contents;
  loop.getBody()->walk([&](Operation *op) {
    ++contents.ops;
    contents.hasProduct |= isa<tt::DotOp, tt::DotScaledOp>(op);
    contents.hasMaskedLoad |= isMaskedLoad(op);
    contents.hasLoop |= isa<LoopLikeOpInterface>(op);
    if (auto comparison = dyn_cast<arith::CmpIOp>(op))
      contents.comparisons.push_back(comparison);
  });
  return contents;
}

/// Whether the access of a load through pointers is narrower than without its
/// mask.
static bool isNarrowed(tt::LoadOp load, const ModuleAxisInfo &info) {
  auto tile = dyn_cast<RankedTensorType>(load.getPtr().getType());
  if (!tile || !load.getMask())
    return false;
  for (unsigned dim = 0, rank = tile.getRank(); dim < rank; ++dim) {
    int64_t wide = info.getPointerAlignment(load.getPtr(), dim);
    if (wide > 1 && wide > info.getMaskAlignment(load.getMask(), dim))
      return true;
  }
  return false;
}

/// The gain if the value is true.
static Gain findGain(Value mask, SmallVectorImpl<tt::LoadOp> &loads) {
  Gain gain = Gain::None;
  SmallVector<Value> pending{mask};
  llvm::SmallDenseSet<Operation *> seen;
  while (!pending.empty())
    for (OpOperand &use : pending.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (!seen.insert(user).second)
        continue;
      if (isa<arith::AndIOp, arith::OrIOp, tt::SplatOp, tt::BroadcastOp,
              tt::ExpandDimsOp, tt::TransOp>(user))
        pending.push_back(user->getResult(0));
      auto load = dyn_cast<tt::LoadOp>(user);
      if (load && use.get() == load.getMask()) {
        loads.push_back(load);
        gain = std::max(gain, Gain::Access);
      }
      auto choice = dyn_cast<arith::SelectOp>(user);
      auto tile = choice ? dyn_cast<RankedTensorType>(choice.getType())
                         : RankedTensorType();
      if (tile && use.get() == choice.getCondition() &&
          isa<FloatType>(tile.getElementType()))
        gain = Gain::Select;
    }
  return gain;
}

/// Appends the comparisons that can be true, with their constraints.
static void collect(const Contents &contents, ConstraintBuilder &constraints,
                    SplitPlan &plan) {
  for (arith::CmpIOp comparison : contents.comparisons)
    if (constraints.add(comparison, plan.constraints))
      plan.comparisons.push_back(comparison);
}

/// Whether making the comparisons true is worth a copy of the loop. Without
/// products, the time of a loop is that of its loads. Those with masks begin
/// with writing what they return where the mask is false: `ptxas` moves them
/// down to where the registers are needed, so that they do not run together.
static bool isWorthwhile(const SplitPlan &plan, const Contents &contents) {
  SmallVector<tt::LoadOp> loads;
  Gain gain = Gain::None;
  for (arith::CmpIOp comparison : plan.comparisons)
    gain = std::max(gain, findGain(comparison.getResult(), loads));
  if (!contents.hasProduct)
    return llvm::any_of(loads, isMaskedLoad);
  if (gain != Gain::Access)
    return gain == Gain::Select;
  ModuleAxisInfo info(
      plan.loop->getParentWithTrait<OpTrait::IsIsolatedFromAbove>());
  return llvm::any_of(loads,
                      [&](tt::LoadOp load) { return isNarrowed(load, info); });
}

/// The iterations of a loop without products that are not worth a second loop.
static constexpr uint64_t kFewTrips = 8;

std::optional<SplitPlan>
cm2tt::planSplit(scf::ForOp loop, unsigned maxOperations,
                 llvm::function_ref<void(const Twine &)> refuse) {
  Contents contents = inspect(loop);
  if ((!contents.hasProduct && !contents.hasMaskedLoad) || contents.hasLoop ||
      contents.comparisons.empty() || loop->hasAttr(kSplitAttr))
    return std::nullopt;
  auto give = [&](const Twine &reason) -> std::optional<SplitPlan> {
    refuse(reason);
    return std::nullopt;
  };
  if (loop.getUnsignedCmp() || !loop.getLowerBound().getType().isInteger(32))
    return give("it does not count signed integers of 32 bits");
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!contents.hasProduct && trips && trips->ule(kFewTrips))
    return give("it has few iterations");
  if (!getSmallStep(loop))
    return give("its step is not a positive constant, or large");
  SplitPlan plan;
  plan.loop = loop;
  ConstraintBuilder constraints(loop);
  collect(contents, constraints, plan);
  if (plan.comparisons.empty())
    return give("no comparison in it is known to be true for all elements in "
                "some iterations, but not in all");
  if (!isWorthwhile(plan, contents))
    return give("what its comparisons select, or mask, is as quick with them");
  if (contents.ops > maxOperations)
    return give("it has " + Twine(contents.ops) +
                " operations, and more than " + Twine(maxOperations) +
                " are not repeated");
  constraints.chooseParts(plan);
  plan.atoms = constraints.getAtoms();
  if (!plan.hasFront && !plan.hasBack && !plan.constraints.empty())
    return give("values that wrap are the only reason for a second part");
  return plan;
}
