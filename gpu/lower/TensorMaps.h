// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A change of kernels that create tensor maps, before their lowering.
///
/// Not here: the lowering (TensorMaps.cpp).

#ifndef CM2TT_GPU_LOWER_TENSORMAPS_H
#define CM2TT_GPU_LOWER_TENSORMAPS_H

#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Lets threads wait once for tensor maps that are created one after the other,
/// instead of for each of them before the next is created.
void acquireTensorMapsTogether(mlir::ModuleOp module);

} // namespace cm2tt

#endif // CM2TT_GPU_LOWER_TENSORMAPS_H
