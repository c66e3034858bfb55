// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The attributes of kernels whose blocks run several programs, which the pass
/// that makes them shares with other ones and with the description of a
/// compiled kernel.
///
/// Not here: the loop over programs (TTMakePersistent.cpp).

#ifndef CM2TT_TILE_PERSISTENTKERNEL_H
#define CM2TT_TILE_PERSISTENTKERNEL_H

#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// On a kernel: the number of axes of the grid whose programs its loop goes
/// over, i32. The extents of these axes are its last parameters, before the
/// address of memory for tensor maps.
inline constexpr llvm::StringLiteral kPersistentAttr = "tt.persistent";

/// On a kernel, unit: the smaller the index of a program along x is, the longer
/// are its loops.
inline constexpr llvm::StringLiteral kLongestFirstAttr = "tt.longest_first";

/// On a loop, unit: its iterations are programs, which may run in any order,
/// and at the same time.
inline constexpr llvm::StringLiteral kProgramsAttr = "tt.programs";

} // namespace cm2tt

#endif // CM2TT_TILE_PERSISTENTKERNEL_H
