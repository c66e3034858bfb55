// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes of cm2tt, a file for each stage. Pipelines.cpp has the order in which
/// they run.

#ifndef CM2TT_COMPILER_PASSES_TD
#define CM2TT_COMPILER_PASSES_TD

include "cm2tt/Language/Passes.td"
include "cm2tt/Tile/PreparePasses.td"
include "cm2tt/Tile/OptimizePasses.td"
include "cm2tt/GPU/Passes.td"
include "cm2tt/CPU/Passes.td"

#endif // CM2TT_COMPILER_PASSES_TD
