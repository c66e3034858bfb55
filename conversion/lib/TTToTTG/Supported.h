// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What of `tt` the way to a GPU takes. It is asked once, before anything is
/// changed: what passes here is compiled, what does not is named at its place.
///
/// Not here: what is valid (the verifiers of `tt`).

#ifndef CM2TT_CONVERSION_TTTOTTG_SUPPORTED_H
#define CM2TT_CONVERSION_TTTOTTG_SUPPORTED_H

#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Failure, after one error at the first thing in the module that is not
/// supported for blocks of so many warps.
llvm::LogicalResult checkSupported(mlir::ModuleOp module, unsigned numWarps);

} // namespace cm2tt

#endif // CM2TT_CONVERSION_TTTOTTG_SUPPORTED_H
