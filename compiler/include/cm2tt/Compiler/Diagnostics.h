// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Diagnostics as data: the reports of the compiler, which are not printed
/// here.
///
/// Not here: MLIR's diagnostic engine, whose reports the driver turns into
/// these (Compiler.h); exit codes (tools).

#ifndef CM2TT_COMPILER_DIAGNOSTICS_H
#define CM2TT_COMPILER_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt {

/// The severity of a diagnostic. Errors end a compilation without a result.
enum class Severity { Error, Warning, Remark, Note };

/// A diagnostic, located in a Java file or in the input.
struct Diagnostic {
  Severity severity = Severity::Error;
  /// The text, in lower case, without a full stop.
  std::string message;
  /// The file as the model or the command line names it; empty if unknown.
  std::string file;
  /// Line and column, both from 1; 0 if unknown.
  unsigned line = 0, column = 0;
  /// Where it came from, in order. Notes have no notes of their own.
  std::vector<Diagnostic> notes;
};

/// How diagnostics are written.
enum class DiagnosticForm {
  /// `file:line:column: error: message`, the source line with a caret if the
  /// file can be read, then the notes in the same form.
  Text,
  /// A JSON object on a line of its own, in UTF-8 for any input:
  ///
  ///     {"severity": "error", "label": "T-DOT-2", "message": "T-DOT-2: ...",
  ///      "file": "Kernel.java", "line": 14, "column": 21, "notes": [...]}
  ///
  /// `severity` is `error`, `warning`, `remark` or `note`; `message` is whole,
  /// `label` the one that it begins with (see `getLabel`). `label`, `file`,
  /// `line` and `column` are left out if there is none; notes are objects of
  /// the same form.
  JSON
};

/// Choices of how diagnostics are written.
struct DiagnosticStyle {
  DiagnosticForm form = DiagnosticForm::Text;
  /// Whether text has ANSI colours.
  bool color = false;
  /// The maximum number of errors that are written; 0: all. A further
  /// diagnostic states the number of the others.
  unsigned errorLimit = 20;
  /// Where files are looked for that are named relatively, the working
  /// directory first.
  std::vector<std::string> sourceRoots;
};

/// Writes diagnostics, in order.
void printDiagnostics(llvm::raw_ostream &os,
                      llvm::ArrayRef<Diagnostic> diagnostics,
                      const DiagnosticStyle &style);

/// The name of a severity, as text and JSON have it: `error`.
llvm::StringRef severityName(Severity severity);

/// The label that a message begins with: of a typing rule, as `T-DOT-2`, or of
/// a constraint of a dialect, as `TTG-LINEAR-1`; empty if none.
llvm::StringRef getLabel(llvm::StringRef message);

/// The diagnostic as JSON, without an end of line.
std::string toJson(const Diagnostic &diagnostic);

} // namespace cm2tt

#endif // CM2TT_COMPILER_DIAGNOSTICS_H
