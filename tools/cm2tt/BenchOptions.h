// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt bench`, for all sizes and for one.
///
/// Not here: the spelling of the options (Options.td), formulas (Expression.h).

#ifndef CM2TT_TOOLS_CM2TT_BENCHOPTIONS_H
#define CM2TT_TOOLS_CM2TT_BENCHOPTIONS_H

#include "RunOptions.h"

#include <optional>
#include <string>
#include <vector>

namespace cm2tt::tools {

/// Everything that the command line says. Arguments, constants and grid in
/// `run` are formulas still.
struct BenchOptions {
  RunOptions run;
  /// The values of `n`, in order.
  std::vector<int64_t> sizes;
  std::string grid;
  /// Formulas for the bytes moved and the operations done, if given.
  std::optional<std::string> bytes, flops;
  /// Launches to measure; 0: as many as half a second has.
  unsigned repeat = 0;
  bool csv = false;
};

/// The values of the formulas for a value of `n`.
struct BenchSize {
  int64_t n = 0;
  runtime::Dim3 grid;
  runtime::RunRequest request;
  std::optional<int64_t> bytes, flops;
};

/// Reads every option but --help and those of the style. Fails with UsageError.
llvm::Error readBenchOptions(const llvm::opt::ArgList &arguments,
                             BenchOptions &options);

/// Reads the value of --sizes: `4096`, `FROM:TO[:xN]`, `FROM:TO:+N`, with
/// commas between them. An error says what is wrong with it.
llvm::Expected<std::vector<int64_t>> parseSizes(llvm::StringRef text);

/// Computes the formulas. Fails with UsageError.
llvm::Expected<BenchSize> sizeFor(const BenchOptions &options, int64_t n);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_BENCHOPTIONS_H
