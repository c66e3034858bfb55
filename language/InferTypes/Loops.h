// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The visitors of loops: as `scf.while`, as `scf.for` if their iterations can
/// be counted, and over ranges.
///
/// Not here: the variables that loops carry, and the operations of loops
/// (ControlFlowBuilder.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_LOOPS_H
#define CM2TT_LANGUAGE_INFERTYPES_LOOPS_H

#include "Branches.h"
#include "FunctionTable.h"
#include "Values.h"
#include "WrittenLoop.h"

namespace cm2tt {

/// The parts of a loop, whichever the statement.
struct LoopParts {
  mlir::Operation *op = nullptr;
  /// Whether another iteration follows; null for always.
  std::function<Binding()> condition;
  std::function<void()> body;
  /// Run after each iteration; null for nothing.
  std::function<void()> update;
  /// Whether the condition is evaluated before the first iteration.
  bool testsFirst = true;
  /// Whether control (by a jump) or the first value of a variable can leave the
  /// loop elsewhere than before an iteration.
  bool hasEscape = true;
  /// The serial of the first variable that the statement itself declares.
  unsigned firstOwn = 0;
  /// For a loop without jumps that tests after its body: whether another
  /// iteration follows.
  mlir::Value goesOn;
  /// Variables from outside that it may assign, in order of their stores.
  llvm::SmallVector<Variable *> stored;
};

/// While, do and for statements.
class LoopVisitor {
public:
  LoopVisitor(InterpreterParts &parts, BodyRunner &bodies,
              const FunctionTable &functions, BranchVisitor &branches,
              OperatorVisitor &operators)
      : state(parts.state), errors(parts.errors), bindings(parts.bindings),
        builder(parts.builder), bodies(bodies), functions(functions),
        branches(branches), operators(operators) {}

  void visitFor(cm::JavaForOp op);
  void visitWhile(cm::JavaWhileOp op);
  void visitDoWhile(cm::JavaDoWhileOp op);

  /// Variables from outside that the bodies store to, in order.
  llvm::SmallVector<Variable *> storedIn(mlir::Operation *loop,
                                         llvm::ArrayRef<mlir::Region *> bodies);
  /// Runs a loop as `scf.while`.
  void runLoop(LoopParts &loop);
  CountedLoop makeCounted(mlir::Operation *op, const Binding &start,
                          const Binding &bound, const TypedOperand &step,
                          const CountedForm &form);
  /// Runs a loop as `scf.for` with those attributes.
  void runCounted(LoopParts &loop, const CountedLoop &counted,
                  llvm::ArrayRef<mlir::NamedAttribute> hints);

private:
  // Loops.cpp.
  bool declareLoopVariables(cm::JavaForOp op);
  /// Whether a condition assigns a variable that has no content yet and may be
  /// read after the loop: while ((x = next()) > 0).
  bool givesFirstValue(mlir::Operation *loop, mlir::Region &condition);
  void runPlainWhile(LoopParts &loop);
  void runRotatedWhile(LoopParts &loop);
  void runRotatedIteration(LoopParts &loop);
  void runIteration(LoopParts &loop);

  // CountedLoops.cpp.
  /// Returns whether the loop is a counted one and has been run.
  bool visitCounted(cm::JavaForOp op, LoopParts &loop);
  bool isInvariant(mlir::Operation *op, llvm::ArrayRef<Variable *> stored);
  bool isInvariantCall(cm::InvokeOp call);
  /// Extends an int to a long.
  Binding widenedCounter(mlir::Operation *op, const Binding &counter);

  InterpreterState &state;
  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
  BodyRunner &bodies;
  const FunctionTable &functions;
  BranchVisitor &branches;
  OperatorVisitor &operators;
};

/// Enhanced for statements over ranges of the kernel language.
class RangeVisitor {
public:
  RangeVisitor(InterpreterParts &parts, BodyRunner &bodies, LoopVisitor &loops,
               OperatorVisitor &operators)
      : state(parts.state), errors(parts.errors), bindings(parts.bindings),
        builder(parts.builder), bodies(bodies), loops(loops),
        operators(operators) {}

  void visitEnhancedFor(cm::JavaEnhancedForOp op);

private:
  void visitStaticRange(cm::JavaEnhancedForOp op, const TypedOperand &range);
  void visitElements(cm::JavaEnhancedForOp op, const Binding &array);
  /// Runs the loop once for each element that `next` returns until it returns
  /// nothing.
  void runUnrolled(cm::JavaEnhancedForOp op,
                   llvm::function_ref<std::optional<Binding>()> next);
  void visitRange(cm::JavaEnhancedForOp op, const TypedOperand &range);
  void runElement(cm::JavaEnhancedForOp op, const Binding &element);

  InterpreterState &state;
  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
  BodyRunner &bodies;
  LoopVisitor &loops;
  OperatorVisitor &operators;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_LOOPS_H
