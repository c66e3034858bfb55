// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads and writes the canonical spelling of types and references: the text
/// between the quotes of `!cm.java`, `!cm.ext` and `#cm.ref`.
///
/// Types of Java are bare (`java.util.List<int[]>`) and become builtin types or
/// `!cm.java`; `Var<T>` becomes `!cm.var`, `Tuple<..>` a tuple, `func<R, P..>`
/// a function type, and each other type `!cm.ext`. References have a colon
/// before their result.
///
/// Not here: the other spellings that code models use (importer).

#ifndef CM2TT_DIALECT_CM_SPELLING_H
#define CM2TT_DIALECT_CM_SPELLING_H

#include "cm2tt/Dialect/CM/CMDialect.h"

#include <string>

namespace cm2tt::cm {

/// Called with a message (lower case, no full stop) and the offset in the text
/// where it applies, when reading fails.
using SpellingErrorFn =
    llvm::function_ref<void(size_t offset, const llvm::Twine &message)>;

/// Reads a type, the whole of `text`.
mlir::FailureOr<mlir::Type> parseType(llvm::StringRef text,
                                      mlir::MLIRContext *context,
                                      SpellingErrorFn error);

/// Reads a type in Java's own syntax, as inside `java.type:"..."`; null if the
/// text is not a type.
mlir::Type parseJavaType(llvm::StringRef text, mlir::MLIRContext *context);

/// Reads a reference, the whole of `text`.
mlir::FailureOr<RefAttr> parseRef(llvm::StringRef text,
                                  mlir::MLIRContext *context,
                                  SpellingErrorFn error);

/// The spelling of a type; empty for types that no code model has.
std::string printType(mlir::Type type);

/// The spelling of a reference, without quotes.
std::string printRef(RefAttr ref);

} // namespace cm2tt::cm

#endif // CM2TT_DIALECT_CM_SPELLING_H
