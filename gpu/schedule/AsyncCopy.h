// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which copies from global to shared memory `cp.async` can do.

#ifndef CM2TT_GPU_SCHEDULE_ASYNCCOPY_H
#define CM2TT_GPU_SCHEDULE_ASYNCCOPY_H

#include "cm2tt/Dialect/TTG/TTGTypes.h"
#include "cm2tt/Tile/AxisInfo.h"

namespace cm2tt {

/// The number of neighbouring bytes that a thread copies at a time from the
/// addresses `pointer`, a tile with a layout, to `memory`, under `mask` (or
/// null): 4, 8 or 16, or 0 where it would be fewer, which `cp.async` cannot
/// copy.
unsigned getAsyncCopyBytes(mlir::Value pointer, mlir::Value mask,
                           ttg::MemDescType memory,
                           const ModuleAxisInfo &axisInfo);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_ASYNCCOPY_H
