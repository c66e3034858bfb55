// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The visitors of statements and expressions that branch, and of jumps.
///
/// Not here: merging the states after two branches (ControlFlowBuilder.h);
/// loops (Loops.h); returns (Calls.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_BRANCHES_H
#define CM2TT_LANGUAGE_INFERTYPES_BRANCHES_H

#include "Values.h"

#include <functional>

namespace cm2tt {

/// An arm of an if, a switch or a ternary: a condition, and the code to run if
/// it holds.
struct Arm {
  std::function<Binding()> condition;
  std::function<void()> action;
};

/// If, switch and the conditional operators.
class BranchVisitor {
public:
  /// Code after a statement, or for the case that no arm is taken; null for
  /// none.
  using Rest = std::function<void()>;

  BranchVisitor(InterpreterParts &parts, BodyRunner &bodies)
      : state(parts.state), errors(parts.errors), bindings(parts.bindings),
        builder(parts.builder), bodies(bodies) {}

  /// Returns whether the statements from `next` to `end` have been run as well.
  bool visitIf(cm::JavaIfOp op, mlir::Block::iterator next,
               mlir::Block::iterator end);
  void visitConditional(cm::JavaCexpressionOp op);
  void visitAnd(cm::JavaCandOp op);
  void visitOr(cm::JavaCorOp op);
  void visitPatternMatch(cm::PatternMatchOp op, RecordVisitor &records);
  void visitSwitch(mlir::Operation *op, mlir::Value selector,
                   mlir::MutableArrayRef<mlir::Region> regions);

  /// Evaluates a condition and checks that it is one truth value.
  Binding getCondition(mlir::Operation *op,
                       llvm::function_ref<Binding()> evaluate);
  /// Runs the first arm whose condition holds, else `otherwise`; then `rest`,
  /// if control reaches it in one of two branches only. Returns whether `rest`
  /// has been run.
  bool visitArms(mlir::Operation *op, llvm::ArrayRef<Arm> arms,
                 const Rest &otherwise, const Rest &rest = nullptr);

private:
  /// Runs arms; the condition of the first one has already been evaluated.
  bool visitArm(mlir::Operation *op, mlir::Value condition,
                llvm::ArrayRef<Arm> arms, const Rest &otherwise,
                const Rest &rest);
  /// Runs arms in sequence, each under a test of the exit.
  void visitArmsFlat(mlir::Operation *op, llvm::ArrayRef<Arm> arms,
                     const Rest &otherwise);
  template <typename OpT> void visitLogic(OpT op, bool isAnd);
  void addOperand(mlir::Operation *op, bool isAnd, Variable *result,
                  llvm::function_ref<Binding()> operand);
  /// Runs a switch, whose regions alternate between predicates and actions.
  void runSwitch(mlir::Operation *op, const Binding &selector,
                 mlir::MutableArrayRef<mlir::Region> regions, Variable *result);
  /// Runs an action of a switch, and those that it falls through to. `result`
  /// is null for statements.
  void runAction(mlir::MutableArrayRef<mlir::Region> regions, size_t action,
                 Variable *result);

  InterpreterState &state;
  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
  BodyRunner &bodies;
  /// The depth of nested `scf.if`s of arms.
  unsigned depth = 0;
};

/// Jumps, and labelled statements.
class JumpVisitor {
public:
  JumpVisitor(InterpreterParts &parts, BodyRunner &bodies)
      : state(parts.state), errors(parts.errors), bindings(parts.bindings),
        builder(parts.builder), bodies(bodies) {}

  void visitBreak(cm::JavaBreakOp op);
  void visitContinue(cm::JavaContinueOp op);
  void visitSwitchYield(cm::JavaYieldOp op);
  void visitLabeled(cm::JavaLabeledOp op);

private:
  /// Returns the enclosing statement that a jump leads to; null after an error.
  const JumpTarget *findTarget(mlir::Operation *jump,
                               mlir::Operation *statement);

  InterpreterState &state;
  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
  BodyRunner &bodies;
};

/// Whether a jump leads out of the loop; one to its next iteration does not.
bool hasEscape(mlir::Operation *loop);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_BRANCHES_H
