// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The entry points that compile to `tt`, and from `tt` to LLVM IR for a CPU.
///
/// Not here: PTX and object code (CompileToCode.cpp).

#include "CompileInternals.h"
#include "EntryPoints.h"
#include "cm2tt/Importer/Importer.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace cm2tt;

/// A compiler; replaced from time to time, since its context keeps every type
/// and string that it ever saw.
static Compiler &compiler() {
  static std::optional<Compiler> current;
  static unsigned uses = 0;
  if (!current || ++uses == 500) {
    current.emplace();
    uses = 0;
  }
  return *current;
}

std::string cm2tt::fuzz::reports(const CompileResult &result) {
  std::string text;
  for (const Diagnostic &diagnostic : result.diagnostics)
    text += diagnostic.file + ":" + std::to_string(diagnostic.line) + ":" +
            std::to_string(diagnostic.column) + ": " + diagnostic.message +
            "\n";
  return text;
}

std::string cm2tt::fuzz::checkOutcome(const CompileResult &result) {
  if (result.internalFailure)
    return "an internal failure: " + reports(result);
  if (result.optionFault)
    return "options at fault: " + reports(result);
  bool isError = false;
  for (const Diagnostic &diagnostic : result.diagnostics) {
    isError |= diagnostic.severity == Severity::Error;
    if (diagnostic.message.empty())
      return "a diagnostic that says nothing";
  }
  if (result.succeeded == isError)
    return "success and an error, or neither: " + reports(result);
  if (!result.succeeded && !result.output.empty())
    return "output in spite of an error";
  return "";
}

CompileResult cm2tt::fuzz::compile(llvm::StringRef input,
                                   const CompileOptions &options) {
  return compiler().compile(input, "input", options);
}

static CompileResult compileTo(Stage stage, llvm::StringRef input,
                               llvm::StringRef target = "sm_80") {
  CompileOptions options;
  options.target = target.str();
  options.stage = stage;
  return fuzz::compile(input, options);
}

std::string cm2tt::fuzz::compileModel(llvm::StringRef input) {
  CompileResult result = compileTo(Stage::TT, input);
  std::string wrong = checkOutcome(result);
  // MLIR does not read the form in which it prints an empty symbol.
  if (!wrong.empty() || !result.succeeded ||
      llvm::StringRef(result.output).contains("@<<INVALID EMPTY SYMBOL>>"))
    return wrong;
  CompileResult again = compileTo(Stage::TT, result.output);
  wrong = checkOutcome(again);
  if (wrong.empty() && !again.succeeded)
    wrong = reports(again);
  if (!wrong.empty())
    return "what is printed cannot be compiled: " + wrong + result.output;
  return "";
}

bool cm2tt::fuzz::canBeRead(llvm::StringRef input) {
  return compiler().readParameters(input, "input", CompileOptions()).succeeded;
}

std::string cm2tt::fuzz::compileTtir(llvm::StringRef input) {
  if (!looksLikeMlir(input))
    return "";
  std::string wrong = compileModel(input);
  if (!wrong.empty())
    return wrong;
  // A CPU that is the same one everywhere.
  wrong = checkOutcome(compileTo(Stage::LLVM, input, "cpu:x86-64-v3"));
  return wrong.empty() ? "" : "for a CPU: " + wrong;
}
