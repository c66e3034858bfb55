// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the lowerings of stores by groups of warps (GroupStores.h).

#ifndef CM2TT_GPU_LOWER_GROUPBARRIER_H
#define CM2TT_GPU_LOWER_GROUPBARRIER_H

#include "TTGToLLVMInternals.h"

#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/schedule/GroupStores.h"

namespace cm2tt {

/// The threads of a group of warps.
inline constexpr unsigned kThreadsOfGroup =
    kWarpsOfGroup * TargetInfo::warpSize;

/// Waits until all threads of this thread's group of warps are here; what they
/// wrote to memory is seen by all of them.
void emitGroupBarrier(const Emitter &emitter, const LoweringContext &lowering);

} // namespace cm2tt

#endif // CM2TT_GPU_LOWER_GROUPBARRIER_H
