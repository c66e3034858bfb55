// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The inliner interface of `tt`. All calls can be inlined, also those of
/// functions that are marked noinline: GPU code has no calls, and tiles, which
/// are distributed over threads, cannot be passed.

#include "TTDialectInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace cm2tt::tt;

namespace {
/// Everything may move into another function; returns become values or
/// branches.
struct TTInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *callable, bool) const final {
    return isa<FuncOp>(callable);
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }

  /// A callee of several blocks: the return branches to the block after the
  /// call.
  void handleTerminator(Operation *op, Block *newDest) const final {
    auto returnOp = dyn_cast<ReturnOp>(op);
    if (!returnOp)
      return;
    OpBuilder builder(op);
    cf::BranchOp::create(builder, op->getLoc(), newDest,
                         returnOp.getOperands());
    op->erase();
  }

  /// A callee of one block: what is returned replaces the call's results.
  void handleTerminator(Operation *op, ValueRange valuesToRepl) const final {
    auto returnOp = cast<ReturnOp>(op);
    for (auto [call, returned] :
         llvm::zip_equal(valuesToRepl, returnOp.getOperands()))
      call.replaceAllUsesWith(returned);
  }
};
} // namespace

void cm2tt::tt::addInliner(TTDialect &dialect) {
  dialect.addInterfaces<TTInliner>();
}
