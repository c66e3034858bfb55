// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Converts branches between blocks to `scf`, in functions that are called from
/// regions with a single block, such as the body of a loop. A function with
/// several blocks could not be inlined there.
///
/// MLIR's lifting of branches to `scf` is not used: it creates
/// `scf.index_switch` and carries `ub.poison` where two jumps meet, which
/// Triton's passes do not handle.
///
/// Not here: functions that are only called from the top-level blocks of a
/// kernel, since the inliner can insert their blocks there; control flow of
/// code models, whose statements define it (InferTypes).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTLIFTBRANCHESPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

namespace {
/// MLIR's way from branches to `scf`, with returns of `tt`, and with `scf.if`
/// for choices between two blocks.
struct BranchLifter : ControlFlowToSCFTransformation {
  void createCFGSwitchOp(Location loc, OpBuilder &builder, Value flag,
                         ArrayRef<unsigned> caseValues,
                         BlockRange caseDestinations,
                         ArrayRef<ValueRange> caseArguments, Block *defaultDest,
                         ValueRange defaultArgs) override {
    if (caseValues.size() != 1)
      return ControlFlowToSCFTransformation::createCFGSwitchOp(
          loc, builder, flag, caseValues, caseDestinations, caseArguments,
          defaultDest, defaultArgs);
    Value value = getCFGSwitchValue(loc, builder, caseValues.front());
    Value isCase = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         flag, value);
    cf::CondBranchOp::create(builder, loc, isCase, caseDestinations.front(),
                             caseArguments.front(), defaultDest, defaultArgs);
  }

  /// A function that never returns gets a return that is never reached.
  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &region) override {
    SmallVector<Value> results;
    for (Type type : cast<tt::FuncOp>(region.getParentOp()).getResultTypes())
      results.push_back(getUndefValue(loc, builder, type));
    return tt::ReturnOp::create(builder, loc, results).getOperation();
  }
};
} // namespace

/// Replaces a choice between more than two regions, which no target knows, by
/// choices between two.
///
///   %r = scf.index_switch %i -> i32 case 1 {A} case 2 {B} default {C}
/// =>
///   %r = scf.if %i == 1 {A} else { %s = scf.if %i == 2 {B} else {C}; yield %s}
static void replaceSwitch(scf::IndexSwitchOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  scf::IfOp outer;
  for (auto [value, body] :
       llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    Value expected = arith::ConstantIndexOp::create(builder, loc, value);
    Value isCase = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         op.getArg(), expected);
    auto choice =
        scf::IfOp::create(builder, loc, op.getResultTypes(), isCase,
                          /*addThenBlock=*/false, /*addElseBlock=*/false);
    choice.getThenRegion().takeBody(body);
    if (outer)
      scf::YieldOp::create(builder, loc, choice.getResults());
    else
      outer = choice;
    builder.createBlock(&choice.getElseRegion());
  }
  Block *rest = builder.getInsertionBlock();
  rest->getOperations().splice(rest->end(),
                               op.getDefaultBlock().getOperations());
  op.replaceAllUsesWith(outer.getResults());
  op.erase();
}

/// Whom a call calls, if that has a body.
static tt::FuncOp findFunction(tt::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      call, call.getCalleeAttr());
  return callee && !callee.isExternal() ? callee : tt::FuncOp();
}

/// The functions that are inlined in a region of one block: those called there,
/// and those that they call.
static llvm::SetVector<tt::FuncOp> findInlinedInRegions(ModuleOp module) {
  llvm::SetVector<tt::FuncOp> found;
  module.walk([&](tt::CallOp call) {
    if (!isa<tt::FuncOp>(call->getParentOp()))
      if (tt::FuncOp callee = findFunction(call))
        found.insert(callee);
  });
  // The list grows while it is walked.
  for (size_t i = 0; i < found.size(); ++i) {
    tt::FuncOp func = found[i];
    func.walk([&](tt::CallOp call) {
      if (tt::FuncOp callee = findFunction(call))
        found.insert(callee);
    });
  }
  return found;
}

namespace {
struct TTLiftBranchesPass
    : cm2tt::impl::TTLiftBranchesPassBase<TTLiftBranchesPass> {
  using Base::Base;
  void runOnOperation() override {
    for (tt::FuncOp func : findInlinedInRegions(getOperation())) {
      if (func.getBody().hasOneBlock())
        continue;
      if (failed(lift(func)))
        return signalPassFailure();
      ++lifted;
    }
  }

  /// Fails with an error for a branch outside of `cf`. MLIR's
  /// transformation has one, too, but leaves uses of values that it erased.
  static LogicalResult checkBranches(tt::FuncOp func) {
    for (Block &block : func.getBody()) {
      Operation *last = block.getTerminator();
      if (last->getNumSuccessors() != 0 &&
          !isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(last))
        return last->emitError("a function that is called in a loop or a "
                               "branch may branch by 'cf' only, not by '")
               << last->getName() << "'";
    }
    return success();
  }

  static LogicalResult lift(tt::FuncOp func) {
    if (failed(checkBranches(func)))
      return failure();
    // The transformation is for blocks that are reachable.
    IRRewriter rewriter(func.getContext());
    (void)eraseUnreachableBlocks(rewriter, func->getRegions());
    BranchLifter lifter;
    DominanceInfo dominance(func);
    if (failed(transformCFGToSCF(func.getBody(), lifter, dominance)))
      return failure();
    func.walk([](scf::IndexSwitchOp op) { replaceSwitch(op); });
    return success();
  }
};
} // namespace
