// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The public functions of the importer: they select the reader or writer, and
/// report problems as diagnostics.

#include "cm2tt/Importer/Importer.h"
#include "EmitInternals.h"
#include "ExportInternals.h"
#include "Readers.h"
#include "Writers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace cm2tt::model;

namespace cm2tt {

/// Either reader.
using ReadFn = llvm::LogicalResult (*)(llvm::StringRef, Model &,
                                       ProblemHandler);

/// Tells a reader's problem to the context.
static void report(const Problem &problem, const LocationBuilder &locations) {
  mlir::Location loc = locations.input(problem.loc);
  mlir::InFlightDiagnostic diagnostic =
      problem.isError ? mlir::emitError(loc) : mlir::emitWarning(loc);
  diagnostic << problem.message;
  if (!problem.path.empty())
    diagnostic.attachNote(loc) << "at " << problem.path;
}

/// Reads with `read`, then makes `cm`.
static mlir::OwningOpRef<mlir::ModuleOp>
importWith(ReadFn read, llvm::SourceMgr &sources, mlir::MLIRContext *context,
           const ImportOptions &options) {
  context->loadDialect<cm::CMDialect>();
  llvm::StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  Model model;
  LocationBuilder locations(sources, context, model);
  if (mlir::failed(read(text, model,
                        [&](Problem problem) { report(problem, locations); })))
    return nullptr;
  return Emitter(model, locations, context).emit(options);
}

mlir::OwningOpRef<mlir::ModuleOp> importJson(llvm::SourceMgr &sources,
                                             mlir::MLIRContext *context,
                                             const ImportOptions &options) {
  return importWith(readJson, sources, context, options);
}

mlir::OwningOpRef<mlir::ModuleOp> importText(llvm::SourceMgr &sources,
                                             mlir::MLIRContext *context,
                                             const ImportOptions &options) {
  return importWith(readText, sources, context, options);
}

mlir::LogicalResult exportJson(mlir::ModuleOp module, llvm::raw_ostream &os) {
  Model model;
  if (mlir::failed(Exporter(module, model).run()))
    return mlir::failure();
  writeJson(os, model);
  return mlir::success();
}

mlir::LogicalResult exportText(mlir::ModuleOp module, llvm::raw_ostream &os,
                               const CommentFn &comment) {
  Model model;
  if (mlir::failed(Exporter(module, model).run()))
    return mlir::failure();
  TextOptions options;
  if (comment)
    options.comment = [&](const Operation &op) -> std::string {
      mlir::Operation *source = Exporter::sourceOf(op);
      return source && source->getNumResults()
                 ? comment(source->getResult(0), op.result)
                 : std::string();
    };
  writeText(os, model, options);
  return mlir::success();
}

//===----------------------------------------------------------------------===//
// Forms by content
//===----------------------------------------------------------------------===//

/// The first word or character that is neither space nor comment.
static llvm::StringRef firstToken(llvm::StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.drop_until([](char c) { return c == '\n'; });
    else if (text.starts_with("/*"))
      text = text.drop_front(2).split("*/").second;
    else
      break;
  }
  llvm::StringRef word = text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  });
  return word.empty() ? text.take_front(1) : word;
}

bool looksLikeJson(llvm::StringRef input) {
  llvm::StringRef token = firstToken(input);
  return token == "{" || token == "[";
}

/// Whether a module is MLIR's: its region has no parameters. That of a code
/// model has them, `module ()java.type:"void" -> {`.
static bool isMlirModule(llvm::StringRef afterName) {
  llvm::StringRef head = afterName.take_until([](char c) { return c == '('; });
  size_t brace = head.find('{');
  return brace != llvm::StringRef::npos;
}

bool looksLikeMlir(llvm::StringRef input) {
  llvm::StringRef token = firstToken(input);
  // Aliases, generic ops, operations with a dialect, modules.
  if (token == "#" || token == "!" || token == "\"")
    return true;
  if (token == "module")
    return isMlirModule(input.substr(token.end() - input.begin()));
  return token.contains('.');
}

bool looksLikeText(llvm::StringRef input) {
  llvm::StringRef token = firstToken(input);
  return token == "func" || (token == "module" && !looksLikeMlir(input));
}

} // namespace cm2tt
