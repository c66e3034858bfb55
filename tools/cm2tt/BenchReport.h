// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The measurements of `cm2tt bench` as a table, as comma-separated values and
/// as a plot.

#ifndef CM2TT_TOOLS_CM2TT_BENCHREPORT_H
#define CM2TT_TOOLS_CM2TT_BENCHREPORT_H

#include "cm2tt/Runtime/KernelRun.h"

#include <optional>
#include <string>
#include <vector>

namespace cm2tt::tools {

/// The measurement of one size.
struct BenchRow {
  int64_t n = 0;
  runtime::RunReport report;
  /// The bytes that a launch moves, and the operations that it computes, if
  /// known.
  uint64_t bytes = 0;
  std::optional<uint64_t> flops;
  /// The compilation target of the kernel.
  std::string signature;
};

/// All of them.
struct BenchReport {
  /// `add on znver5, 2 threads`.
  std::string title;
  std::vector<BenchRow> rows;

  /// Whether operations were counted.
  bool hasFlops() const { return !rows.empty() && rows.front().flops; }
  /// A table with aligned columns.
  std::string table() const;
  /// Comma-separated values with names of columns; times in milliseconds.
  std::string csv() const;
};

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_BENCHREPORT_H
