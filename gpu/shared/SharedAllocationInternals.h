// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the allocation: lifetimes and packing.

#ifndef CM2TT_GPU_SHARED_SHAREDALLOCATIONINTERNALS_H
#define CM2TT_GPU_SHARED_SHAREDALLOCATIONINTERNALS_H

#include "SharedAllocation.h"

namespace cm2tt {

/// Everything that a function has in shared memory, in the order of `begin`;
/// offsets are not set.
llvm::SmallVector<SharedItem, 0> findSharedItems(tt::FuncOp func,
                                                 bool keepsStored);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_SHAREDALLOCATIONINTERNALS_H
