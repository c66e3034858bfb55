// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Atomic updates that only read, or only write: they become loads and stores,
/// which are cheaper, and read memory that may not be written. How many
/// elements an update of a GPU takes.
///
/// TTSetVersion creates them of the atomic reads, writes and waits of Triton
/// 3.9, so that passes in between know one atomic operation.

#ifndef CM2TT_LOWERING_ATOMICACCESS_H
#define CM2TT_LOWERING_ATOMICACCESS_H

#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// Whether the update combines with 0 by `or`, and so changes nothing, in an
/// order that a read has: relaxed or acquire.
bool isAtomicRead(tt::AtomicRmwOp op);

/// Whether the update exchanges, its result is not used, and its order is one
/// that a write has: relaxed or release.
bool isAtomicWrite(tt::AtomicRmwOp op);

/// The elements, neighbours in memory, that one instruction of a GPU updates at
/// most. Sums of floats have vectors: of two elements of 16 bits, and from
/// compute capability 9.0 on of 16 bytes.
unsigned getMaxAtomicElements(tt::AtomicRmwOp op, unsigned computeCapability);

} // namespace cm2tt

#endif // CM2TT_LOWERING_ATOMICACCESS_H
