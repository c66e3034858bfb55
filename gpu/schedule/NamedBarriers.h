// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The numbers of a block's named barriers, of which the hardware has 16 (PTX
/// ISA, `bar`): 0 is for all threads, and 1 for the consumers of a producer.

#ifndef CM2TT_GPU_SCHEDULE_NAMEDBARRIERS_H
#define CM2TT_GPU_SCHEDULE_NAMEDBARRIERS_H

namespace cm2tt {

/// The first barrier of those that each warp group has for its own threads; a
/// block has 8 warp groups at most.
inline constexpr unsigned kFirstGroupBarrier = 2;
/// The first barrier of those at which each warp group waits for the one before
/// it, and the number of groups that can have one.
inline constexpr unsigned kFirstOrderBarrier = 10, kMostOrdered = 6;

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_NAMEDBARRIERS_H
