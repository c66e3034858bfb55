// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt tune`.
///
/// Not here: the spelling of the options (Options.td).

#ifndef CM2TT_TOOLS_CM2TT_TUNEOPTIONS_H
#define CM2TT_TOOLS_CM2TT_TUNEOPTIONS_H

#include "RunOptions.h"

#include "cm2tt/Runtime/Autotuner.h"

#include <string>
#include <vector>

namespace cm2tt::tools {

/// Everything that the command line says.
struct TuneOptions {
  RunOptions run;
  /// All combinations, their constants in the order of their names.
  std::vector<runtime::TuneConfig> configs;
  std::vector<runtime::TuneKeyPart> key;
  /// Names of buffers.
  std::vector<std::string> restored;
  /// Formulas of constants and integer arguments.
  std::string grid;
  uint32_t budgetMilliseconds = 1000;
  /// Where the result goes as JSON; empty: nowhere.
  std::string output;
};

/// Reads every option but --help and those of the style. Fails with UsageError.
llvm::Error readTuneOptions(const llvm::opt::ArgList &arguments,
                            TuneOptions &options);

/// Computes the grid of a configuration for integer arguments and constants
/// that all configurations share. Fails with UsageError.
llvm::Expected<runtime::Dim3> gridFor(const TuneOptions &options,
                                      const runtime::TuneConfig &config,
                                      const runtime::RunArguments &arguments);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_TUNEOPTIONS_H
