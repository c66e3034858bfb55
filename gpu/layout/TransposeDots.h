// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Computes a product of 32-bit operands as a transposed one where `wgmma` then
/// reads both operands as they are in memory.

#ifndef CM2TT_LIB_TTTOTTG_TRANSPOSEDOTS_H
#define CM2TT_LIB_TTTOTTG_TRANSPOSEDOTS_H

#include "LayoutPlanner.h"

namespace cm2tt {

/// Replaces products of `func`; returns their number. Values that
/// `options.axisInfo` knows stay.
unsigned transposeDots(tt::FuncOp func, const PlannerOptions &options);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_TRANSPOSEDOTS_H
