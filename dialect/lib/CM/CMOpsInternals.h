// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the verifiers and parsers of `cm`.

#ifndef CM2TT_LIB_CM_CMOPSINTERNALS_H
#define CM2TT_LIB_CM_CMOPSINTERNALS_H

#include "cm2tt/Dialect/CM/CMOps.h"

namespace cm2tt::cm::detail {

/// Parses a reference in quotes; null after an error.
RefAttr parseQuotedRef(mlir::AsmParser &parser);

/// The requirements of a verifier on one body.
struct ExpectedBody {
  /// The role of the body in messages.
  llvm::StringRef role;
  /// The parameters' types.
  llvm::SmallVector<mlir::Type> params;
  /// The result type; null if any but void will do.
  mlir::Type result;
};

/// Verifies one body of an op; its blocks are known to exist.
mlir::LogicalResult verifyBody(mlir::Operation *op, unsigned index,
                               const ExpectedBody &expected);

/// Verifies that a value may be assigned to a variable of type `to`.
mlir::LogicalResult verifyAssignable(mlir::Operation *op, llvm::StringRef what,
                                     mlir::Type from, mlir::Type to);

/// Verifies that a reference names what the op works on.
mlir::LogicalResult verifyRefKind(mlir::Operation *op, RefAttr ref,
                                  RefKind kind);

/// Verifies the number of arguments passed to what `ref` names; the last
/// parameter takes any number of them if it is an array.
mlir::LogicalResult verifyArity(mlir::Operation *op, RefAttr ref,
                                size_t numArgs, bool mayHaveReceiver);

} // namespace cm2tt::cm::detail

#endif // CM2TT_LIB_CM_CMOPSINTERNALS_H
