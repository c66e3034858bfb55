// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Typing a kernel: abstract interpretation of its code model for the argument
/// types of one signature.
///
/// Not here: the rules of methods and operators (KernelApi.h); creating
/// operations (CMToTT).

#ifndef CM2TT_LANGUAGE_INFERTYPES_H
#define CM2TT_LANGUAGE_INFERTYPES_H

#include "cm2tt/Dialect/CM/CMOps.h"
#include "cm2tt/Language/CallTree.h"
#include "cm2tt/Language/TileBuilder.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// A kernel's parameter under a signature.
struct TypedParameter {
  /// The Java name, or the value's if the model has none.
  std::string name;
  /// The Java type, as a type of `cm`.
  mlir::Type javaType;
  /// A constant if the signature makes it one; it is then folded away.
  AbsType type;
  /// The value is 1 in each launch. The type is what it is without that, so
  /// that launches with 1 and with other numbers compute the same; the value is
  /// folded away where operations are.
  bool isOne = false;
  /// The run-time value is divisible by this.
  int64_t divisibility = 1;
  /// The address, the strides or the rows of a descriptor's tensor may be no
  /// multiples of 16 bytes.
  bool isUnalignedDescriptor = false;
  /// The value of the code model; a receiver has no TypedParameter.
  mlir::BlockArgument argument;

  /// Whether the compiled kernel has no parameter for it.
  bool isFolded() const { return isOne || type.isConstant(); }
};

/// A kernel with its parameters and, if asked for, its values' types.
struct TypedKernel {
  cm::FuncOp func;
  llvm::SmallVector<TypedParameter> parameters;
  llvm::DenseMap<mlir::Value, AbsType> types;

  /// The abstract type of a value; unknown where the kernel is not typed.
  AbsType of(mlir::Value value) const { return types.lookup(value); }
};

/// The kernel of a module of code models: the one that `cm.kernel` names, the
/// only function, or the first whose result is void. Failure after an error.
llvm::FailureOr<cm::FuncOp> findKernel(mlir::ModuleOp module);

/// The parameters of a kernel with their names and Java types, without a
/// receiver and before any signature.
llvm::SmallVector<TypedParameter> kernelParameters(cm::FuncOp kernel);

/// The module's kernel and its parameters under the module's `cm.signature`.
/// Failure after errors where the signature stands.
llvm::FailureOr<TypedKernel> applySignature(mlir::ModuleOp module);

/// The options of an interpretation, besides the types.
struct InterpretOptions {
  /// The builder of the operations; null to compute types only.
  mlir::OpBuilder *builder = nullptr;
  /// Keep the type of each value in `TypedKernel::types`. Of a value that is
  /// computed several times, as in a helper, the first.
  bool recordTypes = false;
  /// Receives the calls; null if they are not needed.
  CallTree *calls = nullptr;
};

/// Runs a kernel on its parameters' abstract types and creates its operations.
/// `arguments` has the value of each parameter, none for a constant. Fails
/// after errors at locations in Java; the created operations are incomplete
/// then.
llvm::LogicalResult interpret(TypedKernel &kernel,
                              llvm::ArrayRef<Results> arguments,
                              const InterpretOptions &options);

/// Types the module's kernel for the module's `cm.signature`. Fails after
/// errors at locations in Java.
llvm::FailureOr<TypedKernel> inferTypes(mlir::ModuleOp module);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_H
