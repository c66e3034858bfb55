// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Changes of shape that the GPU takes.

#include "SupportedInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace cm2tt;

Verdict cm2tt::checkShape(Operation *op) {
  if (isa<tt::BroadcastOp, tt::CatOp, tt::ExpandDimsOp, tt::GatherOp,
          tt::GetNumProgramsOp, tt::GetProgramIdOp, tt::JoinOp, tt::MakeRangeOp,
          tt::ReshapeOp, tt::SplatOp, tt::SplitOp, tt::TransOp, tt::UnsplatOp,
          ub::PoisonOp>(op))
    return success();
  return std::nullopt;
}
