// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reproducers of internal failures and notes about them.

#ifndef CM2TT_COMPILER_DRIVER_REPRODUCERINTERNALS_H
#define CM2TT_COMPILER_DRIVER_REPRODUCERINTERNALS_H

#include "cm2tt/Compiler/Compiler.h"

#include "llvm/ADT/Twine.h"

namespace cm2tt {

/// Creates the reproducer of a compilation with these options. `phaseInput` is
/// the input of the phase that failed; if it is empty, no phase had begun.
Reproducer makeReproducer(llvm::StringRef phaseInput, llvm::StringRef input,
                          const CompileOptions &options);

/// Adds a note to the last error, which asks to report it without a reproducer;
/// `reason` is appended to the note.
void addReportNote(std::vector<Diagnostic> &diagnostics,
                   const llvm::Twine &reason);

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_REPRODUCERINTERNALS_H
