// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The entry points of the two readers of code models.

#include "EntryPoints.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Importer/Importer.h"
#include "tests/unit/importer/ReaderFixture.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace {

/// A context with `cm`; replaced from time to time, since it keeps every type
/// and string that it ever saw.
class Context {
public:
  MLIRContext *get() {
    if (!context || ++uses == 500) {
      context.emplace(MLIRContext::Threading::DISABLED);
      context->loadDialect<cm2tt::cm::CMDialect>();
      uses = 0;
    }
    return &*context;
  }

private:
  std::optional<MLIRContext> context;
  unsigned uses = 0;
};

/// One import, and what it reported.
struct Import {
  Import(StringRef text, bool isJson, MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          isError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
          reports += diagnostic.str() + "\n";
        }) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, "input"), llvm::SMLoc());
    module = isJson ? cm2tt::importJson(sources, context)
                    : cm2tt::importText(sources, context);
  }

  OwningOpRef<ModuleOp> module;
  bool isError = false;
  std::string reports;
  ScopedDiagnosticHandler handler;
};

} // namespace

/// Exports in one form; empty if that fails.
static std::string exportAs(ModuleOp module, bool isJson) {
  std::string text;
  llvm::raw_string_ostream os(text);
  LogicalResult done =
      isJson ? cm2tt::exportJson(module, os) : cm2tt::exportText(module, os);
  return succeeded(done) ? text : std::string();
}

/// The error in the `cm` of an input that was read.
static std::string checkModule(StringRef input, bool isJson) {
  static Context contexts;
  MLIRContext *context = contexts.get();
  Import import(input, isJson, context);
  if (!import.module)
    return import.isError ? "" : "no module and no error";
  if (import.isError)
    return "a module in spite of an error: " + import.reports;
  if (failed(verify(*import.module)))
    return "the module is not valid: " + import.reports;
  std::string written = exportAs(*import.module, isJson);
  if (written.empty() || exportAs(*import.module, !isJson).empty())
    return "the module cannot be written: " + import.reports;

  std::string printed;
  llvm::raw_string_ostream os(printed);
  import.module->print(os, OpPrintingFlags().enableDebugInfo());
  auto parsed = parseSourceString<ModuleOp>(printed, ParserConfig(context));
  if (!parsed)
    return "the printed module cannot be read: " + import.reports + printed;
  if (exportAs(*parsed, isJson) != written)
    return "the printed module says something else: " + printed;
  return "";
}

/// The error in the treatment of a text of the given form.
static std::string checkReader(StringRef input, bool isJson) {
  cm2tt::test::ReadResult read(input, isJson);
  bool isError = StringRef(read.problems).contains("error: ");
  if (read.ok == isError)
    return "success and an error, or neither: " + read.problems;
  if (!read.ok)
    return "";
  std::string written = isJson ? read.json() : read.text();
  cm2tt::test::ReadResult again(written, isJson);
  if (!again.ok)
    return "what is written cannot be read: " + again.problems + written;
  if ((isJson ? again.json() : again.text()) != written)
    return "what is written reads as something else: " + written;
  if ((isJson ? read.text() : read.json()).empty())
    return "the other form cannot be written";
  return checkModule(input, isJson);
}

std::string cm2tt::fuzz::readJsonModel(StringRef input) {
  return checkReader(input, /*isJson=*/true);
}

std::string cm2tt::fuzz::readTextModel(StringRef input) {
  return checkReader(input, /*isJson=*/false);
}
