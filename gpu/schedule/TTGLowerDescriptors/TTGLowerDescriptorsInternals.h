// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the sources of TTGLowerDescriptors.

#ifndef CM2TT_GPU_SCHEDULE_TTGLOWERDESCRIPTORS_TTGLOWERDESCRIPTORSINTERNALS_H
#define CM2TT_GPU_SCHEDULE_TTGLOWERDESCRIPTORS_TTGLOWERDESCRIPTORSINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// Orders bulk copies and other accesses of the same global memory in a
/// function that has bulk copies: inserts waits, fences and barriers.
void orderGlobalAccesses(tt::FuncOp func);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_TTGLOWERDESCRIPTORS_TTGLOWERDESCRIPTORSINTERNALS_H
