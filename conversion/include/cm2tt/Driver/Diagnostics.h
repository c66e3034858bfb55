// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Diagnostics as data: what the compiler reports, without printing it.
///
/// Not here: MLIR's diagnostic engine, whose reports the driver turns into
/// these (Compiler.h); exit codes (tools).

#ifndef CM2TT_DRIVER_DIAGNOSTICS_H
#define CM2TT_DRIVER_DIAGNOSTICS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt {

/// How grave a diagnostic is. Errors end a compilation without a result.
enum class Severity { Error, Warning, Remark, Note };

/// One report, at a place in a Java file or in the input.
struct Diagnostic {
  Severity severity = Severity::Error;
  /// What is wrong: lower case, no full stop.
  std::string message;
  /// The file as the model or the command line names it; empty if unknown.
  std::string file;
  /// Line and column, both from 1; 0 if unknown.
  unsigned line = 0, column = 0;
  /// Where it came from, in order. Notes have no notes of their own.
  std::vector<Diagnostic> notes;
};

/// Prints `file:line:column: error: message`, then the source line with a
/// caret if the file can be read, then the notes in the same form. A file
/// that is named relatively is looked for below each of `sourceRoots`, the
/// working directory first.
void printDiagnostic(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                     const std::vector<std::string> &sourceRoots = {});

} // namespace cm2tt

#endif // CM2TT_DRIVER_DIAGNOSTICS_H
