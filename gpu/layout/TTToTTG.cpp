// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that gives every tile a layout.
///
/// Not here: the supported operations (Supported.h); products that are computed
/// transposed (TransposeDots.h); choosing layouts (LayoutPlanner.h); applying
/// them (LayoutRewriter.h).

#include "LayoutRewriter.h"
#include "Supported.h"
#include "TransposeDots.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTTOTTGPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

namespace {
struct TTToTTGPass : cm2tt::impl::TTToTTGPassBase<TTToTTGPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    const unsigned warps = tt::getNumWarps(module, numWarps);
    if (failed(checkMachine(warps)))
      return signalPassFailure();
    TargetInfo machine = *TargetInfo::parse(target);
    if (failed(checkSupported(module, machine, warps)))
      return signalPassFailure();
    const ModuleAxisInfo &axisInfo = getAnalysis<ModuleAxisInfo>();
    module->removeAttr(tt::kNumWarpsAttr);
    ttg::setMachine(module, warps, TargetInfo::warpSize, target);
    for (auto func : module.getOps<tt::FuncOp>()) {
      transposed += transposeDots(func, {axisInfo, machine, warps});
      LayoutPlanner plan(func, {axisInfo, machine, warps});
      LayoutRewriter rewriter(func, plan);
      rewriter.run();
      conversions += rewriter.getNumConversions();
    }
  }

  /// Whether the options are valid.
  LogicalResult checkMachine(unsigned warps) {
    if (!llvm::isPowerOf2_32(warps) || warps > 32)
      return emitError(getOperation().getLoc(),
                       "the number of warps must be a power of two up to 32: ")
             << warps;
    if (!TargetInfo::parse(target))
      return emitError(getOperation().getLoc(), "unknown target: '")
             << target << "'";
    return success();
  }
};
} // namespace
