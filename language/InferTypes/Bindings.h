// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values of the code model in each call that is being run, and the lambdas
/// that capture them.
///
/// Not here: the contents of variables (State.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_BINDINGS_H
#define CM2TT_LANGUAGE_INFERTYPES_BINDINGS_H

#include "ErrorReporter.h"
#include "InferTypesInternals.h"

#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// The bindings of one call of a method or lambda, or of one iteration of an
/// unrolled loop. Values that a lambda captures are bound in its parents.
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
  /// Records the types of all values in `kernel` if `recordsTypes`.
  Bindings(TypedKernel &kernel, bool recordsTypes,
           const InterpreterState &state, ErrorReporter &errors);

  /// The binding of a value; null if it has none.
  const Binding *find(mlir::Value value) const;
  /// Returns the binding of a value that has been computed. For any other
  /// value, reports an error, unless there was one before, and returns an
  /// invalid binding.
  Binding get(mlir::Value value);
  llvm::SmallVector<Binding> getAll(mlir::ValueRange values);

  void bind(mlir::Value value, Binding what);
  void bindResult(mlir::Operation *op, TypedOperand operand) {
    bind(op->getResult(0), {std::move(operand), op, {}, nullptr});
  }
  /// Binds an op's result to the content of a variable; reports an error if the
  /// variable has none.
  void bindContent(mlir::Operation *op, Variable *variable);
  /// Binds the results of an op after an error.
  void bindInvalid(mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      bind(result, invalidBinding(op));
  }
  /// Binds the declaration of a variable to it.
  void declare(cm::VarOp op, Variable *variable);
  /// Records the type of a value that is stored into a declared variable.
  void recordStore(mlir::Value declaration, AbsType type);

  /// Returns the number by which `lambda` finds this lambda, which captures the
  /// current frame.
  unsigned addLambda(cm::LambdaOp op);
  Lambda lambda(unsigned number) const { return lambdas[number]; }

  /// Runs code in a new frame. The bindings of `parent` are visible in it; null
  /// for none.
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

#endif // CM2TT_LANGUAGE_INFERTYPES_BINDINGS_H
