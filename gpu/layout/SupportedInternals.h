// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parts of the check of the GPU back end.

#ifndef CM2TT_LIB_TTTOTTG_SUPPORTEDINTERNALS_H
#define CM2TT_LIB_TTTOTTG_SUPPORTEDINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// Checks assembly against its operands and results; failure after an error at
/// the operation.
llvm::LogicalResult checkInlineAsm(tt::ElementwiseInlineAsmOp op);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_SUPPORTEDINTERNALS_H
