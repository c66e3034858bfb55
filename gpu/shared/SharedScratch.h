// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The shared memory that operations need for their own work. Both allocation
/// and lowering use these functions, so that they agree.
///
/// Not here: tiles in shared memory (MemDescType), where things are
/// (SharedAllocation.h).

#ifndef CM2TT_GPU_SHARED_SHAREDSCRATCH_H
#define CM2TT_GPU_SHARED_SHAREDSCRATCH_H

#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

namespace cm2tt {

/// Scratch begins at a multiple of this: the widest access.
inline constexpr uint64_t kScratchAlignment = 16;

/// Bytes of shared memory that the lowering of `op` uses between its begin and
/// its end: it writes, then reads what other threads wrote, with barriers of
/// its own in between. 0 for most.
uint64_t getScratchBytes(mlir::Operation *op);

/// Whether, of those barriers, one at least is the whole block's, for an
/// operation that has scratch: it then separates the accesses before the
/// operation from those after it.
bool hasBlockBarrier(mlir::Operation *op);

/// The bits of an element of a tile, or of a scalar; pointers have 64.
unsigned getElementBits(mlir::Type type);

/// Whether an atomic has a result that threads need which do not carry it out.
bool sharesResult(mlir::Operation *atomic);

/// How the tile gets into its new layout.
ttg::ConversionPlan planConversion(ttg::ConvertLayoutOp op);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_SHAREDSCRATCH_H
