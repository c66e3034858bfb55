// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations that kernels for a CPU may contain.

#ifndef CM2TT_LIB_TTTOCPU_SUPPORTED_H
#define CM2TT_LIB_TTTOCPU_SUPPORTED_H

#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Returns whether the CPU back end supports all operations of a module;
/// otherwise reports an error at the first one that it does not support. The
/// lowerings handle each supported operation.
llvm::LogicalResult checkSupportedOnCPU(mlir::ModuleOp module);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_SUPPORTED_H
