// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the pass.

#ifndef CM2TT_LIB_TTDECOMPOSEDOTS_TTDECOMPOSEDOTSINTERNALS_H
#define CM2TT_LIB_TTDECOMPOSEDOTS_TTDECOMPOSEDOTSINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// Makes of `tile`, of floating point or signed integers, one of `element`,
/// which holds all its numbers; `tile` itself if it has that type.
mlir::Value widenElements(mlir::OpBuilder &builder, mlir::Value tile,
                          mlir::Type element);

/// Makes `dot` one of operands of the type that its sum has, and has sums of
/// f16 in f32. Returns whether anything was converted.
bool widenDotForCpu(tt::DotOp dot);

/// Replaces a scaled product by a product of the scaled numbers: of f32 on a
/// CPU, of bf16 or f16 on a GPU.
void applyScales(tt::DotScaledOp dot, bool isCpu);

} // namespace cm2tt

#endif // CM2TT_LIB_TTDECOMPOSEDOTS_TTDECOMPOSEDOTSINTERNALS_H
