// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops as `scf.while`: while, do, and for statements whose iterations cannot
/// be counted.
///
/// In a loop with a jump out of it, the whole iteration is in the first region
/// of `scf.while`, so that the values that it assigns are available after the
/// loop.
///
/// Not here: counted loops (CountedLoops.cpp); ranges (Ranges.cpp).

#include "Loops.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

SmallVector<Variable *> LoopVisitor::storedIn(Operation *loop,
                                              ArrayRef<Region *> bodies) {
  llvm::SetVector<Variable *> stored;
  auto visitStore = [&](cm::VarStoreOp store) {
    Value var = store.getVar();
    Operation *declared = var.getParentRegion()->getParentOp();
    bool isOwn = declared == loop && isa<BlockArgument>(var);
    if (!isOwn && loop->isAncestor(declared))
      return; // declared again in each iteration
    if (const Binding *found = bindings.find(var))
      if (found->variable)
        stored.insert(found->variable);
  };
  for (Region *body : bodies)
    body->walk(visitStore);
  return stored.takeVector();
}

void LoopVisitor::runLoop(LoopParts &loop) {
  JumpTarget target{loop.op, state.newCode(), state.newCode(), nullptr};
  state.runStatement(target, [&] {
    if (loop.testsFirst && loop.condition && !loop.hasEscape)
      runPlainWhile(loop);
    else
      runRotatedWhile(loop);
  });
  builder.consume(target.breakCode);
}

void LoopVisitor::runIteration(LoopParts &loop) {
  loop.body();
  builder.consume(state.target().continueCode);
  if (loop.update)
    builder.guarded(loop.op, loop.update);
  // Other exits can only be those into loops that never end.
  if (!loop.hasEscape)
    state.setExit(Exit());
}

/// A loop that tests before its body and has no jumps out of it:
///
///     scf.while (carried) { condition } do { body; update }
void LoopVisitor::runPlainWhile(LoopParts &loop) {
  size_t mark = state.mark();
  Carried carried = builder.makeCarried(loop.stored, loop.op);
  scf::WhileOp whileOp = builder.openWhile(loop.op, carried);
  bool neverRuns;
  {
    OpBuilder::InsertionGuard guard = builder.enterTest(whileOp, carried);
    Binding condition = branches.getCondition(loop.op, loop.condition);
    neverRuns = condition.type().getInt() == 0;
    if (!neverRuns) {
      builder.closeTest(loop.op, whileOp, condition, carried);
      runIteration(loop);
      builder.closeBody(loop.op, carried);
    }
  }
  if (!neverRuns)
    return builder.leaveLoop(loop.stored, carried, whileOp);
  // The body is not typed at all. The condition is evaluated once, without
  // carried variables.
  errors.remark(loop.op, "the loop never runs");
  state.undoTo(mark);
  loop.condition();
  if (whileOp)
    whileOp.erase();
}

void LoopVisitor::runRotatedIteration(LoopParts &loop) {
  unsigned breakCode = state.target().breakCode;
  BranchVisitor::Rest leave = [&, breakCode] { state.leaveBy(breakCode); };
  if (!loop.condition)
    return runIteration(loop);
  if (loop.testsFirst) {
    Arm arm{loop.condition, [&] { runIteration(loop); }};
    branches.visitArms(loop.op, arm, leave);
    return;
  }
  runIteration(loop);
  if (!state.exit().isNormal())
    return builder.guarded(loop.op, [&] {
      branches.visitArms(loop.op, Arm{loop.condition, [] {}}, leave);
    });
  Binding condition = branches.getCondition(loop.op, loop.condition);
  if (condition.type().getInt() == 0)
    return leave();
  if (condition.type().isConstant())
    return;
  loop.goesOn = condition.operand.value();
  Exit either;
  either.codes = {0, breakCode};
  state.setExit(either);
}

