// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The walk over the ops of a kernel, and the visitor of each kind of op.

#include "Interpreter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

Interpreter::Interpreter(TypedKernel &kernel, const InterpretOptions &options)
    : kernel(kernel), parts(kernel, options),
      functions(kernel.func->getParentOfType<ModuleOp>()), records(parts),
      fields(parts, records), variables(parts), operators(parts),
      branches(parts, *this), jumps(parts, *this),
      calls(parts, *this, functions, operators, records, options.calls),
      loops(parts, *this, functions, branches, operators),
      ranges(parts, *this, loops, operators) {}

LogicalResult Interpreter::run(ArrayRef<Results> arguments) {
  cm::FuncOp func = kernel.func;
  Block &entry = func.getBody().front();
  // A receiver is not a parameter of the kernel: no op reads the object.
  for (BlockArgument argument : entry.getArguments())
    parts.bindings.bind(argument,
                        {AbsType(argument.getType()), func, {}, nullptr});
  for (auto [i, parameter] : llvm::enumerate(kernel.parameters)) {
    TypedOperand operand(parameter.type);
    if (parts.builder.isBuilding())
      operand.values = arguments[i];
    auto name = StringAttr::get(func->getContext(), parameter.name);
    parts.bindings.bind(parameter.argument, {operand, func, name, nullptr});
  }
  unsigned returnCode = parts.state.newCode();
  parts.state.runCall({nullptr, func, returnCode, parts.state.newVariable({}),
                       parts.builder.getLocation(func)},
                      [&] { visitRegion(func.getBody()); });
  return failure(parts.errors.hasFailed());
}

void Interpreter::visitRegion(Region &region) {
  /// T-CONTROL-1: a body is one block.
  if (!region.hasOneBlock()) {
    parts.errors.report(region.getParentOp())
        << "T-CONTROL-1: branches between blocks cannot be used in a kernel";
    return;
  }
  visitFrom(region.front().begin(), region.front().end());
}

void Interpreter::visitFrom(Block::iterator next, Block::iterator end) {
  ErrorReporter &errors = parts.errors;
  const Exit &exit = parts.state.exit();
  errors.runNested([&] {
    while (next != end && exit.isNormal() && !errors.isStopped()) {
      Operation *op = &*next++;
      auto ifOp = dyn_cast<cm::JavaIfOp>(op);
      if (!ifOp)
        visit(op);
      else if (errors.mayContinue(op) && branches.visitIf(ifOp, next, end))
        next = end; // run in one of its branches
    }
    // If a jump may have been taken, all code after it is under one test.
    if (next != end && exit.mayBeNormal() && !exit.isNormal() &&
        !errors.isStopped())
      parts.builder.guarded(&*next, [&] { visitFrom(next, end); });
  });
}

void Interpreter::visit(Operation *op) {
  if (!parts.errors.mayContinue(op))
    return parts.bindings.bindInvalid(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](cm::ConstantOp op) { fields.visitConstant(op); })
      .Case([&](cm::VarOp op) { variables.visitVar(op); })
      .Case([&](cm::VarLoadOp op) { variables.visitLoad(op); })
      .Case([&](cm::VarStoreOp op) { variables.visitStore(op); })
      .Case([&](cm::InvokeOp op) { calls.visitInvoke(op); })
      .Case([&](cm::FuncCallOp op) { calls.visitFuncCall(op); })
      .Case([&](cm::FieldLoadOp op) { fields.visitField(op); })
      .Case([&](cm::ConvOp op) { operators.visitConv(op); })
      .Case([&](cm::CastOp op) {
        parts.bindings.bind(op.getResult(),
                            parts.bindings.get(op.getOperand()));
      })
      .Case([&](cm::LambdaOp op) { calls.visitLambda(op); })
      .Case([&](cm::NewOp op) { records.visitNew(op); })
      .Case([&](cm::ArrayLengthOp op) {
        records.visitArrayLength(op, operators);
      })
      .Case([&](cm::ArrayLoadOp op) { records.visitArrayLoad(op, operators); })
      .Case([&](cm::InstanceofOp op) { records.visitInstanceof(op); })
      .Case([&](cm::PatternMatchOp op) {
        branches.visitPatternMatch(op, records);
      })
      .Case([&](cm::TupleOp op) { records.visitTuple(op); })
      .Case([&](cm::TupleLoadOp op) { records.visitTupleLoad(op); })
      .Case([&](cm::ReturnOp op) { calls.visitReturn(op); })
      .Case([&](cm::JavaIfOp op) { branches.visitIf(op, {}, {}); })
      .Case([&](cm::JavaCexpressionOp op) { branches.visitConditional(op); })
      .Case([&](cm::JavaCandOp op) { branches.visitAnd(op); })
      .Case([&](cm::JavaCorOp op) { branches.visitOr(op); })
      .Case<cm::JavaSwitchStatementOp, cm::JavaSwitchExpressionOp>(
          [&](auto op) {
            branches.visitSwitch(op, op.getSelector(), op.getBodies());
          })
      .Case([&](cm::JavaForOp op) { loops.visitFor(op); })
      .Case([&](cm::JavaWhileOp op) { loops.visitWhile(op); })
      .Case([&](cm::JavaDoWhileOp op) { loops.visitDoWhile(op); })
      .Case([&](cm::JavaEnhancedForOp op) { ranges.visitEnhancedFor(op); })
      .Case([&](cm::JavaBlockOp op) { visitRegion(op.getBody()); })
      .Case([&](cm::JavaLabeledOp op) { jumps.visitLabeled(op); })
      .Case([&](cm::JavaBreakOp op) { jumps.visitBreak(op); })
      .Case([&](cm::JavaContinueOp op) { jumps.visitContinue(op); })
      .Case([&](cm::JavaYieldOp op) { jumps.visitSwitchYield(op); })
      .Case<cm::YieldOp, cm::UnreachableOp, cm::JavaSwitchFallthroughOp>(
          [](Operation *) {}) // terminators, which the op with the body reads
      .Default([&](Operation *op) { operators.visitOther(op); });
}

Binding Interpreter::evaluate(Region &region) {
  ErrorReporter &errors = parts.errors;
  Operation *owner = region.getParentOp();
  visitRegion(region);
  auto yield = region.hasOneBlock()
                   ? dyn_cast<cm::YieldOp>(region.front().back())
                   : cm::YieldOp();
  bool hasValue = yield && yield.getValue();
  /// T-CONTROL-2: an expression ends with its value.
  if (!errors.hasFailed() && (!parts.state.exit().isNormal() || !hasValue))
    errors.report(owner) << "T-CONTROL-2: the expression has no value here";
  if (errors.hasFailed() && !hasValue)
    return invalidBinding(owner);
  return parts.bindings.get(yield.getValue());
}
