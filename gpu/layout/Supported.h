// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations of `tt` that are supported on GPUs. They are checked once,
/// before anything is changed: supported kernels are compiled, others have an
/// error at the location of the operation.
///
/// Not here: what is valid (the verifiers of `tt`).

#ifndef CM2TT_GPU_LAYOUT_SUPPORTED_H
#define CM2TT_GPU_LAYOUT_SUPPORTED_H

#include "cm2tt/Lowering/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Fails, after one error at the first operation in the module that is not
/// supported on `target` for blocks of `numWarps` warps.
llvm::LogicalResult checkSupported(mlir::ModuleOp module,
                                   const TargetInfo &target, unsigned numWarps);

} // namespace cm2tt

#endif // CM2TT_GPU_LAYOUT_SUPPORTED_H
