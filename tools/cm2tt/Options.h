// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command line of `cm2tt`.

#ifndef CM2TT_TOOLS_CM2TT_OPTIONS_H
#define CM2TT_TOOLS_CM2TT_OPTIONS_H

#include "cm2tt/Driver/Compiler.h"

#include <string>

namespace cm2tt::tools {

/// Exit codes: what is at fault.
enum ExitCode { Done = 0, InputFault = 1, CommandLineFault = 2, Internal = 3 };

/// What the command line asks for.
struct Options {
  CompileOptions compile;
  std::string input;
  /// `-` is standard output.
  std::string output = "-";
  /// Where metadata goes beside the output; empty: nowhere.
  std::string metadataFile;
  /// Whether the output is the metadata itself (`--emit=metadata`).
  bool emitMetadata = false;
};

/// Reads the command line. Prints what is wrong with it, or help or version,
/// to the usual streams and gives the exit code with which to end.
std::optional<ExitCode> parseOptions(int argc, const char *const *argv,
                                     Options &options);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_OPTIONS_H
