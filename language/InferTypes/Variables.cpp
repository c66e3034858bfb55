// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Declarations, loads and stores of variables.
///
/// A variable for tiles has the type of its current value, since Java
/// programmers write `x = Triton.expand(x, 1)`. A variable for numbers keeps
/// its type, and a number in a variable that is assigned to later is not a
/// constant.

#include "Values.h"

using namespace mlir;
using namespace cm2tt;

/// Whether a variable that is declared with a value is assigned to as well.
static bool isReassigned(cm::VarOp var) {
  return llvm::any_of(var.getResult().getUsers(), [](Operation *user) {
    return isa<cm::VarStoreOp>(user);
  });
}

/// Names a value in printed IR after the first Java variable that holds it.
static void nameAfter(StringAttr name, const TypedOperand &operand) {
  Value value = operand.value();
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (op && name && op->getNumResults() == 1 &&
      isa<FileLineColLoc, CallSiteLoc>(op->getLoc()))
    op->setLoc(NameLoc::get(name, op->getLoc()));
}

void VariableVisitor::visitVar(cm::VarOp op) {
  Variable *variable = state.newVariable(op.getNameAttr());
  if (op.getInit()) {
    Binding value = bindings.get(op.getInit());
    if (isReassigned(op))
      value.operand = builder.atRunTime(op, value.operand);
    nameAfter(op.getNameAttr(), value.operand);
    variable->content = value;
    variable->assignedBy = op;
  }
  bindings.declare(op, variable);
}

void VariableVisitor::visitLoad(cm::VarLoadOp op) {
  Variable *variable = bindings.get(op.getVar()).variable;
  if (!variable)
    return bindings.bindInvalid(op);
  Binding content = variable->content;
  /// T-VAR-1: a variable is assigned before it is read.
  if (content.type().isUnknown()) {
    InFlightDiagnostic diagnostic =
        errors.report(op) << "T-VAR-1: the variable has no value here";
    if (Operation *by = variable->assignedBy)
      diagnostic.attachNote(by->getLoc())
          << "the value that is assigned here exists only at compile time, "
             "and not on all paths to this read";
    return bindings.bindInvalid(op);
  }
  content.name = variable->name;
  bindings.bind(op.getResult(), content);
}

void VariableVisitor::visitStore(cm::VarStoreOp op) {
  Variable *variable = bindings.get(op.getVar()).variable;
  Binding value = bindings.get(op.getValue());
  if (!variable)
    return;
  /// T-VAR-3: a lambda only reads the variables that it captures.
  const Activation &call = state.call();
  if (isa<cm::LambdaOp>(call.callee) &&
      variable->serial < call.returned->serial) {
    errors.report(op)
        << "T-VAR-3: a lambda cannot assign to a variable from outside";
    return;
  }
  AbsType have = variable->content.type(), next = value.type();
  /// T-VAR-2: a number variable keeps its type, except for signedness, which
  /// Java's types lack.
  if (have.isNumber() && !next.isInvalid() &&
      (!next.isNumber() ||
       signlessType(have.getType()) != signlessType(next.getType()))) {
    errors.report(op, {variable->content, value})
        << "T-VAR-2: the variable's type is " << have.str() << ", the value's "
        << next.str();
    value.operand = AbsType::invalid(op->getContext());
  }
  // The first value of a variable that was declared without one may stay a
  // constant.
  if (!have.isUnknown() && !isNull(have))
    value.operand = builder.atRunTime(op, value.operand);
  nameAfter(variable->name, value.operand);
  bindings.recordStore(op.getVar(), value.type());
  state.assign(variable, value, op);
}
