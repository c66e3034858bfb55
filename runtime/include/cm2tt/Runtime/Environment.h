// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of the environment variables that cm2tt reads. The tools' help and
/// the README print it, and a test compares the sources with it.
///
/// Not here: the meaning of a value, which is defined where it is read.

#ifndef CM2TT_RUNTIME_ENVIRONMENT_H
#define CM2TT_RUNTIME_ENVIRONMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace cm2tt::runtime {

/// A variable that cm2tt reads.
struct EnvironmentVariable {
  /// The name of the variable.
  const char *name;
  /// The meaning, in one line without a full stop.
  const char *meaning;
  /// The default if the variable is not set; may be empty.
  const char *otherwise;
};

/// All variables; those of cm2tt come first.
llvm::ArrayRef<EnvironmentVariable> environmentVariables();

/// The value of the variable. An empty value counts as not set, so that a shell
/// can undo an export. The table must contain `name`.
std::optional<std::string> environmentValue(llvm::StringRef name);

/// Whether the value of the variable is `on`; `otherwise` if it is not set.
/// Fails if the value is neither `on` nor `off`.
llvm::Expected<bool> environmentSwitch(llvm::StringRef name, bool otherwise);

/// Writes a line for each variable whose name begins with `prefix`, in the
/// format of the tools' help.
void printEnvironmentHelp(llvm::raw_ostream &os, llvm::StringRef prefix = "");

/// Writes the table in Markdown, without options of the compiler.
void printEnvironmentMarkdown(llvm::raw_ostream &os);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ENVIRONMENT_H
