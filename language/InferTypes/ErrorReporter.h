// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The diagnostics of an interpretation, and its limits, so that it ends for
/// every kernel. A kernel may have a million operations, counted after
/// inlining, so that helpers that call helpers do not exhaust memory.
///
/// Not here: errors of signatures (Kernels.cpp).

#ifndef CM2TT_LANGUAGE_INFERTYPES_ERRORREPORTER_H
#define CM2TT_LANGUAGE_INFERTYPES_ERRORREPORTER_H

#include "State.h"

#include "mlir/IR/Diagnostics.h"

namespace cm2tt {

class ErrorReporter {
public:
  /// Errors name the calls of `state`.
  ErrorReporter(cm::FuncOp kernel, const InterpreterState &state)
      : kernel(kernel), state(state) {}

  /// Starts an error at an op, with notes on its operands and the calls that
  /// led to it. In code for a method of the JDK it is at the method's call.
  mlir::InFlightDiagnostic report(mlir::Operation *op,
                                  llvm::ArrayRef<Binding> args = {});
  /// Emits a remark at an op that is not in code for a method of the JDK.
  void remark(mlir::Operation *op, const llvm::Twine &message);
  /// Whether there was an error.
  bool hasFailed() const { return failed; }

  /// Counts an op. Returns false, after an error, if there are too many ops or
  /// if bodies nest too deep.
  bool mayContinue(mlir::Operation *op);
  /// Whether a limit was exceeded; if so, nothing more is run.
  bool isStopped() const { return stopped; }
  /// Runs code whose bodies nest one level deeper.
  void runNested(llvm::function_ref<void()> code) {
    ++depth;
    code();
    --depth;
  }

private:
  void noteCalls(mlir::InFlightDiagnostic &diagnostic,
                 llvm::ArrayRef<Activation> calls);

  cm::FuncOp kernel;
  const InterpreterState &state;
  bool failed = false, stopped = false;
  unsigned depth = 0;
  uint64_t numVisited = 0;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_ERRORREPORTER_H
