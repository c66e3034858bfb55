// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the interpreter says of errors: the operands' types and where they came
/// from, the calls that led there. And its limits, so that no kernel makes it
/// run for ever.

#include "Interpreter.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace cm2tt;

/// Ops that a kernel may be of, with calls and unrolled loops written out. A
/// second's work; the largest kernels of today's models have thousands.
constexpr uint64_t maxVisited = 1000000;

/// Bodies and calls that may nest, so that the stack suffices: models nest 256
/// bodies at most.
constexpr unsigned maxDepth = 400;

/// Calls that the notes of an error show, from the last on.
constexpr size_t maxNotedCalls = 8;

/// Notes what an operand is, where its text does not say so.
static void noteOperand(InFlightDiagnostic &diagnostic, const Binding &arg) {
  Diagnostic &note = diagnostic.attachNote(arg.origin->getLoc());
  if (arg.name)
    note << "'" << arg.name.getValue() << "'";
  else
    note << "the operand";
  note << " is " << arg.type().str()
       << (isa<cm::FuncOp>(arg.origin) ? ", by the signature" : ", from here");
}

void Interpreter::noteCalls(InFlightDiagnostic &diagnostic) {
  size_t count = calls.size() - 1; // the kernel is not called
  for (size_t i = count; i > 0; --i) {
    if (count - i == maxNotedCalls) {
      diagnostic.attachNote(kernel.func->getLoc())
          << "and from " << i << (i == 1 ? " call" : " calls") << " more";
      return;
    }
    diagnostic.attachNote(calls[i].call->getLoc()) << "called from here";
  }
}

InFlightDiagnostic Interpreter::error(Operation *op, ArrayRef<Binding> args) {
  failed = true;
  building = false;
  InFlightDiagnostic diagnostic = op->emitError();
  llvm::SmallPtrSet<Operation *, 4> noted = {op};
  for (const Binding &arg : args) {
    AbsType type = arg.type();
    bool isObvious = type.isUnknown() || type.isInvalid() ||
                     type.isFunction() || (type.isConstant() && !arg.name);
    if (arg.origin && !isObvious && noted.insert(arg.origin).second)
      noteOperand(diagnostic, arg);
  }
  noteCalls(diagnostic);
  return diagnostic;
}

void Interpreter::remark(Operation *op, const Twine &message) {
  if (options.remarks)
    op->emitRemark() << message;
}

bool Interpreter::mayGoOn(Operation *op) {
  if (stopped)
    return false;
  /// T-LIMIT-1: a kernel has a million ops at most.
  if (++visited > maxVisited) {
    InFlightDiagnostic diagnostic =
        error(op) << "T-LIMIT-1: the kernel has more than " << maxVisited
                  << " operations, calls and unrolled loops written out";
    diagnostic.attachNote() << "Triton.range makes a loop that is not unrolled";
    stopped = true;
  } else if (depth + calls.size() > maxDepth) {
    /// T-LIMIT-2: bodies and calls nest 400 deep at most.
    error(op) << "T-LIMIT-2: bodies and calls nest more than " << maxDepth
              << " deep";
    stopped = true;
  }
  return !stopped;
}
