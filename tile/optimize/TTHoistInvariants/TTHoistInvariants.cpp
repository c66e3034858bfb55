// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Moves loop-invariant operations, including loads, out of loops.
///
/// The mask of a hoisted load includes `lower < upper`, so that nothing is
/// loaded if the loop does not run. In a loop that writes memory all loads
/// stay.

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"
#include "tile/analysis/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTHOISTINVARIANTSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Whether the program says that nothing is to move out of `loop`.
static bool isDisabled(Operation *loop) {
  auto annotation =
      loop->getAttrOfType<LLVM::LoopAnnotationAttr>("llvm.loop_annotation");
  return annotation && annotation.getLicm() &&
         annotation.getLicm().getDisable() &&
         annotation.getLicm().getDisable().getValue();
}

/// Whether `op` itself, not what it contains, may do more than read memory.
static bool mayWrite(Operation *op) {
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    return !llvm::all_of(instances, [](const auto &instance) {
      return isa<MemoryEffects::Read>(instance.getEffect());
    });
  }
  return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

/// The loops below `root` that may write. Each operation is looked at once,
/// and its ancestors up to the first that is known.
static llvm::DenseSet<Operation *> findWritingLoops(Operation *root) {
  llvm::DenseSet<Operation *> writing;
  root->walk([&](Operation *op) {
    if (op == root || !mayWrite(op))
      return;
    for (Operation *parent = op->getParentOp(); parent && parent != root;
         parent = parent->getParentOp())
      if (!writing.insert(parent).second)
        break;
  });
  return writing;
}

/// Whether `op` is a load that can be hoisted out of `loop`, in which nothing
/// is written.
static bool isMovableLoad(Operation *op, scf::ForOp loop) {
  auto load = dyn_cast<tt::LoadOp>(op);
  if (!load || load.getIsVolatile())
    return false;
  // An access through a block pointer has no mask.
  return !tt::isBlockPtr(load.getPtr().getType()) || surelyRuns(loop);
}

/// Lets a load that stands in front of `loop` read only if the loop runs.
static void readOnlyIfRuns(tt::LoadOp load, scf::ForOp loop) {
  if (surelyRuns(loop))
    return;
  OpBuilder builder(load);
  Value mask = createRuns(builder, loop);
  Type type = tt::getI1SameShape(load.getPtr().getType());
  if (isa<RankedTensorType>(type))
    mask = tt::SplatOp::create(builder, loop.getLoc(), type, mask);
  if (load.getMask())
    mask = arith::AndIOp::create(builder, load.getLoc(), load.getMask(), mask);
  load.getMaskMutable().assign(mask);
}

namespace {
struct TTHoistInvariantsPass
    : cm2tt::impl::TTHoistInvariantsPassBase<TTHoistInvariantsPass> {
  using Base::Base;
  void runOnOperation() override {
    llvm::DenseSet<Operation *> writing = findWritingLoops(getOperation());
    // Inner loops first: what leaves them may leave the outer one as well.
    getOperation()->walk([&](LoopLikeOpInterface loop) {
      if (!isDisabled(loop))
        hoistFrom(loop, writing.contains(loop));
    });
  }

  /// Moves what it can out of one loop.
  void hoistFrom(LoopLikeOpInterface loop, bool writes) {
    auto forOp = dyn_cast<scf::ForOp>(loop.getOperation());
    bool takesLoads = forOp && !writes;
    hoisted += moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [&](Operation *op, Region *) {
          return (isMemoryEffectFree(op) && isSpeculatable(op)) ||
                 (takesLoads && isMovableLoad(op, forOp));
        },
        [&](Operation *op, Region *) {
          loop.moveOutOfLoop(op);
          if (auto load = dyn_cast<tt::LoadOp>(op)) {
            readOnlyIfRuns(load, forOp);
            ++loads;
          }
        });
  }
};
} // namespace
