// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// All operations of `tt`, one file a family.

#ifndef CM2TT_DIALECT_TT_TTOPS_TD
#define CM2TT_DIALECT_TT_TTOPS_TD

include "cm2tt/Dialect/TT/TTOpsElementwise.td"
include "cm2tt/Dialect/TT/TTOpsMemory.td"
include "cm2tt/Dialect/TT/TTOpsDescriptor.td"
include "cm2tt/Dialect/TT/TTOpsShape.td"
include "cm2tt/Dialect/TT/TTOpsGrid.td"
include "cm2tt/Dialect/TT/TTOpsDot.td"
include "cm2tt/Dialect/TT/TTOpsReduce.td"
include "cm2tt/Dialect/TT/TTOpsDebug.td"
include "cm2tt/Dialect/TT/TTOpsFunc.td"

#endif // CM2TT_DIALECT_TT_TTOPS_TD
