// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes of cm2tt, a file for each stage. Pipelines.cpp has the order in which
/// they run.

#ifndef CM2TT_CONVERSION_PASSES_TD
#define CM2TT_CONVERSION_PASSES_TD

include "cm2tt/Conversion/CMPasses.td"
include "cm2tt/Conversion/TTPreparePasses.td"
include "cm2tt/Conversion/TTOptimizePasses.td"
include "cm2tt/Conversion/TTGPasses.td"
include "cm2tt/Conversion/CPUPasses.td"

#endif // CM2TT_CONVERSION_PASSES_TD
