// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interpreter: runs a kernel on abstract types and creates its operations
/// in the same walk, as a partial evaluator does. Known conditions take their
/// branch; others become an `scf.if`, after which variables are merged. A call
/// runs the callee's body inline, with the types of that call.
///
/// Each field has one owner:
///   InterpreterState     variables, their trail, the exit, calls and targets;
///                        what a branch changes and undoes
///   Bindings             the values of the code model, by frame; lambdas
///   ErrorReporter        whether there was an error; the limits
///   ControlFlowBuilder   the builder: scf operations, merges, carried values
///   FunctionTable        the functions of the model
/// Visitors of a family of ops (Values.h, Branches.h, Calls.h, Loops.h) use the
/// owners that they need, and run bodies through BodyRunner. The interpreter
/// itself is the walk over the ops. After the first error no operations are
/// created, but types are still computed, to find more errors; the results of
/// failed ops have the type `invalid`.
///
/// Typing and building are one walk, in linear time (tests/bench/front_end.py):
/// constants, shapes and lambdas are known where operations are created, and
/// types depend on the path to an operation. Those of a helper differ in each
/// call, and those of an unrolled loop in each iteration. Two separate walks
/// would need a tree of types by call and iteration.
///
/// Not here: methods and operators (KernelApi.h); the kernel's parameters
/// (Kernels.cpp); the function that is built (CMToTT.cpp).

#ifndef CM2TT_LANGUAGE_INFERTYPES_INTERPRETER_H
#define CM2TT_LANGUAGE_INFERTYPES_INTERPRETER_H

#include "Branches.h"
#include "Calls.h"
#include "Loops.h"
#include "Values.h"

namespace cm2tt {

class Interpreter : BodyRunner {
public:
  Interpreter(TypedKernel &kernel, const InterpretOptions &options);

  /// Runs the kernel's body on its parameters. Fails after errors.
  llvm::LogicalResult run(llvm::ArrayRef<Results> arguments);

private:
  void visit(mlir::Operation *op) override;
  void visitRegion(mlir::Region &region) override;
  void visitFrom(mlir::Block::iterator next,
                 mlir::Block::iterator end) override;
  Binding evaluate(mlir::Region &region) override;

  TypedKernel &kernel;
  InterpreterParts parts;
  const FunctionTable functions;
  RecordVisitor records;
  FieldVisitor fields;
  VariableVisitor variables;
  OperatorVisitor operators;
  BranchVisitor branches;
  JumpVisitor jumps;
  CallVisitor calls;
  LoopVisitor loops;
  RangeVisitor ranges;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_INTERPRETER_H
