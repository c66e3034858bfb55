// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The functions of a model by name.

#ifndef CM2TT_LANGUAGE_INFERTYPES_FUNCTIONTABLE_H
#define CM2TT_LANGUAGE_INFERTYPES_FUNCTIONTABLE_H

#include "cm2tt/Dialect/CM/CMOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace cm2tt {

class FunctionTable {
public:
  explicit FunctionTable(mlir::ModuleOp module);

  /// The method that a call refers to; null if the model has none.
  cm::FuncOp find(cm::InvokeOp call) const;
  /// The method of a class that implements an interface's, by its name and the
  /// number of its arguments, the receiver included; null if the model has
  /// none or several.
  cm::FuncOp find(llvm::StringRef owner, llvm::StringRef name,
                  size_t arity) const;
  /// The method that `a.C::m(int, a.B)` names; null if the model has none.
  cm::FuncOp findKey(llvm::StringRef key) const;
  /// The parameter types of a method, written as in a function's `descriptor`.
  static std::string descriptorOf(cm::RefAttr ref);
  /// The first function of that name; null if the model has none.
  cm::FuncOp find(llvm::StringRef name) const;

private:
  llvm::StringMap<llvm::SmallVector<cm::FuncOp, 1>> functions;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_FUNCTIONTABLE_H
