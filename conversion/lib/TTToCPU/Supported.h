// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations that kernels for a CPU may contain.

#ifndef CM2TT_LIB_TTTOCPU_SUPPORTED_H
#define CM2TT_LIB_TTTOCPU_SUPPORTED_H

#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Whether the CPU takes all of a module; else false after an error at what it
/// does not take. What is taken, the lowerings handle.
llvm::LogicalResult checkSupportedOnCPU(mlir::ModuleOp module);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_SUPPORTED_H
