// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// All ops of `cm`.

#ifndef CM2TT_DIALECT_CM_CMOPS_TD
#define CM2TT_DIALECT_CM_CMOPS_TD

include "cm2tt/Dialect/CM/CMOpsCore.td"
include "cm2tt/Dialect/CM/CMOpsJava.td"
include "cm2tt/Dialect/CM/CMOpsStatements.td"

#endif // CM2TT_DIALECT_CM_CMOPS_TD
