// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reproducers of internal failures, and the notes that name them. They are in
/// the folder for temporary files, as the current folder of a server may not be
/// writable. The same crash has the same file.
///
/// A failure without an error is an internal error, and so are a crash and an
/// error in the phases that follow the checks. The compilation runs again to
/// obtain a reproducer, so that other compilations have no additional cost. The
/// reproducer is the input of the phase that failed, for `cm2tt` with the same
/// options and for `cm2tt-opt --run-reproducer`.
///
/// Not here: the text of a phase's input (Stages.cpp), files (tools, runtime).

#include "ReproducerInternals.h"

#include "cm2tt/Importer/Importer.h"
#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/STLExtras.h"

using namespace cm2tt;
using llvm::StringRef;
using llvm::Twine;

/// The text as a word of a shell.
static std::string quoted(StringRef text) {
  constexpr StringRef plain = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,";
  if (!text.empty() && text.find_first_not_of(plain) == StringRef::npos)
    return text.str();
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Whether a command line states an option.
static bool isStated(const CompilerOptionValue &option) {
  return !option.info.flag.empty() && option.info.changesCode &&
         (option.info.isStated || !option.isDefault);
}

/// The same options of the command line.
static std::string commandOptions(const CompileOptions &options) {
  std::string text;
  for (const CompilerOptionValue &option : optionValues(options)) {
    if (!isStated(option))
      continue;
    text += "--" + option.info.flag.str();
    if (!option.isSwitch)
      text += "=" + quoted(option.text);
    text += ' ';
  }
  return text + "-o /dev/null";
}

Reproducer cm2tt::makeReproducer(StringRef phaseInput, StringRef input,
                                 const CompileOptions &options) {
  Reproducer reproducer;
  reproducer.text = (phaseInput.empty() ? input : phaseInput).str();
  reproducer.suffix = looksLikeJson(reproducer.text)   ? "json"
                      : looksLikeMlir(reproducer.text) ? "mlir"
                                                       : "cm";
  reproducer.options = commandOptions(options);
  return reproducer;
}

/// Adds a note to the last error.
static void addNoteTo(std::vector<cm2tt::Diagnostic> &diagnostics,
                      const Twine &message) {
  for (cm2tt::Diagnostic &diagnostic : llvm::reverse(diagnostics)) {
    if (diagnostic.severity != Severity::Error)
      continue;
    cm2tt::Diagnostic &note = diagnostic.notes.emplace_back();
    note.severity = Severity::Note;
    note.message = message.str();
    return;
  }
}

void cm2tt::addReportNote(std::vector<cm2tt::Diagnostic> &diagnostics,
                          const Twine &reason) {
  addNoteTo(diagnostics,
            "please report this with the input and the options" + reason);
}

void Reproducer::addNote(std::vector<cm2tt::Diagnostic> &diagnostics,
                         StringRef file, std::error_code written) const {
  if (written)
    return addReportNote(
        diagnostics, "; the reproducer '" + file +
                         "' cannot be written: " + plain::reasonOf(written));
  addNoteTo(diagnostics, "please report this with the file that reproduces it: "
                         "cm2tt " +
                             quoted(file) + " " + options);
}
