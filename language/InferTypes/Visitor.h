// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The basis of the visitors of ops: the parts that own an interpretation's
/// state, and the interface through which visitors run bodies.
///
/// Not here: the visitors (Values.h, Branches.h, Calls.h, Loops.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_VISITOR_H
#define CM2TT_LANGUAGE_INFERTYPES_VISITOR_H

#include "Bindings.h"
#include "ControlFlowBuilder.h"

namespace cm2tt {

/// The parts of an interpretation. Each owns its fields; a visitor keeps
/// references to those parts that it uses.
struct InterpreterParts {
  InterpreterParts(TypedKernel &kernel, const InterpretOptions &options)
      : errors(kernel.func, state),
        bindings(kernel, options.recordTypes, state, errors),
        builder(options.builder, kernel.func->getContext(), state, errors) {}

  InterpreterState state;
  ErrorReporter errors;
  Bindings bindings;
  ControlFlowBuilder builder;
};

/// Runs ops and bodies of the code model.
class BodyRunner {
public:
  virtual ~BodyRunner() = default;

  virtual void visit(mlir::Operation *op) = 0;
  virtual void visitRegion(mlir::Region &region) = 0;
  /// Runs the ops from `next` on. Ops after one that may jump are run only
  /// where control reaches them.
  virtual void visitFrom(mlir::Block::iterator next,
                         mlir::Block::iterator end) = 0;
  /// Runs a body that yields a value.
  virtual Binding evaluate(mlir::Region &region) = 0;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_VISITOR_H
