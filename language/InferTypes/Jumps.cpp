// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Jumps, and their targets.

#include "Branches.h"

using namespace mlir;
using namespace cm2tt;

/// The labelled statement that a jump names; null if it names none.
template <typename OpT> static cm::JavaLabeledOp labeledTarget(OpT op) {
  StringAttr label = op.getLabelAttr();
  if (op.getTarget()) {
    auto constant = op.getTarget().template getDefiningOp<cm::ConstantOp>();
    label = constant ? dyn_cast<StringAttr>(constant.getValue()) : StringAttr();
  }
  auto getLabel = [](cm::JavaLabeledOp labeled) {
    auto constant = labeled.getLabel().getDefiningOp<cm::ConstantOp>();
    return constant ? constant.getValue() : Attribute();
  };
  auto labeled = op->template getParentOfType<cm::JavaLabeledOp>();
  while (labeled && getLabel(labeled) != label)
    labeled = labeled->template getParentOfType<cm::JavaLabeledOp>();
  return labeled;
}

static bool isLoop(Operation *op) {
  return isa<cm::JavaForOp, cm::JavaWhileOp, cm::JavaDoWhileOp,
             cm::JavaEnhancedForOp>(op);
}

/// The statement that a jump leaves or repeats; null if there is none.
static Operation *jumpTarget(cm::JavaBreakOp op) {
  if (op.getTarget() || op.getLabelAttr())
    return labeledTarget(op);
  Operation *parent = op->getParentOp();
  while (parent && !isLoop(parent) && !isa<cm::JavaSwitchStatementOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

static Operation *jumpTarget(cm::JavaContinueOp op) {
  if (op.getTarget() || op.getLabelAttr()) {
    if (cm::JavaLabeledOp labeled = labeledTarget(op))
      for (Operation &statement : labeled.getBody().front())
        if (isLoop(&statement))
          return &statement;
    return nullptr;
  }
  Operation *parent = op->getParentOp();
  while (parent && !isLoop(parent))
    parent = parent->getParentOp();
  return parent;
}

/// Whether a jump in a loop leads out of it, not to its next iteration.
static bool leavesLoop(Operation *loop, Operation *jump) {
  auto isInside = [&](Operation *target) {
    return target && loop->isProperAncestor(target);
  };
  if (auto op = dyn_cast<cm::JavaBreakOp>(jump))
    return !isInside(jumpTarget(op));
  if (auto op = dyn_cast<cm::JavaContinueOp>(jump)) {
    Operation *target = jumpTarget(op);
    return target != loop && !isInside(target);
  }
  if (isa<cm::JavaYieldOp>(jump))
    return !isInside(jump->getParentOfType<cm::JavaSwitchExpressionOp>());
  return isa<cm::ReturnOp>(jump);
}

bool cm2tt::hasEscape(Operation *loop) {
  WalkResult result = loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<cm::LambdaOp>(op))
      return WalkResult::skip(); // its jumps are its own
    return leavesLoop(loop, op) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return result.wasInterrupted();
}

const JumpTarget *JumpVisitor::findTarget(Operation *jump,
                                          Operation *statement) {
  for (const JumpTarget &target : llvm::reverse(state.targets()))
    if (target.op == statement)
      return &target;
  /// T-JUMP-1: the target of a jump encloses it, and is a loop if the jump
  /// repeats it.
  errors.report(jump) << "T-JUMP-1: the target of the jump does not enclose it";
  return nullptr;
}

void JumpVisitor::visitBreak(cm::JavaBreakOp op) {
  if (const JumpTarget *target = findTarget(op, jumpTarget(op)))
    state.leaveBy(target->breakCode);
}

void JumpVisitor::visitContinue(cm::JavaContinueOp op) {
  if (const JumpTarget *target = findTarget(op, jumpTarget(op)))
    state.leaveBy(target->continueCode);
}

void JumpVisitor::visitSwitchYield(cm::JavaYieldOp op) {
  auto statement = op->getParentOfType<cm::JavaSwitchExpressionOp>();
  if (const JumpTarget *target = findTarget(op, statement)) {
    state.assign(target->result, bindings.get(op.getValue()), op);
    state.leaveBy(target->breakCode);
  }
}

void JumpVisitor::visitLabeled(cm::JavaLabeledOp op) {
  JumpTarget target{op, state.newCode(), 0, nullptr};
  state.runStatement(target, [&] { bodies.visitRegion(op.getBody()); });
  builder.consume(target.breakCode);
}
