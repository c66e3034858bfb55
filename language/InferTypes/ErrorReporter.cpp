// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The notes of errors: operands' types with their origin, and the calls that
/// led to the error. The limits of an interpretation.

#include "ErrorReporter.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace cm2tt;

/// The maximum number of ops of a kernel, after expanding calls and unrolled
/// loops. They take about a second; the largest kernels of existing models have
/// thousands.
constexpr uint64_t maxVisited = 1000000;

/// The maximum depth of nested bodies and calls, for which the stack suffices.
/// Models nest 256 bodies at most.
constexpr unsigned maxDepth = 400;

/// The maximum number of calls in the notes of an error, which shows the last
/// ones.
constexpr size_t maxNotedCalls = 8;

/// Notes the type of an operand and where it comes from.
static void noteOperand(InFlightDiagnostic &diagnostic, const Binding &arg) {
  Diagnostic &note = diagnostic.attachNote(arg.origin->getLoc());
  if (arg.name)
    note << "'" << arg.name.getValue() << "'";
  else
    note << "the operand";
  note << " is " << arg.type().str()
       << (isa<cm::FuncOp>(arg.origin) ? ", by the signature" : ", from here");
}

void ErrorReporter::noteCalls(InFlightDiagnostic &diagnostic,
                              ArrayRef<Activation> calls) {
  size_t count = calls.size() - 1; // the kernel is not called
  for (size_t i = count; i > 0; --i) {
    if (count - i == maxNotedCalls) {
      diagnostic.attachNote(kernel->getLoc())
          << "and from " << i << (i == 1 ? " call" : " calls") << " more";
      return;
    }
    diagnostic.attachNote(calls[i].call->getLoc()) << "called from here";
  }
}

InFlightDiagnostic ErrorReporter::report(Operation *op,
                                         ArrayRef<Binding> args) {
  failed = true;
  ArrayRef<Activation> calls = state.calls();
  for (; calls.size() > 1 && calls.back().isOfJdk(); calls = calls.drop_back())
    op = calls.back().call;
  InFlightDiagnostic diagnostic = op->emitError();
  llvm::SmallPtrSet<Operation *, 4> noted = {op};
  for (const Binding &arg : args) {
    AbsType type = arg.type();
    bool isObvious = type.isUnknown() || type.isInvalid() ||
                     type.isFunction() || (type.isConstant() && !arg.name);
    if (arg.origin && !isObvious && noted.insert(arg.origin).second)
      noteOperand(diagnostic, arg);
  }
  noteCalls(diagnostic, calls);
  return diagnostic;
}

void ErrorReporter::remark(Operation *op, const Twine &message) {
  if (!state.call().isOfJdk())
    op->emitRemark() << message;
}

bool ErrorReporter::mayContinue(Operation *op) {
  if (stopped)
    return false;
  /// T-LIMIT-1: a kernel has at most a million ops.
  if (++numVisited > maxVisited) {
    InFlightDiagnostic diagnostic =
        report(op) << "T-LIMIT-1: the kernel has more than " << maxVisited
                   << " operations, calls and unrolled loops written out";
    diagnostic.attachNote() << "Triton.range makes a loop that is not unrolled";
    stopped = true;
  } else if (depth + state.calls().size() > maxDepth) {
    /// T-LIMIT-2: bodies and calls are nested at most 400 deep.
    report(op) << "T-LIMIT-2: bodies and calls nest more than " << maxDepth
               << " deep";
    stopped = true;
  }
  return !stopped;
}
