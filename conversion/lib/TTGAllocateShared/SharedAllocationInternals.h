// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the files of the allocation share: what lives when, and packing.

#ifndef CM2TT_CONVERSION_TTGALLOCATESHARED_SHAREDALLOCATIONINTERNALS_H
#define CM2TT_CONVERSION_TTGALLOCATESHARED_SHAREDALLOCATIONINTERNALS_H

#include "cm2tt/Conversion/SharedAllocation.h"

namespace cm2tt {

/// Everything that a function has in shared memory, or will have as planned, in
/// the order of `begin`; offsets are not set.
llvm::SmallVector<SharedItem, 0>
findSharedItems(tt::FuncOp func, const PlannedBuffers &planned = {});

/// Sets the offsets of items that are in the order of `begin`, and returns how
/// much memory they take.
uint64_t packSharedItems(llvm::MutableArrayRef<SharedItem> items,
                         uint64_t roomyBytes);

} // namespace cm2tt

#endif // CM2TT_CONVERSION_TTGALLOCATESHARED_SHAREDALLOCATIONINTERNALS_H
