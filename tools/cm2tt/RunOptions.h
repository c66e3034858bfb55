// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt run`.
///
/// Not here: the spelling of the options (Options.td).

#ifndef CM2TT_TOOLS_CM2TT_RUNOPTIONS_H
#define CM2TT_TOOLS_CM2TT_RUNOPTIONS_H

#include "CommandLine.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Compiler/Diagnostics.h"
#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace cm2tt::tools {

/// Everything that the command line says.
struct RunOptions {
  std::string model;
  CompileOptions compile;
  runtime::RunRequest request;
  runtime::RunSettings settings;
  /// `native`: a GPU, else the CPU; `cpu`; or `sm_XX`.
  std::string target = "native";
  /// The CUDA device that is asked for.
  std::optional<unsigned> device;
  /// Threads of the CPU; 0: as many as there are CPUs.
  unsigned threads = 0;
  /// Whether the kernel's accesses are checked; the target is then `cpu`.
  bool check = false;
  bool timing = false;
  /// How errors are printed.
  DiagnosticStyle style;
};

/// Reads what `cm2tt run` and `cm2tt bench` have in common. Fails with
/// UsageError.
llvm::Error readSharedOptions(const llvm::opt::ArgList &arguments,
                              RunOptions &options);

/// The files that a command reads: the model and the files of --arg.
std::vector<NamedFile> inputFiles(const RunOptions &options);

/// Reads `X[,Y[,Z]]` within the limits of the target. Fails with UsageError.
llvm::Error readGrid(llvm::StringRef text, const RunOptions &options,
                     runtime::Dim3 &grid);

/// Reads every option but --help and those of the style. Fails with UsageError.
llvm::Error readRunOptions(const llvm::opt::ArgList &arguments,
                           RunOptions &options);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_RUNOPTIONS_H