/// Any other loop: a whole iteration comes before the test of its exit,
///
///     scf.while (carried) { condition; body; update; exit == normal } do {}
///
/// so that the variables that it assigns are known after the loop, even those
/// that are not known before it.
void LoopVisitor::runRotatedWhile(LoopParts &loop) {
  Carried carried = builder.makeCarried(loop.stored, loop.op);
  scf::WhileOp whileOp = builder.openWhile(loop.op, carried);
  Block *block = whileOp ? whileOp.getBeforeBody() : nullptr;
  Branch end = builder.runBranch(block, [&] {
    builder.setCarried(carried, block ? ValueRange(block->getArguments())
                                      : ValueRange());
    runRotatedIteration(loop);
    builder.checkCarried(carried, loop.op);
  });
  builder.closeRotated(loop.stored, carried, whileOp, end, loop.goesOn);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The value that a body yields; null if it yields none.
static Value yieldedBy(Region &region) {
  auto yield = region.hasOneBlock()
                   ? dyn_cast<cm::YieldOp>(region.front().back())
                   : cm::YieldOp();
  return yield ? yield.getValue() : Value();
}

/// Whether a condition is the constant true, as in `for (;;)`.
static bool isAlwaysTrue(Region &condition) {
  Value yielded = yieldedBy(condition);
  auto constant =
      yielded ? yielded.getDefiningOp<cm::ConstantOp>() : cm::ConstantOp();
  auto value = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return value && value.getValue();
}

bool LoopVisitor::givesFirstValue(Operation *loop, Region &condition) {
  return llvm::any_of(storedIn(loop, &condition), [](Variable *variable) {
    return variable->content.type().isUnknown();
  });
}

void LoopVisitor::visitWhile(cm::JavaWhileOp op) {
  LoopParts loop;
  loop.op = op;
  if (!isAlwaysTrue(op.getCond()))
    loop.condition = [&] { return bodies.evaluate(op.getCond()); };
  loop.body = [&] { bodies.visitRegion(op.getLoop()); };
  loop.hasEscape = hasEscape(op) || givesFirstValue(op, op.getCond());
  loop.stored = storedIn(op, {&op.getCond(), &op.getLoop()});
  runLoop(loop);
}

void LoopVisitor::visitDoWhile(cm::JavaDoWhileOp op) {
  LoopParts loop;
  loop.op = op;
  loop.condition = [&] { return bodies.evaluate(op.getCond()); };
  loop.body = [&] { bodies.visitRegion(op.getLoop()); };
  loop.testsFirst = false;
  loop.stored = storedIn(op, {&op.getLoop(), &op.getCond()});
  runLoop(loop);
}

/// The variables that the first part of a for statement declares.
static SmallVector<Value> declaredBy(cm::JavaForOp op) {
  Value yielded = yieldedBy(op.getInit());
  if (!yielded)
    return {};
  if (auto tuple = yielded.getDefiningOp<cm::TupleOp>())
    return llvm::to_vector(tuple.getComponents());
  return {yielded};
}

bool LoopVisitor::declareLoopVariables(cm::JavaForOp op) {
  bodies.visitRegion(op.getInit());
  SmallVector<Value> declared = declaredBy(op);
  for (Region *region : {&op.getCond(), &op.getUpdate(), &op.getLoop()}) {
    /// T-CONTROL-3: a for statement's variables are those that its first part
    /// yields.
    if (region->getNumArguments() != declared.size()) {
      errors.report(op)
          << "T-CONTROL-3: the loop's variables are not those that its "
             "first part declares";
      return false;
    }
    for (auto [argument, value] :
         llvm::zip_equal(region->getArguments(), declared))
      bindings.bind(argument, bindings.get(value));
  }
  return true;
}

void LoopVisitor::visitFor(cm::JavaForOp op) {
  unsigned numOutside = state.numVariables();
  if (!declareLoopVariables(op))
    return;
  LoopParts loop;
  loop.op = op;
  if (!isAlwaysTrue(op.getCond()))
    loop.condition = [&] { return bodies.evaluate(op.getCond()); };
  loop.body = [&] { bodies.visitRegion(op.getLoop()); };
  loop.update = [&] { bodies.visitRegion(op.getUpdate()); };
  loop.hasEscape = hasEscape(op) || givesFirstValue(op, op.getCond());
  loop.stored = storedIn(op, {&op.getCond(), &op.getLoop(), &op.getUpdate()});
  loop.firstOwn = numOutside + 1;
  if (!loop.condition || loop.hasEscape || !visitCounted(op, loop))
    runLoop(loop);
}
