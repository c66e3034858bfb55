// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reductions, scans, maps and histograms that the GPU takes.

#include "SupportedInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

Verdict cm2tt::checkReduction(Operation *op) {
  if (isa<tt::ReduceOp, tt::ReduceReturnOp, tt::ScanOp, tt::ScanReturnOp,
          tt::MapElementwiseOp, tt::MapElementwiseReturnOp, tt::HistogramOp>(
          op))
    return success();
  return std::nullopt;
}
