// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads texts for the tests of the readers and writers, and shows what they
/// report as `line:column: error: message [path]`.

#ifndef CM2TT_TESTS_UNIT_READERFIXTURE_H
#define CM2TT_TESTS_UNIT_READERFIXTURE_H

#include "importer/lib/Readers.h"
#include "importer/lib/Writers.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace cm2tt::test {

/// An input and what a reader made of it.
struct ReadResult {
  explicit ReadResult(llvm::StringRef text, bool isJson) {
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text),
                               llvm::SMLoc());
    llvm::StringRef buffer = sources.getMemoryBuffer(1)->getBuffer();
    auto report = [&](model::Problem problem) {
      auto [line, column] = sources.getLineAndColumn(problem.loc);
      problems +=
          std::to_string(line) + ":" + std::to_string(column) +
          (problem.isError ? ": error: " : ": warning: ") + problem.message +
          (problem.path.empty() ? "" : " [" + problem.path + "]") + "\n";
    };
    ok = succeeded(isJson ? readJson(buffer, model, report)
                          : readText(buffer, model, report));
  }

  std::string text() const {
    std::string result;
    llvm::raw_string_ostream os(result);
    writeText(os, model);
    return result;
  }
  std::string json() const {
    std::string result;
    llvm::raw_string_ostream os(result);
    writeJson(os, model);
    return result;
  }

  llvm::SourceMgr sources;
  model::Model model;
  bool ok = false;
  std::string problems;
};

/// Reads code-model text.
struct FromText : ReadResult {
  explicit FromText(llvm::StringRef text) : ReadResult(text, false) {}
};
/// Reads JSON.
struct FromJson : ReadResult {
  explicit FromJson(llvm::StringRef text) : ReadResult(text, true) {}
};

/// A file below tests/cases/importer; empty if it cannot be read.
inline std::string inputFile(llvm::StringRef name) {
  auto file =
      llvm::MemoryBuffer::getFile(llvm::Twine(CM2TT_IMPORTER_TESTS "/") + name);
  return file ? (*file)->getBuffer().str() : std::string();
}

} // namespace cm2tt::test

#endif // CM2TT_TESTS_UNIT_READERFIXTURE_H
