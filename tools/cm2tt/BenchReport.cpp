// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Measurements as text.

#include "BenchReport.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// 10^9 a second.
static double rateOf(uint64_t count, double milliseconds) {
  return milliseconds > 0 ? static_cast<double>(count) / (milliseconds * 1e6)
                          : 0;
}

std::string BenchReport::table() const {
  std::string text;
  raw_string_ostream os(text);
  os << title << "\n";
  os << "           n    median ms    10 % ms    90 % ms       GB/s";
  os << (hasFlops() ? "    GFLOP/s" : "") << "  launches\n";
  for (const BenchRow &row : rows) {
    double median = row.report.medianMilliseconds;
    os << plain::format("%12lld %12.4f %10.4f %10.4f %10.1f",
                        static_cast<long long>(row.n), median,
                        row.report.lowMilliseconds, row.report.highMilliseconds,
                        rateOf(row.bytes, median));
    if (hasFlops())
      os << plain::format(" %10.1f", rateOf(row.flops.value_or(0), median));
    os << plain::format("  %8u\n", row.report.launches);
  }
  return text;
}

std::string BenchReport::csv() const {
  std::string text;
  raw_string_ostream os(text);
  os << "n,median_ms,p10_ms,p90_ms,bytes,gb_per_s,";
  os << (hasFlops() ? "flops,gflop_per_s," : "") << "launches,signature\n";
  for (const BenchRow &row : rows) {
    double median = row.report.medianMilliseconds;
    os << row.n << plain::format(",%.6f", median)
       << plain::format(",%.6f", row.report.lowMilliseconds)
       << plain::format(",%.6f,", row.report.highMilliseconds) << row.bytes
       << plain::format(",%.3f,", rateOf(row.bytes, median));
    if (hasFlops())
      os << row.flops.value_or(0)
         << plain::format(",%.3f,", rateOf(row.flops.value_or(0), median));
    os << row.report.launches << ",\"" << row.signature << "\"\n";
  }
  return text;
}
