// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Printing diagnostics with the line of the source that they are about.

#include "cm2tt/Driver/Diagnostics.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

/// Longer lines, as of JSON written without line ends, are not shown.
constexpr size_t maxLineLength = 400;

static llvm::SourceMgr::DiagKind kindOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return llvm::SourceMgr::DK_Error;
  case Severity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case Severity::Remark:
    return llvm::SourceMgr::DK_Remark;
  case Severity::Note:
    return llvm::SourceMgr::DK_Note;
  }
  llvm_unreachable("every severity is listed");
}

/// The file below the working directory or one of the roots; null if nowhere.
static std::unique_ptr<llvm::MemoryBuffer>
openSource(llvm::StringRef file, const std::vector<std::string> &roots) {
  if (file.empty())
    return nullptr;
  if (auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true))
    return std::move(*buffer);
  if (llvm::sys::path::is_absolute(file))
    return nullptr;
  for (const std::string &root : roots) {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, file);
    if (auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true))
      return std::move(*buffer);
  }
  return nullptr;
}

/// Line `line` (from 1) of a text, without its end; empty if there is none.
static llvm::StringRef lineOf(llvm::StringRef text, unsigned line) {
  for (; line > 1 && !text.empty(); --line)
    text = text.split('\n').second;
  return text.split('\n').first.rtrim('\r');
}

static void printOne(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                     const std::vector<std::string> &roots) {
  auto kind = kindOf(diagnostic.severity);
  if (diagnostic.line == 0) {
    llvm::StringRef file = diagnostic.file;
    llvm::SMDiagnostic(file.empty() ? "cm2tt" : file, kind, diagnostic.message)
        .print(nullptr, os, /*ShowColors=*/false);
    return;
  }
  std::unique_ptr<llvm::MemoryBuffer> source =
      openSource(diagnostic.file, roots);
  llvm::StringRef line =
      source ? lineOf(source->getBuffer(), diagnostic.line) : "";
  if (line.empty() || line.size() > maxLineLength) {
    std::string place = diagnostic.file + ":" +
                        std::to_string(diagnostic.line) + ":" +
                        std::to_string(diagnostic.column);
    llvm::SMDiagnostic(place, kind, diagnostic.message)
        .print(nullptr, os, /*ShowColors=*/false);
    return;
  }
  llvm::SourceMgr none;
  // The location only says that there is one; the line is given.
  llvm::SMDiagnostic(none, llvm::SMLoc::getFromPointer(""), diagnostic.file,
                     diagnostic.line, static_cast<int>(diagnostic.column) - 1,
                     kind, diagnostic.message, line, {})
      .print(nullptr, os, /*ShowColors=*/false, /*ShowKindLabel=*/true);
}

void cm2tt::printDiagnostic(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                            const std::vector<std::string> &sourceRoots) {
  printOne(os, diagnostic, sourceRoots);
  for (const Diagnostic &note : diagnostic.notes)
    printOne(os, note, sourceRoots);
}
