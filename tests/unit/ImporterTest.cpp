// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The importer by files: every input of tests/Importer/{Json,Text}/Inputs is
/// read into `cm` and written again. Where a file NAME.expected stands beside
/// an input, reading it must give exactly these diagnostics; any other input
/// must come out as it went in, but for spacing.

#include "cm2tt/Importer/Importer.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

/// The first place in a file that a location names.
std::string placeOf(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "unknown";
  return place.getFilename().str() + ":" + std::to_string(place.getLine()) +
         ":" + std::to_string(place.getColumn());
}

/// A diagnostic and its notes, a line each, as the tools print them.
std::string print(const Diagnostic &diagnostic) {
  StringRef severity = diagnostic.getSeverity() == DiagnosticSeverity::Error
                           ? "error"
                           : "warning";
  std::string text = placeOf(diagnostic.getLocation()) + ": " + severity.str() +
                     ": " + diagnostic.str() + "\n";
  for (const Diagnostic &note : diagnostic.getNotes())
    text += placeOf(note.getLocation()) + ": note: " + note.str() + "\n";
  return text;
}

/// A context that collects diagnostics.
struct Reader {
  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string diagnostics;
  ScopedDiagnosticHandler handler{&context, [this](Diagnostic &diagnostic) {
                                    diagnostics += print(diagnostic);
                                    return success();
                                  }};

  /// Imports a text under the given name; the suffix says the form.
  OwningOpRef<ModuleOp> import(StringRef text, StringRef name,
                               const cm2tt::ImportOptions &options = {}) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                               llvm::SMLoc());
    return name.ends_with(".json")
               ? cm2tt::importJson(sources, &context, options)
               : cm2tt::importText(sources, &context, options);
  }
};

/// Exports in the form that the suffix says.
std::string exportAs(ModuleOp module, StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  LogicalResult written = name.ends_with(".json")
                              ? cm2tt::exportJson(module, os)
                              : cm2tt::exportText(module, os);
  return succeeded(written) ? text : "not written";
}

/// A text without the spaces outside of strings and without comments.
std::string withoutSpaces(StringRef text) {
  std::string out;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!inString && text.substr(i).starts_with("// ")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == '"')
      inString = !inString;
    if (inString && text[i] == '\\')
      out += text[i++];
    if (inString || !llvm::isSpace(text[i]))
      out += text[i];
  }
  return out;
}

/// A file's contents; empty if there is none.
std::string contents(const Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// The inputs of a folder, sorted.
std::vector<std::string> inputsOf(StringRef folder) {
  std::vector<std::string> files;
  std::error_code error;
  llvm::sys::fs::directory_iterator it(folder, error), end;
  for (; it != end && !error; it.increment(error))
    if (!StringRef(it->path()).ends_with(".expected"))
      files.push_back(it->path());
  llvm::sort(files);
  return files;
}

/// Whether any op has the location that says nothing.
bool hasUnknownLocation(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<UnknownLoc>(op->getLoc()) ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Checks a good input: it comes out as it went in, also through MLIR's text.
void checkRoundTrip(StringRef file) {
  Reader reader;
  std::string input = contents(file);
  StringRef name = llvm::sys::path::filename(file);
  OwningOpRef<ModuleOp> module = reader.import(input, name);
  ASSERT_TRUE(module) << reader.diagnostics;
  EXPECT_EQ(reader.diagnostics, "");
  EXPECT_FALSE(hasUnknownLocation(*module));
  EXPECT_EQ(withoutSpaces(exportAs(*module, name)), withoutSpaces(input));

  std::string printed;
  llvm::raw_string_ostream os(printed);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(printed, ParserConfig(&reader.context));
  ASSERT_TRUE(parsed) << reader.diagnostics << printed;
  EXPECT_EQ(withoutSpaces(exportAs(*parsed, name)), withoutSpaces(input));
}

/// Checks a bad input: the diagnostics are those expected.
void checkDiagnostics(StringRef file, StringRef expected) {
  Reader reader;
  StringRef name = llvm::sys::path::filename(file);
  OwningOpRef<ModuleOp> module = reader.import(contents(file), name);
  bool isError = expected.contains("error: ");
  EXPECT_EQ(!module, isError);
  EXPECT_EQ(reader.diagnostics, expected);
}

/// Checks every input of a folder.
void checkFolder(StringRef folder) {
  std::vector<std::string> files =
      inputsOf((Twine(CM2TT_SOURCE_DIR "/tests/Importer/") + folder).str());
  EXPECT_FALSE(files.empty());
  for (const std::string &file : files) {
    SCOPED_TRACE(file);
    std::string expected = contents(Twine(file) + ".expected");
    if (expected.empty())
      checkRoundTrip(file);
    else
      checkDiagnostics(file, expected);
  }
}

TEST(Importer, Json) { checkFolder("Json/Inputs"); }

TEST(Importer, Text) { checkFolder("Text/Inputs"); }

} // namespace
