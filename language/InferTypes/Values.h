// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The visitors of ops without bodies: constants, fields, records, variables
/// and operators.
///
/// Not here: calls (Calls.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_VALUES_H
#define CM2TT_LANGUAGE_INFERTYPES_VALUES_H

#include "Visitor.h"

#include "llvm/ADT/StringMap.h"

namespace cm2tt {

class OperatorVisitor;

/// The class of the records that are arrays. No Java class has that name.
constexpr llvm::StringLiteral arrayClassName = "Array()";

/// Records and tuples: bundles of values, which exist at compile time only.
class RecordVisitor {
public:
  explicit RecordVisitor(InterpreterParts &parts)
      : errors(parts.errors), bindings(parts.bindings) {}

  void visitNew(cm::NewOp op);
  void visitTuple(cm::TupleOp op);
  void visitTupleLoad(cm::TupleLoadOp op);
  void visitInstanceof(cm::InstanceofOp op);
  /// The array of the arguments of a variable-arity method: a record whose
  /// components are the elements.
  Binding makeArray(mlir::Operation *call, llvm::ArrayRef<Binding> elements);
  void visitArrayLength(cm::ArrayLengthOp op, OperatorVisitor &operators);
  void visitArrayLoad(cm::ArrayLoadOp op, OperatorVisitor &operators);
  /// Whether a value is a record of a class, or of one that implements it;
  /// nothing, after an error, if that is not known.
  std::optional<bool> isInstance(mlir::Operation *op, const Binding &value,
                                 mlir::Type type);

  /// A component by its name, or by its Java type if it has none; nothing if
  /// there is no such component.
  static std::optional<TypedOperand> component(const TypedOperand &record,
                                               llvm::StringRef name,
                                               mlir::Type javaType);
  /// The method that Java calls on a record for one of an interface, both
  /// written as `a.C::m(int)`; empty if that is the interface's own. Nothing if
  /// the model does not tell.
  std::optional<llvm::StringRef> findOverride(AbsType record,
                                              llvm::StringRef method) const;
  void reportNoComponent(mlir::Operation *op, const Binding &record,
                         llvm::StringRef name);

private:
  /// Notes the interfaces of a record's class, from the attribute `interfaces`
  /// of `new`: their names, separated by spaces; and from `overrides` the
  /// methods that are called for theirs: pairs with spaces in between,
  /// separated by semicolons.
  void noteInterfaces(cm::NewOp op, llvm::StringRef owner);
  void bindRecord(mlir::Operation *op, llvm::StringRef javaClass,
                  llvm::ArrayRef<llvm::StringRef> names,
                  llvm::ArrayRef<Binding> args);

  ErrorReporter &errors;
  Bindings &bindings;
  /// The interfaces of the classes of records that were created, direct and
  /// inherited.
  llvm::StringMap<llvm::SmallVector<llvm::StringRef>> interfaces;
  /// The methods that are called for those of interfaces, by the record's
  /// class.
  llvm::StringMap<llvm::StringMap<llvm::StringRef>> overrides;
};

/// Constants and fields.
class FieldVisitor {
public:
  FieldVisitor(InterpreterParts &parts, RecordVisitor &records)
      : errors(parts.errors), bindings(parts.bindings), records(records) {}

  void visitConstant(cm::ConstantOp op);
  void visitField(cm::FieldLoadOp op);

private:
  void visitComponent(cm::FieldLoadOp op);

  ErrorReporter &errors;
  Bindings &bindings;
  RecordVisitor &records;
};

/// Declarations, loads and stores of variables.
class VariableVisitor {
public:
  explicit VariableVisitor(InterpreterParts &parts)
      : state(parts.state), errors(parts.errors), bindings(parts.bindings),
        builder(parts.builder) {}

  void visitVar(cm::VarOp op);
  void visitLoad(cm::VarLoadOp op);
  void visitStore(cm::VarStoreOp op);

private:
  InterpreterState &state;
  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
};

/// Operators, and the application of any entry of the table of methods.
class OperatorVisitor {
public:
  explicit OperatorVisitor(InterpreterParts &parts)
      : errors(parts.errors), bindings(parts.bindings), builder(parts.builder) {
  }

  void visitConv(cm::ConvOp op);
  /// An operator of the table; an error for any other op.
  void visitOther(mlir::Operation *op);

  /// Binds the op's result to that of a method.
  void apply(const Method &method, mlir::Operation *op,
             llvm::ArrayRef<Binding> args);
  /// The result of a Java operator on two numbers, at an op's location.
  Binding compute(mlir::Operation *op, llvm::StringRef operation,
                  const Binding &a, const Binding &b);

private:
  /// Computes a function of double whose result is cast to float in float.
  void narrow(cm::ConvOp op);

  ErrorReporter &errors;
  Bindings &bindings;
  ControlFlowBuilder &builder;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_VALUES_H
