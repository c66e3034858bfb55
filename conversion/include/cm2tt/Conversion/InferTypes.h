// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Typing a kernel: abstract interpretation of its code model for the argument
/// types of one signature.
///
/// Not here: the rules of methods and operators (KernelApi.h); making
/// operations from the result (CMToTT.h).

#ifndef CM2TT_CONVERSION_INFERTYPES_H
#define CM2TT_CONVERSION_INFERTYPES_H

#include "cm2tt/Conversion/AbsType.h"
#include "cm2tt/Dialect/CM/CMOps.h"

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
  /// The run-time value is divisible by this.
  int64_t divisibility = 1;
  /// The value of the code model; a receiver has no TypedParameter.
  mlir::BlockArgument argument;
};

/// A kernel with the abstract type of each of its values.
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

/// Types the module's kernel for the module's `cm.signature`. Failure after
/// errors at the Java places.
llvm::FailureOr<TypedKernel> inferTypes(mlir::ModuleOp module);

/// What a variable knows of a value that it is assigned: a number in a variable
/// that is assigned to after its declaration is no constant.
AbsType storedType(mlir::Value var, AbsType type);

/// `inferTypes` as an analysis of the pass manager, with its outcome kept.
struct TypeInference {
  explicit TypeInference(mlir::Operation *module)
      : kernel(inferTypes(llvm::cast<mlir::ModuleOp>(module))) {}
  llvm::FailureOr<TypedKernel> kernel;
};

} // namespace cm2tt

#endif // CM2TT_CONVERSION_INFERTYPES_H
