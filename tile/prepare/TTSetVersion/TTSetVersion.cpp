// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces operations that a version of Triton lacks by operations that it
/// has.
///
/// Not here: spellings of what all versions have (TextVersion.h).

#include "TTSetVersionInternals.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTSETVERSIONPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Whether a version has `ttg.barrier`; none: the passes of cm2tt.
static bool hasBarrier(std::optional<tt::TextVersion> version) {
  return version && *version >= tt::TextVersion::V3_7;
}

/// An instruction without operands, as `triton.language` up to 3.8 writes it.
static void emitAssembly(OpBuilder &builder, Location loc, StringRef text) {
  tt::ElementwiseInlineAsmOp::create(
      builder, loc, TypeRange{builder.getI32Type()},
      (text + "; // dummy $0").str(), "=r", /*pure=*/false,
      /*packed_element=*/1, ValueRange());
}

/// Replaces an operation that Triton up to 3.8 lacks.
static void replaceUnordered(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  if (auto quotient = dyn_cast<tt::ApproxDivfOp>(op))
    quotient.replaceAllUsesWith(Value(
        arith::DivFOp::create(builder, loc, quotient.getX(), quotient.getY())));
  else
    emitAssembly(builder, loc,
                 isa<tt::GridDependencyWaitOp>(op)
                     ? "griddepcontrol.wait"
                     : "griddepcontrol.launch_dependents");
  op->erase();
}

/// Replaces dot products of bytes, which no Triton has, by assembly.
static void replaceDp4a(OpBuilder &builder, tt::Dp4aOp op) {
  std::string text = "dp4a";
  for (bool isUnsigned : {op.getAUnsigned(), op.getBUnsigned()})
    text += isUnsigned ? ".u32" : ".s32";
  auto assembly = tt::ElementwiseInlineAsmOp::create(
      builder, op.getLoc(), op->getResultTypes(), text + " $0, $1, $2, $3;",
      "=r,r,r,r", /*pure=*/true, /*packed_element=*/1, op->getOperands());
  op.replaceAllUsesWith(assembly->getResult(0));
  op.erase();
}

/// Lets an operation of a text wrap around. Kernels of Java always do; MLIR 22
/// merges constants of sums without a look at their flags (llvm#140328), so
/// that the sum of x, -2^31 and -1 never wraps, but that of x and 2^31 - 1
/// does.
static void dropOverflowFlags(Operation *op) {
  auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flagged)
    return;
  constexpr auto none = arith::IntegerOverflowFlags::none;
  op->setAttr(flagged.getIntegerOverflowAttrName(),
              arith::IntegerOverflowFlagsAttr::get(op->getContext(), none));
}

namespace {
struct TTSetVersionPass : cm2tt::impl::TTSetVersionPassBase<TTSetVersionPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    chosen = tt::parseTextVersion(version);
    if (chosen || version.empty())
      return success();
    return emitError(UnknownLoc::get(context))
           << "version '" << version << "' of Triton, expected "
           << tt::kTextVersions;
  }

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      if (!chosen)
        dropOverflowFlags(op);
      if (failed(replace(op)))
        signalPassFailure();
    }
  }

private:
  /// Replaces one operation if the version lacks it.
  LogicalResult replace(Operation *op) {
    OpBuilder builder(op);
    bool hasAtomics = chosen && *chosen >= tt::TextVersion::V3_9;
    bool hasUnordered = !chosen || hasAtomics;
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<tt::AtomicLoadOp, tt::AtomicStoreOp, tt::AtomicPollOp>(
            [&](auto atomic) {
              if (hasAtomics)
                return success();
              ++replaced;
              return expandAtomic(builder, atomic);
            })
        .Case<tt::ApproxDivfOp, tt::GridDependencyWaitOp,
              tt::GridDependencyLaunchDependentsOp>([&](Operation *newer) {
          if (hasUnordered)
            return success();
          ++replaced;
          replaceUnordered(builder, newer);
          return success();
        })
        .Case([&](tt::Dp4aOp dot) {
          replaced += chosen.has_value();
          if (chosen)
            replaceDp4a(builder, dot);
          return success();
        })
        .Case<ttg::BarrierOp, gpu::BarrierOp>([&](Operation *barrier) {
          if (hasBarrier(chosen) == isa<ttg::BarrierOp>(barrier))
            return success();
          ++replaced;
          if (hasBarrier(chosen))
            ttg::BarrierOp::create(builder, op->getLoc(),
                                   ttg::kAllAddressSpaces);
          else
            gpu::BarrierOp::create(builder, op->getLoc());
          op->erase();
          return success();
        })
        .Default([&](Operation *other) {
          replaced += chosen && callLibrary(builder, other);
          return success();
        });
  }

  std::optional<tt::TextVersion> chosen;
};
} // namespace
