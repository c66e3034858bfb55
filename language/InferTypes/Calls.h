// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The visitor of calls: of the kernel language's methods, and of methods of
/// the model and lambdas, whose bodies run in place of the call.
///
/// Calls are interpreted in place; there is no `tt.func` for each
/// specialisation that is inlined later. So records and lambdas with captured
/// values need no representation as arguments, and a call costs as much as its
/// operations (tests/bench/front_end.py --shapes=calls,helpers).
///
/// Not here: the methods themselves (lib/KernelApi).

#ifndef CM2TT_LANGUAGE_INFERTYPES_CALLS_H
#define CM2TT_LANGUAGE_INFERTYPES_CALLS_H

#include "FunctionTable.h"
#include "Values.h"

namespace cm2tt {

class CallVisitor {
public:
  CallVisitor(InterpreterParts &parts, BodyRunner &bodies,
              const FunctionTable &functions, OperatorVisitor &operators,
              RecordVisitor &records, CallTree *calls)
      : state(parts.state), errors(parts.errors), bindings(parts.bindings),
        builder(parts.builder), bodies(bodies), functions(functions),
        operators(operators), records(records), calls(calls) {}

  void visitInvoke(cm::InvokeOp op);
  void visitFuncCall(cm::FuncCallOp op);
  void visitLambda(cm::LambdaOp op);
  void visitReturn(cm::ReturnOp op);

private:
  /// The method that a call of an interface's method calls on a record.
  struct Override {
    /// The method; null if it is that of the interface, or not in the model.
    cm::FuncOp function;
    /// Whether it is the accessor of a component.
    bool isComponent = false;
  };
  Override findOverride(cm::InvokeOp op, llvm::ArrayRef<Binding> args);
  /// The arguments with those of the last parameter of a variable-arity method
  /// in an array.
  llvm::SmallVector<Binding> bundle(cm::InvokeOp op, cm::FuncOp callee,
                                    llvm::ArrayRef<Binding> args);
  void reportNoMethod(cm::InvokeOp op, llvm::ArrayRef<Binding> args);
  void reportRecursion(mlir::Operation *call, cm::FuncOp callee);
  /// Binds a call's result to the value that the callee returned.
  void bindCall(mlir::Operation *op, const Binding &result);
  Binding callFunction(mlir::Operation *call, cm::FuncOp callee,
                       llvm::ArrayRef<Binding> args);
  Binding callLambda(mlir::Operation *call, AbsType lambda,
                     llvm::ArrayRef<Binding> args);
  Binding runBody(mlir::Operation *call, mlir::Operation *callee, Frame *parent,
                  llvm::ArrayRef<Binding> args);
  /// Runs a lambda at the end of a block, to which it adds the parameters'
  /// values as arguments.
  TypedOperand runLambda(mlir::Operation *call, AbsType lambda,
                         llvm::ArrayRef<AbsType> parameters,
                         mlir::Block &block);
  void applyWithLambda(const Method &method, mlir::Operation *op,
                       llvm::SmallVector<Binding> args);

  InterpreterState &state;
  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
  BodyRunner &bodies;
  const FunctionTable &functions;
  OperatorVisitor &operators;
  RecordVisitor &records;
  /// Null if no calls are recorded.
  CallTree *calls;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_CALLS_H
