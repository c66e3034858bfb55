// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The environment variables that cm2tt reads, as one table: what helps print,
/// what README lists and what a test compares the sources with.
///
/// Not here: what follows from a value; that is where it is read.

#ifndef CM2TT_RUNTIME_ENVIRONMENT_H
#define CM2TT_RUNTIME_ENVIRONMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace cm2tt::runtime {

/// A variable that some part of cm2tt reads.
struct EnvironmentVariable {
  /// What the shell calls it.
  const char *name;
  /// What it says, in one line without a full stop.
  const char *meaning;
  /// What holds where it is not set, or empty.
  const char *otherwise;
};

/// All of them, those of cm2tt first.
llvm::ArrayRef<EnvironmentVariable> environmentVariables();

/// The variable's value; an empty one counts as none, so that a shell can take
/// back what is exported. `name` stands in the table.
std::optional<std::string> environmentValue(llvm::StringRef name);

/// Writes a line for each variable whose name begins with `prefix`, as helps
/// have their options.
void printEnvironmentHelp(llvm::raw_ostream &os, llvm::StringRef prefix = "");

/// Writes the table in Markdown.
void printEnvironmentMarkdown(llvm::raw_ostream &os);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ENVIRONMENT_H
