// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values of the code model in each call that is being run, and the lambdas
/// that capture them.
///
/// Not here: what variables hold (State.h).

#ifndef CM2TT_CONVERSION_INFERTYPES_BINDINGS_H
#define CM2TT_CONVERSION_INFERTYPES_BINDINGS_H

#include "ErrorReporter.h"
#include "InferTypesInternals.h"

#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// The bindings of one call of a method or lambda, or of one iteration of an
/// unrolled loop. What a lambda captures is found in its parent.
struct Frame {
  explicit Frame(Frame *parent) : parent(parent) {}

  Frame *parent;
  llvm::DenseMap<mlir::Value, Binding> bindings;
};

/// A lambda with the frame that it captures.
struct Lambda {
  cm::LambdaOp op;
  Frame *frame;
};

class Bindings {
public:
  /// Keeps the types of all values in `kernel` if `recordsTypes`.
  Bindings(TypedKernel &kernel, bool recordsTypes,
           const InterpreterState &state, ErrorReporter &errors);

  /// The binding of a value; null if it has none.
  const Binding *find(mlir::Value value) const;
  /// The binding of a value that has been computed; else an error, unless
  /// there was one before, and an invalid binding.
  Binding get(mlir::Value value);
  llvm::SmallVector<Binding> getAll(mlir::ValueRange values);

  void bind(mlir::Value value, Binding what);
  void bindResult(mlir::Operation *op, TypedOperand operand) {
    bind(op->getResult(0), {std::move(operand), op, {}, nullptr});
  }
  /// Binds an op's result to what a variable holds; an error if it holds
  /// nothing.
  void bindContent(mlir::Operation *op, Variable *variable);
  /// Binds the results of an op after an error.
  void bindInvalid(mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      bind(result, invalidBinding(op));
  }
  /// Binds the declaration of a variable to it.
  void declare(cm::VarOp op, Variable *variable);
  /// Keeps the type of what is stored into a declared variable.
  void recordStore(mlir::Value declaration, AbsType type);

  /// The number by which `lambda` knows a lambda that captures what is bound
  /// here.
  unsigned addLambda(cm::LambdaOp op);
  Lambda lambda(unsigned number) const { return lambdas[number]; }

  /// Runs code in a frame of its own, in which `parent` is visible; null for
  /// nothing.
  void runInFrame(Frame *parent, llvm::function_ref<void()> code);
  Frame *frame() const { return current; }

private:
  TypedKernel &kernel;
  const bool recordsTypes;
  const InterpreterState &state;
  ErrorReporter &errors;
  std::deque<Frame> frames;
  Frame *current;
  std::vector<Lambda> lambdas;
};

} // namespace cm2tt

#endif // CM2TT_CONVERSION_INFERTYPES_BINDINGS_H
