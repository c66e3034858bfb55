// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads code models into `cm` and writes them again.
///
/// All operations have locations of one form, so that a diagnostic of any later
/// stage can name both the Java source and the position in the model:
///
///   loc(fused<"cm">["Add.java":14:19, "%11"("model.json":20:17)])
///
/// The first is the location in Java; the name is the value's id, or the op's
/// name if it has no result, at its position in the input. The tag is the
/// origin of the first location (see below).

#ifndef CM2TT_IMPORTER_IMPORTER_H
#define CM2TT_IMPORTER_IMPORTER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <optional>
#include <string>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace cm2tt {

/// The tags of locations: the op's own location in Java; the same, where the
/// model names the file too; the location of an enclosing op; and the position
/// in the input, where no enclosing op has a location in Java.
constexpr llvm::StringLiteral ownLocationTag = "cm";
constexpr llvm::StringLiteral ownFileLocationTag = "cm.file";
constexpr llvm::StringLiteral inheritedLocationTag = "cm.inherited";
constexpr llvm::StringLiteral inputLocationTag = "cm.input";

/// The options that override the input.
struct ImportOptions {
  /// The entry's name; empty: that in the input.
  std::string kernel;
  /// The signature as on a command line; unset: that in the input.
  std::optional<std::string> signature;
};

/// Reads the JSON form from the main file of `sources` into a verified module.
/// Null after an error; errors and warnings go to the context's diagnostics.
mlir::OwningOpRef<mlir::ModuleOp> importJson(llvm::SourceMgr &sources,
                                             mlir::MLIRContext *context,
                                             const ImportOptions &options = {});

/// The same for the text form.
mlir::OwningOpRef<mlir::ModuleOp> importText(llvm::SourceMgr &sources,
                                             mlir::MLIRContext *context,
                                             const ImportOptions &options = {});

/// Writes a module of `cm` as JSON. Fails, with an error, if it contains an
/// operation, type or attribute that code models do not have.
mlir::LogicalResult exportJson(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Returns the comment to print after the op that defines a value, or an empty
/// one; `id` is the value's name in the text, with its `%`.
using CommentFn =
    std::function<std::string(mlir::Value value, llvm::StringRef id)>;

/// The same as text, with the comments that `comment` returns, if it is given.
mlir::LogicalResult exportText(mlir::ModuleOp module, llvm::raw_ostream &os,
                               const CommentFn &comment = nullptr);

/// Whether an input has this form, by its first characters; true for one form
/// at most, and for none if the first characters do not identify it.
bool looksLikeJson(llvm::StringRef input);
bool looksLikeText(llvm::StringRef input);
bool looksLikeMlir(llvm::StringRef input);

} // namespace cm2tt

#endif // CM2TT_IMPORTER_IMPORTER_H
