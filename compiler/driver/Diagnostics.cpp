// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writing diagnostics as text, with the line of the source that they are
/// about.
///
/// Not here: JSON (DiagnosticsJson.cpp).

#include "cm2tt/Compiler/Diagnostics.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;
using llvm::HighlightColor;
using llvm::StringRef;
using llvm::WithColor;

/// Longer lines, as of JSON written without line ends, are not shown.
constexpr size_t maxLineLength = 400;
/// Where tabs lead to, as on terminals.
constexpr unsigned tabStop = 8;

StringRef cm2tt::severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  case Severity::Note:
    return "note";
  }
  llvm_unreachable("every severity is listed");
}

static HighlightColor colorOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return HighlightColor::Error;
  case Severity::Warning:
    return HighlightColor::Warning;
  case Severity::Remark:
    return HighlightColor::Remark;
  case Severity::Note:
    return HighlightColor::Note;
  }
  llvm_unreachable("every severity is listed");
}

StringRef cm2tt::getLabel(StringRef message) {
  StringRef label = message.split(':').first;
  if (label.size() == message.size())
    return "";
  return llvm::Regex("^T(TG?)?(-[A-Z]+)+-[0-9]+$").match(label) ? label : "";
}

//===----------------------------------------------------------------------===//
// The source line
//===----------------------------------------------------------------------===//

/// A file's text. Only of what is a file: locations come from models, and a
/// pipe or device that one names would block or never end.
static std::unique_ptr<llvm::MemoryBuffer> readSource(StringRef path) {
  if (!llvm::sys::fs::is_regular_file(path))
    return nullptr;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return buffer ? std::move(*buffer) : nullptr;
}

/// The file below the working directory or one of the roots; null if nowhere.
static std::unique_ptr<llvm::MemoryBuffer>
openSource(StringRef file, const std::vector<std::string> &roots) {
  if (file.empty())
    return nullptr;
  if (auto buffer = readSource(file))
    return buffer;
  if (llvm::sys::path::is_absolute(file))
    return nullptr;
  for (const std::string &root : roots) {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, file);
    if (auto buffer = readSource(path))
      return buffer;
  }
  return nullptr;
}

/// Line `line` (from 1) of a text, without its end; empty if there is none.
static StringRef lineOf(StringRef text, unsigned line) {
  for (; line > 1 && !text.empty(); --line)
    text = text.split('\n').second;
  return text.split('\n').first.rtrim('\r');
}

/// The number of bytes of the first character; 1 if it is invalid.
static size_t characterSize(StringRef text) {
  auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  return std::max(1u, llvm::getUTF8SequenceSize(bytes, end));
}

/// A source line as it is shown: tabs as spaces, and what no terminal shows as
/// question marks.
static std::string shownLine(StringRef line, size_t caret, size_t &width) {
  std::string shown;
  width = 0;
  unsigned column = 0;
  for (size_t at = 0, size; at < line.size(); at += size) {
    if (at <= caret)
      width = column;
    size = characterSize(line.substr(at));
    StringRef character = line.substr(at, size);
    if (character == "\t") {
      unsigned spaces = tabStop - column % tabStop;
      shown.append(spaces, ' ');
      column += spaces;
      continue;
    }
    int columns = llvm::sys::unicode::columnWidthUTF8(character);
    shown += columns < 0 ? "?" : character.str();
    column += columns < 0 ? 1 : columns;
  }
  if (caret >= line.size())
    width = column;
  return shown;
}

/// The byte of the line that a column names. In Java files, columns count
/// UTF-16 units; in all others, bytes.
static size_t byteOf(StringRef line, const Diagnostic &diagnostic) {
  size_t column = diagnostic.column > 0 ? diagnostic.column - 1 : 0;
  if (!StringRef(diagnostic.file).ends_with(".java"))
    return std::min(column, line.size());
  size_t at = 0;
  for (size_t units = 0; at < line.size() && units < column;) {
    size_t size = characterSize(line.substr(at));
    units += size == 4 ? 2 : 1;
    at += size;
  }
  return std::min(at, line.size());
}

static void printSource(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                        const DiagnosticStyle &style) {
  std::unique_ptr<llvm::MemoryBuffer> source =
      openSource(diagnostic.file, style.sourceRoots);
  StringRef line = source ? lineOf(source->getBuffer(), diagnostic.line) : "";
  if (line.empty() || line.size() > maxLineLength)
    return;
  size_t width;
  os << shownLine(line, byteOf(line, diagnostic), width) << "\n";
  os.indent(width);
  WithColor(os, llvm::raw_ostream::GREEN, /*Bold=*/true, /*BG=*/false,
            style.color ? llvm::ColorMode::Enable : llvm::ColorMode::Disable)
      << "^";
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static void printOne(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                     const DiagnosticStyle &style) {
  auto mode = style.color ? llvm::ColorMode::Enable : llvm::ColorMode::Disable;
  {
    WithColor bold(os, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true,
                   /*BG=*/false, mode);
    bold << (diagnostic.file.empty() ? "cm2tt" : diagnostic.file) << ':';
    if (diagnostic.line > 0)
      bold << diagnostic.line << ':' << diagnostic.column << ':';
  }
  os << ' ';
  WithColor(os, colorOf(diagnostic.severity), mode)
      << severityName(diagnostic.severity) << ": ";
  // Notes are read with what they belong to.
  if (diagnostic.severity == Severity::Note)
    os << diagnostic.message;
  else
    WithColor(os, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
              mode)
        << diagnostic.message;
  os << '\n';
  if (diagnostic.line > 0)
    printSource(os, diagnostic, style);
}

static void print(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                  const DiagnosticStyle &style) {
  if (style.form == DiagnosticForm::JSON) {
    os << toJson(diagnostic) << '\n';
    return;
  }
  printOne(os, diagnostic, style);
  for (const Diagnostic &note : diagnostic.notes)
    printOne(os, note, style);
}

void cm2tt::printDiagnostics(llvm::raw_ostream &os,
                             llvm::ArrayRef<Diagnostic> diagnostics,
                             const DiagnosticStyle &style) {
  os.enable_colors(style.color);
  unsigned errors = 0;
  for (const Diagnostic &diagnostic : diagnostics) {
    bool isError = diagnostic.severity == Severity::Error;
    errors += isError;
    if (!isError || style.errorLimit == 0 || errors <= style.errorLimit)
      print(os, diagnostic, style);
  }
  if (style.errorLimit == 0 || errors <= style.errorLimit)
    return;
  Diagnostic rest;
  rest.severity = Severity::Note;
  unsigned more = errors - style.errorLimit;
  rest.message = std::to_string(more) +
                 (more == 1 ? " more error; " : " more errors; ") +
                 "--error-limit=0 shows all";
  print(os, rest, style);
}
