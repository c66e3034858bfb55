// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tiles that loops carry, regions yield and branches pass to blocks.

#include "LayoutPlanner.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// The assumed number of iterations of a loop whose bounds are not constants.
constexpr double kPresumedTrips = 8;
/// More trips, or deeper loops, make no difference to a choice.
constexpr double kMaxWeight = 1 << 20;

/// How often a region of `op` runs each time that `op` does.
static double tripsOf(Operation *op) {
  if (isa<scf::WhileOp>(op))
    return kPresumedTrips;
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return 1;
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips ? trips->roundToDouble() : kPresumedTrips;
}

double LayoutPlanner::getWeight(Block *block) {
  auto found = weights.find(block);
  if (found != weights.end())
    return found->second;
  double weight = 1;
  Operation *parent = block->getParentOp();
  if (!isa<tt::FuncOp>(parent))
    weight =
        std::min(getWeight(parent->getBlock()) * tripsOf(parent), kMaxWeight);
  return weights[block] = weight;
}

/// Blocks receive the values that branches pass on.
static SmallVector<std::pair<OpOperand *, Value>>
passedBy(BranchOpInterface branch) {
  SmallVector<std::pair<OpOperand *, Value>> passed;
  for (unsigned index = 0; index < branch->getNumSuccessors(); ++index) {
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    unsigned made = operands.getProducedOperandCount();
    for (unsigned number = made; number < operands.size(); ++number)
      passed.push_back({&operands.getMutableForwardedOperands()[number - made],
                        branch->getSuccessor(index)->getArgument(number)});
  }
  return passed;
}

/// The values that an operation passes on: each operand, and the value that it
/// becomes.
static SmallVector<std::pair<OpOperand *, Value>> passedBy(Operation *op) {
  SmallVector<std::pair<OpOperand *, Value>> passed;
  auto add = [&](MutableArrayRef<OpOperand> operands, ValueRange targets) {
    for (auto [operand, target] : llvm::zip_equal(operands, targets))
      passed.push_back({&operand, target});
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        add(loop.getInitArgsMutable(), loop.getRegionIterArgs());
      })
      .Case([&](scf::WhileOp loop) {
        add(loop->getOpOperands(), loop.getBeforeArguments());
      })
      .Case([&](scf::ConditionOp condition) {
        add(condition.getArgsMutable(),
            cast<scf::WhileOp>(op->getParentOp()).getAfterArguments());
      })
      .Case([&](scf::YieldOp) {
        Operation *parent = op->getParentOp();
        if (auto loop = dyn_cast<scf::ForOp>(parent))
          add(op->getOpOperands(), loop.getRegionIterArgs());
        else if (auto loop = dyn_cast<scf::WhileOp>(parent))
          add(op->getOpOperands(), loop.getBeforeArguments());
        else
          add(op->getOpOperands(), parent->getResults());
      })
      .Case([&](BranchOpInterface branch) { passed = passedBy(branch); });
  return passed;
}

bool LayoutPlanner::visitControlFlow(Operation *op) {
  if (!isa<scf::SCFDialect, cf::ControlFlowDialect>(op->getDialect()))
    return false;
  for (auto [operand, target] : passedBy(op))
    if (tt::isTile(target))
      require(*operand, getNode(target));
  // The result of a loop is what it carries.
  ValueRange carried;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    carried = loop.getRegionIterArgs();
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    carried = loop.getAfterArguments();
  for (auto [argument, result] : llvm::zip(carried, op->getResults()))
    if (tt::isTile(result))
      graph.unite(getNode(argument), getNode(result));
  for (Region &region : op->getRegions())
    if (!region.empty())
      visit(region);
  return true;
}
